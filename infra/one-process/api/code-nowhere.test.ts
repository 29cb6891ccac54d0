import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { openEmbedded } from '@tuma/platform/engines'
import { openLog } from '@tuma/platform/runtime'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type Call, type CallName, calls, inPath, make } from './calls.ts'
import { type Fixtures, openFixtures, type Parcel } from './fixtures.ts'
import { goodInputs } from './good-inputs.ts'
import { openProductOverDays, type ProductOverDays } from './product-over-days.ts'
import type { TestProduct } from './test-product.ts'
import type { Visitor } from './visitor.ts'

/**
 * A parcel's code appears only in the SMS to its receiver, or to its sender when the parcel goes back. The same holds
 * for the key that opens a sender's decision.
 */
let days: ProductOverDays
let product: TestProduct
let fixtures: Fixtures
let parcels: Parcel[]
/** Collection codes, and keys of decisions. */
let secrets: string[]
const lines: string[] = []
/**
 * All answers to all people, except the demonstration's pages that show messages and answers to calls that name a
 * secret.
 */
const answers: { readonly from: string; readonly text: string }[] = []

const other = (code: string) => `${(Number(code) + 1) % 1_000_000}`.padStart(6, '0')
const collect = ({ _id }: Parcel, code: string) => fixtures.thika.put(`/api/agent/collect/${_id}`, { code })
const [sender, receiver] = ['0711333444', '0722555666']
const toTold = (secret: string, phone = receiver) =>
  product.messageTo(phone, new RegExp(`(?<![0-9A-Z])${secret}(?![0-9A-Z])`))
/** Hashes are full of digits, so a match counts only where no letter or digit is next to it. */
const findCodes = (text: string): string[] =>
  secrets.filter((secret) => new RegExp(`(?<![0-9A-Za-z])${secret}(?![0-9A-Za-z])`).test(text))

const reallyFetch = globalThis.fetch
const overheard: typeof fetch = async (...asked) => {
  const answer = await reallyFetch(...asked)
  const path = String(asked[0]).replace(/^https?:..[^/]*/, '')
  const isStream = answer.headers.get('content-type')?.startsWith('text/event-stream')
  if (isStream || path.startsWith('/dev/outbox') || secrets.some((secret) => path.includes(secret))) return answer
  const text = Buffer.from(await answer.clone().arrayBuffer()).toString('latin1')
  answers.push({ from: `${asked[1]?.method ?? 'GET'} ${path}`, text: text + JSON.stringify([...answer.headers]) })
  return answer
}

const turnedRound = async (): Promise<Parcel> => {
  const parcel = await fixtures.dukani('delivered')
  await fixtures.admin.put(`/api/admin/deliveries/${parcel._id}/return`, {})
  await fixtures.thika.put(`/api/agent/update-intransit/${parcel._id}`, {})
  await fixtures.cbd.put(`/api/agent/update-received/${parcel._id}`, {})
  return parcel
}

beforeAll(async () => {
  secrets = []
  const log = openLog('trace', { write: (line: string) => void lines.push(line) })
  days = await openProductOverDays({ TRACKING_MISSES_PER_QUARTER_HOUR: '100000' }, log)
  product = days.product()
  fixtures = await openFixtures(product)
  const unfetched = await fixtures.dukani('delivered')
  product = await days.later(7)
  fixtures = await openFixtures(product)
  vi.stubGlobal('fetch', overheard)
  const [waits, missed, renewed, collected] = [
    await fixtures.dukani('delivered'),
    await fixtures.dukani('delivered'),
    await fixtures.dukani('delivered'),
    await fixtures.dukani('delivered'),
  ]
  const rides = await fixtures.toBePaid()
  const out = [waits, missed, renewed, collected, rides]
  const back = await turnedRound()
  parcels = [...out, unfetched, back]
  secrets = await Promise.all([...out, unfetched].map(fixtures.getCode))
  for (const code of secrets) await toTold(code)
  const codeBack = await fixtures.getCode(back)
  await toTold(codeBack, sender)
  const { key } = await product.services.delivery.decisionKey({ deliveryId: unfetched._id })
  await toTold(`${key}`, sender)
  secrets.push(codeBack, `${key}`)
  await collect(missed, other(await fixtures.getCode(missed)))
  await fixtures.client.post(`/api/deliveries/${renewed._id}/code`, {})
  const sentAgain = await fixtures.getCode(renewed)
  await toTold(sentAgain)
  secrets.push(sentAgain)
  await collect(collected, await fixtures.getCode(collected))
  expect((await product.stranger().get(`/t/${unfetched.trackingId}/${key}`)).status).toBe(200)
}, 240_000)
afterAll(async () => {
  vi.unstubAllGlobals()
  await rm(days.folder, { recursive: true, force: true })
})

