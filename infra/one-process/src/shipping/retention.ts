import { type Base, getBases, getChains, getSegments, numberOfChain, segmentName } from './object-names.ts'
import type { Place } from './place.ts'

const dayMs = 24 * 60 * 60_000
const keptMs = 35 * dayMs

const isBefore = (one: Base, other: Base): boolean =>
  one.chain === other.chain
    ? one.number < other.number || (one.number === other.number && one.made < other.made)
    : numberOfChain(one.chain) < numberOfChain(other.chain)

/**
 * Which names are needed for a restore to any moment of the last 35 days: the newest copy from before that time, and
 * what came later. While there is no such copy, all are.
 * @param now milliseconds since 1970
 */
export const namesToRemove = (names: readonly string[], now: number): string[] => {
  const bases = getBases(names)
  const oldest = bases.filter(({ made }) => made <= now - keptMs).reduce(later, null)
  if (!oldest) return []
  const chains = getChains(names).filter((chain) => numberOfChain(chain) < numberOfChain(oldest.chain))
  const isOlderCopy = (name: string): boolean => {
    const [base] = getBases([name.replace(/[^/]+$/, 'all')])
    return base !== undefined && base.chain === oldest.chain && isBefore(base, oldest)
  }
  const segments = getSegments(names).filter(({ chain, last }) => chain === oldest.chain && last <= oldest.number)
  const gone = new Set(segments.map(segmentName))
  const isGone = (name: string) =>
    gone.has(name) || chains.some((chain) => name.startsWith(`${chain}/`)) || isOlderCopy(name)
  return names.filter(isGone)
}

const later = (one: Base | null, other: Base): Base => (one && isBefore(other, one) ? one : other)

export const removeOld = async (place: Place, now: number): Promise<void> => {
  const gone = new Set(namesToRemove(await place.list(''), now))
  for (const chain of getChains([...gone])) await place.remove(`${chain}/`, (name) => !gone.has(name))
}
