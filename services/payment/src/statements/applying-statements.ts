import { derivedId, type Follower, fold, processManager, type Recorded } from '@tuma/platform/event-sourcing'
import { type Engines, everyDocument } from '@tuma/platform/ports'
import { type Log, openBackgroundPace } from '@tuma/platform/runtime'
import { type RowKindEvent, rowKindStream } from '../domain/statement/row-kind.ts'
import {
  type KindRuling,
  type Statement,
  type StatementEvent,
  statement,
  statementStream,
} from '../domain/statement/statement.ts'
import { statedView } from '../domain/statement/statement-views.ts'
import { movement, movementStream } from '../domain/statement/till-movement.ts'
import { tillRowsView } from '../domain/statement/till-rows-view.ts'
import { importing } from './importing-rows.ts'
import { openTill, type Tracing } from './opening-till.ts'
import { readRulings } from './row-kinds.ts'
import { getRows } from './statement-pages.ts'
import type { StatementDeps } from './statements.ts'

/** As it is stored. */
const name = 'payment statements'

type Deps = Pick<StatementDeps, 'streams' | 'hash' | 'stated' | 'statements' | 'tillRows'> & {
  readonly engines: Pick<Engines, 'documents'>
  readonly tillName: string
  readonly log: Log
}

class Closing extends Error {}

/**
 * Imports committed statements row by row, and reverses what an admin has undone, one after the other. A repeated
 * import adds nothing.
 */
export const applyingStatements = (deps: Deps): Follower => {
  const { streams, engines, log } = deps
  let isClosing = false
  const goOn = () => {
    if (isClosing) throw new Closing('another process goes on')
  }
  const follower = processManager({
    name,
    types: ['StatementCommitted', 'RowKindUndone'] satisfies (StatementEvent | RowKindEvent)['type'][],
    store: streams.store,
    documents: engines.documents,
    lease: streams.leaseFor('statements'),
    async react(events) {
      for (const event of events) {
        if (event.type === 'RowKindUndone') await undoing(deps, event as unknown as Recorded<RowKindEvent>)
        else await applying(deps, event as unknown as Committed, goOn)
      }
    },
    onFault: (error) => log.error({ err: error }, 'payment can not take over a statement'),
  })
  return {
    ...follower,
    /** An import takes seconds to minutes, and the service is ready during this time. */
    caughtUp: async () => true,
    close() {
      isClosing = true
      return follower.close()
    },
  }
}

type Committed = Pick<Recorded<StatementEvent>, 'stream' | 'metadata'>

const applying = async (deps: Deps, { stream, metadata: committed }: Committed, goOn: () => void) => {
  const { streams } = deps
  const { at, correlationId, commandId } = committed
  const past = (await streams.read(stream)) as Recorded<StatementEvent>[]
  const found = fold(statement, past)
  if (!found) throw new Error('a statement was committed that was not read')
  const statementId = stream.slice(statementStream('').length)
  const actor = { kind: 'system', name: 'statement' }
  // A file may be committed again, so the events name the time of this commit.
  const tracing: Tracing = (...about) => ({
    ...{ at, correlationId, causationId: stream, actor },
    commandId: derivedId('statement', statementId, commandId, ...about),
  })
  const record = streams.createRecorder(statement)
  await streams.assertShown([statedView, tillRowsView], 'what was imported before is not all shown yet')
  const { rows, reversals, waiting } = importing(deps, await inForce(deps, found), tracing)
  const othersTurn = openBackgroundPace()
  for (const [index, pageId] of found.pageIds.entries()) {
    if (index < found.applied) continue
    await othersTurn()
    await rows(await getRows(streams, pageId), goOn)
    const pages = index + 1
    await record(stream, { type: 'ApplyPage', pages, at }, tracing('page', `${pages}`))
  }
  // A reversed payment may be anywhere in the file, or in a later one, and is known now.
  await streams.assertShown([statedView, tillRowsView], 'rows of a statement are not all shown yet')
  for (const pageId of found.pageIds) {
    await othersTurn()
    await reversals(await getRows(streams, pageId), goOn)
  }
  await waiting()
  await openTill(deps, found, tracing)
  await record(stream, { type: 'EndStatement', at }, tracing('end'))
}

/** The decisions of the commit, without those that were undone before the import began. */
const inForce = async ({ streams }: Pick<Deps, 'streams'>, { rulings }: Statement): Promise<KindRuling[]> => {
  const now = await readRulings(streams, rulings)
  return rulings.filter((one) => now.some(({ kindId, since }) => kindId === one.kindId && since === one.since))
}

/** Reverses the rows that were booked by an undone decision. */
const undoing = async (
  { streams, tillRows }: Deps,
  { stream, type, data, metadata: { at, correlationId, commandId } }: Recorded<RowKindEvent>,
): Promise<void> => {
  if (type !== 'RowKindUndone') return
  const kindId = stream.slice(rowKindStream('').length)
  await streams.assertShown([tillRowsView], 'rows of this kind are not all shown yet')
  const record = streams.createRecorder(movement)
  const actor = { kind: 'system', name: 'statement' }
  const command = { type: 'UndoRuling' as const, ruling: { kindId, since: data.since }, at }
  for await (const { movementId } of everyDocument(tillRows, { where: { ruledBy: kindId } })) {
    const metadata = { at, correlationId, causationId: stream, actor }
    await record(movementStream(movementId), command, {
      ...metadata,
      commandId: derivedId('undone kind', commandId, movementId),
    })
  }
}
