import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { openRedis } from '@tuma/platform/engines/redis'
import { EngineMisconfigured } from '@tuma/platform/ports'
import { freePort } from '@tuma/platform/runtime'
import { createClient } from 'redis'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { parse } from 'yaml'
import { type Certificates, makeCertificates } from '../src/index.ts'
import { installedRedis } from '../src/redis.ts'
import { engineProcess } from '../src/running-engine.ts'

/** A real redis-server with the command line of docker-compose.yml, over TLS. */

const composed = parse(readFileSync(join(import.meta.dirname, '../../../docker-compose.yml'), 'utf8'), { merge: true })
const command: string[] = composed.services.redis.command
const getPassword = (setting: string) => `p-${setting.toLowerCase()}`
const names = command.filter((_, index) => command[index - 1] === '--user')

let port = 0
let certificates: Certificates
const client = (url: string) => createClient({ url, socket: { tls: true, ca: certificates.authority } })
const open = (url: string, onRefused?: (why: string) => void) =>
  openRedis({ url, ca: certificates.authority, ...(onRefused && { onRefused }) })
let server: ReturnType<typeof engineProcess>
const buildUrl = (name: string, password = getPassword(`REDIS_PASSWORD_${name.toUpperCase()}`)) =>
  `rediss://${name}:${password}@127.0.0.1:${port}`

beforeAll(async () => {
  console.log(`redis-server ${await installedRedis()}`)
  port = await freePort()
  certificates = await makeCertificates()
  const [program = '', ...args] = command.map((one) =>
    one
      .replace(/\$\{(\w+):\?[^}]*\}/g, (_, setting: string) => getPassword(setting))
      .replace('/certificates', certificates.of('redis')),
  )
  server = engineProcess(program, [...args, '--bind', '127.0.0.1', '--tls-port', String(port)], async () => {
    const operator = client(buildUrl('default', getPassword('REDIS_PASSWORD')))
    operator.on('error', () => {})
    await operator.connect()
    operator.destroy()
    return true
  })
  await server.start()
}, 120_000)
afterAll(async () => {
  await server?.stop()
  await certificates?.close()
})

test.each(names)('%s has all rights that a cache and the counts of limits need', async (name) => {
  const { cache, limits, close } = await open(buildUrl(name))
  onTestFinished(close)
  await cache.set(name, '1', 60_000)
  expect(await cache.get(name)).toBe('1')
  expect(await cache.lease(name, 'one', 60_000)).toBe(true)
  await cache.release(name, 'one')
  const key = { account: name }
  const counted = await limits.count('trials', key, { max: 2, windowMs: 60_000 })
  expect([counted.count, counted.isBeyond]).toEqual([1, false])
  await counted.giveBack()
})

test.each(names)('%s reads only Tuma’s keys, and can neither empty nor configure the server', async (name) => {
  const own = client(buildUrl(name))
  await own.connect()
  onTestFinished(() => own.destroy())
  const forbidden = [
    ['GET', 'of-another-program'],
    ['SET', 'of-another-program', '1'],
    ['EVAL', "return redis.call('get', KEYS[1])", '1', 'of-another-program'],
    ['KEYS', '*'],
    ['FLUSHALL'],
    ['CONFIG', 'GET', 'requirepass'],
    ['ACL', 'LIST'],
    ['SHUTDOWN'],
    ['MONITOR'],
  ]
  for (const call of forbidden)
    await expect(own.sendCommand(call), call.join(' ')).rejects.toThrow(/^(NOPERM|ERR ACL failure)/)
})

test('a user is accepted with its own password only', async () => {
  const told: string[] = []
  const url = buildUrl('payment', getPassword('REDIS_PASSWORD_DELIVERY'))
  const { cache, close } = await open(url, (why) => told.push(why))
  onTestFinished(close)
  await expect(cache.get('a')).rejects.toThrow(EngineMisconfigured)
  expect(told).toEqual(['Redis refuses the user or the password in REDIS_URL.'])
})

test('a server with an unknown authority is not used, and one sentence says what to check', async () => {
  const told: string[] = []
  const { cache, close } = await openRedis({ url: buildUrl('payment'), onRefused: (why) => told.push(why) })
  onTestFinished(close)
  const sentence = 'There is no safe connection to Redis: check REDIS_URL and REDIS_CA_FILE.'
  await expect(cache.get('a')).rejects.toThrow(new EngineMisconfigured(sentence))
  expect(told).toEqual([sentence])
})

test('a client without TLS gets no answer, and one sentence says what to write', async () => {
  const told: string[] = []
  const url = buildUrl('payment').replace('rediss:', 'redis:')
  const { cache, assertTaken, close } = await openRedis({ url, onRefused: (why) => told.push(why) })
  onTestFinished(close)
  const sentence = 'Redis speaks only TLS at this address: write rediss:// in REDIS_URL.'
  expect(assertTaken).toThrow(new EngineMisconfigured(sentence))
  await expect(cache.get('a')).rejects.toThrow(/Redis/)
  expect(told).toEqual([sentence])
})
