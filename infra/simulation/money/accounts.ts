/**
 * Where money is and whose it is, as people and M-Pesa know it. This module knows nothing of the product: the simulated
 * people and M-Pesa record here what they did, and the product's books are compared with it. All amounts are integers
 * in cents.
 */

/** `held`: where money is, or what is missing of it. `owed`: whose it is. Held and owed are equal in sum. */
export const accounts = {
  till: 'held',
  /** Only a message shows it; M-Pesa has not reported it. */
  shown: 'held',
  drawers: 'held',
  inTransit: 'held',
  /** Cash that an unknown person has. */
  toExplain: 'held',
  bank: 'held',
  charges: 'held',
  shortages: 'held',
  /** Spent on a parcel, and taken back from the till. */
  owedBySenders: 'held',
  /** Left the till without a recorded payout or refund. */
  sentUnnoted: 'held',
  prepaid: 'owed',
  unclaimed: 'owed',
  owedToSenders: 'owed',
  refundsOwed: 'owed',
  fees: 'owed',
  opening: 'owed',
  notOurs: 'owed',
  overdraft: 'owed',
} as const satisfies Record<string, 'held' | 'owed'>
export type Account = keyof typeof accounts

type Amounts = string | readonly string[]
type Row = {
  /** What the fact adds to an account, by names of amounts in its record. */
  readonly more?: { readonly [Name in Account]?: Amounts }
  readonly less?: { readonly [Name in Account]?: Amounts }
}

/** What people and M-Pesa did, and which accounts it moves. A feature that moves money in another way adds a row. */
export const facts = {
  /** A payer enters their PIN for a prompt that they asked for. */
  paidByPrompt: { more: { till: 'paid', prepaid: 'paid' } },
  /** M-Pesa reports money that no payer has claimed: paid by hand, or by a prompt at the door. */
  paidToTill: { more: { till: 'paid', unclaimed: 'paid' } },
  messageShown: { more: { shown: 'paid', prepaid: 'paid' } },
  /** M-Pesa reports money that a message has shown. */
  shownMoneyTold: { more: { till: 'paid' }, less: { shown: 'paid' } },
  /** The payer shows the message or the receipt of money that M-Pesa reported first. */
  toldMoneyClaimed: { more: { prepaid: 'paid' }, less: { unclaimed: 'paid' } },
  /** M-Pesa reports less than an unused message has shown. */
  toldLessThanShown: { less: { shown: 'missing', prepaid: 'missing' } },
  /** The same for a message that has booked: `over` was above the fee, `missing` is part of the fee. */
  toldLessThanBooked: { more: { owedBySenders: 'missing' }, less: { shown: ['over', 'missing'], refundsOwed: 'over' } },

  /** A payment books a parcel; `over` is above its fee. */
  booked: { more: { refundsOwed: 'over' }, less: { prepaid: 'over' } },
  feeEarned: { more: { fees: 'fee' }, less: { prepaid: 'fee' } },
  deletedBeforeHandIn: { more: { prepaid: ['fee', 'over'] }, less: { fees: 'fee', refundsOwed: 'over' } },
  /** The fee stays earned until the office pays it back. */
  deletedAfterHandIn: {},

  /** An agent takes the fee in cash when they take the parcel in. It is earned by `feeEarned`. */
  paidAtCounter: { more: { drawers: 'fee', prepaid: 'fee' } },
  /** The parcel is cancelled, and the agent gives that cash back, out of other cash where it has left the drawer. */
  cancelledAtCounter: { less: { drawers: 'fee', fees: 'fee' } },

  /** An agent takes fee and price of the product at the door. The fee is earned by `feeEarned`. */
  doorPaidInCash: {
    more: { drawers: ['fee', 'product'], prepaid: 'fee', owedToSenders: 'product' },
  },
  /** An admin sets a parcel to delivered, so the holder of its cash is unknown. */
  doorPaidUnsaid: {
    more: { toExplain: ['fee', 'product'], prepaid: 'fee', owedToSenders: 'product' },
  },
  /** By a prompt, or by a receipt that M-Pesa has reported. */
  doorPaidByMpesa: {
    more: { prepaid: 'fee', owedToSenders: 'product' },
    less: { unclaimed: ['fee', 'product'] },
  },
  /** By a receipt that M-Pesa has not reported: the agent is liable for it. */
  doorReceiptTaken: {
    more: { drawers: ['fee', 'product'], prepaid: 'fee', owedToSenders: 'product' },
  },
  doorReceiptTold: { more: { till: 'paid' }, less: { drawers: 'paid' } },
  /** An admin says in whose drawer unexplained cash is, or that it is lost. */
  unsaidCashFound: { more: { drawers: 'cash' }, less: { toExplain: 'cash' } },
  unsaidCashLost: { more: { shortages: 'cash' }, less: { toExplain: 'cash' } },
  /** A parcel that was paid at the door goes back to its sender. */
  turnedBackAfterPaying: {
    more: { refundsOwed: ['fee', 'product'] },
    less: { fees: 'fee', owedToSenders: 'product' },
  },
  /** A fee paid beforehand stays earned until it is paid back. */
  turnedBackPrepaid: {},
  cashGivenBack: { less: { bank: 'cash', refundsOwed: 'cash' } },
  cashNeverTaken: { less: { shortages: 'cash', refundsOwed: 'cash' } },

  /** A colleague has counted cash of an agent: it is in another drawer, and still with agents. */
  passedOn: {},
  /** Money at the till takes cash out of an agent's drawer, and goes back: the agent has the cash again. */
  paidIn: { less: { drawers: 'cash', unclaimed: 'cash' } },
  payInTakenBack: { more: { drawers: 'cash', unclaimed: 'cash' } },
  handedOver: { more: { inTransit: 'cash' }, less: { drawers: 'cash' } },
  /** An admin counts a hand-over; `short` is below 0 where there is too much. */
  received: { more: { bank: 'counted', shortages: 'short' }, less: { inTransit: ['counted', 'short'] } },

  paidOut: { less: { bank: 'cents', owedToSenders: 'cents' } },
  refundAsked: {},
  /**
   * The four sources of a refund: claimed and unused money, unclaimed money, money above a fee, or the fee of a parcel
   * that was not served.
   */
  refundedUnused: { less: { till: 'cents', prepaid: 'cents' } },
  refundedUnclaimed: { less: { till: 'cents', unclaimed: 'cents' } },
  refundedOver: { less: { till: 'cents', refundsOwed: 'cents' } },
  refundedFee: { less: { till: 'cents', fees: 'cents' } },

  /** Rows of a statement. */
  charged: { more: { charges: 'cents' }, less: { till: 'cents' } },
  settled: { more: { bank: 'cents' }, less: { till: 'cents' } },
  opened: { more: { till: 'cents', opening: 'cents' } },
  moneyNotOurs: { more: { till: 'cents', notOurs: 'cents' } },
  overdraftTaken: { more: { till: 'cents', overdraft: 'cents' } },
  /** A payout was booked from the bank; its row says that it left the till. */
  payoutStated: { more: { bank: 'cents' }, less: { till: 'cents' } },
  /** A refund was booked from the till. */
  refundStated: {},
  sentUnnoted: { more: { sentUnnoted: 'cents' }, less: { till: 'cents' } },
  reversedUnclaimed: { less: { till: 'paid', unclaimed: 'paid' } },
  reversedUnused: { less: { till: 'paid', prepaid: 'paid' } },
  reversedBooked: { more: { owedBySenders: 'fee' }, less: { till: ['fee', 'over'], refundsOwed: 'over' } },
} as const satisfies Record<string, Row>
export type Fact = keyof typeof facts

