import { type BeginThread, openWriting, type ToWriter } from '../engines/index.ts'

/** The machine's own, even while a test replaces the timers. */
const soon = setImmediate

/**
 * The product's own writer, in the thread of the test: starting a new thread for each test is most of a short test's
 * time. As between threads, messages are copied and arrive a turn later, in their order.
 */
export const sameThread: BeginThread = (data) => {
  const hears: Record<string, (said?: never) => void> = {}
  const say = (kind: 'message' | 'error' | 'exit', said?: unknown): void => {
    const copy = kind === 'message' ? structuredClone(said) : said
    soon(() => hears[kind]?.(copy as never))
  }
  const orEnd = <T>(work: () => T): T | undefined => {
    try {
      return work()
    } catch (error) {
      say('error', error)
      say('exit')
    }
  }
  const take = orEnd(() => openWriting(data, { tell: (said) => say('message', said), close: () => say('exit') }))
  return {
    on: (kind: string, heard: (said: never) => void) => {
      hears[kind] = heard as (said?: never) => void
    },
    postMessage(said: ToWriter) {
      const copy = structuredClone(said)
      soon(() => orEnd(() => take?.(copy)))
    },
    terminate: async () => undefined,
  }
}
