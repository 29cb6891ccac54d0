import { Worker } from 'node:worker_threads'
import type { Finding } from './find-damage.ts'

/**
 * Examines a data file that is in use, slowly and in a thread of its own. A file that was closed in order and has not
 * changed since needs none; an end by a crash, or a change from outside, does.
 * @param found gets the findings of a table; they may be over by then, because the file changes meanwhile
 */
export const startFileExaminer = (
  path: string,
  found: (findings: readonly Finding[]) => void,
): { over(): boolean; close(): Promise<void> } => {
  const thread = new Worker(new URL('./file-examiner-thread.ts', import.meta.url), { workerData: path })
  let isOver = false
  thread.on('message', found)
  thread.on('exit', () => {
    isOver = true
  })
  // A file that cannot be read is noticed by each read of a service.
  thread.on('error', () => undefined)
  thread.unref()
  return {
    over: () => isOver,
    async close() {
      await thread.terminate()
    },
  }
}
