import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openEmbedded } from '@tuma/platform/engines'
import type { ProcessEngines } from '@tuma/platform/ports'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { isUntouched } from '../services.ts'
import { assertDataBesideKey, openKeyOfData } from './key-of-data.ts'

let folder = ''
const key = () => join(folder, 'secret.key')
const data = () => join(folder, 'tuma.db')
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tuma-key-'))
  const made = folder
  onTestFinished(() => rmSync(made, { recursive: true }))
})

const whileOpen = async <T>(work: (engines: ProcessEngines) => Promise<T>): Promise<T> => {
  const engines = await openEmbedded({ folder })
  try {
    return await work(engines)
  } finally {
    await engines.close()
  }
}
/** Opens the data as the product does. @returns a secret that depends on the key */
const start = (): Promise<string> => {
  assertDataBesideKey(folder)
  return whileOpen(async (engines) => (await openKeyOfData(folder, engines, () => isUntouched(engines)))('bff'))
}
/** Stores what every release of a service stores. */
const use = () =>
  whileOpen(async (engines) => {
    await engines.of('identity').documents.collection({ name: 'x-v1', fields: { a: 'text' }, indexes: [], sortBy: 'a' })
  })
const otherKey = 'ab'.repeat(32)

test('the key is made with the data, is readable for its own account only, and stays the key of these data', async () => {
  const secret = await start()
  expect(statSync(key()).mode & 0o777).toBe(0o600)
  expect(await start()).toBe(secret)
  await use()
  expect(await start()).toBe(secret)
})

test('the key of other data is refused before anything is used, and the right key works again', async () => {
  const secret = await start()
  const own = readFileSync(key(), 'utf8')
  writeFileSync(key(), `${otherKey}\n`)
  await expect(start()).rejects.toThrow(`${key()} is not the key of these data`)
  writeFileSync(key(), own)
  expect(await start()).toBe(secret)
})

test('data without their key are refused, and no key is made', async () => {
  await start()
  rmSync(key())
  await expect(start()).rejects.toThrow(`${key()} is missing`)
  writeFileSync(`${key()}.new`, `${otherKey}\n`)
  await expect(start()).rejects.toThrow(`${key()} is missing`)
  expect(existsSync(key())).toBe(false)
})

test.each([
  ['missing', () => rmSync(data())],
  ['empty', () => writeFileSync(data(), '')],
])('a key beside data that are %s is refused, and no data are made', async (_how, harm) => {
  await start()
  harm()
  const refusal = `${key()} is there, but the data that it belongs to are missing.`
  expect(start).toThrow(refusal)
  expect(statSync(data(), { throwIfNoEntry: false })?.size ?? 0).toBe(0)
  await whileOpen(async () => undefined)
  await expect(start()).rejects.toThrow(refusal)
})

test('a first start that was killed while it wrote into the data starts again from the beginning', async () => {
  await whileOpen(async (engines) => {
    const cut: ProcessEngines = {
      ...engines,
      of: (service) => {
        const { documents, ...others } = engines.of(service)
        return { ...others, documents: { ...documents, write: () => Promise.reject(new Error('cut')) } }
      },
    }
    await expect(openKeyOfData(folder, cut, () => isUntouched(cut))).rejects.toThrow('cut')
  })
  expect(existsSync(key())).toBe(false)
  expect(await start()).toBe(await start())
})

test('a first start that was killed before it used the key continues with that key', async () => {
  const secret = await start()
  renameSync(key(), `${key()}.new`)
  expect(await start()).toBe(secret)
  expect(existsSync(key())).toBe(true)
})

test('data of a release that did not store a check take the key beside them, and no other after that', async () => {
  await use()
  writeFileSync(key(), `${otherKey}\n`)
  const secret = await start()
  expect(await start()).toBe(secret)
  writeFileSync(key(), `${'cd'.repeat(32)}\n`)
  await expect(start()).rejects.toThrow('is not the key of these data')
})
