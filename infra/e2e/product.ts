import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { KeptMessage } from '@tuma/contracts/services'
import { noWaiting } from '@tuma/one-process/no-waiting'
import { freePort } from '@tuma/platform/runtime'
import { watchLog } from './running/evidence.ts'

const entry = fileURLToPath(new URL('../one-process/src/main.ts', import.meta.url))

/** The whole product as a process of its own, on a data folder of its own, as a person would start it. */
export type Product = {
  readonly url: string
  /** kill -9: the process finishes nothing and logs nothing. */
  kill(): Promise<void>
  /** On the same data folder and port. */
  start(): Promise<void>
  outbox(): Promise<KeptMessage[]>
  /** An M-Pesa message as the customer of our till gets it. */
  mpesaMessage(amount: number): Promise<string>
  /** Ends it and removes its data. */
  close(): Promise<void>
}

/** In one process, so its data can be read while it is stopped. */
export type ProductInOneProcess = Product & {
  /** The folder of its data. */
  readonly folder: string
  /** Ends the process in order, as a signal from an operator does. */
  stop(): Promise<void>
}

/** The settings that name what a whole run has prepared (demonstration.ts). */
export const madeBefore = { data: 'TUMA_E2E_DATA', compiled: 'TUMA_E2E_COMPILED' } as const

const compiledBefore = (): Record<string, string> => {
  const folder = process.env[madeBefore.compiled]
  return folder ? { NODE_COMPILE_CACHE: folder } : {}
}

/**
 * In one process, or with TUMA_FORM=grown as processes of their own on real engines.
 * @param extra settings beside the usual ones
 */
export const startProduct = async (extra: Record<string, string> = {}): Promise<Product> =>
  process.env.TUMA_FORM === 'grown' ? startGrown(extra) : startInOneProcess(extra)

/**
 * Ports of earlier products of this process. The next product takes the same one, so that the browser's cache knows its
 * files.
 */
const portsLeft: number[] = []

/** @param extra settings beside the usual ones */
export const startInOneProcess = async (extra: Record<string, string> = {}): Promise<ProductInOneProcess> => {
  const folder = await mkdtemp(join(tmpdir(), 'tuma-e2e-'))
  const demonstration = process.env[madeBefore.data]
  if (demonstration && extra.SEED !== 'none') await cp(demonstration, folder, { recursive: true })
  const port = portsLeft.pop() ?? (await freePort())
  const url = `http://127.0.0.1:${port}`
  const settings = {
    PORT: String(port),
    DATA_DIR: folder,
    SEED: 'demo',
    PUBLIC_URL: url,
    ...compiledBefore(),
    ...noWaiting,
    ...extra,
  }
  const log = `${folder}.log`
  const output = openSync(log, 'a')
  const forgetLog = watchLog(log)
  let running: ChildProcess | null = null

  const end = async (signal: NodeJS.Signals): Promise<void> => {
    const ending = running
    running = null
    if (!ending || ending.exitCode !== null || ending.signalCode !== null) return
    const exited = once(ending, 'exit')
    ending.kill(signal)
    await exited
  }
  const start = async (): Promise<void> => {
    running = spawn(process.execPath, [entry], {
      env: { ...process.env, ...settings },
      stdio: ['ignore', output, output],
    })
    await untilReady(url, running, log)
  }

  await start()
  return {
    url,
    start,
    folder,
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
    ...toDemonstration(url),
    async close() {
      await end('SIGTERM')
      forgetLog()
      closeSync(output)
      await Promise.all([folder, log].map((path) => rm(path, { recursive: true, force: true })))
      portsLeft.push(port)
    },
  }
}

/** Only a demonstration answers these. */
const toDemonstration = (url: string): Pick<Product, 'outbox' | 'mpesaMessage'> => {
  const getJson = async <T>(path: string): Promise<T> => {
    const response = await fetch(url + path, { headers: { accept: 'application/json' } })
    if (!response.ok) throw new Error(`${path} answered ${response.status}`)
    return (await response.json()) as T
  }
  return {
    outbox: () => getJson<KeptMessage[]>('/dev/outbox'),
    mpesaMessage: async (amount) => (await getJson<{ message: string }>(`/dev/mpesa-message?amount=${amount}`)).message,
  }
}

const victims = ['delivery', 'bff', 'identity', 'payment', 'notification', 'revenue', 'shell']

/** With processes of its own the product never dies as a whole, so `kill` takes one after the other. */
const startGrown = async (extra: Record<string, string>): Promise<Product> => {
  // Loaded here because it brings clients of engines that nothing else needs.
  const { startGrownOnRealEngines } = await import('@tuma/grown/testing')
  const { url, kill, start, close } = await startGrownOnRealEngines({ ...noWaiting, ...extra })
  let turn = -1
  const victim = () => victims[turn % victims.length]
  return {
    url,
    kill() {
      turn += 1
      return kill(victim())
    },
    start: () => start(victim()),
    close,
    ...toDemonstration(url),
  }
}

const untilReady = async (url: string, process: ChildProcess, log: string): Promise<void> => {
  for (let tries = 0; tries < 1200; tries += 1) {
    if (process.exitCode !== null) throw new Error(`the product ended with ${process.exitCode}: ${getEnd(log)}`)
    const ready = await fetch(`${url}/readyz`).catch(() => null)
    if (ready?.ok) return
    await pause(100)
  }
  throw new Error(`the product was not ready in two minutes: ${getEnd(log)}`)
}

const getEnd = (log: string): string => readFileSync(log, 'utf8').slice(-2000)
