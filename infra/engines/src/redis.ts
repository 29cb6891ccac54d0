import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { createConnection } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { freePort } from '@tuma/platform/runtime'
import { GenericContainer } from 'testcontainers'
import { dockerAnswers, startContainer } from './docker.ts'
import { EngineMissing, engineProcess, type RunningEngine } from './running-engine.ts'

const IMAGE = 'redis:8.4.0-alpine'
const run = promisify(execFile)

/** The server of REDIS_URL, otherwise one in Docker, otherwise Debian's redis-server. @throws EngineMissing */
export const startRedis = async (): Promise<RunningEngine> => {
  const given = process.env.REDIS_URL
  if (given) return givenRedis(given)
  const port = await freePort()
  const url = `redis://127.0.0.1:${port}`
  const isUp = () => answersPing('127.0.0.1', port)
  if (await dockerAnswers()) {
    const container = new GenericContainer(IMAGE).withExposedPorts({ container: 6379, host: port })
    return { url, found: `Redis in a container of ${IMAGE}`, ...(await startContainer(container, isUp)) }
  }
  return startRedisServer(port, url, isUp)
}

const givenRedis = async (url: string): Promise<RunningEngine> => {
  const { hostname, port } = new URL(url)
  if (!(await answersPing(hostname, Number(port || 6379)).catch(() => false)))
    throw new EngineMissing(`REDIS_URL is given, but no Redis answers at ${hostname}:${port || 6379}`)
  return { url, found: 'Redis given by REDIS_URL', process: null, close: async () => {} }
}

const startRedisServer = async (port: number, url: string, isUp: () => Promise<boolean>): Promise<RunningEngine> => {
  const version = await installedRedis()
  const folder = await mkdtemp(join(tmpdir(), 'tuma-redis-'))
  const kept = ['--save', '', '--appendonly', 'no', '--dir', folder]
  const server = engineProcess('redis-server', ['--bind', '127.0.0.1', '--port', String(port), ...kept], isUp)
  await server.start()
  return {
    url,
    found: `Redis as a process here: redis-server ${version}`,
    process: server,
    close: async () => {
      await server.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

const getVersion = async (): Promise<string | null> => {
  const answer = await run('redis-server', ['--version']).catch(() => null)
  return answer?.stdout.match(/v=(\S+)/)?.[1] ?? null
}

/** Debian's redis-server, installed if it is missing. @returns its version @throws EngineMissing */
export const installedRedis = async (): Promise<string> => {
  const found = await getVersion()
  if (found !== null) return found
  if (process.getuid?.() !== 0)
    throw new EngineMissing('No REDIS_URL, no Docker, no redis-server here, and only root can install one')
  // Another process may be installing a package, such as a browser.
  const patient = ['-y', '-q', '-o', 'DPkg::Lock::Timeout=300']
  const apt = (...args: string[]) => run('apt-get', [...patient, ...args], { timeout: 600_000 })
  const install = () => apt('install', '--no-install-recommends', 'redis-server')
  const reason = await install()
    .catch(() => apt('update').then(install))
    .then(
      () => 'it does not run',
      (error: Error) => error.message,
    )
  const version = await getVersion()
  if (version === null) throw new EngineMissing(`No REDIS_URL, no Docker, and redis-server can't be had: ${reason}`)
  return version
}

/** A server that requires a password answers too. */
const answersPing = (host: string, port: number): Promise<boolean> =>
  new Promise((resolve, reject) => {
    const socket = createConnection({ host, port })
    socket.setTimeout(2000, () => socket.destroy(new Error('silent')))
    socket.once('error', reject)
    socket.once('connect', () => socket.write('PING\r\n'))
    socket.once('data', (data) => {
      socket.destroy()
      resolve(/^(\+PONG|-NOAUTH)/.test(String(data)))
    })
  })
