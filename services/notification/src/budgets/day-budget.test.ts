import { expect, test } from 'vitest'
import { dayBudget } from './day-budget.ts'

const day = (spentBefore = 0, max = 10) => {
  const row = { segments: spentBefore }
  const spend = dayBudget<'all'>(async () => (_purse, underWay) => {
    const taken = underWay.reduce((sum, { wanted }) => sum + wanted, row.segments)
    return Math.max(0, max - taken)
  })
  const rooms: number[] = []
  /** Takes what it wants when the test lets it, where there is room. */
  const wants = (segments: number) => {
    const mayTake = Promise.withResolvers<void>()
    const spent = spend({ purse: 'all', wanted: segments }, async (room) => {
      rooms.push(room)
      await mayTake.promise
      if (segments > room) return false
      row.segments += segments
      return true
    })
    return { spent, take: mayTake.resolve }
  }
  return { rooms, wants, row, begun: async (count: number) => expect.poll(() => rooms.length).toBe(count) }
}

test('while there is room for all, no message waits for another', async () => {
  const { rooms, wants, begun } = day()
  const three = [wants(3), wants(3), wants(3)]
  await begun(3)
  expect(rooms).toEqual([10, 7, 4])
  for (const { take } of three.reverse()) take()
  expect(await Promise.all(three.map(({ spent }) => spent))).toEqual([true, true, true])
})

test('the last segments are spent once, however many messages want them', async () => {
  const { wants, row, begun } = day(8)
  const [first, second, third] = [wants(2), wants(2), wants(1)]
  await begun(1)
  for (const { take } of [first, second, third]) take()
  expect(await Promise.all([first.spent, second.spent, third.spent])).toEqual([true, false, false])
  expect(row.segments).toBe(10)
})

test('a message that used nothing after all leaves its share to the others', async () => {
  const spend = dayBudget<'all'>(async () => (_purse, underWay) => (underWay.length > 0 ? 0 : 2))
  const failing = spend({ purse: 'all', wanted: 2 }, () => Promise.reject(new Error('the store is away')))
  const next = spend({ purse: 'all', wanted: 2 }, async (room) => room)
  await expect(failing).rejects.toThrow('away')
  expect(await next).toBe(2)
})

test('a message with an empty purse waits for none, and blocks none', async () => {
  const spend = dayBudget<'empty' | 'full'>(async () => (purse) => (purse === 'full' ? 10 : 0))
  const never = Promise.withResolvers<void>()
  void spend({ purse: 'full', wanted: 1 }, () => never.promise)
  expect(await spend({ purse: 'empty', wanted: 1 }, async (room) => room)).toBe(0)
  expect(await spend({ purse: 'full', wanted: 1 }, async (room) => room)).toBe(10)
})
