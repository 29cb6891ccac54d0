import type { LimitCounts, LimitKey, LimitRule } from '../../ports/limit-counts.ts'
import { EngineAway } from '../../ports/message-bus.ts'
import { getNetwork } from '../../ports/network.ts'

/** Asked at once, as a server with many connections is. */
const atOnce = 500

/**
 * Counts `count` strangers once each: a third from an IPv6 /64 in a /48 of its own, a third from an IPv4 /24 of its
 * own, and a third by a phone that no other types.
 */
export const washLimit = async (limits: LimitCounts, kind: string, rule: LimitRule, count: number): Promise<void> => {
  for (let first = 0; first < count; first += atOnce) {
    const next = Array.from({ length: Math.min(atOnce, count - first) }, (_, index) => toStranger(first + index))
    await Promise.all(next.map((key) => countOrAgain(limits, kind, key, rule)))
  }
}

/** A shared table is "away" when a busy machine keeps its answer back for seconds: that is not what is asked here. */
const countOrAgain = async (limits: LimitCounts, kind: string, key: LimitKey, rule: LimitRule): Promise<unknown> => {
  try {
    return await limits.count(kind, key, rule)
  } catch (error) {
    if (error instanceof EngineAway) return countOrAgain(limits, kind, key, rule)
    throw error
  }
}

/** The first 100,000, for all kinds, because writing a network takes longer than counting it. */
const strangers: LimitKey[] = []
const toStranger = (index: number): LimitKey => {
  if (index >= 100_000) return newStranger(index)
  strangers[index] ??= newStranger(index)
  return strangers[index]
}

const newStranger = (index: number): LimitKey => {
  const number = Math.floor(index / 3)
  const [high, low] = [(number >> 16) & 0xffff, number & 0xffff]
  if (index % 3 === 0) return getNetwork(`2c0f:${(0x100 + high).toString(16)}:${low.toString(16)}:1::1`)
  if (index % 3 === 1) return getNetwork(`${102 + high}.${low >> 8}.${low & 255}.7`)
  return { hash: `phone ${number}` }
}
