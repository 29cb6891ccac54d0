import { setTimeout as timer } from 'node:timers/promises'
import { EngineAway } from '../../../ports/message-bus.ts'
import type { BackupLogOptions } from '../backup-log/log-table.ts'
import { FileDamaged } from '../file/cannot-open.ts'
import type { StorageTrouble } from '../file/storage-trouble.ts'
import type { WriteInput, WriteName, WriteOutput } from './writes.ts'
import { type BeginThread, startThread, type WritingThread } from './writing-thread.ts'

export type Writer = {
  /**
   * Resolves when it is on disk: before all later requests, and with `ahead` in the same commit as the next of them.
   * @throws EngineAway while writes are impossible, else the error of the write
   */
  write<N extends WriteName>(name: N, input: WriteInput<N>, ahead?: boolean): Promise<WriteOutput<N>>
  healthy(): boolean
  /** Why writes are impossible; null while they are possible. */
  trouble(): StorageTrouble | null
  /** Resolves to true as soon as a write is possible; to false when it never will be. */
  back(): Promise<boolean>
  /** Whether it has never had trouble. */
  untroubled(): boolean
  /** How many groups of writes have been committed. */
  commits(): number
  /** Finishes all requested writes. */
  close(): Promise<void>
  /** Ends its thread as a crash would. */
  kill(): Promise<unknown>
}

export type WriterOptions = {
  /** Called once when writes have become impossible, and once, with null, when they work again. */
  readonly onTrouble?: (trouble: StorageTrouble | null) => void
  /** The machine's clock, unless a test brings its own. */
  readonly pause?: (ms: number, signal: AbortSignal) => Promise<void>
  /** See `WriterData`. */
  readonly clearEveryMs?: number | undefined
  /** See `WriterData`. */
  readonly filling?: boolean
  /** A worker thread, unless a test replaces it. */
  readonly begin?: BeginThread
  /** See `WriterData`. */
  readonly log?: BackupLogOptions | undefined
  /** Milliseconds since 1970, for that log. */
  readonly now?: (() => number) | undefined
}

const longestPauseMs = 5000

/**
 * The only writer. It works in a thread, and the thread ends with the first error of the disk, so that no write is
 * acknowledged that may not be stored. A new thread begins once the disk accepts writes again; until then every write
 * is refused. A damaged file is not written again: a person must repair it.
 */
export const startWriter = (
  path: string,
  { onTrouble, pause = pausing, clearEveryMs, filling = false, begin, log, now }: WriterOptions = {},
): Writer => {
  const closing = new AbortController()
  const { signal } = closing
  const file = { path, filling, ...(clearEveryMs === undefined ? {} : { clearEveryMs }), ...(log ? { log } : {}) }
  let thread: WritingThread | null = startThread({ ...file, proves: false }, begin, now)
  let trouble: StorageTrouble | null = null
  let deaths = 0
  let earlierCommits = 0
  let back = Promise.withResolvers<boolean>()

  const successor = async (): Promise<WritingThread | null> => {
    for (let pauseMs = 250; !signal.aborted; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
      await pause(pauseMs, signal)
      if (signal.aborted) return null
      const next = startThread({ ...file, proves: true }, begin, now)
      await next.open
      if (signal.aborted) await next.close()
      else if (next.alive()) return next
      trouble = (await next.ended) ?? trouble
      if (trouble instanceof FileDamaged) return null
    }
    return null
  }

  const live = async (): Promise<void> => {
    for (let current = thread; current; current = thread) {
      const why = await current.ended
      earlierCommits += current.commits()
      thread = null
      if (signal.aborted || why === null) return
      deaths++
      trouble = why
      onTrouble?.(why)
      thread = why instanceof FileDamaged ? null : await successor()
      if (!thread) return
      trouble = null
      onTrouble?.(null)
      back.resolve(true)
      back = Promise.withResolvers()
    }
  }
  const living = live().finally(() => back.resolve(false))
  const healthy = () => thread?.alive() ?? false

  return {
    write(name, input, ahead) {
      if (!thread) return Promise.reject(new EngineAway(trouble?.message ?? 'the store is closed'))
      return thread.write(name, input, ahead)
    },
    healthy,
    trouble: () => trouble ?? thread?.trouble() ?? null,
    back: async () => healthy() || back.promise,
    untroubled: () => deaths === 0 && healthy(),
    commits: () => earlierCommits + (thread?.commits() ?? 0),
    async close() {
      closing.abort()
      await thread?.close()
      await living
    },
    kill: async () => thread?.terminate(),
  }
}

const pausing = async (ms: number, signal: AbortSignal): Promise<void> => {
  await timer(ms, null, { signal }).catch(() => undefined)
}
