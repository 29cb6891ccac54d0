import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { openRedis } from '@tuma/platform/engines/redis'
import { EngineMisconfigured } from '@tuma/platform/ports'
import { freePort } from '@tuma/platform/runtime'
import { createClient } from 'redis'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { parse } from 'yaml'
import { installedRedis } from '../src/redis.ts'
import { engineProcess } from '../src/running-engine.ts'

/** A real redis-server with the command line of docker-compose.yml. */

const composed = parse(readFileSync(join(import.meta.dirname, '../../../docker-compose.yml'), 'utf8'), { merge: true })
const command: string[] = composed.services.redis.command
const passwordOf = (setting: string) => `p-${setting.toLowerCase()}`
const names = command.filter((_, index) => command[index - 1] === '--user')

let port = 0
let server: ReturnType<typeof engineProcess>
const urlOf = (name: string, password = passwordOf(`REDIS_PASSWORD_${name.toUpperCase()}`)) =>
  `redis://${name}:${password}@127.0.0.1:${port}`

beforeAll(async () => {
  console.log(`redis-server ${await installedRedis()}`)
  port = await freePort()
  const [program = '', ...args] = command.map((one) =>
    one.replace(/\$\{(\w+):\?[^}]*\}/g, (_, setting: string) => passwordOf(setting)),
  )
  server = engineProcess(program, [...args, '--bind', '127.0.0.1', '--port', String(port)], async () => {
    const operator = createClient({ url: urlOf('default', passwordOf('REDIS_PASSWORD')) })
    operator.on('error', () => {})
    await operator.connect()
    operator.destroy()
    return true
  })
  await server.start()
}, 120_000)
afterAll(() => server?.stop())

test.each(names)('%s has all that a cache must do', async (name) => {
  const cache = await openRedis({ url: urlOf(name) })
  onTestFinished(() => cache.close())
  await cache.set(name, '1', 60_000)
  expect(await cache.get(name)).toBe('1')
  expect((await cache.count(name, 60_000)).count).toBe(1)
  await cache.giveBack(name)
  expect(await cache.lease(name, 'one', 60_000)).toBe(true)
  await cache.release(name, 'one')
  await cache.delete(name)
  expect(await cache.get(name)).toBeNull()
})

test.each(names)('%s reads no key but Tuma’s, and can neither empty nor set the server', async (name) => {
  const client = createClient({ url: urlOf(name) })
  await client.connect()
  onTestFinished(() => client.destroy())
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
    await expect(client.sendCommand(call), call.join(' ')).rejects.toThrow(/^(NOPERM|ERR ACL failure)/)
})

test('a user is taken with its own password alone', async () => {
  const told: string[] = []
  const url = urlOf('payment', passwordOf('REDIS_PASSWORD_DELIVERY'))
  const cache = await openRedis({ url, onRefused: (why) => told.push(why) })
  onTestFinished(() => cache.close())
  await expect(cache.get('a')).rejects.toThrow(EngineMisconfigured)
  expect(told).toEqual(['Redis refuses the user or the password in REDIS_URL.'])
})
