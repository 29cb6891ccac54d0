import { createHmac } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openLease } from '../../event-sourcing/following/lease.ts'
import type { DocumentStore } from '../../ports/document-store.ts'
import { openTemporaryEngines, type TemporaryEngines } from '../../testing/temporary-engines.ts'
import type { GuardRule } from './guard-rules.ts'
import { type Guard, type Guards, openGuards } from './guards.ts'
import { beginUnderAll } from './guess.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const aHundredAnHour: GuardRule = { max: 100, spanMs: hourMs }
const tenThenWaits: GuardRule = { max: 10, spanMs: 15 * minuteMs, firstWaitMs: minuteMs }
const tooMany = expect.objectContaining({ name: 'Refused', code: 'too_many' })

let engines: TemporaryEngines
let now = ''
const open: Guards[] = []

const replica = async (name = 'one', documents?: DocumentStore): Promise<Guards> => {
  const of = engines.of('identity')
  const guards = await openGuards({
    documents: documents ?? of.documents,
    lease: openLease({ cache: of.cache, replica: name }, 'guards'),
    hash: (text) => createHmac('sha256', 'of the test').update(text).digest('hex'),
    now: () => now,
    onFault: (error) => {
      throw error
    },
  })
  open.push(guards)
  return guards
}
const closeAll = async () => {
  for (const guards of open.splice(0)) await guards.close()
}
const restart = async () => {
  await closeAll()
  await engines.reopen()
  return replica()
}
const passes = (ms: number) => {
  now = new Date(Date.parse(now) + ms).toISOString()
}

beforeEach(async () => {
  now = '2026-11-28T06:00:00.000Z'
  engines = await openTemporaryEngines()
})
afterEach(async () => {
  await closeAll()
  await engines.close()
})

const miss = async (guard: Guard, of = 'wanjiku', from?: string) =>
  (await guard.begin({ of, ...(from === undefined ? {} : { from }) })).wrong()
const misses = async (count: number, guard: Guard, of = 'wanjiku', from?: string) => {
  for (let i = 0; i < count; i += 1) await miss(guard, of, from)
}
const stored = async () => {
  const collection = await engines.of('identity').documents.collection<{ id: string; misses: number }>({
    name: 'guards-v1',
    shape: { id: 'text', of: 'text', misses: 'number', waits: 'number', until: 'text', endsAt: 'text' },
    fields: { of: 'text', endsAt: 'text' },
    indexes: [['of']],
    sortBy: 'endsAt',
  })
  return (await collection.find({ limit: 100 })).documents
}

describe('wrong guesses in a span', () => {
  test('are as many as the rule allows, then none until the span ends', async () => {
    const guard = (await replica()).of('passwords', aHundredAnHour)
    await misses(100, guard)
    passes(20 * minuteMs)
    await expect(guard.begin({ of: 'wanjiku' })).rejects.toMatchObject({ details: { retryAfter: 40 * 60 } })
    await miss(guard, 'otieno')
    passes(40 * minuteMs)
    await miss(guard)
  })

  test('do not include right ones, or ones that were not checked', async () => {
    const guard = (await replica()).of('passwords', aHundredAnHour)
    for (let i = 0; i < 150; i += 1) {
      await (await guard.begin({ of: 'wanjiku' })).right()
      await (await guard.begin({ of: 'wanjiku' })).untried()
    }
    expect(await stored()).toEqual([])
    await misses(100, guard)
  })

  test('stay when a right one comes between them', async () => {
    const guard = (await replica()).of('passwords', aHundredAnHour)
    await misses(99, guard)
    await (await guard.begin({ of: 'wanjiku' })).right()
    await miss(guard)
    await expect(miss(guard)).rejects.toEqual(tooMany)
  })

  test('are not more when many come at the same moment', async () => {
    const guard = (await replica()).of('passwords', aHundredAnHour)
    const tried = await Promise.allSettled(Array.from({ length: 250 }, () => miss(guard)))
    expect(tried.filter(({ status }) => status === 'fulfilled')).toHaveLength(100)
    await expect(miss(guard)).rejects.toEqual(tooMany)
  })
})

