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
): { close(): Promise<void> } => {
  const thread = new Worker(new URL('./file-examiner-thread.ts', import.meta.url), { workerData: path })
  thread.on('message', found)
  // A file that cannot be read is noticed by each read of a service.
  thread.on('error', () => undefined)
  thread.unref()
  return {
    async close() {
      await thread.terminate()
    },
  }
}
