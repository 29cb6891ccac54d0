import { setTimeout as timer } from 'node:timers/promises'
import type { DocumentStore } from '../../ports/document-store.ts'
import type { EventStore } from '../../ports/event-store.ts'
import { EngineAway } from '../../ports/message-bus.ts'
import type { CheckedStore } from '../checked-store.ts'
import type { Lease } from './lease.ts'

/** Half a millisecond's work, so that other requests wait no longer than that. */
const pageSize = 50
/** The examination takes a twentieth of the time. */
const restsAPage = 19
const leastRestMs = 5
const awayMs = 5000
const dayMs = 24 * 60 * 60_000
/** How long examined events count as sound, while the engine reports that they are unchanged. */
const goodForDays = 365

/** The position of the last examined event, and the day, since 1970, on which that examination began with the first. */
const marks = { examined: 'examination', begun: 'examination-begun' }

/**
 * Reads all stored events, slowly: otherwise a damaged stream that is never read would be on no list. Runs after each
 * start, unless the engine reports that the store is unchanged: then a start continues where the last one stopped, and
 * a year after the first event it begins with that again. Of several replicas that begin together, one does it.
 */
export const openExamination = (options: {
  readonly events: Pick<EventStore, 'readAll' | 'asLeft'>
  readonly documents: Pick<DocumentStore, 'write' | 'checkpoints'>
  readonly store: Pick<CheckedStore, 'look' | 'sound'>
  readonly lease: Lease
  /** ISO instant */
  readonly now: () => string
  readonly onFault: (error: unknown) => void
}): { close(): Promise<void> } => {
  const { events, documents, store, lease, now, onFault } = options
  const closing = new AbortController()
  const { signal } = closing
  const rest = (ms: number) => timer(ms, null, { ref: false, signal }).catch(() => undefined)
  let progress: { readonly begun: number; readonly after: number | null } | null = null

  const begin = async () => {
    const today = Math.floor(Date.parse(now()) / dayMs)
    const fromFirst = { begun: today, after: null }
    if (!events.asLeft) return fromFirst
    const stored = await documents.checkpoints(Object.values(marks))
    const [begun, after = null] = [stored.get(marks.begun), stored.get(marks.examined)]
    return begun === undefined || begun + goodForDays <= today ? fromFirst : { begun, after }
  }
  const examine = async (): Promise<void> => {
    await store.look()
    progress ??= await begin()
    while (!signal.aborted) {
      const beganAt = performance.now()
      const page = await events.readAll(progress.after, pageSize)
      const last = page.at(-1)
      if (!last) return
      await store.sound(page)
      progress = { ...progress, after: last.position }
      await rest(Math.max(leastRestMs, restsAPage * (performance.now() - beganAt)))
    }
  }
  const remember = async (): Promise<void> => {
    if (events.asLeft === undefined || !progress || progress.after === null) return
    const { begun, after } = progress
    await documents.write(
      [],
      [
        { name: marks.begun, position: begun },
        { name: marks.examined, position: after },
      ],
    )
  }
  const examineWhenThere = async (): Promise<void> => {
    while (!signal.aborted) {
      try {
        return await examine()
      } catch (error) {
        if (!(error instanceof EngineAway)) return onFault(error)
        await rest(awayMs)
      }
    }
  }
  // With a failing disk only the progress of this run is lost.
  const unlessAway = (error: unknown) => {
    if (!(error instanceof EngineAway)) onFault(error)
  }
  const examineAndRemember = () => examineWhenThere().then(remember).catch(unlessAway).finally(lease.release)
  const examined = lease.take().then((mine) => (mine ? examineAndRemember() : undefined))

  return {
    async close() {
      closing.abort()
      await examined
    },
  }
}
