import { isIPv4, isIPv6 } from 'node:net'

/**
 * Where somebody is, in as many words as tell them from others: an IPv4 address whole, of an IPv6 address the half that
 * names a network, for who has one has all of it. Without port, zone and IPv4 in the clothes of IPv6; null for what is
 * no address.
 */
export const networkOf = (address: string): string | null => {
  const [, bracketed] = /^\[([^\]]+)\](?::\d+)?$/.exec(address) ?? []
  const bare = (bracketed ?? address.replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1')).replace(/%.*$/, '')
  if (isIPv4(bare)) return bare
  if (!isIPv6(bare)) return null
  const groups = groupsOf(bare)
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff
  if (isMapped) return [groups[6], groups[7]].flatMap((group = 0) => [group >> 8, group & 0xff]).join('.')
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`
}

/** The eight of an IPv6 address, those left out by `::` too. */
const groupsOf = (address: string): number[] => {
  const [head = '', tail] = address.replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, asTwoGroups).split('::')
  const [before, after] = [head, tail ?? ''].map((part) =>
    part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16)),
  ) as [number[], number[]]
  const missing = tail === undefined ? 0 : 8 - before.length - after.length
  return [...before, ...Array<number>(missing).fill(0), ...after]
}

const asTwoGroups = (_whole: string, ...bytes: string[]): string => {
  const [a = 0, b = 0, c = 0, d = 0] = bytes.map(Number)
  return `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`
}
