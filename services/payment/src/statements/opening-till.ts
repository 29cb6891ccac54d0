import type { EventMetadata } from '@tuma/platform/event-sourcing'
import { type Collection, everyDocument } from '@tuma/platform/ports'
import { oldestOpening } from '../domain/statement/account-openings.ts'
import type { Statement } from '../domain/statement/statement.ts'
import { type StatedRow, statedView } from '../domain/statement/statement-views.ts'
import { movement, movementStream } from '../domain/statement/till-movement.ts'
import type { StatementDeps } from './statements.ts'

/** All that is recorded of one statement follows from its being committed. */
export type Tracing = (...about: string[]) => EventMetadata

type Deps = Pick<StatementDeps, 'streams' | 'hash' | 'stated' | 'statements'>

/**
 * What each account held before the oldest row that any statement has of it, less what we have counted of payments before it:
 * so that what the books say is what the statement says. An older statement, or a payment of before that is confirmed later, says
 * it again.
 */
export const openTill = async (deps: Deps, found: Statement, tracing: Tracing): Promise<void> => {
  const { streams, hash, stated, statements } = deps
  await streams.assertShown([statedView], 'payments of before a statement are not all shown yet')
  const taken = await Array.fromAsync(everyDocument(statements, { where: { state: ['committed', 'applied'] } }))
  const ofHead = taken.filter(({ account }) => account === found.account).flatMap(({ openings }) => openings)
  const record = streams.createRecorder(movement)
  for (const account of new Set(found.openings.map((one) => one.account))) {
    const all = [...ofHead, ...found.openings].filter((one) => one.account === account)
    const oldest = oldestOpening(all)
    if (!oldest) continue
    const { from, opening } = oldest
    // Customers pay into the first account alone.
    const counted = account === '' ? await countedBefore(stated, from) : 0
    const metadata = tracing('opening', account)
    const command = { type: 'OpenTill' as const, cents: opening - counted, movedAt: from, at: metadata.at }
    const name = account === '' ? (found.account ?? '') : [found.account ?? '', account]
    await record(movementStream(hash('opening of an account', name)), command, metadata)
  }
}

const countedBefore = async (stated: Collection<StatedRow>, to: string): Promise<number> => {
  let all = 0
  // What the oldest statement itself tells is not before it, though a message tells the minute alone.
  for await (const { confirmed, reversedAt, stated: isTold, cents } of everyDocument(stated, { between: { to } }))
    if (confirmed && (reversedAt === null || reversedAt >= to) && !isTold) all += cents
  return all
}
