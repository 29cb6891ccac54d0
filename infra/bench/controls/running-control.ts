import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Measured } from '../measuring/cost.ts'
import { type HttpClient, openHttpClient } from '../measuring/http-client.ts'
import { ofServer } from '../measuring/machine.ts'

const getProgram = (name: string): string => fileURLToPath(new URL(`${name}.ts`, import.meta.url))

/** Runs a control until it prints its cost. */
export const told = async <Figures>(
  name: string,
  args: readonly string[],
  under: readonly string[],
): Promise<Figures> => {
  const [command = '', ...words] = [...under, process.execPath, getProgram(name), ...args]
  // Without a compile cache, like a bare process.
  const env = { ...process.env, NODE_COMPILE_CACHE: '' }
  const { stdout } = await promisify(execFile)(command, words, { env })
  return JSON.parse(stdout) as Figures
}

export type Control = Measured & { readonly httpClient: HttpClient; close(): Promise<void> }

/** The server that does only the indispensable work, on a file of its own. */
export const startControl = async (): Promise<Control> => {
  const folder = await mkdtemp(join(tmpdir(), 'tuma-control-'))
  const [command = '', ...words] = [...ofServer, process.execPath, getProgram('server'), join(folder, 'kept.db')]
  const running = spawn(command, words, { stdio: ['ignore', 'pipe', 'inherit'] })
  const [url] = (await once(createInterface(running.stdout), 'line')) as [string]
  const httpClient = openHttpClient(url)
  return {
    pid: running.pid ?? 0,
    nothingWaits: async () => true,
    httpClient,
    async close() {
      httpClient.close()
      const exited = once(running, 'exit')
      running.kill('SIGTERM')
      await exited
      await rm(folder, { recursive: true, force: true })
    },
  }
}
