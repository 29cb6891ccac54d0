import type { LimitCounts, LimitKey } from '@tuma/platform/ports'
import { getNetwork } from '@tuma/platform/ports'
import { openTemporaryEngines } from '@tuma/platform/testing'
import { limitKindsInCode, limitWashSuite, washLimit } from '@tuma/platform/testing/suites'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'

const ipv6 = getNetwork('2001:db8:1:2::7')
const ipv4 = getNetwork('41.90.64.7')
const phone = { hash: 'phone of Njeri' }

const rule = { max: 3, windowMs: 3_600_000 }
let limits: LimitCounts
beforeEach(async () => {
  const engines = await openTemporaryEngines()
  onTestFinished(() => engines.close())
  limits = engines.of('bff').limits
})

const passes = async (kind: string, key: LimitKey, times: number): Promise<number> => {
  const counted = []
  for (let time = 0; time < times; time += 1) counted.push(await limits.count(kind, key, rule))
  return counted.filter(({ isBeyond }) => !isBeyond).length
}

limitWashSuite(
  'a process',
  async () => {
    const engines = await openTemporaryEngines()
    return { limits: engines.of('bff').limits, close: () => engines.close() }
  },
  100_000,
)

test('each limit in the code names its kind', () => {
  expect(limitKindsInCode().filter((kind) => kind.endsWith('.ts'))).toEqual([])
  const some = ['identity network guesses', 'payment guesses', 'posts', 'receipt guesses', 'tracking']
  expect(limitKindsInCode()).toEqual(expect.arrayContaining(some))
})

test('all tables together take at most 32 MiB, because each takes one', () =>
  expect(limitKindsInCode().length).toBeLessThanOrEqual(32))

describe('a limit that is reached', () => {
  test('stays reached after 1,000,000 strangers', async () => {
    for (const key of [ipv6, ipv4, phone]) expect(await passes('posts', key, 3)).toBe(3)
    await washLimit(limits, 'posts', rule, 1_000_000)
    for (const key of [ipv6, ipv4, phone]) expect(await passes('posts', key, 3)).toBe(0)
  })
})

describe('while a table is full', () => {
  beforeEach(() => washLimit(limits, 'posts', rule, 300_000))

  test('people in new networks may still ask', async () => {
    for (const address of ['41.90.70.1', '197.248.3.4', '2c0f:fe38:2:1::1', '2001:db8:77::1'])
      expect([address, await passes('posts', getNetwork(address), 3)]).toEqual([address, 3])
  })

  test('one new network is refused in the end: at its coarser levels, or in the part that it shares', async () => {
    expect(await passes('posts', getNetwork('2001:db8:77:1::1'), 200)).toBeLessThanOrEqual(16 * 3)
    expect(await passes('posts', getNetwork('41.90.70.1'), 200)).toBeLessThanOrEqual(20 * 3)
    expect(await passes('posts', { hash: 'phone of Otieno' }, 200)).toBeLessThanOrEqual(16 * 3)
  })
})
