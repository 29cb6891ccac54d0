import { parentPort, workerData } from 'node:worker_threads'

/**
 * Ends this process where it takes too much memory, or its parent has ended. A thread does it, because the process does
 * nothing else while it reads a file.
 */
const { maxMemoryMiB, parentId }: { maxMemoryMiB: number; parentId: number } = workerData
const lookEveryMs = 100

const look = (): void => {
  const isTooLarge = process.memoryUsage.rss() > maxMemoryMiB * 1024 * 1024
  if (isTooLarge || process.ppid !== parentId) process.kill(process.pid, 'SIGKILL')
}
look()
setInterval(look, lookEveryMs)
parentPort?.postMessage('ready')
