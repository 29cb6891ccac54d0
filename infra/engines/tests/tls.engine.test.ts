import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createContext, runInContext } from 'node:vm'
import { openMongoDb } from '@tuma/platform/engines/mongodb'
import { EngineMisconfigured } from '@tuma/platform/ports'
import { freePort, WrongSettings } from '@tuma/platform/runtime'
import { type SampleDocument, sampleSpec, toSampleWrite } from '@tuma/platform/testing/suites'
import { MongoClient } from 'mongodb'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { type Certificates, makeCertificates } from '../src/index.ts'
import { startFerretDb } from '../src/mongodb.ts'
import type { RunningEngine } from '../src/running-engine.ts'

/**
 * MongoDB over TLS and with passwords, with the certificates of an installation. (Kafka: kafka-rights.engine.test.ts;
 * Redis: redis-users.engine.test.ts.)
 */

let certificates: Certificates
let engine: RunningEngine
beforeAll(async () => {
  certificates = await makeCertificates()
  engine = await startFerretDb(await freePort(), { certificates, password: 'of-the-operator' })
  console.log(engine.found)
}, 900_000)
afterAll(async () => {
  await engine?.close()
  await certificates?.close()
})

const opened = async (url: string) => {
  const engines = await openMongoDb({ url })
  onTestFinished(() => engines.close())
  return engines
}

test('a client that trusts the authority writes and reads documents over TLS', async () => {
  const engines = await opened(engine.url)
  const store = engines.of('tls')
  const samples = await store.collection<SampleDocument>(sampleSpec)
  await store.write([toSampleWrite('one', 1, { room: 'east' })])
  expect([await samples.get('one'), engines.healthy()]).toMatchObject([{ room: 'east' }, true])
})

test.each([
  [
    'whose certificate no known authority signed',
    (url: string) => url.replace(/&tlsCAFile=[^&]*/, ''),
    'There is no safe connection to MongoDB: check tlsCAFile, the certificate and the host in MONGODB_URL.',
  ],
  [
    'with TLS, without it',
    (url: string) => url.replace(/&tls=.*/, ''),
    'MongoDB speaks only TLS at this address: add tls=true to MONGODB_URL.',
  ],
])('a server %s is not used, and one sentence says what to check', async (_, change, sentence) => {
  const told: string[] = []
  const engines = await openMongoDb({ url: change(engine.url), onRefused: (why) => told.push(why) })
  onTestFinished(() => engines.close())
  await expect(engines.assertThere(['tls'])).rejects.toEqual(new EngineMisconfigured(sentence))
  await expect(engines.of('tls').checkpoint('reader')).rejects.toEqual(new EngineMisconfigured(sentence))
  expect([engines.healthy(), told]).toEqual([false, [sentence]])
})

test('a missing file of the authority is reported in a sentence before MongoDB is asked', async () => {
  const url = engine.url.replace(/tlsCAFile=[^&]*/, 'tlsCAFile=%2Fof%2Fnowhere.pem')
  await expect(openMongoDb({ url })).rejects.toEqual(
    new WrongSettings(['tlsCAFile in MONGODB_URL: no certificate (PEM) there']),
  )
})

describe('the users that mongodb-users.js makes', () => {
  const buildUrl = (user: string) => engine.url.replace('tuma:of-the-operator@', user)
  beforeAll(async () => {
    const operator = new MongoClient(engine.url)
    const users: { user: string; pwd: string }[] = []
    const db = { getSiblingDB: () => ({ createUser: (user: (typeof users)[number]) => users.push(user) }) }
    const env = { PASSWORD_DELIVERY: 'of-delivery', PASSWORD_PAYMENT: 'of-payment' }
    const script = readFileSync('infra/kubernetes/engines/mongodb-users.js', 'utf8')
    runInContext(script, createContext({ db, process: { env } }))
    // FerretDB knows no roles.
    for (const { user, pwd } of users.filter((one) => one.pwd))
      await operator.db('admin').command({ createUser: user, pwd, roles: [] })
    await operator.close()
  })

  test('write and read with their own password', async () => {
    const engines = await opened(buildUrl('delivery:of-delivery@'))
    const store = engines.of('delivery')
    const samples = await store.collection<SampleDocument>(sampleSpec)
    await store.write([toSampleWrite('two', 1, { room: 'west' })])
    expect([await samples.get('two'), engines.healthy()]).toMatchObject([{ room: 'west' }, true])
  })

  test.each(['delivery:of-payment@', 'of-nobody:of-delivery@', ''])('are needed: %s is refused', async (user) => {
    const refused: string[] = []
    const engines = await openMongoDb({ url: buildUrl(user), onRefused: (why) => refused.push(why) })
    onTestFinished(() => engines.close())
    await expect(engines.of('delivery').checkpoint('reader')).rejects.toThrow(EngineMisconfigured)
    expect(engines.healthy()).toBe(false)
    expect(refused).toEqual(['MongoDB refuses the user or the password in MONGODB_URL.'])
  })
})

test('the script makes missing keys and leaves existing ones, and only its engine reads a key', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tuma-certificates-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const make = () => execFileSync('sh', ['infra/kubernetes/engines/make-certificates.sh', folder])
  const contents = () => ['ca/ca.crt', 'redis/tls.pem', 'redis/ca.crt'].map((file) => readFileSync(join(folder, file)))
  make()
  const first = contents()
  make()
  expect(contents()).toEqual(first)
  expect(first[2]).toEqual(first[0])
  rmSync(join(folder, 'kafka/tls.pem'))
  make()
  expect(contents()[0]).not.toEqual(first[0])
  expect(
    execFileSync('openssl', ['verify', '-CAfile', join(folder, 'redis/ca.crt'), join(folder, 'redis/tls.pem')]),
  ).toBeTruthy()
  expect(statSync(join(folder, 'redis/tls.pem')).mode & 0o777).toBe(0o400)
})
