import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { isSound, withChecksums } from '../../../event-sourcing/events/checksum.ts'
import type { ProcessEngines } from '../../../ports/engines.ts'
import type { EventToAppend } from '../../../ports/event-store.ts'
import { openEmbedded } from '../open-embedded.ts'
import { eventsIn, openEventRows } from './event-rows.ts'

let folder: string
let engines: ProcessEngines
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tuma-test-'))
  engines = await openEmbedded({ folder })
})
afterEach(async () => {
  await engines.close()
  rmSync(folder, { recursive: true, force: true })
})

const parcel = '8a1c1d0de0b14a8fb6d2a0f5f1a4c7e3'
const stream = `delivery-${parcel}`
const id = (number: number) => `1f8e0c52-6c5e-4b7e-9d35-0a6f1c2b3d4${number}`
const weighed = (number: number): EventToAppend => ({
  id: id(number),
  type: 'ParcelWeighed',
  version: 1,
  data: { deliveryId: parcel, grams: 250 + number },
  metadata: { commandId: id(number), at: '2026-11-23T06:00:00.000Z' },
})
const [first, second, third] = withChecksums(stream, [weighed(0), weighed(1), weighed(2)], 0) as [
  EventToAppend,
  EventToAppend,
  EventToAppend,
]

const inFile = <T>(look: (file: DatabaseSync) => T): T => {
  const file = new DatabaseSync(join(folder, 'tuma.db'))
  try {
    return look(file)
  } finally {
    file.close()
  }
}
const rowsIn = () => inFile((file) => file.prepare('select * from events order by position').all())

test('an event is bytes in its row, and is read back as it was appended', async () => {
  await engines.of('delivery').events.append(stream, [first, second], 'no-stream')
  const [row] = rowsIn()
  expect([row?.id, row?.data, row?.checksum].map((kept) => (kept as Uint8Array).length)).toEqual([16, 13, 8])
  expect(await engines.of('delivery').events.read(stream)).toEqual([
    { ...first, stream, revision: 0, position: 1 },
    { ...second, stream, revision: 1, position: 2 },
  ])
  expect(inFile((file) => [...eventsIn(file)])).toMatchObject([
    { service: 'delivery', ...first },
    { service: 'delivery', ...second },
  ])
})

test('a repeated append is recognised by ids that are bytes', async () => {
  const { events } = engines.of('delivery')
  const appended = await events.append(stream, [first, second], 'no-stream')
  expect(await events.append(stream, [first, second], 'no-stream')).toEqual(appended)
  expect(await events.read(stream)).toHaveLength(2)
})

test('events from before a start are read with their shapes, and new shapes are added', async () => {
  await engines.of('delivery').events.append(stream, [first], 'no-stream')
  await engines.close()
  engines = await openEmbedded({ folder })
  const { events } = engines.of('delivery')
  const [other] = withChecksums(stream, [{ ...weighed(1), data: { kilograms: 2 } }], 1) as [EventToAppend]
  await events.append(stream, [other, third], 0)
  expect(await events.read(stream)).toMatchObject([first, other, third])
  expect(inFile((file) => file.prepare('select count(*) as shapes from event_shapes').get())).toEqual({ shapes: 2 })
})

test('a packed event with a changed byte is never read as the appended one', async () => {
  const { events } = engines.of('delivery')
  await events.append(stream, [first], 'no-stream')
  const data = rowsIn()[0]?.data as Uint8Array
  for (let place = 0; place < data.length; place += 1) {
    const changed = data.with(place, (data[place] ?? 0) ^ 0x10)
    inFile((file) => file.prepare('update "delivery events" set data = ?').run(changed))
    const [read] = await events.read(stream)
    expect(read && isSound(read)).toBe(false)
  }
})

test('at most 2,000 shapes are remembered; events with other shapes are stored as JSON', () => {
  const rows = openEventRows('delivery', { prepare: () => ({ all: () => [] }) as never })
  const events = Array.from({ length: 2500 }, (_, number) => ({
    ...{ ...weighed(0), data: { [`field${number}`]: number } },
    ...{ stream, revision: number, position: number + 1 },
  }))
  const written = rows.getRows(events)
  expect(rows.shapeCount()).toBe(2000)
  expect(written.shapes).toHaveLength(2000)
  expect(written.events.filter(({ metadata }) => metadata !== null)).toHaveLength(500)
  expect(JSON.parse(written.events.at(-1)?.data ?? '')).toEqual({ field2499: 2499 })
})
