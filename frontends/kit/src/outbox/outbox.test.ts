import { openDB } from 'idb'
import { beforeEach, describe, expect, test } from 'vitest'
import { fakeIndexedDb, refuseIndexedDb, storageIsIdle } from '../testing/fake-indexed-db.ts'
import { OutboxWorld, type Page } from '../testing/outbox-world.ts'
import type { StoredStep } from './saved-step.ts'
import { maxWaitingSteps } from './step-store.ts'

let phone: OutboxWorld
beforeEach(() => {
  fakeIndexedDb()
  phone = new OutboxWorld()
})
const targets = () => phone.arrived.map(({ step }) => step.target)
const states = ({ outbox }: Page) => outbox.steps().map(({ target, state }) => `${target} ${state}`)
const minuteMs = 60_000

/** Stores the first step so many times more, under keys of their own. */
async function storeCopies(count: number, change: (step: StoredStep) => StoredStep): Promise<void> {
  const db = await openDB('tuma-outbox')
  const tx = db.transaction('steps', 'readwrite')
  const [first] = (await tx.store.getAll()) as StoredStep[]
  if (!first) throw new Error('no step is stored')
  const copies = Array.from({ length: count }, (_, number) => ({ ...first, seq: first.seq + 1 + number }))
  await Promise.all(copies.map((copy) => tx.store.add(change({ ...copy, key: `copy ${copy.seq}` }))))
  await tx.done
  db.close()
}

describe('a step that is added', () => {
  test('is on the disk before anything is said, and is there after the page was closed', async () => {
    const page = phone.open()
    const key = await page.outbox.add(phone.step('A'))
    page.kill()
    const next = phone.open()
    await storageIsIdle()
    expect(next.outbox.steps()).toMatchObject([{ v: 1, key, target: 'A', state: 'waiting', tries: 0, answer: null }])
  })

  test('asks the browser once to keep what is stored, as an empty phone has nothing to keep', async () => {
    const { outbox } = phone.open()
    await phone.pass(minuteMs)
    expect(phone.askedToKeep).toBe(0)
    await outbox.add(phone.step('A'))
    await outbox.add(phone.step('B'))
    expect(phone.askedToKeep).toBe(1)
  })

  test('is sent when its ten seconds of undo are over, and not sooner', async () => {
    const page = phone.open()
    await page.outbox.add(phone.step('A'))
    await phone.pass(9_999)
    expect(targets()).toEqual([])
    await phone.pass(1)
    expect(targets()).toEqual(['A'])
    expect(page.outbox.steps()).toMatchObject([{ state: 'done', answer: [{ verdict: 'arrived' }], tries: 1 }])
  })

  test('can be undone until it is sent: then it is gone, and is never sent', async () => {
    const { outbox } = phone.open()
    const key = await outbox.add(phone.step('A'))
    await phone.pass(9_000)
    expect(await outbox.undo(key)).toBe(true)
    expect(outbox.steps()).toEqual([])
    await phone.pass(minuteMs)
    expect(targets()).toEqual([])
    expect(await outbox.undo(key)).toBe(false)
  })

  test('cannot be undone any more while its request is under way, nor after an answer was lost', async () => {
    phone.ending = null
    const { outbox } = phone.open()
    const key = await outbox.add(phone.step('A'))
    await phone.pass(10_000)
    expect(await outbox.undo(key)).toBe(false)
    phone.end('lost')
    await storageIsIdle()
    expect(await outbox.undo(key)).toBe(false)
    expect(outbox.steps()).toMatchObject([{ target: 'A', state: 'waiting', tries: 1 }])
  })

  test('is undone or sent, never both, when both happen at the same moment in two tabs', async () => {
    const [one, other] = [phone.open(), phone.open()]
    const keys = await Promise.all(['A', 'B', 'C', 'D'].map((target) => one.outbox.add(phone.step(target))))
    phone.now += 10_000
    const sending = phone.pass(0).then(() => phone.comeOnline())
    const undone = await Promise.all(keys.map((key) => other.outbox.undo(key)))
    await sending
    await phone.pass(minuteMs)
    const goneTargets = ['A', 'B', 'C', 'D'].filter((_, index) => undone[index])
    expect([...targets(), ...goneTargets].sort()).toEqual(['A', 'B', 'C', 'D'])
  })
})

