import { afterEach, beforeEach, expect, test } from 'vitest'
import * as z from 'zod/mini'
import type { ProcessEngines } from '../../ports/engines.ts'
import type { StoredEvent } from '../../ports/event-store.ts'
import { openTemporaryEngines } from '../../testing/temporary-engines.ts'
import { type EventCodec, eventCodec, stored, UnknownStoredEvent } from './event-codec.ts'
import { openPersonalKeys } from './personal-keys.ts'

type Priced = { type: 'Priced'; data: { shillings: number; tier: string } }
const priced = stored(z.object({ price: z.string() }))
  .next(z.object({ shillings: z.number() }), ({ price }) => ({ shillings: Number(price) }))
  .next(z.object({ shillings: z.number(), tier: z.string() }), (older) => ({ ...older, tier: 'same-day' }))

const written = (type: string, version: number, data: StoredEvent['data']): StoredEvent => ({
  id: 'e1',
  type,
  version,
  data,
  metadata: { at: '', commandId: '', correlationId: '', causationId: '', actor: {} },
  stream: 'price-1',
  revision: 0,
  position: 1,
})

let engines: ProcessEngines
let codec: EventCodec<Priced>
beforeEach(async () => {
  engines = await openTemporaryEngines()
  codec = eventCodec<Priced>({ Priced: priced }, await openPersonalKeys(engines.of('test')))
})
afterEach(() => engines.close())

test('the domain sees only the newest version of stored data', async () => {
  expect((await codec.decode(written('Priced', 1, { price: '350' }))).data).toEqual({
    shillings: 350,
    tier: 'same-day',
  })
  expect((await codec.decode(written('Priced', 2, { shillings: 400 }))).data).toEqual({
    shillings: 400,
    tier: 'same-day',
  })
  expect((await codec.decode(written('Priced', 3, { shillings: 5, tier: 'express' }))).data).toEqual({
    shillings: 5,
    tier: 'express',
  })
})

test('a new event has the newest version', async () => {
  const event = await codec.encode('e2', { type: 'Priced', data: { shillings: 350, tier: 'express' } }, {} as never)
  expect(event).toMatchObject({ version: 3, data: { shillings: 350, tier: 'express' } })
})

test('except for its data an event is what it was when it was stored', async () => {
  const { version: _, ...priced } = written('Priced', 3, { shillings: 5, tier: 'express' })
  expect(await codec.decode({ ...priced, version: 3 })).toEqual(priced)
  const metadata = { at: '', commandId: 'c7', correlationId: '', causationId: '', actor: {} }
  expect(await codec.encode('e2', { type: 'Priced', data: { shillings: 5, tier: 'express' } }, metadata)).toEqual({
    id: 'e2',
    type: 'Priced',
    version: 3,
    data: { shillings: 5, tier: 'express' },
    metadata,
  })
})

test('an event that follows from its own command stores that once, and is read as if it had stored it twice', async () => {
  const ofItsCommand = { at: '', commandId: 'c7', correlationId: 'call-1', causationId: 'c7', actor: {} }
  const { causationId: _, ...onlyOnce } = ofItsCommand
  const event = await codec.encode('e2', { type: 'Priced', data: { shillings: 5, tier: 'express' } }, ofItsCommand)
  expect(event.metadata).toEqual(onlyOnce)
  expect((await codec.decode({ ...written('Priced', 3, event.data), ...event })).metadata).toEqual(ofItsCommand)
})

test('an event without a schema can not be written either', async () => {
  const repriced = { type: 'Repriced', data: {} } as never
  await expect(codec.encode('e2', repriced, {} as never)).rejects.toThrow(UnknownStoredEvent)
})

test('an upcoming version is written as the one before, and reads as the new one', async () => {
  const weighed = stored(z.object({ kilos: z.number() }))
  const grams = z.object({ grams: z.number(), scale: z.string() })
  type Weighed = { type: 'Weighed'; data: { grams: number; scale: string } }
  const older = ({ kilos }: { kilos: number }) => ({ grams: kilos * 1000, scale: 'unknown' })
  const keys = await openPersonalKeys(engines.of('test'))
  const reads = eventCodec<Weighed>(
    { Weighed: weighed.upcoming(grams, older, (newer) => ({ kilos: newer.grams / 1000 })) },
    keys,
  )
  const writes = eventCodec<Weighed>({ Weighed: weighed.next(grams, older) }, keys)
  const event: Weighed = { type: 'Weighed', data: { grams: 1500, scale: 'NAIROBI 4' } }

  expect(await reads.encode('e2', event, {} as never)).toMatchObject({ version: 1, data: { kilos: 1.5 } })
  expect(await writes.encode('e3', event, {} as never)).toMatchObject({ version: 2, data: event.data })
  expect((await reads.decode(written('Weighed', 2, event.data))).data).toEqual(event.data)
  expect((await reads.decode(written('Weighed', 1, { kilos: 1.5 }))).data).toEqual({ grams: 1500, scale: 'unknown' })
})

test('an unknown type, an unknown version and data that break the schema are faults', async () => {
  await expect(codec.decode(written('Repriced', 1, {}))).rejects.toThrow('Repriced')
  await expect(codec.decode(written('Priced', 4, {}))).rejects.toThrow('version 4')
  await expect(codec.decode(written('Priced', 4, {}))).rejects.toMatchObject({ name: 'UnknownStoredEvent' })
  await expect(codec.decode(written('Priced', 2, { shillings: 'many' }))).rejects.toThrow()
})

test('the codec knows its last encoded events without opening them, and later forgets them', async () => {
  const forgetful = eventCodec<Priced>({ Priced: priced }, await openPersonalKeys(engines.of('test')), 2)
  const data = { shillings: 350, tier: 'express' }
  for (const id of ['e1', 'e2', 'e3', 'e4', 'e5']) await forgetful.encode(id, { type: 'Priced', data }, {} as never)
  const unreadable = (id: string) => ({ ...written('Priced', 3, 'nothing that its schema takes'), id })
  expect((await forgetful.decode(unreadable('e4'))).data).toEqual(data)
  expect((await forgetful.decode(unreadable('e5'))).data).toEqual(data)
  await expect(forgetful.decode(unreadable('e1'))).rejects.toThrow()
})