type NamesIn<Some> = Some extends readonly (infer Name)[] ? Name : Some
type AmountsIn<Moves> = Moves extends object ? NamesIn<Moves[keyof Moves]> : never
type AmountOf<Row> =
  | (Row extends { readonly more: infer More } ? AmountsIn<More> : never)
  | (Row extends { readonly less: infer Less } ? AmountsIn<Less> : never)
/** The amounts of a fact by the names in its row, in cents. */
export type AmountsOf<Name extends Fact> = { readonly [Key in AmountOf<(typeof facts)[Name]> & string]: number }

export type Balances = { readonly [Name in Account]: number }
export type Conservation = { readonly held: number; readonly owed: number; readonly difference: number }

const names = Object.keys(accounts) as Account[]
export const emptyBalances = (): Record<Account, number> =>
  Object.fromEntries(names.map((name) => [name, 0])) as Record<Account, number>

/** Held money against owed money, in cents; `difference` is 0 where no money appeared or vanished. */
export const conservation = (balances: Balances): Conservation => {
  const sum = (side: 'held' | 'owed') =>
    names.filter((name) => accounts[name] === side).reduce((total, name) => total + balances[name], 0)
  const [held, owed] = [sum('held'), sum('owed')]
  return { held, owed, difference: held - owed }
}

/** A sentence for each account that differs, in cents. */
export const differingAccounts = (expected: Balances, found: Balances): string[] =>
  names
    .filter((name) => expected[name] !== found[name])
    .map((name) => `${name} is ${found[name]}, it should be ${expected[name]}`)

/** A ledger of what people and M-Pesa did. */
export const openExpectedLedger = () => {
  const balances = emptyBalances()
  const counts = new Map<Fact, number>()
  const move = (moves: Row['more'], amounts: { readonly [name: string]: number }, sign: 1 | -1): void => {
    for (const [name, said] of Object.entries(moves ?? {}) as [Account, Amounts][])
      for (const amount of [said].flat()) balances[name] += sign * (amounts[amount] ?? 0)
  }
  return {
    /** @throws RangeError for an amount that is missing or not in whole cents */
    record<Name extends Fact>(fact: Name, amounts: AmountsOf<Name>): void {
      const row: Row = facts[fact]
      for (const name of amountsIn(row))
        if (!Number.isSafeInteger((amounts as Record<string, unknown>)[name]))
          throw new RangeError(`${fact}: ${name} is no number of cents`)
      move(row.more, amounts, 1)
      move(row.less, amounts, -1)
      counts.set(fact, (counts.get(fact) ?? 0) + 1)
    },
    balances: (): Balances => ({ ...balances }),
    conservation: (): Conservation => conservation(balances),
    /** How often each fact was recorded. */
    counts: (): ReadonlyMap<Fact, number> => counts,
  }
}
export type ExpectedLedger = ReturnType<typeof openExpectedLedger>

/** The names of all amounts of a row. */
export const amountsIn = ({ more = {}, less = {} }: Row): string[] => [
  ...new Set([...Object.values(more), ...Object.values(less)].flat()),
]
