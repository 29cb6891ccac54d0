import { type BookAccount, getEatDay } from '@tuma/contracts/vocabulary'
import type { Decider, DomainEvent } from '@tuma/platform/domain'

/**
 * One line of an entry: cents more in an account, negative for less. `party` is whose part of the account it is; null
 * where the account has no parts.
 */
export type Posting = { readonly account: BookAccount; readonly party: string | null; readonly cents: number }

/** A posting with the time (ISO) at which its money moved: it counts on that day of Nairobi. */
export type DatedPosting = Posting & { readonly valueAt: string }

/**
 * What an event that moves money carries: `at` is when it was booked. A posting that names no time of its own counts on the
 * day of the event's `valueAt`, or `at` where it has none. The postings of each day sum to 0.
 */
export type Posted = {
  readonly at: string
  readonly valueAt?: string | undefined
  readonly postings: readonly (Posting & { readonly valueAt?: string | undefined })[]
}

/** The postings of an event, each with the time at which its money moved. */
export const datedPostings = ({ at, valueAt = at, postings }: Posted): DatedPosting[] =>
  postings.map((posting) => ({ ...posting, valueAt: posting.valueAt ?? valueAt }))

/** Sums by account and party, without those that are zero. */
export type Balances = ReadonlyMap<string, Posting>

export const getKey = ({ account, party }: Pick<Posting, 'account' | 'party'>): string =>
  party === null ? account : `${account} ${party}`

/** Sums by day, account and party, without those that are zero. The time of a sum is that of its last posting. */
export const balancesFrom = (postings: Iterable<Posting>): Balances => {
  const sums = new Map<string, Posting>()
  for (const { account, party, cents } of postings) {
    const key = getKey({ account, party })
    sums.set(key, { account, party, cents: (sums.get(key)?.cents ?? 0) + cents })
  }
  return new Map([...sums].filter(([, { cents }]) => cents !== 0))
}

const opposite = <One extends Posting>(posting: One): One => ({ ...posting, cents: -posting.cents })

/** The postings that lead from `before` to `after`. */
const sumsByDay = (postings: Iterable<DatedPosting>): DatedPosting[] => {
  const sums = new Map<string, DatedPosting>()
  for (const posting of postings) {
    const key = `${getEatDay(posting.valueAt)} ${getKey(posting)}`
    sums.set(key, { ...posting, cents: (sums.get(key)?.cents ?? 0) + posting.cents })
  }
  return [...sums.values()].filter(({ cents }) => cents !== 0)
}

/**
 * The same by day: a posting that has another day now becomes its opposite on the old day and itself on the new one.
 */
const between = (before: Balances, after: Balances): Posting[] => [
  ...balancesFrom([...after.values(), ...[...before.values()].map(opposite)]).values(),
]

/** Postings that move cents from one account to another. */
const betweenDays = (before: readonly DatedPosting[], after: readonly DatedPosting[]): DatedPosting[] =>
  sumsByDay([...before.map(opposite), ...after])

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
 * The postings of a stream whose facts happened at several times: for each time (ISO), what differs from the time
 * before it. They depend only on the known facts, not on the order in which the facts became known.
 * @param balancesAt the balances with all that happened until that time
 */
export const postingsByTime = (times: readonly string[], balancesAt: (time: string) => Balances): DatedPosting[] => {
  let before: Balances = new Map()
  return [...new Set(times)].sort().flatMap((time) => {
    const after = balancesAt(time)
    const postings = between(before, after).map((posting) => ({ ...posting, valueAt: time }))
    before = after
    return postings
  })
}

type Decide<State, Command, Event extends DomainEvent> = Decider<State, Command, Event>['decide']

/** Gives each event that moves money the postings that `getPostings` returns for the states before and after it. */
const withPostings =
  <State, Command, Event extends DomainEvent>(
    { decide, evolve }: Decider<State, Command, Event>,
    getPostings: (before: State, after: State) => readonly Posting[],
  ): Decide<State, Command, Event> =>
  (command, before) => {
    let state = before
    return decide(command, before).map((event) => {
      const after = evolve(state, event)
      const postings = 'postings' in event.data ? getPostings(state, after) : null
      state = after
      return postings ? { ...event, data: { ...event.data, postings } } : event
    })
  }

/**
 * Books a stream's changes: the entries of each event are the difference that it makes to the stream's balances, so
 * they sum to these balances in any order.
 */
export const booked = <State, Command, Event extends DomainEvent>(
  decider: Decider<State, Command, Event>,
  computeBalances: (state: State) => Balances,
): Decider<State, Command, Event> => ({
  ...decider,
  decide: withPostings(decider, (before, after) => between(computeBalances(before), computeBalances(after))),
})

/** The same for a stream whose postings each have their own day: the sums of each day are the same in any order. */
export const bookedByDay = <State, Command, Event extends DomainEvent>(
  decider: Decider<State, Command, Event>,
  getPostings: (state: State) => readonly DatedPosting[],
): Decider<State, Command, Event> => ({
  ...decider,
  decide: withPostings(decider, (before, after) => betweenDays(getPostings(before), getPostings(after))),
})
