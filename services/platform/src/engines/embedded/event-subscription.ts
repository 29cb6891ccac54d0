import type { EventStore, StoredEvent, StoreSubscription } from '../../ports/event-store.ts'
import type { InCommit } from '../../ports/in-commit.ts'
import type { ChangeSignal } from './change-signal.ts'

/** Of one subscriber. Between `hold` and `goOn` it reads nothing: a commit is under way with which its events may come. */
export type EventSubscription = StoreSubscription & {
  readonly inCommit: InCommit
  /** It asks for events in commits at all. */
  readonly joins: boolean
  /** It has had everything up to there, and can be asked what follows from the next. */
  joinsAt(head: number): boolean
  /** Until it has had all that it can find; null where it has. */
  reading(): Promise<void> | null
  hold(): void
  /** @param through what it has had by then; where nothing is said it reads on from where it was */
  goOn(through?: number): void
  /** Ends it, as if `onEvents` had thrown that. */
  fail(error: unknown): void
}

const never: InCommit = async () => null

/** Who has had so many full pages one after the other is far behind: larger ones are fewer commits, and hold nobody up for long. */
const fullPages = 10
const largestPage = 2000

export const startSubscription = (
  store: Pick<EventStore, 'readAll'> & { readonly pageSize: number; readonly appended: ChangeSignal },
  after: number | null,
  onEvents: (events: readonly StoredEvent[]) => Promise<void>,
  inCommit: InCommit = never,
): EventSubscription => {
  const { appended, pageSize } = store
  const large = Math.max(pageSize, Math.min(4 * pageSize, largestPage))
  let inARow = 0
  let closed = false
  let position = after
  let reading: PromiseWithResolvers<void> | null = Promise.withResolvers()
  let held: PromiseWithResolvers<void> | null = null
  let failed: { readonly error: unknown } | null = null

  const hasAll = (): void => {
    reading?.resolve()
    reading = null
  }

  const nextPage = async (): Promise<StoredEvent[]> => {
    const limit = inARow < fullPages ? pageSize : large
    const events = await store.readAll(position, limit)
    inARow = events.length === limit ? inARow + 1 : 0
    return events
  }

  const follow = async (): Promise<void> => {
    while (!closed) {
      await held?.promise
      if (failed) throw failed.error
      const more = appended.next()
      const events = await nextPage()
      const last = events.at(-1)
      if (closed) return
      if (last) {
        await onEvents(events)
        position = last.position
      } else {
        hasAll()
        await more
        reading = Promise.withResolvers()
      }
    }
  }
  const ended = follow().finally(hasAll)
  const letGo = (): void => {
    held?.resolve()
    held = null
  }
  return {
    ended,
    inCommit,
    joins: inCommit !== never,
    joinsAt: (head) => inCommit !== never && !closed && !held && (position ?? 0) === head,
    reading: () => reading?.promise ?? null,
    hold() {
      held = Promise.withResolvers()
    },
    goOn(through) {
      if (through !== undefined) position = through
      letGo()
    },
    fail(error) {
      failed = { error }
      letGo()
      appended.notify()
    },
    async close() {
      closed = true
      appended.notify()
      await ended.catch(() => {})
    },
  }
}
