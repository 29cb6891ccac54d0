import type { AdminPayment } from '@tuma/contracts/api'
import type { HeldPayment } from '@tuma/contracts/services'
import { Refused } from '@tuma/contracts/vocabulary'
import type { Dependencies } from '../dependencies.ts'
import type { CallContext } from '../door/policy.ts'
import { namedHistory } from './named-history.ts'
import { getParcels } from './parcels-of.ts'
import { answerRows, getPage } from './rows.ts'
import { askToSend, sendApproved } from './sending-money.ts'

export const adminPaymentCalls = ({ api, asBuilt, services, toCommandContext }: Dependencies) => ({
  ...acts({ asBuilt, services, toCommandContext }),
  list: asBuilt.adminPayments.list.handler(async ({ input, context }) => {
    const { tab = 'all', search, ...paging } = input
    const page = await services.payment.held({ tab, search: search || null, ...getPage(paging) })
    return shownWith(services, answerRows(context, page))
  }),
  counts: api.adminPayments.counts.handler(() => services.payment.heldCounts()),
  ways: api.adminPayments.ways.handler(async () => ({
    registers: (await services.payment.offers()).registers === true,
  })),
  register: api.adminPayments.register.handler(({ context }) =>
    services.payment.register({ asked: toCommandContext(context, {}) }),
  ),
  unreadMessages: api.adminPayments.unreadMessages.handler(() => services.payment.unreadMessages()),
  paidFrom: api.adminPayments.paidFrom.handler(async ({ input: { id: paymentId } }) => ({
    phones: (await services.payment.refundPayee({ paymentId }))?.phones ?? [],
  })),
  history: api.adminPayments.history.handler(async ({ input: { id: paymentId } }) =>
    namedHistory(services.identity, await services.payment.heldHistory({ paymentId })),
  ),
})

/** What admins may do to a payment, each with a reason. */
const acts = ({
  asBuilt,
  services,
  toCommandContext,
}: Pick<Dependencies, 'asBuilt' | 'services' | 'toCommandContext'>) => {
  const { payment, identity, delivery } = services
  const shown = async (held: HeldPayment): Promise<AdminPayment> => {
    const [row] = await shownWith(services, [held])
    return row as AdminPayment
  }
  /** To the phone of its payer, as far as it is known: from a prompt, or from a parcel's form. */
  const readRefund = async (context: CallContext, paymentId: string, amount: string) => {
    const payer = await payment.refundPayee({ paymentId })
    if (!payer) throw new Refused('not_found')
    const { usedBy, name, receipt, phones } = payer
    const [paidFrom = null] = phones
    const viewer = context.caller.actor
    const parcel = usedBy && paidFrom === null ? await delivery.get({ viewer, deliveryId: usedBy }) : null
    const phone = paidFrom ?? parcel?.sender.phone ?? null
    const cents = Math.round(Number(amount) * 100)
    return { of: 'refund', about: paymentId, cents, name, phone, words: receipt } as const
  }
  return {
    release: asBuilt.adminPayments.release.handler(async ({ input, context }) => {
      const { id: paymentId, reason } = input
      return shown(await payment.release({ asked: toCommandContext(context, input), paymentId, reason }))
    }),
    rebind: asBuilt.adminPayments.rebind.handler(async ({ input, context }) => {
      const { id: paymentId, username, paymentReference: reference, reason } = input
      const account = await identity.byUsername({ username })
      if (!account) throw new Refused('not_found')
      const whose = { account: { userId: account._id, name: account.name }, reference, reason }
      return shown(await payment.rebind({ asked: toCommandContext(context, input), paymentId, ...whose }))
    }),
    refund: asBuilt.adminPayments.refund.handler(async ({ input, context }) => {
      const { id: paymentId, amount, receipt, reason, sent } = input
      const command = toCommandContext(context, input)
      const refund = await readRefund(context, paymentId, amount)
      const held = await sendApproved(services, command, { ...refund, sent }, (approval) => {
        const { cents, phone } = refund
        return payment.refund({ asked: command, paymentId, cents, receipt, reason, phone, approval })
      })
      return shown(held)
    }),
    askRefund: asBuilt.adminPayments.askRefund.handler(async ({ input, context }) =>
      askToSend(services, toCommandContext(context, input), await readRefund(context, input.id, input.amount)),
    ),
    letPass: asBuilt.adminPayments.letPass.handler(async ({ input, context }) => {
      const { id: paymentId, reason } = input
      return shown(await payment.letPass({ asked: toCommandContext(context, input), paymentId, reason }))
    }),
  }
}

/** Payments are shown while delivery is away too: then the names of the parcels are not known. */
const shownWith = async (
  { delivery }: Pick<Dependencies['services'], 'delivery'>,
  rows: readonly HeldPayment[],
): Promise<AdminPayment[]> => {
  const getParcel = await getParcels(
    delivery,
    rows.map(({ usedBy }) => usedBy),
  )
  return rows.map((held) => ({ ...toShown(held), ...getParcel(held.usedBy) }))
}

const toShown = (held: HeldPayment): AdminPayment => ({
  _id: held.paymentId,
  receipt: held.receipt,
  amount: held.amount,
  paidAt: held.paidAt,
  evidence: held.evidence,
  state: held.state,
  doubt: held.doubt,
  letPass: held.letPass,
  told: held.told,
  contradicted: held.contradicted,
  paymentReference: held.reference,
  senderName: held.senderName,
  claimedAt: held.claimedAt,
  usedBy: held.usedBy,
  givenByAgent: held.givenByAgent,
  paidIn: held.paidIn,
  refundable: held.refundable,
  owed: held.owed,
  owedBecause: held.owedBecause,
})
