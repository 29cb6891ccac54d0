import { describe, expect, it, onTestFinished } from 'vitest'
import type { LimitCounts } from '../../ports/limit-counts.ts'
import { getNetwork } from '../../ports/network.ts'

export type OpenedLimits = {
  readonly limits: LimitCounts
  /** Lets that much time pass, on the engine's own clock. */
  pass(ms: number): Promise<void>
  close(): Promise<void>
}

type Open = () => Promise<OpenedLimits>

const login = { max: 3, windowMs: 600 }
const hourly = { max: 3, windowMs: 3_600_000 }
const njeri = { account: 'njeri' }

/** The promises of `LimitCounts`, for every engine. `open` gives empty counts each time. */
export const limitsSuite = (name: string, open: Open): void => {
  const opened = async () => {
    const it = await open()
    onTestFinished(() => it.close())
    return it
  }
  describe(`${name} as counts of limits`, { timeout: 300_000 }, () => {
    describe('a count', () => counts(opened))
    describe('what is given back', () => givenBack(opened))
    describe('a network', () => networks(opened))
  })
}

const counts = (opened: Open): void => {
  it('counts every call once, also concurrent ones, and none beyond its maximum', async () => {
    const { limits } = await opened()
    const all = await Promise.all(Array.from({ length: 20 }, () => limits.count('login', njeri, hourly)))
    expect(all.filter(({ isBeyond }) => !isBeyond).map(({ count }) => count)).toEqual([1, 2, 3])
    expect(all.filter(({ isBeyond }) => isBeyond).map(({ count }) => count)).toEqual(Array(17).fill(4))
    await all[0]?.giveBack()
    await all[19]?.giveBack()
    expect(await limits.count('login', njeri, hourly)).toMatchObject({ count: 3, isBeyond: false })
  })

  it('is for that kind and that key only', async () => {
    const { limits } = await opened()
    await limits.count('login', njeri, hourly)
    expect((await limits.count('reset', njeri, hourly)).count).toBe(1)
    expect((await limits.count('login', { account: 'otieno' }, hourly)).count).toBe(1)
    expect((await limits.count('login', { hash: 'njeri' }, hourly)).count).toBe(1)
    expect((await limits.count('login', njeri, hourly)).count).toBe(2)
  })

  it('ends the window that the first call began, however many follow', async () => {
    const { limits, pass } = await opened()
    const first = await limits.count('login', njeri, login)
    await pass(300)
    const next = await limits.count('login', njeri, login)
    expect(next.count).toBe(2)
    expect(next.resetsInMs).toBeLessThanOrEqual(first.resetsInMs - 250)
    await pass(next.resetsInMs + 50)
    const again = await limits.count('login', njeri, login)
    expect(again.count).toBe(1)
    expect(again.resetsInMs).toBeGreaterThan(500)
    expect(again.resetsInMs).toBeLessThanOrEqual(600)
  })

  it('is unlimited without a maximum', async () => {
    const { limits } = await opened()
    const counted = await limits.count('login', njeri, { max: Number.POSITIVE_INFINITY, windowMs: 5000 })
    expect(counted).toMatchObject({ count: 1, isBeyond: false })
  })
}

const givenBack = (opened: Open): void => {
  it('is subtracted once, and the window ends at the same time', async () => {
    const { limits, pass } = await opened()
    const first = await limits.count('login', njeri, login)
    const second = await limits.count('login', njeri, login)
    await second.giveBack()
    await second.giveBack()
    const third = await limits.count('login', njeri, login)
    expect([first.count, second.count, third.count]).toEqual([1, 2, 2])
    expect(third.resetsInMs).toBeLessThanOrEqual(first.resetsInMs)
    await pass(first.resetsInMs + 50)
    expect((await limits.count('login', njeri, login)).count).toBe(1)
  })

  it('does not change the next window', async () => {
    const { limits, pass } = await opened()
    const first = await limits.count('login', njeri, login)
    await pass(first.resetsInMs + 50)
    await limits.count('login', njeri, login)
    await first.giveBack()
    expect((await limits.count('login', njeri, login)).count).toBe(2)
  })
}

const networks = (opened: Open): void => {
  /** How many of that many tries from each of the addresses are not beyond. */
  const passed = async (limits: LimitCounts, addresses: readonly string[], times = 3) => {
    let count = 0
    for (const address of addresses)
      for (let time = 0; time < times; time += 1)
        count += (await limits.count('login', getNetwork(address), hourly)).isBeyond ? 0 : 1
    return count
  }
  const each = (from: number, count: number, address: (group: string) => string, step = 1) =>
    Array.from({ length: count }, (_, index) => address((from + index * step).toString(16)))

  it('of IPv6 may reach its own maximum, its /56 2 times, its /48 4 times and its /32 16 times that', async () => {
    const { limits } = await opened()
    expect(await passed(limits, ['2001:db8:1:1::1'], 5)).toBe(3)
    expect(await passed(limits, ['2001:db8:1:1:ffff::2'])).toBe(0)
    const in56 = each(2, 5, (fourth) => `2001:db8:1:${fourth}::1`)
    expect(await passed(limits, in56)).toBe(3)
    const in48 = each(0x100, 5, (fourth) => `2001:db8:1:${fourth}::1`, 0x100)
    expect(await passed(limits, in48)).toBe(6)
    const in32 = each(0x100, 20, (third) => `2001:db8:${third}::1`)
    expect(await passed(limits, in32)).toBe(36)
    expect(await passed(limits, ['2001:db9::1'])).toBe(3)
  })

  it('of IPv4 may reach its own maximum, and its /24 20 times that', async () => {
    const { limits } = await opened()
    expect(await passed(limits, ['41.90.64.1'], 100)).toBe(3)
    expect(await passed(limits, ['::ffff:41.90.64.1', '[::ffff:295a:4001]:443'])).toBe(0)
    const hosts = Array.from({ length: 30 }, (_, index) => `41.90.64.${2 + index}`)
    expect(await passed(limits, hosts)).toBe(57)
    expect(await passed(limits, ['41.90.65.1'])).toBe(3)
  })

  it('gives back to all of its levels', async () => {
    const { limits } = await opened()
    for (const address of each(0, 40, (fourth) => `2001:db8:1:${fourth}::1`))
      await (await limits.count('login', getNetwork(address), hourly)).giveBack()
    expect(await passed(limits, ['2001:db8:1:5::1'])).toBe(3)
  })
}
