import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Planned } from './plan.ts'

const shortestPauseMs = 500
const longestPauseMs = 30_000
/** Longer than any request under way may take. */
const patienceMs = 20_000
/** After this long a life the next pause is the shortest again. */
const wellAfterMs = 60_000

/** As in an image (`infra/docker/Dockerfile`). */
const nodeOptions = ['--max-semi-space-size=16']

/** Eleven processes load the same modules, so they share one compile cache. */
const compiled = fileURLToPath(new URL('../../../.cache/compiled', import.meta.url))

export type Supervised = {
  readonly name: string
  start(): void
  /** It stays down until it is started. */
  stop(signal: 'SIGTERM' | 'SIGKILL'): Promise<void>
  /** How it ended without being stopped; null while it lives. */
  fallen(): string | null
  isReady(): Promise<boolean>
}

/**
 * Keeps one process alive. One that dies by itself is reported and started again, after pauses that grow from death to
 * death. The process knows its parent, and ends with it.
 */
export const supervise = (
  { name, entry, url, environment }: Planned,
  inherited: Readonly<Record<string, string | undefined>>,
  say: (line: string) => void,
): Supervised => {
  let child: ChildProcess | null = null
  let fallen: string | null = null
  let wanted = false
  let pauseMs = shortestPauseMs
  let again: NodeJS.Timeout | undefined

  const start = (): void => {
    wanted = true
    fallen = null
    const startedAt = performance.now()
    const started = spawn(process.execPath, [...nodeOptions, entry], {
      env: { NODE_COMPILE_CACHE: compiled, ...inherited, ...environment },
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    })
    child = started
    started.once('exit', (code, signal) => {
      if (child !== started) return
      child = null
      if (!wanted) return
      fallen = `${name} ended by itself (${signal ?? `exit code ${code}`})`
      if (performance.now() - startedAt > wellAfterMs) pauseMs = shortestPauseMs
      say(`${fallen}; it is started again in ${pauseMs / 1000} s`)
      again = setTimeout(start, pauseMs)
      pauseMs = Math.min(pauseMs * 2, longestPauseMs)
    })
  }

  return {
    name,
    start() {
      if (!child) start()
    },
    async stop(signal) {
      wanted = false
      clearTimeout(again)
      const ending = child
      child = null
      if (!ending || ending.exitCode !== null || ending.signalCode !== null) return
      const exited = once(ending, 'exit')
      ending.kill(signal)
      const impatience = setTimeout(() => ending.kill('SIGKILL'), patienceMs)
      await exited
      clearTimeout(impatience)
    },
    fallen: () => fallen,
    async isReady() {
      const answer = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(2000) }).catch(() => null)
      return answer?.ok ?? false
    },
  }
}

/** @returns processes that did not become ready, at once including one that died during the wait */
export const untilReady = async (
  processes: readonly Supervised[],
  patienceMs: number,
  onWaiting: (names: string[]) => void = () => undefined,
): Promise<Supervised[]> => {
  const begun = performance.now()
  let toldAt = begun
  for (;;) {
    const ready = await Promise.all(processes.map((one) => one.isReady()))
    const waiting = processes.filter((_, place) => !ready[place])
    const now = performance.now()
    const fallen = waiting.filter((one) => one.fallen() !== null)
    if (waiting.length === 0 || now - begun > patienceMs) return waiting
    if (fallen.length > 0) return fallen
    if (now - toldAt > 15_000) {
      toldAt = now
      onWaiting(waiting.map(({ name }) => name))
    }
    await pause(100)
  }
}