describe('while the server cannot be reached', () => {
  test('steps wait, and are sent with the same keys once the phone is online', async () => {
    const page = phone.open()
    await phone.pass(0)
    phone.isOnline = false
    await page.outbox.add(phone.step('A'))
    await page.outbox.add(phone.step('B'))
    await phone.pass(3 * minuteMs)
    expect(states(page)).toEqual(['A waiting', 'B waiting'])
    expect(page.outbox.isAway()).toBe(true)
    await phone.comeOnline()
    expect(states(page)).toEqual(['A done', 'B done'])
    expect(page.outbox.isAway()).toBe(false)
    expect(phone.arrived.map(({ step }) => step.key)).toEqual(page.outbox.steps().map(({ key }) => key))
  })

  test('it tries again by itself, with pauses that grow from 5 seconds to 5 minutes', async () => {
    phone.ending = null
    const { outbox } = phone.open()
    await outbox.add(phone.step('A', 0))
    const waits: number[] = []
    for (let since = phone.now; waits.length < 9; ) {
      for (since = phone.now; phone.flights.length === 0; ) await phone.pass(1_000)
      waits.push((phone.now - since) / 1000)
      phone.end('unreachable')
      await storageIsIdle()
    }
    expect(waits).toEqual([1, 5, 10, 20, 40, 80, 160, 300, 300].with(0, expect.any(Number) as number))
  })

  test('a lost answer is asked for again under the same key, and the step is done once', async () => {
    phone.ending = 'lost'
    const page = phone.open()
    await page.outbox.add(phone.step('A'))
    await phone.pass(12_000)
    phone.ending = 'done'
    await phone.pass(minuteMs)
    expect(phone.arrived.length).toBeGreaterThan(1)
    expect(new Set(phone.arrived.map(({ step }) => step.key)).size).toBe(1)
    expect([...phone.done.values()]).toEqual(['A'])
    expect(states(page)).toEqual(['A done'])
  })

  test('a page that is closed between the answer and its mark leaves a step that is sent again with its key', async () => {
    phone.ending = null
    const page = phone.open()
    const key = await page.outbox.add(phone.step('A', 0))
    await storageIsIdle()
    const land = phone.flights.length
    page.kill()
    phone.end('done')
    phone.ending = 'done'
    const next = phone.open()
    await storageIsIdle()
    expect([land, states(next)]).toEqual([1, ['A done']])
    expect(phone.arrived.map(({ step }) => step.key)).toEqual([key, key])
    expect(phone.done.size).toBe(1)
  })
})

