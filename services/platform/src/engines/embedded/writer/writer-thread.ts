import { parentPort, workerData } from 'node:worker_threads'
import { openWriting, type WriterData } from './writing.ts'

/** The writer as a thread: a flush delays only the callers that wait for it. */
const port = parentPort
if (!port) throw new Error('to be started as a thread')

const take = openWriting(workerData as WriterData, {
  tell: (said) => port.postMessage(said),
  close: () => port.close(),
})
port.on('message', take)