/** A call with good inputs; where its path names a parcel, once with each of ours. */
const inputsFor = async (call: Call): Promise<object[]> => {
  const good = (await goodInputs[call.name](fixtures, fixtures.client)) as object | undefined
  const named = inPath(call.path)
  if (named.length === 0) return [{ ...good }]
  return parcels.map(({ _id: id, trackingId }) => {
    const ours = Object.entries({ id, trackingId }).filter(([name]) => named.includes(name))
    return { ...good, ...Object.fromEntries(ours) }
  })
}
const unread: readonly CallName[] = ['live.changes', 'users.logout']
/** These calls delete data or end sessions, so the test leaves them out. */
const ends = /delete|remove|erase|logout|forgot|reset/i

const readAll = async (people: readonly Visitor[]) => {
  for (const call of calls.filter(({ method, name }) => method === 'GET' && !unread.includes(name)))
    for (const input of await inputsFor(call)) for (const person of people) await make(person, call, input)
}
/** Each person makes each call, one after the other. A call that names a parcel gets one of ours. */
const pressAll = async (people: readonly Visitor[]) => {
  const presses: (readonly [Call, object])[] = []
  for (const call of calls.filter(({ method, name }) => method !== 'GET' && !ends.test(name)))
    for (const input of (await inputsFor(call)).slice(0, 1)) presses.push([call, input])
  for (const [call, input] of presses) for (const person of people) await make(person, call, input)
}

test('a code appears in no answer to any person', async () => {
  const { admin, cbd, thika, client, otherClient } = fixtures
  await readAll([admin, cbd, thika, client, otherClient, product.stranger()])
  for (const path of parcels.flatMap(({ trackingId }) => [`/t/${trackingId}`, `/t/${trackingId}?lang=sw`]))
    await product.stranger().get(path)
  await pressAll([product.stranger(), otherClient, client, thika, cbd, admin])
  expect(answers.filter(({ text }) => findCodes(text).length > 0).map(({ from }) => from)).toEqual([])
  // Proves that the answers searched are about these parcels.
  for (const { trackingId } of parcels) {
    expect(answers.filter(({ text }) => text.includes(trackingId)).length).toBeGreaterThan(5)
  }
}, 240_000)

test('a code appears in no log line, event or file', async () => {
  await product.close()
  expect(lines).not.toEqual([])
  expect(lines.flatMap(findCodes)).toEqual([])

  const { folder } = days
  const engines = await openEmbedded({ folder })
  const services = Object.keys(product.services)
  const events: string[] = []
  for (const service of services) {
    for (const event of await engines.of(service).events.readAll(null, 1_000_000)) events.push(JSON.stringify(event))
  }
  await engines.close()
  expect(events.some((event) => event.includes('CollectionCodeMissed'))).toBe(true)
  expect(events.flatMap(findCodes)).toEqual([])

  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  const texts = await Promise.all(files.map((file) => readFile(join(file.parentPath, file.name), 'latin1')))
  // Proves that the files searched hold these parcels.
  expect(texts.some((text) => text.includes(parcels[0]?.trackingId ?? '-'))).toBe(true)
  expect(files.filter((_, at) => findCodes(texts[at] ?? '').length > 0).map(({ name }) => name)).toEqual([])
}, 240_000)
