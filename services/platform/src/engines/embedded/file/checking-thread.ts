import { parentPort, workerData } from 'node:worker_threads'
import { quickCheck } from './quick-check.ts'

/** The code of the thread that `checkApart` starts. */
parentPort?.postMessage({ finding: quickCheck(workerData) })
