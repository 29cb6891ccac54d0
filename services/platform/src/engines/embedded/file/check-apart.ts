import { Worker } from 'node:worker_threads'

/**
 * What SQLite finds when it reads the whole file: 'ok', or the first damage. Takes about a second for 200 MB, so it is
 * done in a thread: meanwhile the process answers people who ask for a page.
 * @throws when the thread cannot read the file
 */
export const checkApart = (path: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const thread = new Worker(new URL('./checking-thread.ts', import.meta.url), { workerData: path })
    let finding: string | null = null
    thread.on('message', (told: { readonly finding: string }) => {
      finding = told.finding
    })
    // SQLite's damage may also end the reading with an error.
    thread.on('error', reject)
    thread.on('exit', () => {
      if (finding === null) reject(new Error('the check of the data file ended without an answer'))
      else resolve(finding)
    })
  })