describe('what the server says', () => {
  test.each(['busy', 'limited'] as const)('%s stops all steps for as long as Retry-After says', async (ending) => {
    phone.ending = ending
    phone.retryAfterMs = 90_000
    const page = phone.open()
    await page.outbox.add(phone.step('A', 0))
    await page.outbox.add(phone.step('B', 0))
    await storageIsIdle()
    phone.ending = 'done'
    await phone.pass(89_000)
    expect(targets()).toEqual(['A'])
    expect(page.outbox.isAway()).toBe(false)
    await phone.pass(1_000)
    expect(states(page)).toEqual(['A done', 'B done'])
  })

  test('a fault of one step makes it wait, and the steps of other targets go on', async () => {
    phone.ending = 'fault'
    const page = phone.open()
    await page.outbox.add(phone.step('A', 0))
    await storageIsIdle()
    phone.ending = 'done'
    await page.outbox.add(phone.step('A', 0))
    await page.outbox.add(phone.step('B', 0))
    await storageIsIdle()
    expect(states(page)).toEqual(['A waiting', 'A waiting', 'B done'])
    await phone.pass(5_000)
    expect(states(page)).toEqual(['A done', 'A done', 'B done'])
  })

  test('a refusal needs the agent: it is never repeated by itself, and holds up no other step', async () => {
    phone.ending = 'refused'
    const page = phone.open()
    const key = await page.outbox.add(phone.step('A', 0))
    await storageIsIdle()
    phone.ending = 'done'
    await page.outbox.add(phone.step('A', 0))
    await phone.pass(10 * minuteMs)
    await phone.comeOnline()
    expect(states(page)).toEqual(['A needsYou', 'A done'])
    expect(page.outbox.steps()[0]?.answer).toEqual({
      code: 'sticker_used',
      message: 'This sticker is on another parcel.',
    })
    expect(phone.arrived.filter(({ step }) => step.key === key)).toHaveLength(1)

    await page.outbox.retry(key)
    await storageIsIdle()
    expect(states(page)).toEqual(['A done', 'A done'])
    expect(phone.arrived.filter(({ step }) => step.key === key)).toHaveLength(2)
  })

  test('a step that needs the agent can be removed', async () => {
    phone.ending = 'refused'
    const { outbox } = phone.open()
    const key = await outbox.add(phone.step('A', 0))
    await storageIsIdle()
    await outbox.remove(key)
    expect(outbox.steps()).toEqual([])
  })
})

test('a step whose request is never answered holds up no step of another target for longer than a pause', async () => {
  phone.endings.set('A', 'unreachable')
  const page = phone.open()
  await page.outbox.add(phone.step('A', 0))
  await page.outbox.add(phone.step('B', 0))
  await page.outbox.add(phone.step('C', 0))
  await phone.pass(6_000)
  expect(states(page)).toEqual(['A waiting', 'B done', 'C done'])
})

test('a page that is closed ends the request that is under way and begins no other', async () => {
  phone.ending = null
  const page = phone.open()
  await page.outbox.add(phone.step('A', 0))
  await page.outbox.add(phone.step('B', 0))
  await storageIsIdle()
  page.outbox.close()
  phone.end('done')
  await phone.pass(10 * minuteMs)
  expect(phone.flights).toEqual([])
  phone.ending = 'done'
  const next = phone.open()
  await storageIsIdle()
  expect(targets()).toEqual(['A', 'B'])
  expect(next.outbox.steps()).toMatchObject([
    { state: 'done', tries: 1 },
    { state: 'done', tries: 1 },
  ])
})

describe('steps of one parcel', () => {
  test('are sent in their order: a later one waits for the earlier one, also for its undo', async () => {
    phone.ending = null
    const page = phone.open()
    await page.outbox.add(phone.step('A', 10_000))
    await page.outbox.add(phone.step('A', 0))
    await page.outbox.add(phone.step('B', 0))
    await storageIsIdle()
    expect(phone.flights.map(({ step }) => step.target)).toEqual(['B'])
    phone.end('done')
    await phone.pass(10_000)
    phone.end('lost')
    await phone.pass(5_000)
    phone.end('done')
    await storageIsIdle()
    phone.end('done')
    await storageIsIdle()
    const keys = page.outbox.steps().map(({ key }) => key)
    expect(phone.arrived.map(({ step }) => step.key)).toEqual([keys[2], keys[0], keys[0], keys[1]])
  })
})

