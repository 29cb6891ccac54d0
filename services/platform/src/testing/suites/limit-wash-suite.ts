import { describe, expect, it, onTestFinished } from 'vitest'
import type { LimitCounts, LimitKey } from '../../ports/limit-counts.ts'
import { getNetwork } from '../../ports/network.ts'
import { limitKindsInCode } from '../limit-kinds.ts'
import { washLimit } from './limit-wash.ts'

export type WashedLimits = {
  readonly limits: LimitCounts
  /** The same counts after a restart of the process that counts. Missing when counts end with the process. */
  restarted?(): Promise<LimitCounts>
  close(): Promise<void>
}

const hourly = { max: 3, windowMs: 3_600_000 }
/** For every kind of key: a limit of accounts is tried with networks too. */
const keys: readonly LimitKey[] = [
  getNetwork('2001:db8:1:2::7'),
  getNetwork('41.90.64.7'),
  { hash: 'phone of Njeri' },
  { account: 'njeri' },
]

const passes = async (limits: LimitCounts, kind: string, key: LimitKey, times: number): Promise<number> => {
  const counted = []
  for (let time = 0; time < times; time += 1) counted.push(await limits.count(kind, key, hourly))
  return counted.filter(({ isBeyond }) => !isBeyond).length
}

/**
 * A reached limit stays reached whatever strangers ask in between: for each kind of limit in the code.
 * @param strangers how many; more than a table has entries
 */
export const limitWashSuite = (name: string, open: () => Promise<WashedLimits>, strangers: number): void => {
  describe(`a limit that is reached in ${name}`, { timeout: 300_000 }, () => {
    it.each(limitKindsInCode())(`is still reached after ${strangers} strangers: %s`, async (kind) => {
      const opened = await open()
      onTestFinished(() => opened.close())
      for (const key of keys) expect(await passes(opened.limits, kind, key, 4)).toBe(3)
      await washLimit(opened.limits, kind, hourly, strangers)
      const limits = (await opened.restarted?.()) ?? opened.limits
      if (opened.restarted) await washLimit(limits, kind, hourly, strangers)
      for (const key of keys) expect([kind, key, await passes(limits, kind, key, 3)]).toEqual([kind, key, 0])
    })
  })
}
