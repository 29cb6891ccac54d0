import type { BookAccount } from '@tuma/contracts/vocabulary'
import type { Decider, DomainEvent } from '@tuma/platform/domain'

/** One line of an entry: cents more in an account, negative for less; `party` is whose part of it, where it has parts. */
export type Posting = { readonly account: BookAccount; readonly party: string | null; readonly cents: number }

/** What an event that moves money carries; together they are nothing. */
export type Posted = { readonly at: string; readonly postings: readonly Posting[] }

/** Cents by account and party. */
export type Balances = ReadonlyMap<string, Posting>

export const keyOf = ({ account, party }: Pick<Posting, 'account' | 'party'>): string =>
  party === null ? account : `${account} ${party}`

/** Sums by account and party; what is nothing is left out. */
export const balancesFrom = (postings: Iterable<Posting>): Balances => {
  const sums = new Map<string, Posting>()
  for (const { account, party, cents } of postings) {
    const key = keyOf({ account, party })
    sums.set(key, { account, party, cents: (sums.get(key)?.cents ?? 0) + cents })
  }
  return new Map([...sums].filter(([, { cents }]) => cents !== 0))
}

const opposite = (posting: Posting): Posting => ({ ...posting, cents: -posting.cents })

/** What leads from one to the other. */
const between = (before: Balances, after: Balances): Posting[] => [
  ...balancesFrom([...after.values(), ...[...before.values()].map(opposite)]).values(),
]

/** From where it is to where it goes. */
export const moved = (
  cents: number,
  from: { readonly account: BookAccount; readonly party?: string },
  to: { readonly account: BookAccount; readonly party?: string },
): Posting[] => [
  { account: from.account, party: from.party ?? null, cents: -cents },
  { account: to.account, party: to.party ?? null, cents },
]

/**
 * Books what a stream's events change: their entries are the difference that each makes to what the stream stands for, so
 * whatever order they came in, they sum to that.
 */
export const booked = <State, Command, Event extends DomainEvent>(
  decider: Decider<State, Command, Event>,
  balancesOf: (state: State) => Balances,
): Decider<State, Command, Event> => ({
  ...decider,
  decide: (command, before) => {
    let state = before
    return decider.decide(command, before).map((event) => {
      const after = decider.evolve(state, event)
      const postings = between(balancesOf(state), balancesOf(after))
      state = after
      return 'postings' in event.data ? { ...event, data: { ...event.data, postings } } : event
    })
  },
})
