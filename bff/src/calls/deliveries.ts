import {
  type DeliveryStatus,
  type DeliveryType,
  type OwnGroup,
  type OwnTrouble,
  Refused,
} from '@tuma/contracts/vocabulary'
import type { Dependencies } from '../dependencies.ts'
import { type CallContext, toUser } from '../door/policy.ts'
import { answerRows, getPage } from './rows.ts'
import { getDetail, toDelivery, tracked } from './tracked.ts'

type OwnListAsked = {
  readonly username: string
  readonly status?: DeliveryStatus | null | undefined
  readonly trouble?: OwnTrouble | undefined
  readonly group?: OwnGroup | undefined
  readonly search?: string | undefined
  readonly by?: 'trackingId' | 'phone' | null | undefined
  readonly limit?: number | undefined
  readonly cursor?: string | undefined
}

export const deliveryCalls = (dependencies: Dependencies) => {
  const { api, asBuilt, services, find, cookies, papers, settings, environment } = dependencies
  const { identity, delivery, payment } = services

  /**
   * The session decides whose parcels are read: another account's are answered as missing. Admins may ask for every
   * account.
   */
  const getOwner = async (context: CallContext, username: string): Promise<string> => {
    const user = toUser(context)
    if (user.username.toLowerCase() === username.toLowerCase()) return user._id
    const other = user.role === 'admin' ? await identity.byUsername({ username }) : null
    if (!other) throw new Refused('not_found')
    return other._id
  }

  const ownRows = async (
    context: CallContext,
    { username, status = null, search, by = null, trouble, group, ...paging }: OwnListAsked,
    deliveryType: DeliveryType,
  ) => {
    const ownerId = await getOwner(context, username)
    const filters = { status, search: search || null, by, trouble: trouble ?? null, group: group ?? null }
    const asked = { viewer: context.caller.actor, ownerId, deliveryType, ...filters, ...getPage(paging) }
    return answerRows(context, await delivery.owned(asked)).map(toDelivery)
  }

  /**
   * M-Pesa's code, which the sender's phone shows too, and whether M-Pesa reported the payment. While payment is away,
   * receipts and parcels are shown without.
   */
  const paidWith = async (paymentId: string | null) => {
    if (paymentId === null) return {}
    const [paid] = await payment.sentences({ paymentIds: [paymentId] }).catch(() => [])
    return paid ? { mpesaCode: paid.sentence.split(' ')[0] ?? null, evidence: paid.state ?? null } : {}
  }

  return {
    countAll: api.deliveries.countAll.handler(async ({ input: { username }, context }) => {
      const { count } = await delivery.countOwned({ ownerId: await getOwner(context, username), status: null })
      return { totalDeliveries: count }
    }),
    countByStatus: api.deliveries.countByStatus.handler(async ({ input: { username, status }, context }) =>
      delivery.countOwned({ ownerId: await getOwner(context, username), status }),
    ),
    ownDoorstep: asBuilt.deliveries.ownDoorstep.handler(({ input, context }) => ownRows(context, input, 'doorstep')),
    ownDukani: asBuilt.deliveries.ownDukani.handler(({ input, context }) => ownRows(context, input, 'parcelDukani')),

    detail: api.deliveries.detail.handler(async ({ input: { type, id }, context }) => {
      const found = await delivery.get({ viewer: context.caller.actor, deliveryId: id })
      if (found?.deliveryType !== type) throw new Refused('not_found')
      const { evidence } = await paidWith(found.paymentId ?? null)
      return { ...getDetail(found), ...(evidence ? { evidence } : {}) }
    }),
    track: asBuilt.deliveries.track.handler(async ({ input: { trackingId }, context }) => {
      const found = await find(context, trackingId)
      return tracked({ ...found, now: environment.now() })
    }),
    receipt: api.deliveries.receipt.handler(async ({ input, context }) => {
      await papers.count(context)
      const found = await find(context, input.trackingId)
      const { trackingId } = found.delivery
      const now = environment.now()
      const inFull = found.inFull || (await cookies.opensReceipt(context, trackingId, now))
      const name = `receipt_${trackingId}.pdf`
      const paid = inFull ? await paidWith(found.paymentId ?? null) : {}
      const paper = { kind: 'receipt', delivery: found.delivery, inFull, ...paid } as const
      const pdf = await papers.drawPdf({ ...paper, publicUrl: settings.PUBLIC_URL }, now)
      context.resHeaders.set('content-disposition', `attachment; filename="${name}"`)
      return new File([pdf], name, { type: 'application/pdf' })
    }),
  }
}
