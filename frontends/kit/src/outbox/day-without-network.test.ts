import { beforeEach, expect, test } from 'vitest'
import { fakeIndexedDb, storageIsIdle } from '../testing/fake-indexed-db.ts'
import { OutboxWorld, type Page } from '../testing/outbox-world.ts'

const minuteMs = 60_000
const parcels = ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H']

beforeEach(fakeIndexedDb)

type Added = { readonly key: string; readonly target: string; readonly doneAt: string }

/** Both tabs die, another agent logs in and out on the same phone, and the first one comes back. */
function changeAgents(phone: OutboxWorld, tabs: readonly Page[]): Page[] {
  for (const { kill } of tabs) kill()
  phone.session = 'brian'
  phone.open('brian').outbox.close()
  phone.session = 'amina'
  return [phone.open(), phone.open()]
}

/** 120 steps in 8 hours, in turn in two tabs. */
async function work(phone: OutboxWorld, tabs: Page[]): Promise<Added[]> {
  const added: Added[] = []
  for (let number = 0; number < 120; number += 1) {
    const target = parcels[(number * 5) % parcels.length] ?? ''
    const doneAt = new Date(phone.now).toISOString()
    const key = await tabs[number % 2]?.outbox.add(phone.step(target))
    added.push({ key: key ?? '', target, doneAt })
    await phone.pass(4 * minuteMs)
    if (number % 30 === 29) tabs.splice(0, 2, ...changeAgents(phone, tabs))
  }
  return added
}

/** The network is back, and is bad: a page dies between the server's answer and its mark, or the answer is lost. */
async function sendBadly(phone: OutboxWorld, tabs: Page[]): Promise<void> {
  for (let number = 0; number < 40; number += 1) {
    await phone.pass(6_000)
    if (number % 4 === 0) {
      tabs.shift()?.kill()
      tabs.push(phone.open())
    }
    phone.end(number % 3 === 0 ? 'lost' : 'done')
    await storageIsIdle()
  }
}

test('of 120 steps in 8 hours without a network none is lost, done twice or out of order, and each has its time', async () => {
  const phone = new OutboxWorld()
  Object.assign(phone, { phoneAheadMs: 9 * minuteMs, knowsServerTime: false, isOnline: false })
  const tabs = [phone.open(), phone.open()]
  const added = await work(phone, tabs)
  expect(phone.arrived).toEqual([])

  phone.ending = null
  await phone.comeOnline()
  await sendBadly(phone, tabs)
  phone.ending = 'done'
  while (phone.flights.length > 0) phone.end('done')
  await phone.pass(20 * minuteMs)

  expect(phone.arrived.length).toBeGreaterThan(120)
  expect(phone.done.size).toBe(120)
  expect(tabs[0]?.outbox.steps().filter(({ state }) => state !== 'done')).toEqual([])
  const times = new Map(phone.arrived.map(({ step }) => [step.key, step.doneAt]))
  for (const parcel of parcels) {
    const sent = new Set(phone.arrived.filter(({ step }) => step.target === parcel).map(({ step }) => step.key))
    const made = added.filter(({ target }) => target === parcel)
    expect([...sent].map((key) => [key, times.get(key)])).toEqual(made.map(({ key, doneAt }) => [key, doneAt]))
  }
})
