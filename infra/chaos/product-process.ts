import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { freePort } from '@tuma/platform/runtime'

const getFile = (name: string): string => fileURLToPath(new URL(name, import.meta.resolve('@tuma/one-process')))
const main = getFile('main.ts')
/** As `npm start` and the image run it. */
const nodeOptions = ['--max-semi-space-size=16']
const clock = new URL('clock.ts', import.meta.url).href

/** A start that is not ready after this time never will be. On FerretDB it takes minutes to fill read models. */
const readyWithinMs = 600_000

type Settings = Readonly<Record<string, string>>
type Ended = { readonly code: number | null; readonly said: string }

export type StartOptions = {
  /** Modules that its threads load first, by address; by default the clock that a test can set. */
  readonly imports?: readonly string[]
  /** A program that runs it, such as `taskset`. */
  readonly under?: readonly string[]
  /** The port of its last run. */
  readonly port?: number
}

/** A program of ours on a folder, which may be killed at any moment. */
const spawnProgram = (
  program: string,
  args: readonly string[],
  settings: Settings,
  { imports = [clock], under = [] }: StartOptions,
): ChildProcess => {
  const { PATH, HOME, NODE_COMPILE_CACHE } = process.env
  const before = imports.flatMap((address) => ['--import', address])
  const [command = '', ...words] = [...under, process.execPath, ...nodeOptions, ...before, program, ...args]
  return spawn(command, words, {
    env: { PATH, HOME, ...(NODE_COMPILE_CACHE ? { NODE_COMPILE_CACHE } : {}), ...settings },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
}

const ended = async (child: ChildProcess, signal?: NodeJS.Signals): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  if (signal) child.kill(signal)
  await exited
}

/** @throws Error with its output, when it has ended or takes too long */
const waitUntilReady = async (
  url: string,
  { hasEnded, said }: { readonly hasEnded: () => boolean; readonly said: () => string },
): Promise<void> => {
  const until = performance.now() + readyWithinMs
  for (;;) {
    const answer = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(5000) }).catch(() => null)
    if (answer?.ok) return
    if (hasEnded()) throw new Error(`the product ended: ${said()}`)
    if (performance.now() > until)
      throw new Error(`the product was not ready after ${readyWithinMs / 1000} s: ${await answer?.text()} ${said()}`)
    await answer?.body?.cancel()
    await pause(10)
  }
}

/**
 * The product on a folder and a port of its own, with functions to kill and start it, and to check that it is ready.
 */
export const openProductProcess = async (folder: string, extra: Settings, how: StartOptions = {}) => {
  const port = how.port ?? (await freePort())
  const url = `http://127.0.0.1:${port}`
  const clockFile = join(folder, '..', 'clock')
  const settings: Settings = {
    ...extra,
    PORT: String(port),
    PUBLIC_URL: url,
    DATA_DIR: folder,
    TUMA_CHAOS_CLOCK: clockFile,
  }
  let child: ChildProcess | null = null
  let said = ''

  const begin = (): void => {
    said = ''
    child = spawnProgram(main, [], settings, how)
    // Lines for auditors would hide the rest.
    child.stderr?.on('data', (words) => {
      const lines = String(words).split('\n')
      said = `${said}${lines.filter((line) => !line.includes('"security event"')).join('\n')}`.slice(-4000)
    })
  }
  const ready = () => waitUntilReady(url, { hasEnded: () => (child?.exitCode ?? null) !== null, said: () => said })
  return {
    url,
    folder,
    settings,
    pid: () => child?.pid,
    begin,
    ready,
    said: () => said,
    async start(): Promise<void> {
      begin()
      await ready()
    },
    async end(signal: NodeJS.Signals): Promise<void> {
      if (child) await ended(child, signal)
    },
    /** Resolves once it has ended by itself. Rejects when it still runs after this many milliseconds. */
    async ended(withinMs: number): Promise<Ended> {
      const until = performance.now() + withinMs
      while (child?.exitCode === null && child.signalCode === null) {
        if (performance.now() > until) throw new Error(`the product still ran after ${withinMs / 1000} s: ${said}`)
        await pause(20)
      }
      return { code: child?.exitCode ?? null, said }
    },
    /**
     * Runs a tool of ours on the same folder (`rebuild`, `backup`) to its end, or kills it after this many
     * milliseconds.
     */
    async tool(name: string, args: readonly string[], killedAfterMs?: number): Promise<Ended> {
      const tool = spawnProgram(getFile(`${name}.ts`), args, settings, how)
      let said = ''
      tool.stderr?.on('data', (words) => {
        said += String(words)
      })
      const killing = killedAfterMs === undefined ? null : setTimeout(() => tool.kill('SIGKILL'), killedAfterMs)
      await ended(tool)
      if (killing) clearTimeout(killing)
      return { code: tool.exitCode, said }
    },
    /** @param says milliseconds by which the clock is wrong, or that it is stopped */
    setClock: (says: number | 'still') => writeFileSync(clockFile, String(says)),
  }
}
export type ProductProcess = Awaited<ReturnType<typeof openProductProcess>>
