import { expect, test } from 'vitest'
import { getNetwork } from '../../../ports/network.ts'
import { washLimit } from '../../../testing/suites/limit-wash.ts'
import { openLimitTables } from './limit-tables.ts'

const rule = { max: 2, windowMs: 60_000 }

test('a kind takes 1 MiB, however many networks are counted', async () => {
  const limits = openLimitTables()
  await washLimit(limits, 'posts', rule, 200_000)
  expect(limits.bytes()).toBe(2 ** 20)
})

test('room is free again when windows are over, and not before', async () => {
  let time = 0
  const limits = openLimitTables({ now: () => time })
  const own = async (kind: string) => {
    const key = { hash: 'phone of Njeri' }
    const counted = []
    for (let times = 0; times < 5; times += 1) counted.push(await limits.count(kind, key, rule))
    return counted.filter(({ isBeyond }) => !isBeyond).length
  }
  // So many that Njeri's bucket is full, and so few that the shared count that she gets then has room: it takes 32.
  await washLimit(limits, 'posts', rule, 150_000)
  time += rule.windowMs - 1
  expect(await own('posts')).toBeGreaterThan(2)
  time += rule.windowMs + 100
  expect(await own('posts')).toBe(2)
})

test('a network that is refused uses up no count of the others in its /24', async () => {
  const limits = openLimitTables()
  for (let times = 0; times < 1000; times += 1) await limits.count('posts', getNetwork('41.90.64.1'), rule)
  expect(await limits.count('posts', getNetwork('41.90.64.2'), rule)).toMatchObject({ count: 1, isBeyond: false })
})
