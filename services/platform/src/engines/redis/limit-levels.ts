import type { LimitKey } from '../../ports/limit-counts.ts'

/** One count of a key. `region` is its part of a kind's table, `times` the factor by which it may exceed `max`. */
export type LimitLevel = { readonly name: string; readonly times: number; readonly region: Region }
type Region = 'own' | 'ofFewBits' | 'ofFewerBits' | 'coarsest'

/**
 * The regions of a kind's table of 65,536 entries. IPv6's levels cannot take each other's room, and no single network
 * fills the last one, which IPv4 uses as well: 8,192 times a /32 or an IPv4 /24 in one window. `shared` are counts
 * without a key of their own, for keys without room even at their coarsest level.
 */
const eighths = { own: 4, ofFewBits: 1, ofFewerBits: 1, coarsest: 1, shared: 1 }
/** A key may be in any entry of one bucket. With half of the entries in use 4 of 1,000 buckets are full. */
export const entriesOfBucket = 16
export const tableEntries = 65_536

export type Regions = Readonly<Record<Region | 'shared', { readonly first: number; readonly buckets: number }>>

/** The start of each region of a table, and its number of buckets. @param entries a multiple of 128 */
export const toRegions = (entries: number): Regions => {
  let first = 0
  const placed = Object.entries(eighths).map(([name, share]) => {
    const own = (entries / 8) * share
    const region = { first, buckets: own / entriesOfBucket }
    first += own
    return [name, region] as const
  })
  return Object.fromEntries(placed) as Regions
}

/** The factor of a shared count: as much as a whole /32, because it is also used by many strangers. */
export const sharedTimes = ({ times }: LimitLevel): number => Math.max(16, times)

/**
 * The counts of a key, the coarsest first. IPv6: /32 ×16, /48 ×4, /56 ×2, /64 ×1. IPv4: /24 ×20, because many phones in
 * Kenya share an address, and the address ×1.
 */
export const toLevels = (key: LimitKey): readonly LimitLevel[] => {
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
