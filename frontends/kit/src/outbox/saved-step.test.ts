import { openDB } from 'idb'
import { beforeEach, expect, test } from 'vitest'
import { fakeIndexedDb, storageIsIdle } from '../testing/fake-indexed-db.ts'
import { OutboxWorld } from '../testing/outbox-world.ts'
import kept from './golden/saved-step.v1.json' with { type: 'json' }
import { readStep } from './saved-step.ts'

beforeEach(fakeIndexedDb)

const shop = 'nairobi cbd|moi avenue shop'

async function store(records: readonly object[]): Promise<void> {
  const db = await openDB('tuma-outbox')
  const tx = db.transaction('steps', 'readwrite')
  for (const record of records) await tx.store.put(record)
  await tx.done
  db.close()
}

test('every step that an older page has stored is read, with all that it says', () => {
  for (const step of Object.values(kept)) expect(readStep(step)).toEqual(step)
})

test('a step that an older page has stored is sent with its key, its input and its time', async () => {
  const phone = new OutboxWorld()
  phone.session = 'user2'
  phone.open('user2', shop).outbox.close()
  await storageIsIdle()
  await store(Object.values(kept))
  const { outbox } = phone.open('user2', shop)
  await phone.pass(30_000)
  expect(outbox.steps().map(({ state }) => state)).toEqual(['done', 'done', 'needsYou'])
  const { key, input, doneAt } = kept.waiting
  expect(phone.arrived.map(({ step }) => step)).toMatchObject([{ key, input, doneAt }])
})

test('a step of a newer page is neither shown nor sent nor changed, and is there for the next newer page', async () => {
  const newer = { ...kept.waiting, v: 2, seq: 9 }
  const phone = new OutboxWorld()
  phone.session = 'user2'
  const { outbox } = phone.open('user2', shop)
  await storageIsIdle()
  await store([newer])
  await phone.pass(90_000)
  await outbox.undo(newer.key)
  await outbox.remove(newer.key)
  expect([outbox.steps(), phone.arrived]).toEqual([[], []])
  const db = await openDB('tuma-outbox')
  expect(await db.getAll('steps')).toEqual([newer])
  db.close()
})

test.each([null, 'text', {}, { v: 1 }, { ...kept.done, state: 'sent' }])('%j is no step of ours', (record) => {
  expect(readStep(record)).toBeNull()
})