describe('wrong guesses with waits', () => {
  test('are one at a time after the last free one, with waits that double', async () => {
    const guard = (await replica()).of('passwords', tenThenWaits)
    await misses(10, guard)
    for (const wait of [1, 2, 4, 8, 15, 15]) {
      await expect(miss(guard)).rejects.toMatchObject({ details: { retryAfter: wait * 60 } })
      passes(wait * minuteMs)
      const together = await Promise.allSettled([miss(guard), miss(guard), miss(guard)])
      expect(together.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected', 'rejected'])
    }
  })

  test('begin again after a right one, and after a span without any', async () => {
    const guard = (await replica()).of('passwords', tenThenWaits)
    await misses(9, guard)
    await (await guard.begin({ of: 'wanjiku' })).right()
    await misses(10, guard)
    passes(16 * minuteMs)
    await misses(10, guard)
    await expect(miss(guard)).rejects.toEqual(tooMany)
  })

  test('that were not checked after a wait leave the turn to the next', async () => {
    const guard = (await replica()).of('passwords', tenThenWaits)
    await misses(10, guard)
    passes(minuteMs)
    await (await guard.begin({ of: 'wanjiku' })).untried()
    await miss(guard)
  })
})

describe('the count', () => {
  test.each([
    ['in a span', aHundredAnHour],
    ['with waits', tenThenWaits],
  ])('of %s is there after a restart', async (_, rule) => {
    await misses(rule.max, (await replica()).of('passwords', rule))
    const again = (await restart()).of('passwords', rule)
    await expect(miss(again)).rejects.toEqual(tooMany)
    await miss(again, 'otieno')
  })

  test('is there when guesses at ten thousand others came between, before and after a restart', async () => {
    const guard = (await replica()).of('passwords', tenThenWaits)
    await misses(5, guard)
    const others = Array.from({ length: 5_000 }, (_, i) => i)
    await Promise.all(others.map((i) => miss(guard, `before ${i}`)))
    const again = (await restart()).of('passwords', tenThenWaits)
    await Promise.all(others.map((i) => miss(again, `after ${i}`)))
    await misses(5, again)
    await expect(miss(again)).rejects.toEqual(tooMany)
  })

  test('is separate for each kind, and for each place that guesses come from', async () => {
    const guards = await replica()
    const [passwords, codes] = [guards.of('passwords', tenThenWaits), guards.of('codes', tenThenWaits)]
    await misses(10, passwords, 'wanjiku', 'home')
    await misses(10, passwords, 'wanjiku', 'cafe')
    await misses(10, codes, 'wanjiku', 'home')
    await misses(10, passwords)
  })

  test('holds for two replicas: none loses what the other has counted', async () => {
    const [one, two] = [await replica('one'), await replica('two')]
    const guards = [one, two].map((each) => each.of('passwords', aHundredAnHour))
    await Promise.all(guards.map((guard) => misses(40, guard)))
    expect(await stored()).toEqual([expect.objectContaining({ misses: 80 })])
    // At the same moment each replica allows as many as if it were alone, and after that none does.
    const tried = await Promise.allSettled(guards.flatMap((guard) => Array.from({ length: 60 }, () => miss(guard))))
    expect(tried.filter(({ status }) => status === 'fulfilled').length).toBeLessThanOrEqual(40)
    for (const guard of guards) await expect(miss(guard)).rejects.toEqual(tooMany)
  })

  test('does not store the name of what is guarded', async () => {
    await miss((await replica()).of('passwords', tenThenWaits), 'wanjiku@tuma.test', '203.0.113.7')
    expect(JSON.stringify(await stored())).not.toMatch(/wanjiku|203\.0|passwords/)
  })

  test('is deleted when it no longer matters', async () => {
    const guards = await replica()
    await miss(guards.of('passwords', tenThenWaits))
    await misses(2, guards.of('codes', aHundredAnHour))
    passes(16 * minuteMs)
    await guards.sweep()
    expect(await stored()).toHaveLength(1)
    passes(hourMs)
    await guards.sweep()
    expect(await stored()).toEqual([])
  })

  test('is deleted by thousands, without emptying the log of the data file for each', async () => {
    const { documents } = engines.of('identity')
    const refuse = () => Promise.reject(new Error('forget empties the log'))
    const guards = await replica('one', { ...documents, forget: refuse })
    const guard = guards.of('passwords', tenThenWaits)
    await Promise.all(Array.from({ length: 3_000 }, (_, i) => miss(guard, `flood ${i}`)))
    passes(hourMs)
    await guards.sweep()
    expect(await stored()).toEqual([])
  })

  test('is forgotten for one name, in every kind and from every place', async () => {
    const guards = await replica()
    const [passwords, codes] = [guards.of('passwords', tenThenWaits), guards.of('codes', tenThenWaits)]
    await misses(10, passwords, 'wanjiku', 'home')
    await misses(10, codes, 'wanjiku', 'cafe')
    await misses(10, passwords, 'otieno', 'home')
    await guards.forget(['wanjiku'])
    expect(await stored()).toHaveLength(1)
    await miss(passwords, 'wanjiku', 'home')
    await expect(miss(passwords, 'otieno', 'home')).rejects.toEqual(tooMany)
  })
})

test('a guess that one of several guards refuses counts for none of them', async () => {
  const guards = await replica()
  const [wide, narrow] = [guards.of('wide', aHundredAnHour), guards.of('narrow', { max: 1, spanMs: hourMs })]
  const begin = () =>
    beginUnderAll(
      () => wide.begin({ of: 'wanjiku' }),
      () => narrow.begin({ of: 'wanjiku' }),
    )
  await (await begin()).wrong()
  for (let i = 0; i < 200; i += 1) await expect(begin()).rejects.toEqual(tooMany)
  await misses(99, wide)
  await expect(miss(wide)).rejects.toEqual(tooMany)
})
