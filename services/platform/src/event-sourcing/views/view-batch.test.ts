import { beforeEach, describe, expect, test } from 'vitest'
import type { DocumentStore } from '../../ports/document-store.ts'
import { EngineAway } from '../../ports/message-bus.ts'
import { countYields } from '../../testing/count-yields.ts'
import type { DomainEvent, Recorded } from '../events/event.ts'
import type { KeyedHash } from '../events/ids.ts'
import type { AnyView } from './view.ts'
import { assertIdsSealed, documentsAfter, ViewFault } from './view-batch.ts'

type Added = DomainEvent<'Added', { amount: number; to: readonly string[] }>
type Sum = { readonly sum: number }

/** An amount that empties it removes the document. */
const sums: AnyView<Added> = {
  collection: { name: 'sums-v1', shape: { sum: 'number' }, fields: { sum: 'number' }, indexes: [], sortBy: 'sum' },
  getIds: ({ data }) => data.to,
  project: (document: Sum | null, { data: { amount } }) =>
    amount === 0 ? null : { sum: (document?.sum ?? 0) + amount },
}
const added = (position: number, amount: number, ...to: string[]) =>
  ({ type: 'Added', position, data: { amount, to } }) as unknown as Recorded<Added>

let stands: Map<string, { document: Sum | null; version: number }>
let asked: string[]
const documents = {
  collection: async () => ({
    async getVersioned(id: string) {
      asked.push(id)
      return stands.get(id) ?? null
    },
  }),
} as unknown as DocumentStore
beforeEach(() => {
  stands = new Map()
  asked = []
})
const after = (batch: readonly Recorded<Added>[], view = sums) => documentsAfter(view, batch, documents)

describe('a view that seals its ids', () => {
  const sealing: AnyView<Added> = { ...sums, sealsIds: (id) => id.slice(0, 1) }
  const hash: KeyedHash = (...parts) => `hash of ${parts.join(', ')}`

  test('stores its documents under a keyed hash of the ids behind the readable part', async () => {
    stands.set('Whash of row, sums-v1, Wanjiku', { document: { sum: 10 }, version: 1 })
    const writes = await documentsAfter(
      sealing,
      [added(2, 1, 'Wanjiku', 'Otieno'), added(3, 0, 'Otieno')],
      documents,
      hash,
    )
    expect(writes).toEqual([
      { collection: 'sums-v1', id: 'Whash of row, sums-v1, Wanjiku', document: { sum: 11 }, version: 2 },
      { collection: 'sums-v1', id: 'Ohash of row, sums-v1, Otieno', document: null, version: 3 },
    ])
  })

  test('and projects by the original ids', async () => {
    const named: AnyView<Added> = { ...sealing, project: (_, __, id) => ({ sum: id.length }) }
    const writes = await documentsAfter(named, [added(2, 1, 'Wanjiku')], documents, hash)
    expect(writes).toMatchObject([{ document: { sum: 7 } }])
  })

  test('is refused when the service has no hash', () => {
    expect(() => assertIdsSealed([sums, sealing])).toThrow('sums-v1')
    expect(() => assertIdsSealed([sums, sealing], hash)).not.toThrow()
    expect(() => assertIdsSealed([sums])).not.toThrow()
  })
})

describe('the documents after a batch', () => {
  test('of a long one are made in chunks, with other work in between', async () => {
    const long = Array.from({ length: 1000 }, (_, index) => added(index + 1, 1, 'a'))
    const all = [{ collection: 'sums-v1', id: 'a', document: { sum: 1000 }, version: 1000 }]
    const turns = await countYields(async () => expect(await after(long)).toEqual(all))
    expect(turns).toBeGreaterThanOrEqual(10)
  })

  test('continue from the stored ones, and have the position of the last event that they took', async () => {
    stands.set('one', { document: { sum: 10 }, version: 1 })
    expect(await after([added(2, 1, 'one', 'two'), added(3, 2, 'two')])).toEqual([
      { collection: 'sums-v1', id: 'one', document: { sum: 11 }, version: 2 },
      { collection: 'sums-v1', id: 'two', document: { sum: 3 }, version: 3 },
    ])
  })

  test('take no event again, nor any before it', async () => {
    stands.set('one', { document: { sum: 10 }, version: 3 })
    expect(await after([added(2, 1, 'one'), added(3, 1, 'one')])).toEqual([])
    expect(await after([added(3, 1, 'one'), added(4, 1, 'one')])).toEqual([
      { collection: 'sums-v1', id: 'one', document: { sum: 11 }, version: 4 },
    ])
  })

  test('take the very first event', async () => {
    expect(await after([added(0, 1, 'one')])).toMatchObject([{ document: { sum: 1 }, version: 0 }])
  })

  test('begin again after a removed one, which keeps its position', async () => {
    stands.set('one', { document: null, version: 5 })
    expect(await after([added(5, 1, 'one')])).toEqual([])
    expect(await after([added(6, 1, 'one')])).toMatchObject([{ document: { sum: 1 }, version: 6 }])
  })

  test('are removed, and come again, within one batch', async () => {
    const removed = { collection: 'sums-v1', id: 'one', document: null, version: 2 }
    expect(await after([added(1, 5, 'one'), added(2, 0, 'one')])).toEqual([removed])
    expect(await after([added(1, 5, 'one'), added(2, 0, 'one'), added(3, 7, 'one')])).toMatchObject([
      { document: { sum: 7 }, version: 3 },
    ])
  })

  test('are each read once, and only those that an event is about', async () => {
    await after([added(1, 1, 'one'), added(2, 1, 'one', 'two'), added(3, 1)])
    expect(asked).toEqual(['one', 'two'])
  })
})

describe('an event that a view can not apply', () => {
  const broken = new RangeError('Wanjiku, 0712 345 678, sent thirteen')
  const failingAt = (position: number, error: unknown): AnyView<Added> => ({
    ...sums,
    project(document, event, id) {
      if (event.position === position) throw error
      return sums.project(document, event, id)
    },
  })

  test('is reported with its cause, and without its content', async () => {
    const fault = await after([added(1, 1, 'one'), added(2, 13, 'one')], failingAt(2, broken)).catch((error) => error)
    expect(fault).toBeInstanceOf(ViewFault)
    expect(fault).toMatchObject({ name: 'ViewFault', cause: broken, event: { type: 'Added', position: 2 } })
    expect(fault.message).toBe('sums-v1 stands still: it can not take Added at 2')
    expect(Object.keys(fault.event)).toEqual(['type', 'position'])
  })

  test('may be an engine that is away, which is no fault of the view', async () => {
    const away = new EngineAway('the documents are away')
    await expect(after([added(1, 1, 'one')], failingAt(1, away))).rejects.toBe(away)
  })

  test('may be a refused write', () => {
    const fault = new ViewFault('sums-v1', null, broken)
    expect(fault.message).toBe('sums-v1 stands still: it can not take what it wanted to write')
    expect(fault.event).toBeNull()
  })
})
