import { Worker } from 'node:worker_threads'
import type { Finding } from './find-damage.ts'

const dayMs = 24 * 60 * 60_000

/**
 * Examines a data file that is in use, slowly and in a thread of its own: once a day, and at once when it was not closed
 * in order or has changed since.
 * @param found gets the findings of a table; they may be over by then, because the file changes meanwhile
 */
export const openFileExaminer = (
  path: string,
  { atOnce }: { readonly atOnce: boolean },
  found: (findings: readonly Finding[]) => void,
): { over(): boolean; close(): Promise<void> } => {
  let thread: Worker | null = null
  const examine = (): void => {
    if (thread) return
    const begun = new Worker(new URL('./file-examiner-thread.ts', import.meta.url), { workerData: path })
    thread = begun
    begun.on('message', found)
    // A file that cannot be read is noticed by each read of a service.
    begun.on('error', () => undefined)
    begun.on('exit', () => {
      thread = null
    })
    begun.unref()
  }
  if (atOnce) examine()
  const daily = setInterval(examine, dayMs)
  daily.unref()
  return {
    over: () => thread === null,
    async close() {
      clearInterval(daily)
      await thread?.terminate()
    },
  }
}
