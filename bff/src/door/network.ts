import { isIPv6 } from 'node:net'
import type { Arrival } from './arrival.ts'

/**
 * The network of somebody who brings no cookie and shows no sign of a browser: a program, which may keep no cookies
 * either. Undefined for everybody else: browsers say Origin or Sec-Fetch-Site whenever they send something.
 */
export const networkOfProgram = ({ headers, address }: Pick<Arrival, 'headers' | 'address'>): string | undefined =>
  signsOfBrowsers.some((name) => headers.has(name)) ? undefined : networkOf(address)

const signsOfBrowsers = ['cookie', 'origin', 'sec-fetch-site']

/** Proxies add ports, IPv4 comes dressed as IPv6, and whoever has one address of IPv6 has all that begin like it. */
export const networkOf = (address: string): string => {
  const bare = /^\[(.*)\](?::\d+)?$/.exec(address)?.[1] ?? address.replace(/^([\d.]+):\d+$/, '$1')
  const plain = bare.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '')
  return isIPv6(plain) ? firstHalf(plain) : plain
}

const firstHalf = (address: string): string => {
  const [head = '', tail] = address.split('::').map((part) => part.split(':').filter(Boolean))
  const groups = tail === undefined ? [...head] : [...head, ...Array(8 - head.length - tail.length).fill('0'), ...tail]
  const four = groups.slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16))
  return `${four.join(':')}::/64`
}
