import { afterEach, beforeEach, expect, test } from 'vitest'
import * as z from 'zod/mini'
import type { EngineHouse } from '../ports/engines.ts'
import { openTemporaryEngines } from '../testing/temporary-engines.ts'
import type { EventMetadata } from './event.ts'
import { type EventCodec, eventCodec, stored } from './event-codec.ts'
import { erased, personal } from './personal.ts'
import { openPersonalKeys, type PersonalKeys } from './personal-keys.ts'

type Met = {
  type: 'Met'
  data: {
    place: string
    host: { personId: string; name: string; phone: string | null }
    guests: { personId: string; name: string }[]
  }
}
const met = {
  Met: stored(
    z.object({
      place: z.string(),
      host: personal({ name: z.string(), phone: z.nullable(z.string()) }),
      guests: z.array(personal({ name: z.string() })),
    }),
  ),
}
const event: Met = {
  type: 'Met',
  data: {
    place: 'THIKA',
    host: { personId: 'p1', name: 'Wanjiku Kamau', phone: null },
    guests: [{ personId: 'p2', name: 'Otieno Ouma' }],
  },
}
const metadata: EventMetadata = {
  at: '2026-11-21T06:00:00.000Z',
  commandId: 'c',
  correlationId: 'c',
  causationId: 'c',
  actor: {},
}
const place = { stream: 'meeting-1', revision: 0, position: 1 }

let house: EngineHouse
let keys: PersonalKeys
let codec: EventCodec<Met>
beforeEach(async () => {
  house = await openTemporaryEngines()
  keys = await openPersonalKeys(house.of('test').documents)
  codec = eventCodec<Met>(met, keys)
})
afterEach(() => house.close())

test('what belongs to a person is stored sealed, everything else as it is', async () => {
  const sealed = await codec.encode('e1', event, metadata)
  expect(JSON.stringify(sealed)).not.toMatch(/Wanjiku|Otieno/)
  expect(sealed.data).toMatchObject({ place: 'THIKA', host: { personId: 'p1' }, guests: [{ personId: 'p2' }] })
  expect((await codec.decode({ ...sealed, ...place })).data).toEqual(event.data)
})

test('destroying a key erases one person from history and nobody else', async () => {
  const sealed = await codec.encode('e1', event, metadata)
  await keys.destroy('p1')
  expect((await codec.decode({ ...sealed, ...place })).data).toEqual({
    place: 'THIKA',
    host: { personId: 'p1', name: erased, phone: erased },
    guests: [{ personId: 'p2', name: 'Otieno Ouma' }],
  })
})

test('nobody who has been erased gets a key again, also after a restart', async () => {
  const sealed = await codec.encode('e1', event, metadata)
  await keys.destroy('p1')
  keys = await openPersonalKeys(house.of('test').documents)
  codec = eventCodec<Met>(met, keys)
  await expect(codec.encode('e2', event, metadata)).rejects.toThrow('erased')
  expect((await codec.decode({ ...sealed, ...place })).data.host.name).toBe(erased)
})

test('a sealed group that is moved to another person does not open', async () => {
  const sealed = await codec.encode('e1', event, metadata)
  await keys.keyFor('p3')
  const data = JSON.parse(JSON.stringify(sealed.data).replace('"p1"', '"p3"'))
  await expect(codec.decode({ ...sealed, data, ...place })).rejects.toThrow()
})

test('two writers who meet a new person at once agree on one key', async () => {
  const other = await openPersonalKeys(house.of('test').documents)
  const [one, two] = await Promise.all([keys.keyFor('p9'), other.keyFor('p9')])
  expect(one.equals(two)).toBe(true)
})

test('personal fields inside a union are refused when the events are declared', () => {
  const hidden = stored(z.object({ who: z.union([personal({ name: z.string() }), z.null()]) }))
  expect(() => eventCodec({ Hidden: hidden } as never, keys)).toThrow('union')
})