describe('with several tabs', () => {
  test('one tab sends at a time, and each shows what the other has stored', async () => {
    phone.ending = null
    const [one, other] = [phone.open(), phone.open()]
    await storageIsIdle()
    await one.outbox.add(phone.step('A', 0))
    await other.outbox.add(phone.step('B', 0))
    await storageIsIdle()
    expect(phone.flights).toHaveLength(1)
    expect(states(other)).toEqual(['A waiting', 'B waiting'])
    phone.ending = 'done'
    phone.end('done')
    await storageIsIdle()
    expect([states(one), states(other)]).toEqual([
      ['A done', 'B done'],
      ['A done', 'B done'],
    ])
  })

  test('a tab that sleeps while it sends is passed after a minute', async () => {
    phone.ending = null
    const one = phone.open()
    await one.outbox.add(phone.step('A', 0))
    await storageIsIdle()
    const other = phone.open()
    await storageIsIdle()
    phone.ending = 'done'
    await phone.pass(59_000)
    expect(targets()).toEqual([])
    await phone.pass(1_000)
    expect(targets()).toEqual(['A'])
    expect(states(other)).toEqual(['A done'])
  })

  test('a browser without locks may send a step twice, under one key: it is done once', async () => {
    phone.hasLocks = false
    phone.ending = null
    const [one, other] = [phone.open(), phone.open()]
    await one.outbox.add(phone.step('A', 10_000))
    await phone.pass(10_000)
    expect(phone.flights.map(({ step }) => step.target)).toEqual(['A', 'A'])
    phone.end('done')
    phone.end('done')
    await storageIsIdle()
    expect([phone.done.size, states(one), states(other)]).toEqual([1, ['A done'], ['A done']])
  })
})

describe('the account', () => {
  test('of a step is the only one that it is sent as: another one that logs in sees and sends none of it', async () => {
    const amina = phone.open('amina')
    await amina.outbox.add(phone.step('A'))
    amina.outbox.close()
    phone.session = 'brian'
    const brian = phone.open('brian')
    await phone.pass(minuteMs)
    expect([targets(), brian.outbox.steps()]).toEqual([[], []])
    brian.outbox.close()
    phone.session = 'amina'
    const again = phone.open('amina')
    await storageIsIdle()
    expect(states(again)).toEqual(['A done'])
    expect(phone.arrived.map(({ as }) => as)).toEqual(['amina'])
  })

  test('changed in another tab: nothing is sent there, until the first account logs in again', async () => {
    const page = phone.open('amina')
    await page.outbox.add(phone.step('A', 0))
    await storageIsIdle()
    phone.session = 'brian'
    await page.outbox.add(phone.step('B'))
    await phone.pass(10 * minuteMs)
    await phone.comeOnline()
    expect([targets(), states(page)]).toEqual([['A'], ['A done', 'B waiting']])
    expect(phone.sent).toBe(2)
    phone.session = 'amina'
    phone.open('amina').kill()
    await phone.pass(minuteMs)
    expect([targets(), states(page)]).toEqual([
      ['A', 'B'],
      ['A done', 'B done'],
    ])
  })

  test('whose session ended is not asked for again by itself: its steps wait for a login', async () => {
    phone.session = null
    const page = phone.open()
    await page.outbox.add(phone.step('A', 0))
    await phone.pass(10 * minuteMs)
    expect([phone.flights, phone.asked, states(page)]).toEqual([[], 1, ['A waiting']])
  })

  test('has the steps of its shop only: at another shop they would say something else', async () => {
    const atThika = phone.open('amina', 'thika|arcade')
    await atThika.outbox.add(phone.step('A'))
    atThika.outbox.close()
    const atKitengela = phone.open('amina', 'kitengela|mall')
    await phone.pass(minuteMs)
    expect([targets(), atKitengela.outbox.steps()]).toEqual([[], []])
  })
})

