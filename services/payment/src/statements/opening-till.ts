import type { EventMetadata } from '@tuma/platform/event-sourcing'
import { type Collection, everyDocument } from '@tuma/platform/ports'
import { oldestOpening } from '../domain/statement/account-openings.ts'
import type { Statement } from '../domain/statement/statement.ts'
import { type StatedRow, statedView } from '../domain/statement/statement-views.ts'
import { movement, movementStream } from '../domain/statement/till-movement.ts'
import type { StatementDeps } from './statements.ts'

/** Metadata of the events of one statement, all caused by its commit. */
export type Tracing = (...about: string[]) => EventMetadata

type Deps = Pick<StatementDeps, 'streams' | 'hash' | 'stated' | 'statements'>

/**
 * The balance of each account before the oldest row that any statement has of it, less the payments that we have
 * counted before that. So the books match the statement. An older statement, or an earlier payment that is confirmed
 * later, corrects it.
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
    // Customers pay into the first account only.
    const counted = account === '' ? await countedBefore(stated, from) : 0
    const metadata = tracing('opening', account)
    const command = { type: 'OpenTill' as const, cents: opening - counted, movedAt: from, at: metadata.at }
    const name = account === '' ? (found.account ?? '') : [found.account ?? '', account]
    await record(movementStream(hash('opening of an account', name)), command, metadata)
  }
}

const countedBefore = async (stated: Collection<StatedRow>, to: string): Promise<number> => {
  let all = 0
  // A payment in the oldest statement does not count as before it, though a message gives only the minute.
  for await (const { confirmed, reversedAt, stated: isTold, cents } of everyDocument(stated, { between: { to } }))
    if (confirmed && (reversedAt === null || reversedAt >= to) && !isTold) all += cents
  return all
}
