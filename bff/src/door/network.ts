import { isIP } from 'node:net'
import type { Arrival } from './arrival.ts'

/**
 * Whose network an address is of, one text however it is written: proxies add ports, and IPv4 comes in IPv6's clothes.
 * Of IPv6 the first 64 bits, because whoever has one address of these has all of them.
 */
export const networkOf = (address: string): string => {
  const bare = bareOf(address.trim())
  if (isIP(bare) !== 6) return bare
  const groups = groupsOf(bare)
  const [high = 0, low = 0] = groups.slice(6)
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff
  if (isMapped) return [high >> 8, high & 255, low >> 8, low & 255].join('.')
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`
}

/** Without brackets, port and zone. */
const bareOf = (address: string): string => {
  const [, inBrackets] = /^\[([^\]]+)\](?::\d+)?$/.exec(address) ?? []
  const [, beforePort] = /^([\d.]+):\d+$/.exec(address) ?? []
  return (inBrackets ?? beforePort ?? address).replace(/%.*$/, '')
}

/** The eight of an IPv6 address. */
const groupsOf = (address: string): number[] => {
  const inHex = address.replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_all, ...bytes) => {
    const [a = 0, b = 0, c = 0, d = 0] = bytes.slice(0, 4).map(Number)
    return `${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`
  })
  const [before = [], after = []] = inHex.split('::').map((half) => (half ? half.split(':') : []))
  const left = Array.from({ length: 8 - before.length - after.length }, () => '0')
  return [...before, ...left, ...after].map((group) => Number.parseInt(group, 16))
}

/**
 * The network of somebody who brings no cookie and shows no sign of a browser: a program, which may keep no cookies
 * either. Undefined for everybody else: browsers say Origin or Sec-Fetch-Site whenever they send something.
 */
export const networkOfProgram = ({ headers, address }: Pick<Arrival, 'headers' | 'address'>): string | undefined =>
  signsOfBrowsers.some((name) => headers.has(name)) ? undefined : address

const signsOfBrowsers = ['cookie', 'origin', 'sec-fetch-site']
