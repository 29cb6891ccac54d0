import * as fc from 'fast-check'

/** The actions of a history. Numbers choose among the things that exist at that moment: they count round. */
export type Leg = {
  readonly of: 'payout' | 'refund'
  readonly target: number
  readonly by: 0 | 1
  /**
   * `last`: typed before; `incoming`: of money that came in; `early`, `tomorrow`: of a day on which it was not sent.
   */
  readonly receipt: 'fresh' | 'last' | 'incoming' | 'early' | 'tomorrow'
  readonly share: 'all' | 'half' | 'more'
  readonly isApproved: boolean
  /** Typed in small letters and with spaces. */
  readonly isSloppy: boolean
}
export type Action = {
  /** `prompt`, `hand`: how the payer pays. `told`: when M-Pesa's callback comes. */
  readonly pay: {
    readonly do: 'pay'
    readonly who: number
    readonly by: 'prompt' | 'hand'
    readonly shillings: number
    readonly told: 'at_once' | 'twice' | 'late' | 'never'
    /** Its payer shows the message. */
    readonly isShown: boolean
    /** By how many seconds the row is later than the callback says. */
    readonly skew: number
    readonly isAtMidnight: boolean
  }
  readonly forge: {
    readonly do: 'forge'
    readonly as: 'unsealed' | 'confirmation' | 'other_amount' | 'prompt_again' | 'message'
    readonly target: number
    readonly shillings: number
  }
  readonly send: { readonly do: 'send'; readonly target: number; readonly surplus: number }
  readonly end: { readonly do: 'end'; readonly target: number; readonly how: 'freed' | 'deleted' | 'returned' }
  readonly door: {
    readonly do: 'door'
    /** `mistyped`: an agent types the receipt of another payer's payment, before M-Pesa has reported it. */
    readonly how: 'cash' | 'till' | 'mistyped' | 'made_up'
    readonly target: number
    readonly party: number
    readonly shillings: number
    /** An admin counts the cash of the agent at once. */
    readonly isCounted: boolean
  }
  /** An agent gives cash to a colleague, who counts these hundredths of it. */
  readonly pass: { readonly do: 'pass'; readonly share: number }
  readonly count: { readonly do: 'count'; readonly by: 0 | 1 }
  readonly leave: {
    readonly do: 'leave'
    readonly legs: readonly Leg[]
    readonly how: 'in_turn' | 'at_once' | 'pressed_twice' | 'dies'
    /** Late callbacks come at the same moment. */
    readonly isTold: boolean
  }
  readonly reverse: { readonly do: 'reverse'; readonly target: number }
  readonly import: { readonly do: 'import'; readonly days: number; readonly newestFirst: boolean }
  readonly tell: { readonly do: 'tell'; readonly order: readonly number[] }
  readonly again: { readonly do: 'again'; readonly which: readonly number[] }
}
export type AnyAction = Action[keyof Action]
export type Step = AnyAction & {
  readonly minutes: number
  /** The history waits for all that follows from the action before the next one. */
  readonly isSettled: boolean
}
export type History = { readonly hasAddressList: boolean; readonly steps: readonly Step[] }

