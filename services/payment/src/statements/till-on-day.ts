import { addDays, type EatDay, getEatDay } from '@tuma/contracts/vocabulary'
import { fold, type Recorded, type Streams } from '@tuma/platform/event-sourcing'
import { type Collection, everyDocument } from '@tuma/platform/ports'
import { accountBalances } from '../domain/statement/account-balances.ts'
import { type StatementEvent, statement, statementStream } from '../domain/statement/statement.ts'
import type { StatementRow } from '../domain/statement/statement-views.ts'
import type { StoredDomainEvent } from '../stored-events.ts'
import { getRows, inOrder } from './statement-pages.ts'

type Deps = {
  readonly streams: Pick<Streams<StoredDomainEvent>, 'read'>
  readonly statements: Collection<StatementRow>
}
/** Cents in the till after a statement's last row of a day, and when that row was completed (ISO). */
type Closing = { readonly cents: number; readonly at: string }

/** The end of a day of Nairobi: the first instant (ISO) of the next day. */
const getEnd = (day: EatDay): string => new Date(`${addDays(day, 1)}T00:00:00+03:00`).toISOString()

/**
 * M-Pesa's balance at the end of a day, by the imported statements. A statement has it where it begins before that end
 * and continues after it, or has its newest row on that day and was uploaded after it; of several, the one with the
 * latest row of the day counts.
 * @returns null where a known account has no such statement
 */
export const tillOnDay = ({ streams, statements }: Deps) => {
  const closingIn = async (statementId: string, end: string): Promise<Closing | null> => {
    const past = (await streams.read(statementStream(statementId))) as Recorded<StatementEvent>[]
    const { pageIds = [] } = fold(statement, past) ?? {}
    const [first, last] = [pageIds[0], pageIds.at(-1)]
    if (first === undefined || last === undefined) return null
    const [top, foot] = [(await getRows(streams, first))[0], (await getRows(streams, last)).at(-1)]
    const running = accountBalances()
    let at = ''
    for await (const row of inOrder(streams, pageIds, (top?.at ?? '') >= (foot?.at ?? ''))) {
      if (row.at >= end) break
      running.take({ ...row, number: 1 })
      at = row.at
    }
    const { closing } = running.whole()
    return closing === null ? null : { cents: closing, at }
  }

  return async (day: EatDay): Promise<Closing | null> => {
    const end = getEnd(day)
    const taken = await Array.fromAsync(everyDocument(statements, { where: { state: ['committed', 'applied'] } }))
    const covering = taken.filter(
      ({ from, to, readAt }) => from < end && (to >= end || (getEatDay(to) === day && readAt >= end)),
    )
    const latest = new Map<string | null, Closing | null>(taken.map(({ account }) => [account, null]))
    for (const { statementId, account } of covering) {
      const closing = await closingIn(statementId, end)
      const known = latest.get(account) ?? null
      if (closing && (known === null || known.at < closing.at)) latest.set(account, closing)
    }
    const closings = [...latest.values()]
    if (closings.length === 0) return null
    return closings.reduce((sum, one) => {
      if (sum === null || one === null) return null
      return { cents: sum.cents + one.cents, at: sum.at > one.at ? sum.at : one.at }
    })
  }
}
