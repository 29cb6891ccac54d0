import type { Delivery } from '@tuma/contracts/api'
import type { DeliveryRecord } from '@tuma/contracts/services'
import type { Shop } from '@tuma/contracts/vocabulary'
import { type DeliveryStatus, deliveryStatuses, type EvidenceState, sameWords } from '@tuma/contracts/vocabulary'
import type { Dependencies } from '../dependencies.ts'
import type { CallContext } from '../door/policy.ts'
import { answerRows, getPage, noRows, type Page } from './rows.ts'
import { toDelivery } from './tracked.ts'

type Asked = { location?: string | undefined; address?: string | undefined }

/** The agent's own shop; null before an admin has assigned one. */
export const toShop = ({ caller: { actor } }: CallContext): Shop | null => (actor.kind === 'user' ? actor.shop : null)

/** Parameters can only narrow the list: another shop than the agent's own gives an empty list. */
const narrowed = (shop: Shop | null, asked: Asked): Shop | null => {
  const same = (own: string, other: string | undefined) => other === undefined || sameWords(own) === sameWords(other)
  return shop && same(shop.location, asked.location) && same(shop.address, asked.address) ? shop : null
}

const rowsOfShop = async <Row>(
  context: CallContext,
  asked: Asked,
  getRows: (shop: Shop) => Promise<Page<Row>>,
): Promise<Row[]> => {
  const shop = narrowed(toShop(context), asked)
  return answerRows(context, shop ? await getRows(shop) : noRows)
}

const parcelsOfShop = async (...asked: Parameters<typeof rowsOfShop<DeliveryRecord>>): Promise<Delivery[]> =>
  (await rowsOfShop(...asked)).map(toDelivery)

/** The lists of agents, always for their own shop. */
export const agentLists = ({ api, asBuilt, services: { delivery, payment } }: Dependencies) => {
  const getPayments = async (paymentIds: string[]) => {
    const told = paymentIds.length > 0 ? await payment.sentences({ paymentIds }) : []
    return new Map(told.map(({ paymentId, ...one }) => [paymentId, one]))
  }

  return {
    sending: asBuilt.agent.sending.handler(({ input: { status = null, ...input }, context }) =>
      parcelsOfShop(context, input, (shop) => delivery.sending({ shop, status, ...getPage(input) })),
    ),
    receiving: asBuilt.agent.receiving.handler(({ input: { status = null, by = null, ...input }, context }) =>
      parcelsOfShop(context, input, (shop) => delivery.receiving({ shop, status, by, ...getPage(input) })),
    ),
    counts: api.agent.counts.handler(({ context }) => {
      const shop = toShop(context)
      return shop ? delivery.countsOfShop({ shop }) : noParcels
    }),

    customers: api.agent.customers.handler(async ({ input, context }) => {
      const search = input.search || null
      const rows = await rowsOfShop(context, input, (shop) => delivery.customers({ shop, search, ...getPage(input) }))
      return rows.map(({ name, phone, trackingId: trackerId, ...group }) => ({
        _id: { name, phone, trackerId },
        ...group,
      }))
    }),
    paidParcels: api.agent.paidParcels.handler(async ({ input: { search, ...paging }, context }) => {
      const paidFrom = (shop: Shop | null) => delivery.paid({ shop, search: search || null, ...getPage(paging) })
      const isAdmin = context.caller.user?.role === 'admin'
      const rows = isAdmin ? answerRows(context, await paidFrom(null)) : await rowsOfShop(context, {}, paidFrom)
      const payments = await getPayments(rows.flatMap(({ paymentId }) => paymentId ?? []))
      return rows.map(({ delivery: { _id, trackingId, deliveryType, createdAt, ...parcel }, paymentId }) => ({
        _id,
        trackerId: trackingId,
        trackingId,
        deliveryType,
        senderName: parcel.sender.name,
        ...payerIn(payments.get(paymentId ?? '')),
        ...evidenceIn(payments.get(paymentId ?? '')),
        paymentReferenceId: parcel.paymentReferenceId,
        mpesaMessage: payments.get(paymentId ?? '')?.sentence ?? '',
        amount: parcel.totalAmount,
        createdAt,
      }))
    }),
    riders: api.agent.riders.handler(() => delivery.riders()),
  }
}

const payerIn = (paid: { senderName?: string | undefined } | undefined) =>
  paid?.senderName ? { payerName: paid.senderName } : {}

const evidenceIn = (paid: { state?: EvidenceState | undefined } | undefined) =>
  paid?.state ? { evidence: paid.state } : {}

const noParcels = Object.fromEntries(deliveryStatuses.map((status) => [status, 0])) as Record<DeliveryStatus, number>
