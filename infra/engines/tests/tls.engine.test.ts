import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openMongoDb } from '@tuma/platform/engines/mongodb'
import { EngineAway } from '@tuma/platform/ports'
import { freePort } from '@tuma/platform/runtime'
import { type Shelf, shelf, shelvesSpec } from '@tuma/platform/testing/suites'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { type Certificates, makeCertificates } from '../src/index.ts'
import { startFerretDb } from '../src/mongodb.ts'
import type { RunningEngine } from '../src/running-engine.ts'

/** MongoDB over TLS, with the certificates of an installation. (Kafka: kafka-rights.engine.test.ts; Redis: redis-users there.) */

let certificates: Certificates
let engine: RunningEngine
beforeAll(async () => {
  certificates = await makeCertificates()
  engine = await startFerretDb(await freePort(), certificates)
  console.log(engine.found)
}, 900_000)
afterAll(async () => {
  await engine?.close()
  await certificates?.close()
})

const opened = async (url: string) => {
  const house = await openMongoDb({ url })
  onTestFinished(() => house.close())
  return house
}

test('documents are written and read over TLS by who trusts the authority', async () => {
  const house = await opened(engine.url)
  const store = house.of('tls')
  const shelves = await store.collection<Shelf>(shelvesSpec)
  await store.write([shelf('one', 1, { room: 'east' })])
  expect([await shelves.get('one'), house.healthy()]).toMatchObject([{ room: 'east' }, true])
})

test('a server whose certificate no known authority signed is not talked to, nor one without TLS', async () => {
  const unknown = await opened(engine.url.replace(/&tlsCAFile=[^&]*/, ''))
  const call = unknown.of('tls').checkpoint('reader')
  await expect(call).rejects.toThrow(EngineAway)
  await expect(call).rejects.toThrow(/certificate/)
  const plain = await opened(engine.url.replace(/&tls=.*/, ''))
  await expect(plain.of('tls').checkpoint('reader')).rejects.toThrow(EngineAway)
  expect([unknown.healthy(), plain.healthy()]).toEqual([false, false])
})

test('the script makes what is missing and leaves what is there, and only its engine reads a key', () => {
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
