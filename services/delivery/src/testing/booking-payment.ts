import type { PaymentClient, UsableMoney } from '@tuma/contracts/services'
import { type PromptRefusal, type PromptState, payerOfBooking, Refused } from '@tuma/contracts/vocabulary'
import { EngineAway } from '@tuma/platform/ports'
import type { PaymentOfDelivery } from '../dependencies.ts'

type Known = {
  readonly promptId: string
  readonly phone: string
  readonly amount: number
  state: PromptState
  reason: PromptRefusal | null
  changedAt: string
  money: UsableMoney | null
}
type World = { readonly now: string; readonly paymentAway: boolean; readonly promptsOff: boolean }
type Claimed = Awaited<ReturnType<PaymentClient['claimForBooking']>>

/** What payment knows of the money of bookings, as a test says it. */
export const getBookingPayment = (world: World) => {
  const prompts = new Map<string, Known>()
  const claims = new Map<string, Claimed>()
  const claimed: { receipt: string; again: boolean }[] = []
  const present = (): void => {
    if (world.paymentAway) throw new EngineAway('payment is away')
  }
  const last = (): Known => [...prompts.values()].at(-1) as Known
  const client: Pick<PaymentOfDelivery, 'askPrompt' | 'promptOfBooking' | 'claimForBooking'> = {
    async askPrompt({ asked: { actor, commandId }, phone, amount, bookingId }) {
      present()
      if (world.promptsOff) throw new Refused('prompts_off')
      const asker = bookingId === undefined ? actor : { kind: 'system', name: payerOfBooking(bookingId) }
      const key = JSON.stringify([asker, commandId])
      const promptId = prompts.get(key)?.promptId ?? `prompt ${prompts.size + 1}`
      const known = { promptId, phone, amount, state: 'sent' as const, reason: null, changedAt: world.now, money: null }
      if (!prompts.has(key)) prompts.set(key, known)
      return { promptId, state: 'asked', amount, reason: null, sentence: null }
    },
    async promptOfBooking({ payer, commandId }) {
      present()
      const known = prompts.get(JSON.stringify([payer, commandId]))
      if (!known) return null
      const { promptId, state, reason, changedAt, money } = known
      return { promptId, state, reason, changedAt, money }
    },
    async claimForBooking({ receipt, again }) {
      present()
      claimed.push({ receipt, again })
      return claims.get(receipt) ?? { success: false, code: 'not_told' }
    },
  }
  const change = (known: Known, state: PromptState, more: Partial<Known> = {}): Known =>
    Object.assign(known, { state, changedAt: world.now, ...more })
  return {
    client,
    asked: () => [...prompts.values()].map(({ phone, amount }) => ({ phone, amount })),
    claimed,
    all: () => [...prompts.values()],
    last,
    /** The last prompt, or this one, is paid. */
    pays: (amount: number, known = last()): Known =>
      change(known, 'paid', { reason: null, money: moneyOf(`payment of ${known.promptId}`, amount) }),
    fails: (reason: PromptRefusal = 'cancelled', known = last()): Known => change(known, 'failed', { reason }),
    arrives: (known = last()): Known => change(known, 'arrived'),
    /** A receipt of so many shillings from now on. */
    tellsOf: (receipt: string, amount: number): void => {
      claims.set(receipt, { success: true, money: moneyOf(`payment of ${receipt}`, amount) })
    },
    refuses: (receipt: string, code: 'already_used' | 'receipt_unknown' = 'already_used'): void => {
      claims.set(receipt, { success: false, code })
    },
  }
}

const moneyOf = (paymentId: string, amount: number): UsableMoney => ({
  ...{ paymentId, amount, cents: 100 * amount, receipt: 'UKN6H7T3GZ' },
})
