import type { LimitKey } from '../ports/limit-counts.ts'

/** One count of a key. `region` is the part of a kind's table that it is in, `times` how often `most` it may reach. */
export type LimitLevel = { readonly name: string; readonly times: number; readonly region: Region }
type Region = 'own' | 'ofFewBits' | 'ofFewerBits' | 'coarsest'

/**
 * How a kind's table of 65,536 entries is shared out. IPv6's levels cannot take each other's room, and the last, which
 * IPv4 is on as well, is one that no single network fills: 8,192 times a /32 or an IPv4 /24 in one window.
 * `shared` are counts without a key of their own, for what found no room even at its coarsest level.
 */
const entriesOf = { own: 32_768, ofFewBits: 8192, ofFewerBits: 8192, coarsest: 8192, shared: 8192 }
/** A key may be in any entry of one bucket. With half of the entries in use 4 of 1,000 buckets are full. */
export const entriesOfBucket = 16
export const tableEntries = Object.values(entriesOf).reduce((sum, entries) => sum + entries, 0)

/** Where each region begins, and how many buckets it has. */
export const regions = (() => {
  let first = 0
  const placed = Object.entries(entriesOf).map(([name, entries]) => {
    const region = { first, buckets: entries / entriesOfBucket }
    first += entries
    return [name, region] as const
  })
  return Object.fromEntries(placed) as Record<Region | 'shared', { readonly first: number; readonly buckets: number }>
})()

/** What a shared count may reach, in `most`: as much as a whole /32, because it is one of many strangers' too. */
export const sharedTimes = ({ times }: LimitLevel): number => Math.max(16, times)

/**
 * The counts of a key, the coarsest first. IPv6: /32 ×16, /48 ×4, /56 ×2, /64 ×1. IPv4: /24 ×20, because many phones in
 * Kenya share an address, and the address ×1.
 */
export const levelsOf = (key: LimitKey): readonly LimitLevel[] => {
  if (typeof key !== 'string') return [{ name: 'hash' in key ? `h ${key.hash}` : `a ${key.account}`, ...own }]
  if (key.endsWith('::/64')) return levelsOfIpv6(key)
  const lastDot = key.lastIndexOf('.')
  if (lastDot < 0) return [{ name: key, ...own }]
  return [
    { name: key.slice(0, lastDot), times: 20, region: 'coarsest' },
    { name: key, ...own },
  ]
}

const own = { times: 1, region: 'own' } as const

const levelsOfIpv6 = (network: string): readonly LimitLevel[] => {
  const second = network.indexOf(':', network.indexOf(':') + 1)
  const third = network.indexOf(':', second + 1)
  const fourth = network.slice(third + 1, network.indexOf(':', third + 1))
  return [
    { name: network.slice(0, second), times: 16, region: 'coarsest' },
    { name: network.slice(0, third), times: 4, region: 'ofFewerBits' },
    // The first eight of the fourth group's sixteen bits.
    { name: `${network.slice(0, third)}:${fourth.slice(0, -2)}-`, times: 2, region: 'ofFewBits' },
    { name: network, ...own },
  ]
}
