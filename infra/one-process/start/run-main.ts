import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, vi } from 'vitest'

const main = join(import.meta.dirname, '../src/main.ts')

/**
 * The product as a process of its own, as `npm start` runs it.
 * @param before modules that it loads first, by address
 */
export const runMain = (environment: Record<string, string>, before: readonly string[] = []) => {
  const { PATH, NODE_COMPILE_CACHE } = process.env
  const imports = before.flatMap((address) => ['--import', address])
  const child = spawn(process.execPath, [...imports, main], {
    env: { PATH, NODE_COMPILE_CACHE, PORT: '0', ...environment },
  })
  let output = ''
  let errors = ''
  child.stdout.on('data', (data) => {
    output += data
  })
  child.stderr.on('data', (data) => {
    errors += data
  })
  const closed = once(child, 'close')

  return {
    pid: child.pid,
    output: () => output,
    kill: (signal: NodeJS.Signals) => child.kill(signal),
    /** Its output and how it ended. */
    async ended() {
      await closed
      return { code: child.exitCode, signal: child.signalCode, output, errors }
    },
    /** @returns its address */
    async ready(): Promise<string> {
      const address = () => /Tuma is ready: (\S+)/.exec(output)?.[1]
      await vi.waitUntil(() => address() ?? child.exitCode !== null, { timeout: 120_000, interval: 20 })
      const url = address()
      if (!url) throw new Error(`it did not start: ${errors}`)
      return url
    },
  }
}

/** Starts the product as `runMain` does, and kills what still runs after each test. */
export const runsOfEachTest = () => {
  const running: ReturnType<typeof runMain>[] = []
  const stopAll = async (): Promise<void> => {
    for (const run of running.splice(0)) {
      run.kill('SIGKILL')
      await run.ended()
    }
  }
  afterEach(stopAll)
  return {
    startMain(...asked: Parameters<typeof runMain>) {
      const run = runMain(...asked)
      running.push(run)
      return run
    },
    stopAll,
  }
}

/** A place for data folders that is removed after the tests. */
export const someFolders = () => {
  const root = mkdtempSync(join(tmpdir(), 'tuma-start-'))
  return {
    folder: (name: string) => join(root, name),
    remove: () => rmSync(root, { recursive: true, force: true }),
  }
}
