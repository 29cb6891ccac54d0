import { parentPort, workerData } from 'node:worker_threads'
import { type BaseOptions, copyBase } from './copy-base.ts'

parentPort?.postMessage(copyBase(workerData as BaseOptions))
