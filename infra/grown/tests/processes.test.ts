import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { deliveryContract, revenueContract } from '@tuma/contracts/services'
import { EngineAway } from '@tuma/platform/ports'
import { callOverHttp, freePort } from '@tuma/platform/runtime'
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest'
import { readGrownSettings } from '../src/settings.ts'
import { supervise } from '../src/supervisor.ts'

/** Single processes, without the others and without an engine. */

const root = mkdtempSync(join(tmpdir(), 'tuma-processes-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))
const running: ChildProcess[] = []
afterEach(() => {
  for (const child of running.splice(0)) child.kill('SIGKILL')
})

/** No server listens there. */
const nowhere = '127.0.0.1:9'
const secret = 'a secret of thirty-two characters'
const key = 'bff-key-0000000000000000000000000000'
const given = { SECRET: secret, CALLER_KEYS: `bff=${key}` }
const others = (...names: string[]) =>
  Object.fromEntries(
    names.flatMap((name) => [
      [`${name}_URL`, `http://${nowhere}`],
      [`${name}_KEY`, secret],
    ]),
  )
const givenToRevenue = { ...given, ...others('IDENTITY', 'PAYMENT') }

const run = (entry: string, environment: Record<string, string>) => {
  const path = fileURLToPath(new URL(`../../../${entry}`, import.meta.url))
  const { PATH, NODE_COMPILE_CACHE } = process.env
  const child = spawn(process.execPath, [path], { env: { PATH, NODE_COMPILE_CACHE, ...environment } })
  running.push(child)
  let errors = ''
  child.stderr.on('data', (data) => (errors += data))
  const ended = once(child, 'close').then(() => ({ code: child.exitCode, errors }))
  return { child, ended }
}
const start = async (entry: string, environment: Record<string, string>) => {
  const PORT = String(await freePort())
  const url = `http://127.0.0.1:${PORT}`
  const started = run(entry, { PORT, ...environment })
  const status = async (path: string) => (await fetch(url + path).catch(() => null))?.status
  await vi.waitFor(async () => expect(await status('/healthz')).toBe(200), 100_000)
  return { ...started, url, status }
}
const revenueAt = (url: string, caller = key) => callOverHttp<typeof revenueContract>(url, caller)
const today = { from: '2026-11-21', to: '2026-11-21' }

describe('a service as a process', () => {
  test('reports each fault of its settings in a sentence', async () => {
    const { code, errors } = await run('services/delivery/src/main.ts', { ...given, DUKANI_FEE: 'much' }).ended
    expect([code, errors]).toEqual([1, expect.not.stringMatching(/\n\s+at /)])
    const without = await run('services/delivery/src/main.ts', { PORT: 'http', SECRET: 'short' }).ended
    expect(without.errors.trim().split('\n')).toEqual([
      'PORT: must be a whole number from 0 to 65535',
      'SECRET: must have 32 characters or more',
      'CALLER_KEYS: is missing',
    ])
  })

  test('says which port is taken', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const { port } = other.address() as { port: number }
    const { code, errors } = await run('services/revenue/src/main.ts', { ...givenToRevenue, PORT: String(port) }).ended
    expect([code, errors.trim()]).toEqual([
      1,
      `Port ${port} on 127.0.0.1 is taken. Is Tuma running already? Another port: PORT=${port + 1}`,
    ])
    other.close()
  })

  test('starts though bus and cache are away, answers a caller with a key, has metrics, and ends in order', async () => {
    const engines = { KAFKA_BROKERS: nowhere, REDIS_URL: `redis://${nowhere}`, DATA_DIR: join(root, 'revenue') }
    const { child, ended, url, status } = await start('services/revenue/src/main.ts', { ...givenToRevenue, ...engines })
    await vi.waitFor(async () => expect(await status('/readyz')).toBe(200), 100_000)
    expect(await revenueAt(url).days(today)).toBeDefined()
    await expect(revenueAt(url, 'somebody-else-0000000000000000000').days(today)).rejects.toThrow()
    const metrics = await (await fetch(`${url}/metrics`)).text()
    expect(metrics).toMatch(/tuma_calls_total\{call="days",outcome="answered",process="revenue"\} 1/)
    expect(metrics).toMatch(
      /tuma_http_request_duration_seconds_count\{process="revenue",method="POST",status="401"\} 1/,
    )
    child.kill('SIGTERM')
    expect(await ended).toMatchObject({ code: 0 })
  })

  test('stays alive though its documents are away, reports that it is not ready, and refuses calls', async () => {
    const engines = { MONGODB_URL: `mongodb://${nowhere}`, DATA_DIR: join(root, 'waiting') }
    const { child, ended, url, status } = await start('services/revenue/src/main.ts', { ...givenToRevenue, ...engines })
    expect(await status('/readyz')).toBe(503)
    await expect(revenueAt(url).days(today)).rejects.toBeInstanceOf(EngineAway)
    expect(await status('/healthz')).toBe(200)
    child.kill('SIGTERM')
    expect(await ended).toMatchObject({ code: 0 })
  })

  test('ends with the process that started it', async () => {
    const script = join(root, 'parent.mjs')
    const service = fileURLToPath(new URL('../../../services/revenue/src/main.ts', import.meta.url))
    const PORT = String(await freePort())
    writeFileSync(
      script,
      `import { spawn } from 'node:child_process'
      spawn(process.execPath, [${JSON.stringify(service)}], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'], env: process.env })
      setInterval(() => {}, 1000)`,
    )
    const parent = spawn(process.execPath, [script], {
      env: { ...givenToRevenue, PORT, DATA_DIR: join(root, 'orphan') },
    })
    running.push(parent)
    const isAlive = async () => (await fetch(`http://127.0.0.1:${PORT}/healthz`).catch(() => null)) !== null
    await vi.waitFor(async () => expect(await isAlive()).toBe(true), 100_000)
    parent.kill('SIGKILL')
    await vi.waitFor(async () => expect(await isAlive()).toBe(false), 100_000)
  })
})

test('delivery starts though payment is away, and calls that need no payment work', async () => {
  const { url, status } = await start('services/delivery/src/main.ts', {
    ...given,
    DATA_DIR: join(root, 'delivery'),
    PAYMENT_URL: `http://${nowhere}`,
    PAYMENT_KEY: secret,
  })
  await vi.waitFor(async () => expect(await status('/readyz')).toBe(200), 100_000)
  expect((await callOverHttp<typeof deliveryContract>(url, key).counts()).total).toBe(0)
})

describe('a process that dies by itself', () => {
  const dying = (name: string, body: string) => {
    const entry = join(root, `${name}.mjs`)
    writeFileSync(entry, body)
    const said: string[] = []
    const one = supervise({ name, entry, url: `http://${nowhere}`, environment: {} }, {}, (line) => said.push(line))
    return { one, said }
  }

  test('is reported and started again, after longer and longer pauses', async () => {
    const { one, said } = dying('mortal', 'process.exit(3)')
    one.start()
    // A slow test may also see the next report.
    await vi.waitFor(() => expect(said.length).toBeGreaterThan(1), 60_000)
    expect(said.slice(0, 2)).toEqual([
      'mortal ended by itself (exit code 3); it is started again in 0.5 s',
      'mortal ended by itself (exit code 3); it is started again in 1 s',
    ])
    await one.stop('SIGKILL')
  })

  test('is not started again when it was stopped', async () => {
    const { one, said } = dying('immortal', 'setInterval(() => {}, 1000)')
    one.start()
    await pause(200)
    await one.stop('SIGKILL')
    expect([said, one.fallen()]).toEqual([[], null])
  })
})

test('without Kafka and Redis there is no grown form: one sentence says what is missing', () => {
  expect(() => readGrownSettings({})).toThrow(/^KAFKA_BROKERS and REDIS_URL are missing: /)
  expect(() => readGrownSettings({ KAFKA_BROKERS: 'kafka:9092' })).toThrow(/^REDIS_URL is missing: /)
  expect(readGrownSettings({ KAFKA_BROKERS: 'kafka:9092', REDIS_URL: 'redis://redis' }).DATA_DIR).toBe('./data-grown')
})