const nat = fc.nat(1000)
const admin = fc.constantFrom<0 | 1>(0, 1)
const shillings = fc.oneof(fc.integer({ min: 300, max: 4_000 }), fc.integer({ min: 300, max: 16_000 }))
const often = <One>(weight: number, arbitrary: fc.Arbitrary<One>) => ({ weight, arbitrary })
const leg = fc.record<Leg>({
  of: fc.constantFrom('payout', 'refund'),
  ...{ target: nat, by: admin },
  receipt: fc.oneof(
    often(6, fc.constant('fresh' as const)),
    often(3, fc.constant('last' as const)),
    often(1, fc.constantFrom('incoming', 'early', 'tomorrow')),
  ),
  share: fc.oneof(often(8, fc.constant('all' as const)), often(1, fc.constantFrom('half', 'more'))),
  ...{ isApproved: fc.oneof(often(3, fc.constant(false)), often(1, fc.constant(true))), isSloppy: fc.boolean() },
})
const pay = fc.record<Action['pay']>({
  ...{ do: fc.constant('pay'), who: nat, by: fc.constantFrom('prompt', 'hand'), shillings },
  told: fc.constantFrom('at_once', 'twice', 'late', 'never'),
  ...{ isShown: fc.boolean(), skew: fc.integer({ min: 0, max: 3 }) },
  isAtMidnight: fc.oneof(often(4, fc.constant(false)), often(1, fc.constant(true))),
})
const forge = fc.record<Action['forge']>({
  ...{ do: fc.constant('forge'), target: nat, shillings },
  as: fc.constantFrom('unsealed', 'confirmation', 'other_amount', 'prompt_again', 'message'),
})
const door = fc.record<Action['door']>({
  ...{
    do: fc.constant('door'),
    how: fc.constantFrom('cash', 'cash', 'cash', 'till', 'till', 'mistyped', 'mistyped', 'made_up'),
    isCounted: fc.boolean(),
    target: nat,
    // Two senders get most parcels; otherwise no payee would get more than one admin may send alone.
    party: fc.oneof(fc.nat(1), nat),
    shillings,
  },
})
const leave = fc.record<Action['leave']>({
  ...{ do: fc.constant('leave'), legs: fc.array(leg, { minLength: 1, maxLength: 3 }) },
  ...{ how: fc.constantFrom('in_turn', 'at_once', 'pressed_twice', 'dies'), isTold: fc.boolean() },
})
/** One admin sends to several at once, or two admins each pay back a small part of one payment. */
const inParts = fc
  .tuple(nat, admin, fc.boolean(), fc.boolean())
  .map(([target, by, isOne, isRefund]): Action['leave'] => ({
    ...{ do: 'leave', isTold: false, how: isOne ? 'at_once' : 'in_turn' },
    legs: [0, 1, 2].map((index) => ({
      ...{ receipt: 'fresh', isApproved: false, isSloppy: false },
      of: isRefund || !isOne ? 'refund' : 'payout',
      target: isOne ? 8 * target + 1 + index : target,
      by: isOne || index % 2 === 0 ? by : by === 0 ? 1 : 0,
      share: isOne ? 'all' : 'half',
    })),
  }))
const others = {
  send: fc.record<Action['send']>({ do: fc.constant('send'), target: nat, surplus: fc.nat(200) }),
  end: fc.record<Action['end']>({
    ...{ do: fc.constant('end'), target: nat, how: fc.constantFrom('freed', 'deleted', 'returned') },
  }),
  pass: fc.record<Action['pass']>({ do: fc.constant('pass'), share: fc.integer({ min: 1, max: 100 }) }),
  count: fc.record<Action['count']>({ do: fc.constant('count'), by: admin }),
  reverse: fc.record<Action['reverse']>({ do: fc.constant('reverse'), target: nat }),
  import: fc.record<Action['import']>({
    ...{ do: fc.constant('import'), days: fc.nat(4), newestFirst: fc.boolean() },
  }),
  tell: fc.record<Action['tell']>({ do: fc.constant('tell'), order: fc.array(nat, { minLength: 1, maxLength: 6 }) }),
  again: fc.record<Action['again']>({ do: fc.constant('again'), which: fc.array(nat, { minLength: 1, maxLength: 5 }) }),
}
const action: fc.Arbitrary<AnyAction> = fc.oneof(
  ...[often(6, pay), often(3, forge), often(2, others.send), often(1, others.end), often(7, door)],
  ...[
    often(2, others.pass),
    often(1, others.count),
    often(6, leave),
    often(3, inParts),
    often(1, others.reverse),
    often(1, others.import),
  ],
  ...[often(2, others.tell), often(1, others.again)],
)
const getStep = (what: fc.Arbitrary<AnyAction>) =>
  fc
    .tuple(what, fc.oneof(fc.integer({ min: 3, max: 60 }), fc.integer({ min: 60, max: 14 * 60 })), fc.boolean())
    .map(([one, minutes, isSettled]): Step => ({ ...one, minutes, isSettled }))
const some = (what: fc.Arbitrary<AnyAction>, minLength: number, maxLength: number) =>
  fc.array(getStep(what), { minLength, maxLength, size: 'max' })
const counted = door.map((one): AnyAction => ({ ...one, how: 'cash', isCounted: true }))

/** A history begins with money; otherwise there would be nothing to pay out or back. */
export const histories = fc
  .tuple(fc.boolean(), some(fc.oneof(pay, counted), 1, 4), some(action, 2, 9))
  .map(([hasAddressList, first, then]): History => ({ hasAddressList, steps: [...first, ...then] }))
