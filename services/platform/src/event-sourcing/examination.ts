import { setTimeout as timer } from 'node:timers/promises'
import type { EventStore } from '../ports/event-store.ts'
import { EngineAway } from '../ports/message-bus.ts'
import type { CheckedStore } from './checked-store.ts'
import type { Lease } from './lease.ts'

const pageSize = 500
/** Between two pages: a twentieth of the time is theirs. */
const restMs = 100
const awayMs = 5000

/**
 * Reads through all that stands in the store once after a start, slowly: a damaged stream of which nobody asks would
 * stand on no list. Of several replicas that begin together one does it.
 */
export const openExamination = (options: {
  readonly events: Pick<EventStore, 'readAll'>
  readonly store: Pick<CheckedStore, 'look' | 'sound'>
  readonly lease: Lease
  readonly onFault: (error: unknown) => void
}): { close(): Promise<void> } => {
  const { events, store, lease, onFault } = options
  const closing = new AbortController()
  const { signal } = closing
  const rest = (ms: number) => timer(ms, null, { ref: false, signal }).catch(() => undefined)
  let after: number | null = null

  const examine = async (): Promise<void> => {
    await store.look()
    while (!signal.aborted) {
      const page = await events.readAll(after, pageSize)
      const last = page.at(-1)
      if (!last) return
      await store.sound(page)
      after = last.position
      await rest(restMs)
    }
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
  const examined = lease.take().then((mine) => (mine ? examineWhenThere().finally(lease.release) : undefined))

  return {
    async close() {
      closing.abort()
      await examined
    },
  }
}
