import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '@tuma/platform/runtime'

const entry = new URL('main.ts', import.meta.resolve('@tuma/one-process'))

/** The product as a process of its own on a folder that was filled. */
export type RunningProduct = {
  readonly url: string
  /** From the start of the process until /readyz says yes. */
  readonly readyMs: number
  /** The memory that it keeps, on Linux. */
  memoryMb(): number | null
  /** Files, connections and the like that it holds open, on Linux. */
  handles(): number | null
  close(): Promise<void>
}

/** @param samePort where it ran before */
export const startOn = async (folder: string, samePort?: number): Promise<RunningProduct> => {
  const port = samePort ?? (await freePort())
  const url = `http://127.0.0.1:${port}`
  const began = performance.now()
  const running = spawn(process.execPath, [entry.pathname], {
    env: {
      ...process.env,
      PORT: String(port),
      DATA_DIR: folder,
      SEED: 'demo',
      PUBLIC_URL: url,
      POSTS_PER_MINUTE: '1000000',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  await untilReady(url, running)
  return {
    url,
    readyMs: performance.now() - began,
    memoryMb: () => residentMb(running.pid),
    handles: () => orNull(() => readdirSync(`/proc/${running.pid}/fd`).length),
    async close() {
      const exited = once(running, 'exit')
      running.kill('SIGTERM')
      await exited
    },
  }
}

const untilReady = async (url: string, process: ChildProcess): Promise<void> => {
  for (let tries = 0; tries < 60_000; tries += 1) {
    if (process.exitCode !== null) throw new Error(`the product ended with ${process.exitCode}`)
    const ready = await fetch(`${url}/readyz`).catch(() => null)
    if (ready?.ok) return
    await pause(10)
  }
  throw new Error('the product was not ready in ten minutes')
}

const residentMb = (pid: number | undefined): number | null =>
  orNull(() => {
    const [, kB] = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
    return kB === undefined ? null : Math.round(Number(kB) / 1024)
  })

/** Elsewhere the system does not tell. */
const orNull = <Told>(look: () => Told): Told | null => {
  try {
    return look()
  } catch {
    return null
  }
}
