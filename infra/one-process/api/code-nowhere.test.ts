import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openEmbedded } from '@tuma/platform/engines'
import { openLog } from '@tuma/platform/runtime'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Call, type CallName, calls, inPath, make } from './calls.ts'
import { goodInputs } from './good-inputs.ts'
import { type OpenHouse, openHouse } from './open-house.ts'
import { openStage, type Parcel, type Stage } from './stage.ts'
import type { Visitor } from './visitor.ts'

/** A code of a parcel stands in the SMS to its receiver, and there alone. */
let folder: string
let house: OpenHouse
let stage: Stage
let parcels: Parcel[]
let codes: string[]
const lines: string[] = []
const said: string[] = []

const other = (code: string) => `${(Number(code) + 1) % 1_000_000}`.padStart(6, '0')
const collect = async ({ _id }: Parcel, code: string) => {
  const { body } = await stage.thika.put(`/api/agent/collect/${_id}`, { code })
  said.push(JSON.stringify(body))
}
const toldOf = (code: string) => house.messageTo('0722555666', new RegExp(`(?<!\\d)${code}(?!\\d)`))
const textOf = (body: unknown): string => (Buffer.isBuffer(body) ? body.toString('latin1') : JSON.stringify(body))
/** Hashes are full of digits: a code is told by what stands around it. */
const standsIn = (text: string): string[] =>
  codes.filter((code) => new RegExp(`(?<![0-9A-Za-z])${code}(?![0-9A-Za-z])`).test(text))

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tuma-codes-'))
  const log = openLog('trace', { write: (line: string) => void lines.push(line) })
  house = await openHouse({ DATA_DIR: folder, TRACKING_MISSES_PER_QUARTER_HOUR: '100000' }, undefined, log)
  stage = await openStage(house)
  const [waits, missed, renewed, collected] = [
    await stage.dukani('delivered'),
    await stage.dukani('delivered'),
    await stage.dukani('delivered'),
    await stage.dukani('delivered'),
  ]
  const rides = await stage.toBePaid()
  parcels = [waits, missed, renewed, collected, rides]
  codes = await Promise.all(parcels.map(stage.codeOf))
  for (const code of codes) await toldOf(code)
  await collect(missed, other(await stage.codeOf(missed)))
  await stage.client.post(`/api/deliveries/${renewed._id}/code`, {})
  const anew = await stage.codeOf(renewed)
  await toldOf(anew)
  codes.push(anew)
  await collect(collected, await stage.codeOf(collected))
}, 240_000)
afterAll(async () => {
  await rm(folder, { recursive: true, force: true })
})

/** A call with good inputs; where its path names a parcel, with each of ours. */
const inputsFor = async (call: Call): Promise<object[]> => {
  const good = (await goodInputs[call.name](stage, stage.client)) as object | undefined
  const named = inPath(call.path)
  if (named.length === 0) return [{ ...good }]
  return parcels.map(({ _id: id, trackingId }) => {
    const ours = Object.entries({ id, trackingId }).filter(([name]) => named.includes(name))
    return { ...good, ...Object.fromEntries(ours) }
  })
}
const unread: readonly CallName[] = ['live.changes', 'users.logout']

test('it stands in no answer to anybody', async () => {
  const people: Record<string, Visitor> = {
    ...{ admin: stage.admin, sender: stage.cbd, receiver: stage.thika, client: stage.client },
    ...{ 'another client': stage.otherClient, nobody: house.stranger() },
  }
  const answers: { readonly from: string; readonly text: string }[] = said.map((text) => ({ from: 'collect', text }))
  for (const call of calls.filter(({ method, name }) => method === 'GET' && !unread.includes(name))) {
    for (const input of await inputsFor(call)) {
      for (const [who, person] of Object.entries(people)) {
        const { body, headers } = await make(person, call, input)
        answers.push({ from: `${call.name}, to ${who}`, text: textOf(body) + JSON.stringify([...headers]) })
      }
    }
  }
  for (const path of parcels.flatMap(({ trackingId }) => [`/t/${trackingId}`, `/t/${trackingId}?lang=sw`])) {
    answers.push({ from: path, text: textOf((await house.stranger().get(path)).body) })
  }
  expect(answers.filter(({ text }) => standsIn(text).length > 0).map(({ from }) => from)).toEqual([])
  // What is looked through tells of these parcels.
  for (const { trackingId } of parcels) {
    expect(answers.filter(({ text }) => text.includes(trackingId)).length).toBeGreaterThan(5)
  }
}, 240_000)

test('it stands in no line of the log, no event and no file', async () => {
  await house.close()
  expect(lines).not.toEqual([])
  expect(lines.flatMap(standsIn)).toEqual([])

  const engines = await openEmbedded({ folder })
  const services = Object.keys(house.services)
  const events: string[] = []
  for (const service of services) {
    for (const event of await engines.of(service).events.readAll(null, 1_000_000)) events.push(JSON.stringify(event))
  }
  await engines.close()
  expect(events.some((event) => event.includes('CollectionCodeMissed'))).toBe(true)
  expect(events.flatMap(standsIn)).toEqual([])

  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  const texts = await Promise.all(files.map((file) => readFile(join(file.parentPath, file.name), 'latin1')))
  // What is looked through is what was kept.
  expect(texts.some((text) => text.includes(parcels[0]?.trackingId ?? '-'))).toBe(true)
  expect(files.filter((_, at) => standsIn(texts[at] ?? '').length > 0).map(({ name }) => name)).toEqual([])
}, 240_000)