describe('answered steps', () => {
  test('leave after a day, and the newest 200 stay', async () => {
    const page = phone.open()
    await page.outbox.add(phone.step('A', 0))
    await storageIsIdle()
    await storeCopies(202, (step) => step)
    await page.outbox.add(phone.step('B', 0))
    await storageIsIdle()
    expect(states(page)).toHaveLength(200)
    expect(states(page).at(-1)).toBe('B done')
    phone.now += 25 * 60 * minuteMs
    await page.outbox.add(phone.step('C', 0))
    await storageIsIdle()
    expect(states(page)).toEqual(['C done'])
  })

  test('leave at logout and when another account logs in, as they name people; what waits stays', async () => {
    const amina = phone.open('amina')
    await amina.outbox.add(phone.step('A', 0))
    await amina.outbox.add(phone.step('B', minuteMs))
    await storageIsIdle()
    await amina.outbox.forgetDone()
    expect(states(amina)).toEqual(['B waiting'])

    await amina.outbox.add(phone.step('C', 0))
    await storageIsIdle()
    amina.outbox.close()
    phone.session = 'brian'
    phone.open('brian')
    await storageIsIdle()
    phone.session = 'amina'
    const again = phone.open('amina')
    await storageIsIdle()
    expect(states(again)).toEqual(['B waiting'])
  })
})

describe('a step is not stored, and the screen is told why,', () => {
  test(`when ${maxWaitingSteps} wait`, async () => {
    const { outbox } = phone.open()
    phone.isOnline = false
    await outbox.add(phone.step('A'))
    await storeCopies(maxWaitingSteps - 1, (step) => ({ ...step, state: step.seq % 2 === 0 ? 'waiting' : 'needsYou' }))
    await expect(outbox.add(phone.step('B'))).rejects.toMatchObject({ name: 'CannotSave', reason: 'full' })
    const [first] = outbox.steps()
    await outbox.undo(String(first?.key))
    expect(await outbox.add(phone.step('B'))).toBeTruthy()
  })

  test('where the browser keeps nothing', async () => {
    refuseIndexedDb()
    const { outbox } = phone.open()
    await expect(outbox.add(phone.step('A'))).rejects.toMatchObject({ name: 'CannotSave', reason: 'noStorage' })
    await phone.pass(minuteMs)
    expect(outbox.steps()).toEqual([])
  })

  test('where the disk is full', async () => {
    const { outbox } = phone.open()
    await storageIsIdle()
    const { add } = IDBObjectStore.prototype
    IDBObjectStore.prototype.add = () => {
      throw new DOMException('no space', 'QuotaExceededError')
    }
    await expect(outbox.add(phone.step('A'))).rejects.toMatchObject({ name: 'CannotSave', reason: 'full' })
    IDBObjectStore.prototype.add = add
  })
})

describe('with a clock that is 9 minutes off', () => {
  test.each([9 * minuteMs, -9 * minuteMs])(
    'the time of a step is put right before it is first sent, if the page had not heard the server (%i ms)',
    async (aheadMs) => {
      Object.assign(phone, { phoneAheadMs: aheadMs, knowsServerTime: false, isOnline: false })
      const doneAt = new Date(phone.now).toISOString()
      const page = phone.open()
      await page.outbox.add(phone.step('A'))
      await phone.pass(5 * minuteMs)
      await phone.comeOnline()
      await phone.pass(minuteMs)
      expect(phone.arrived.map(({ step }) => step.doneAt)).toEqual([doneAt])
    },
  )

  test('the time stays as it is, if the page had heard the server', async () => {
    phone.phoneAheadMs = 9 * minuteMs
    const doneAt = new Date(phone.now).toISOString()
    const { outbox } = phone.open()
    await outbox.add(phone.step('A'))
    await phone.pass(minuteMs)
    expect(phone.arrived.map(({ step }) => step.doneAt)).toEqual([doneAt])
  })

  test('a request that is repeated says the same, as its key stands for it', async () => {
    phone.ending = 'lost'
    const { outbox } = phone.open()
    await outbox.add(phone.step('A'))
    await phone.pass(11_000)
    phone.phoneAheadMs = 9 * minuteMs
    await phone.pass(minuteMs)
    expect(phone.arrived.length).toBeGreaterThan(1)
    expect(new Set(phone.arrived.map(({ step }) => step.doneAt)).size).toBe(1)
  })
})
