import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { beforeEach, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import type { DocumentStore, DocumentWrite } from '../../ports/document-store.ts'
import { eventCodec, stored } from './event-codec.ts'
import { personal } from './personal.ts'
import { openPersonalKeys, type PersonalKeys } from './personal-keys.ts'

/** Records that count readings; a write takes effect only with a higher version, as everywhere. */
let records: Map<string, DocumentWrite>
let asked: string[]
let written: DocumentWrite[]
let now: number
let keys: PersonalKeys

const documents = {
  collection: async () => ({
    async get(id: string) {
      asked.push(id)
      return records.get(id)?.document ?? null
    },
  }),
  async write(writes: readonly DocumentWrite[]) {
    for (const write of writes) {
      written.push(write)
      if (write.version > (records.get(write.id)?.version ?? 0)) records.set(write.id, write)
    }
    return []
  },
} as unknown as DocumentStore

beforeEach(async () => {
  records = new Map()
  asked = []
  written = []
  now = 0
  keys = await openPersonalKeys({ documents }, () => now)
})

test('each person has a key of their own, of 32 bytes', async () => {
  const [one, two] = [await keys.keyFor('p1'), await keys.keyFor('p2')]
  expect([one.length, two.length]).toEqual([32, 32])
  expect(one.equals(two)).toBe(false)
  expect(await keys.keyFor('p1')).toEqual(one)
  expect(written.map(({ id }) => id)).toEqual(['p1', 'p2'])
})

test('looking for a key makes none', async () => {
  expect(await keys.existingKey('p1')).toBeNull()
  expect(written).toEqual([])
})

test('a key is the first that was made, and an erased one never comes back', async () => {
  const made = await keys.keyFor('p1')
  await keys.destroy(['p1'])
  expect(written).toEqual([
    { collection: 'personal-keys', id: 'p1', document: { key: made.toString('base64') }, version: 1 },
    { collection: 'personal-keys', id: 'p1', document: { key: null }, version: 2, erases: true },
  ])
  expect(await keys.existingKey('p1')).toBeNull()
  await expect(keys.keyFor('p1')).rejects.toThrow('erased')
  expect(await keys.existingKey('p1')).toBeNull()
})

test('a key is destroyed once, and only if there was one', async () => {
  await keys.keyFor('p1')
  expect([await keys.isDestroyed('p1'), await keys.isDestroyed('p2')]).toEqual([false, false])
  await keys.destroy(['p1'])
  expect([await keys.isDestroyed('p1'), await keys.isDestroyed('p2')]).toEqual([true, false])
})

test('many are erased by one write, after their ids are on disk', async () => {
  const noted: string[][] = []
  const noteErased = async (personIds: readonly string[]) => {
    expect(records.get('p1')?.document).not.toMatchObject({ key: null })
    noted.push([...personIds])
  }
  let writes = 0
  const write: DocumentStore['write'] = (...asked) => {
    writes += 1
    return documents.write(...asked)
  }
  const noting = await openPersonalKeys({ documents: { ...documents, write }, noteErased }, () => now)
  for (const personId of ['p1', 'p2', 'p3']) await noting.keyFor(personId)
  writes = 0
  await noting.destroy(['p1', 'p2', 'p3'])
  await noting.destroy(['p3', 'p2'])
  await noting.destroy([])
  expect([writes, noted]).toEqual([1, [['p1', 'p2', 'p3']]])
  expect(await Promise.all(['p1', 'p2', 'p3'].map(noting.existingKey))).toEqual([null, null, null])
})

test('a key is read once a minute, however often it is needed', async () => {
  await keys.keyFor('p1')
  asked = []
  now = 59_999
  for (const _ of [1, 2, 3]) await keys.existingKey('p1')
  expect(asked).toEqual([])
  now = 60_000
  for (const _ of [1, 2, 3]) await keys.existingKey('p1')
  expect(asked).toEqual(['p1'])
})

test('the machine’s clock measures the minute by default', async () => {
  const usual = await openPersonalKeys({ documents })
  await usual.keyFor('p1')
  asked = []
  await usual.existingKey('p1')
  expect(asked).toEqual([])
})

test('a remembered key holds no more memory than its own', async () => {
  const made = await keys.keyFor('p1')
  expect([made.byteOffset, made.buffer.byteLength]).toEqual([0, 32])
  const other = await openPersonalKeys({ documents }, () => now)
  expect((await other.existingKey('p1'))?.buffer.byteLength).toBe(32)
  expect(await other.existingKey('p1')).toEqual(made)
})

const manyPeople = (count: number) => {
  const document = { key: Buffer.alloc(32, 7).toString('base64') }
  for (let n = 0; n < count; n += 1)
    records.set(`p${n}`, { collection: 'personal-keys', id: `p${n}`, document, version: 1 })
}

test('at most ten thousand are remembered, and the oldest is dropped for the next', async () => {
  manyPeople(10_001)
  for (let n = 0; n < 10_000; n += 1) await keys.existingKey(`p${n}`)
  asked = []
  await keys.existingKey('p0')
  expect(asked).toEqual([])
  await keys.existingKey('p10000')
  await keys.existingKey('p1')
  expect(asked).toEqual(['p10000'])
  await keys.existingKey('p0')
  expect(asked).toEqual(['p10000', 'p0'])
})

test('a key is forgotten after its minute, whether it is read again or not', async () => {
  manyPeople(3)
  const held: WeakRef<Buffer>[] = []
  for (const person of ['p0', 'p1']) held.push(new WeakRef((await keys.existingKey(person)) as Buffer))
  now = 60_000
  await keys.existingKey('p2')
  // A turn of its own, because what was read through a weak reference stays until the turn ends.
  await new Promise(setImmediate)
  collectGarbage()
  expect(held.map((one) => one.deref())).toEqual([undefined, undefined])
})

const collectGarbage = (): void => {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
}

describe('a key that is written ahead', () => {
  /** The test decides the result of each write, in the order of the calls. */
  const openAhead = async () => {
    const outcomes: PromiseWithResolvers<boolean[]>[] = []
    const ahead = {
      ...documents,
      writeAhead: () => {
        const outcome = Promise.withResolvers<boolean[]>()
        outcomes.push(outcome)
        return outcome.promise
      },
    } as unknown as DocumentStore
    const open = () => openPersonalKeys({ documents: ahead, inline: { documents: ahead } as never }, () => now)
    return { outcomes, keys: await open(), others: await open() }
  }
  const settled = () => new Promise(setImmediate)

  test('is used by all of this process before it is on disk, and is not lost once it is', async () => {
    const { outcomes, keys, others } = await openAhead()
    const key = await keys.keyFor('p1')
    expect(await others.keyFor('p1')).toEqual(key)
    outcomes[0]?.resolve([true])
    await settled()
    expect([keys.isLost(key), (await keys.existingKey('p1'))?.equals(key), outcomes.length]).toEqual([false, true, 1])
  })

  test('is shared in memory only until it is on disk: from then on the others read it', async () => {
    const { outcomes, keys, others } = await openAhead()
    await keys.keyFor('p1')
    outcomes[0]?.resolve([true])
    await settled()
    await others.keyFor('p1')
    expect(asked).toEqual(['p1', 'p1'])
    // These records do not store what is written ahead, so that the other found none.
    expect(outcomes).toHaveLength(2)
  })

  test.each([
    ['fails', (outcome: PromiseWithResolvers<boolean[]>) => outcome.reject(new Error('the disk is full'))],
    ['is not taken', (outcome: PromiseWithResolvers<boolean[]>) => outcome.resolve([false])],
  ])('is lost for all who have it when that %s, and another is made', async (_what, ends) => {
    const { outcomes, keys, others } = await openAhead()
    const [mine, theirs] = [await keys.keyFor('p1'), await others.keyFor('p1')]
    expect([keys.isLost(mine), others.isLost(theirs)]).toEqual([false, false])
    ends(outcomes[0] as PromiseWithResolvers<boolean[]>)
    await settled()
    expect([keys.isLost(mine), others.isLost(theirs)]).toEqual([true, true])
    expect(await keys.existingKey('p1')).toBeNull()
    const next = await others.keyFor('p1')
    expect(next.equals(mine)).toBe(false)
    expect([others.isLost(next), outcomes.length]).toEqual([false, 2])
    expect(await keys.keyFor('p1')).toEqual(next)
  })

  test('says of an event that was sealed with it whether that can be stored', async () => {
    const { outcomes, keys } = await openAhead()
    const types = { Named: stored(z.object({ who: personal({ name: z.string() }) })) }
    const named = { type: 'Named' as const, data: { who: { personId: 'p1', name: 'Wanjiku' } } }
    const metadata = { at: '', commandId: 'c1', correlationId: 'c1', causationId: 'c1', actor: null }
    const event = await eventCodec(types, keys).encode('e1', named, metadata)
    expect(event.canBeStored?.()).toBe(true)
    outcomes[0]?.reject(new Error('the disk is full'))
    await settled()
    expect(event.canBeStored?.()).toBe(false)
  })
})
