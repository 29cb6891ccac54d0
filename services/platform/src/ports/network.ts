import { isIP } from 'node:net'

declare const isNetwork: unique symbol
/** The result of `getNetwork`, and nothing else, so that no caller can count by an address as it arrived. */
export type Network = string & { readonly [isNetwork]: true }

/**
 * The network of an address, as one text for all spellings of the address: proxies add ports, and IPv4 may be written
 * as IPv6. Of IPv6 the first 64 bits, because a customer with one of these addresses has all of them. A network stays
 * unchanged.
 * @param address '' when it is unknown
 */
export const getNetwork = (address: string): Network => {
  const bare = getBare(address.trim()).replace(/\/64$/, '')
  if (isIP(bare) !== 6) return bare as Network
  const groups = toGroups(bare)
  const [high = 0, low = 0] = groups.slice(6)
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff
  if (isMapped) return [high >> 8, high & 255, low >> 8, low & 255].join('.') as Network
  const first = groups.slice(0, 4).map((group) => group.toString(16))
  return `${first.join(':')}::/64` as Network
}

/**
 * The wider network that one customer of a provider may own completely: of IPv6 the /48, of IPv4 the /24. The text only
 * tells one from another, and is no address; any other text is its own network.
 * @param network as `getNetwork` writes it
 */
export const getWiderNetwork = (network: string): string =>
  network.includes(':') ? network.split(':').slice(0, 3).join(':') : network.split('.').slice(0, 3).join('.')

/** Without brackets, port and zone. */
const getBare = (address: string): string => {
  const [, inBrackets] = /^\[([^\]]+)\](?::\d+)?$/.exec(address) ?? []
  const [, beforePort] = /^([\d.]+):\d+$/.exec(address) ?? []
  return (inBrackets ?? beforePort ?? address).replace(/%.*$/, '')
}

/** The eight groups of an IPv6 address. */
const toGroups = (address: string): number[] => {
  const inHex = address.replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_all, ...bytes) => {
    const [a = 0, b = 0, c = 0, d = 0] = bytes.slice(0, 4).map(Number)
    return `${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`
  })
  const [before = [], after = []] = inHex.split('::').map((half) => (half ? half.split(':') : []))
  const left = Array.from({ length: 8 - before.length - after.length }, () => '0')
  return [...before, ...left, ...after].map((group) => Number.parseInt(group, 16))
}
