import { type BookAccount, bookAccounts, getEatDay } from '@tuma/contracts/vocabulary'
import type { AnyAuditCheck, AuditCheck, CheckFinding, Recorded } from '@tuma/platform/domain'
import { Map as ById } from 'immutable'
import type { BookEvent } from './books-views.ts'
import { type DatedPosting, datedPostings } from './journal.ts'
import { takingsCheck } from './takings-check.ts'

const getPostings = ({ data }: BookEvent): readonly DatedPosting[] => ('postings' in data ? datedPostings(data) : [])

const sum = (cents: readonly number[]): number => cents.reduce((all, one) => all + one, 0)

/** What differs, in cents. */
const toFinding = (about: string, expected: number, found: number): CheckFinding[] =>
  expected === found ? [] : [{ about, expected: String(expected), found: String(found) }]

/** Each event moves money between accounts on the day on which it moved, and makes none. */
const entries: AuditCheck<BookEvent, readonly CheckFinding[]> = {
  name: 'entry_unbalanced',
  initial: [],
  take: (findings, event) => {
    const found = checkEntry(event)
    return found.length === 0 ? findings : [...findings, ...found]
  },
  end: (findings) => findings,
}

const checkEntry = (event: Recorded<BookEvent>): CheckFinding[] => {
  const days = Map.groupBy(getPostings(event), ({ valueAt }) => getEatDay(valueAt))
  return [...days].flatMap(([day, own]) =>
    toFinding(`${event.stream} ${event.revision} ${day}`, 0, sum(own.map(({ cents }) => cents))),
  )
}

/** What we have, and who it belongs to. An account is in one of the two, so that a new one must be thought of. */
const sides: { readonly [account in BookAccount]: 'has' | 'owes' } = {
  ...{ till: 'has', shown: 'has', bank: 'has', drawers: 'has', in_transit: 'has', to_explain: 'has' },
  ...{ shortages: 'has', charges: 'has', overdraft: 'has', owed_by_senders: 'has', paid_out: 'has' },
  ...{ unclaimed: 'owes', prepaid: 'owes', fees_earned: 'owes', owed_to_senders: 'owes', refunds_owed: 'owes' },
  ...{ opening: 'owes', not_ours: 'owes' },
}

/** Cash, till and what is missing are together what belongs to senders, payers and us. */
const accounts: AuditCheck<BookEvent, ById<BookAccount, number>> = {
  name: 'accounts_unbalanced',
  initial: ById(),
  take: (sums, event) =>
    getPostings(event).reduce((all, { account, cents }) => all.update(account, 0, (before) => before + cents), sums),
  end: (sums) => {
    const on = (side: 'has' | 'owes') =>
      sum(bookAccounts.filter((account) => sides[account] === side).map((account) => sums.get(account, 0)))
    return toFinding('all accounts', -on('owes'), on('has'))
  },
}

/** In cents, by agent. */
type HandedOver = ById<string, { readonly said: number; readonly booked: number }>

/** The books have in transit what each agent has handed over, and neither an admin nor a colleague has received. */
const inTransit: AuditCheck<BookEvent, HandedOver> = {
  name: 'in_transit_differs',
  initial: ById(),
  take: (agents, event) => addBooked(addSaid(agents, event), event),
  end: (agents) => [...agents].flatMap(([agentId, { said, booked }]) => toFinding(agentId, said, booked)),
}

const none = { said: 0, booked: 0 }

const addSaid = (agents: HandedOver, { type, data }: BookEvent): HandedOver => {
  const add = (agentId: string, cents: number) =>
    agents.update(agentId, none, ({ said, booked }) => ({ said: said + cents, booked }))
  switch (type) {
    case 'CashHandedOver':
    case 'CashPassedOn':
      return add(data.agentId, data.cents)
    case 'CashReceived':
      return add(data.agentId, -data.cents)
    case 'CashTakenOver':
      return add(data.from, -data.cents)
    default:
      return agents
  }
}

const addBooked = (agents: HandedOver, event: BookEvent): HandedOver =>
  getPostings(event)
    .filter(({ account }) => account === 'in_transit')
    .reduce(
      (all, { party, cents }) =>
        all.update(party ?? '', none, ({ said, booked }) => ({ said, booked: booked + cents })),
      agents,
    )

/** What the daily audit checks in the books. */
export const auditChecks: readonly AnyAuditCheck<BookEvent>[] = [entries, accounts, inTransit, takingsCheck]
