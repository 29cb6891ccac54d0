import { Worker } from 'node:worker_threads'
import type { Finding } from './find-damage.ts'

const dayMs = 24 * 60 * 60_000
const lookEveryMs = 60 * 60_000

/** What the thread gets. */
export type Examination = { readonly path: string; readonly withRows: boolean }

type Options = {
  /** When an examination last came to its end, in ms since 1970; null: one begins at once, and compares rows too. */
  readonly examinedAt: number | null
  /** In ms since 1970 */
  readonly now: () => number
  /** Gets the findings of a table; they may be over by then, because the file changes meanwhile. */
  readonly found: (findings: readonly Finding[]) => void
  /** Called when an examination has come to its end. */
  readonly ended: (at: number) => void
}

/**
 * Examines a data file that is in use, slowly and in a thread of its own: once a day, over all restarts, and at once
 * when the file is not known to be sound. The auditor compares all rows each day, so that only the latter does it here.
 */
export const openFileExaminer = (
  path: string,
  { examinedAt, now, found, ended }: Options,
): { over(): boolean; close(): Promise<void> } => {
  let thread: Worker | null = null
  let lastAt = examinedAt
  const examine = (): void => {
    if (thread) return
    const workerData: Examination = { path, withRows: lastAt === null }
    const begun = new Worker(new URL('./file-examiner-thread.ts', import.meta.url), { workerData })
    thread = begun
    begun.on('message', found)
    // A file that cannot be read is noticed by each read of a service.
    begun.on('error', () => undefined)
    begun.on('exit', (code) => {
      thread = null
      if (code !== 0) return
      lastAt = now()
      ended(lastAt)
    })
    begun.unref()
  }
  const examineIfDue = (): void => {
    if (lastAt === null || Math.abs(now() - lastAt) >= dayMs) examine()
  }
  if (lastAt === null) examine()
  const looking = setInterval(examineIfDue, lookEveryMs)
  looking.unref()
  return {
    over: () => thread === null,
    async close() {
      clearInterval(looking)
      await thread?.terminate()
    },
  }
}
