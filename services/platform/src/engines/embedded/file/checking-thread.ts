import { parentPort, workerData } from 'node:worker_threads'
import { openForReading } from './connection.ts'

/** The code of the thread that `checkApart` starts: reads the whole data file and answers what SQLite finds. */
const connection = openForReading(workerData)
try {
  parentPort?.postMessage({ finding: String(connection.prepare('pragma quick_check(1)').get()?.quick_check) })
} finally {
  connection.close()
}
