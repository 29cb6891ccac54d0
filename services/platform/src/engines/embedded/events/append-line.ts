import type { Appended, EventToAppend, ExpectedRevision, StoredEvent } from '../../../ports/event-store.ts'
import type { InlineProjection } from '../../../ports/inline-projection.ts'
import { EngineAway } from '../../../ports/message-bus.ts'
import type { EmbeddedDocumentStore } from '../documents/document-store.ts'
import type { DocumentBatch } from '../documents/document-writes.ts'
import type { Writer } from '../writer/writer.ts'
import type { openEventRows } from './event-rows.ts'

type Asked = {
  readonly stream: string
  readonly events: readonly EventToAppend[]
  readonly expected: ExpectedRevision
  readonly answer: PromiseWithResolvers<Appended>
}
/** The events as they will be stored, if no other append comes first. */
type Placed = Omit<Asked, 'events'> & { readonly events: readonly StoredEvent[] }

/** The inline projection of a group, in the form that the writer takes. */
type Inline = { readonly documents: DocumentBatch; readonly afterCommit: () => void }

type Parts = {
  readonly service: string
  readonly writer: Writer
  readonly rows: Pick<ReturnType<typeof openEventRows>, 'getRows' | 'markWritten'>
  /** The table for the service's events exists. */
  readonly isThere: () => boolean
  /** Position of the newest event of the service, null when it has none. */
  readonly head: () => number | null
  readonly projections: ReadonlySet<InlineProjection>
  readonly asWritten: EmbeddedDocumentStore['asWritten']
  /** Events are stored, or may be stored, that subscribers have not received. */
  readonly appended: () => void
}

export type AppendLine = {
  append(stream: string, events: readonly EventToAppend[], expected: ExpectedRevision): Promise<Appended>
  /** Finishes all requested appends. */
  close(): Promise<void>
}

/**
 * The appends of one service, group by group, so that an inline projection can compute its changes for a group before
 * the group is sent.
 */
export const openAppendLine = (parts: Parts): AppendLine => {
  const waiting: Asked[] = []
  /** Assigned before events are written, so that projections can use it; events that are not written leave a gap. */
  let lastPosition = 0
  let running: Promise<void> | null = null
  let closed = false

  const run = async (): Promise<void> => {
    // Appends of the same turn are one group.
    await new Promise(setImmediate)
    if (!parts.isThere()) void makeTable(parts)
    for (let group = waiting.splice(0); group.length > 0; group = waiting.splice(0)) {
      const refuse = (error: unknown) => {
        for (const { answer } of group) answer.reject(error)
      }
      lastPosition = Math.max(lastPosition, parts.head() ?? 0)
      const placed = placedAfter(lastPosition, group)
      lastPosition = placed.at(-1)?.events.at(-1)?.position ?? lastPosition
      await record(parts, placed).catch(refuse)
    }
    running = null
  }

  return {
    append(stream, events, expected) {
      if (closed) return Promise.reject(new EngineAway('the store is closed'))
      const answer = Promise.withResolvers<Appended>()
      waiting.push({ stream, events, expected, answer })
      running ??= run()
      return answer.promise
    },
    async close() {
      closed = true
      await running
    },
  }
}

/** If the table cannot be made, the appends fail with the error. */
const makeTable = ({ service, writer }: Parts): Promise<void> =>
  writer.write('makeEventsTable', { service }, true).catch(() => undefined)

const placedAfter = (last: number, group: readonly Asked[]): Placed[] => {
  let position = last
  return group.map(({ stream, events, expected, answer }) => ({
    ...{ stream, expected, answer },
    events: events.map((event, at) => {
      const revision = (expected === 'no-stream' ? 0 : expected + 1) + at
      return { ...event, stream, revision, position: ++position }
    }),
  }))
}

const record = async (parts: Parts, group: readonly Placed[]): Promise<void> => {
  const { service, writer, rows } = parts
  const events = group.flatMap((one) => one.events)
  const inline = await projectInline(parts, events)
  if (events.some(({ canBeStored }) => canBeStored?.() === false))
    throw new EngineAway('what it needs to be read did not come to the disk')
  // Sent in one turn they are one commit, and the writer takes them in this order.
  const appends = group.map(async ({ stream, expected, events }) => {
    const written = rows.getRows(events)
    const appended = await writer.write('appendEvents', { service, stream, expected, ...written })
    rows.markWritten(written.shapes)
    return appended
  })
  const shown = inline && writeInline(parts, inline, events)
  const appended = await Promise.allSettled(appends)
  await shown
  parts.appended()
  for (const [place, { answer }] of group.entries()) {
    const outcome = appended[place] as PromiseSettledResult<Appended>
    if (outcome.status === 'fulfilled') answer.resolve(outcome.value)
    else answer.reject(outcome.reason)
  }
}

/** Of several replicas in this process, the one with the lease projects; the others return null. */
const projectInline = async (parts: Parts, events: readonly StoredEvent[]): Promise<Inline | null> => {
  const after = parts.head()
  for (const project of parts.projections) {
    const inline = await project(events, after)
      .then(
        (rows) => rows && { documents: parts.asWritten(rows.writes, rows.checkpoints), afterCommit: rows.afterCommit },
      )
      .catch(() => null)
    if (inline) return inline
  }
  return null
}

const writeInline = async (
  { service, writer }: Parts,
  { documents, afterCommit }: Inline,
  events: readonly StoredEvent[],
): Promise<void> => {
  const first = (events[0] as StoredEvent).position
  const isWritten = await writer.write('writeInlineRows', { service, first, count: events.length, documents }).then(
    () => true,
    () => false,
  )
  if (isWritten) afterCommit()
}
