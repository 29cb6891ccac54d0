import type { PayIn } from '@tuma/contracts/api'
import type { HandOverRecord, PaymentClient } from '@tuma/contracts/services'
import { type PayInState, type PromptState, promptRefusals } from '@tuma/contracts/vocabulary'
import type { Dependencies } from '../dependencies.ts'
import { toUser } from '../door/policy.ts'
import { storedPhone } from './stored-phone.ts'

const maxListed = 20

type Prompted = Awaited<ReturnType<PaymentClient['payInPrompts']>>[number]

/** Cash that an agent pays to the till by M-Pesa. */
export const payInCalls = ({ asBuilt, services: { revenue, payment }, toCommandContext }: Dependencies) => ({
  payIns: asBuilt.cash.payIns.handler(async ({ context }) => {
    const { _id } = toUser(context)
    const [prompts, booked] = await Promise.all([
      payment.payInPrompts({ drawer: _id }),
      revenue.payIns({ agentId: _id }),
    ])
    return merge(prompts, booked)
  }),
  payIn: asBuilt.cash.payIn.handler(async ({ input, context }) => {
    const { _id: drawer, name, phone: own } = toUser(context)
    const asked = toCommandContext(context, input)
    const { amount, phone = own, receipt = '', payer = '' } = input
    if (amount === undefined) {
      await payment.claimPayIn({ asked, drawer, receipt, payer })
      return { promptId: null }
    }
    const { cents: inDrawer } = await revenue.drawer({ agentId: drawer })
    const { promptId } = await payment.askPayIn({ asked, drawer, inDrawer, name, amount, phone: storedPhone(phone) })
    return { promptId }
  }),
})

/** A request and what the books have of its payment are one row; a payment without a request was made by hand. */
const merge = (prompts: readonly Prompted[], booked: readonly HandOverRecord[]): PayIn[] => {
  const prompted = new Set(prompts.map(({ paymentId }) => paymentId))
  const byHand = booked.filter(({ handOverId }) => !prompted.has(handOverId))
  return [
    ...prompts.map((one) => toPrompted(one, booked.find(({ handOverId }) => handOverId === one.paymentId) ?? null)),
    ...byHand.map((one) => ({ _id: one.handOverId, promptId: null, at: one.at, ...toBooked(one) })),
  ]
    .sort((one, other) => (one.at < other.at ? 1 : -1))
    .slice(0, maxListed)
}

const toBooked = ({ declared, cents, reversedAt }: HandOverRecord) => ({
  ...{ cents: declared, paidIn: cents },
  state: reversedAt === null ? ('paid_in' as const) : ('reversed' as const),
})

const toPrompted = ({ promptId, amount, state, reason, at }: Prompted, booked: HandOverRecord | null): PayIn => ({
  ...{ _id: promptId, promptId, at },
  ...(booked ? toBooked(booked) : { cents: 100 * amount, paidIn: null, state: states[state] }),
  ...(reason === null ? {} : { code: reason, message: promptRefusals[reason] }),
})

const states: { readonly [State in PromptState]: PayInState } = {
  ...{ asked: 'waiting', sent: 'waiting', unknown: 'waiting', arrived: 'arrived', paid: 'paid' },
  ...{ failed: 'failed', lapsed: 'failed' },
}
