import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { withChecksums } from '../../event-sourcing/checksum.ts'
import type { CollectionSpec } from '../../ports/document-store.ts'
import type { EngineHouse } from '../../ports/engines.ts'
import type { EventToAppend } from '../../ports/event-store.ts'
import { dataFormat } from './data-format.ts'
import { openInspection } from './inspection.ts'
import { openEmbedded } from './open-embedded.ts'

let folder: string
let house: EngineHouse
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tuma-inspection-'))
  house = await openEmbedded({ folder })
})
afterEach(async () => {
  await house.close()
  rmSync(folder, { recursive: true, force: true })
})

const inspected = async <T>(look: (inspection: ReturnType<typeof openInspection>) => T): Promise<Awaited<T>> => {
  const inspection = openInspection(folder)
  try {
    return await look(inspection)
  } finally {
    inspection.close()
  }
}

const weighed = (id: string, grams: number): EventToAppend => ({
  id,
  type: 'ParcelWeighed',
  version: 1,
  data: { grams },
  metadata: { at: '2026-11-29T06:00:00.000Z' },
})
const append = async (service: string, stream: string, ...events: EventToAppend[]) => {
  const checked = withChecksums(stream, events, 0)
  await house.of(service).events.append(stream, checked, 'no-stream')
  return checked.map((event, revision) => ({ ...event, service, stream, revision }))
}

const shaped: CollectionSpec = {
  name: 'parcels-v1',
  fields: { shop: 'text', at: 'text' },
  indexes: [],
  sortBy: 'at',
  words: 'words',
  shape: {
    at: 'text',
    shop: 'text',
    fee: 'number or null',
    words: { each: 'text' },
    rider: { orNull: { name: 'text' } },
    history: { each: { status: 'text', at: 'text' } },
  },
}
const parcel = {
  at: '2026-11-29T06:00:00.000Z',
  shop: 'THIKA|MAIN STAGE',
  fee: null,
  words: ['zawadi', 'shoes'],
  rider: { name: 'Kevin Omondi' },
  history: [{ status: 'dropping', at: '2026-11-29T06:00:00.000Z' }],
}
const keep = async (service: string, spec: CollectionSpec, id: string, document: object | null, version: number) => {
  const { documents } = house.of(service)
  await documents.collection(spec)
  await documents.write([{ collection: spec.name, id, document, version }])
}

test('the events of one stream come oldest first, of each service that has such a stream, and no others', async () => {
  const delivery = await append('delivery', 'parcel-1', weighed(crypto.randomUUID(), 1), weighed(crypto.randomUUID(), 2))
  await append('delivery', 'parcel-2', weighed(crypto.randomUUID(), 3))
  const revenue = await append('revenue', 'parcel-1', weighed(crypto.randomUUID(), 4))
  expect(await inspected(({ eventsOf }) => eventsOf('parcel-1'))).toMatchObject([...delivery, ...revenue])
  expect(await inspected(({ eventsOf }) => eventsOf('parcel-3'))).toEqual([])
})

test('a document comes back by the shape that is stored beside its collection', async () => {
  await keep('delivery', shaped, 'parcel-1', parcel, 7)
  const found = await inspected(({ documentsOf }) => documentsOf('parcels-v1', 'parcel-1'))
  expect(found).toEqual([{ service: 'delivery', version: 7, document: parcel }])
})

test('one of a collection without a shape, of two services, and one that was removed come back too', async () => {
  const plain: CollectionSpec = { name: 'marks', fields: { at: 'text' }, indexes: [], sortBy: 'at' }
  await keep('delivery', plain, 'mark', { at: '1', more: [1, null] }, 1)
  await keep('revenue', plain, 'mark', null, 2)
  expect(await inspected(({ documentsOf }) => documentsOf('marks', 'mark'))).toEqual([
    { service: 'delivery', version: 1, document: { at: '1', more: [1, null] } },
    { service: 'revenue', version: 2, document: null },
  ])
  expect(await inspected(({ documentsOf }) => documentsOf('marks', 'other'))).toEqual([])
  expect(await inspected(({ documentsOf }) => documentsOf('nothing', 'mark'))).toEqual([])
})

test('it shows what is committed beside it, and changes nothing in a file that is closed', async () => {
  const inspection = openInspection(folder)
  await append('delivery', 'parcel-1', weighed(crypto.randomUUID(), 1))
  expect(inspection.eventsOf('parcel-1')).toHaveLength(1)
  inspection.close()
  await house.close()
  const before = readFileSync(join(folder, 'tuma.db'))
  expect(await inspected(({ eventsOf }) => eventsOf('parcel-1'))).toHaveLength(1)
  expect(readFileSync(join(folder, 'tuma.db')).equals(before)).toBe(true)
  house = await openEmbedded({ folder })
})

test('a file of another format is refused', async () => {
  await house.close()
  const file = new DatabaseSync(join(folder, 'tuma.db'))
  file.exec(`pragma user_version = ${dataFormat + 1}`)
  expect(() => openInspection(folder)).toThrow(expect.objectContaining({ code: 'FileTooNew' }))
  file.exec(`pragma user_version = ${dataFormat}`)
  file.close()
  house = await openEmbedded({ folder })
})
