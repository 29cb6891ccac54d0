import type { Network } from '@tuma/platform/ports'
import type { Arrival } from './arrival.ts'

/**
 * The network of a caller without a cookie and without signs of a browser: a program, which may keep no cookies.
 * Undefined for all others: browsers send Origin or Sec-Fetch-Site whenever they send a change.
 */
export const networkOfProgram = ({ headers, address }: Pick<Arrival, 'headers' | 'address'>): Network | undefined =>
  signsOfBrowsers.some((name) => headers.has(name)) ? undefined : address

const signsOfBrowsers = ['cookie', 'origin', 'sec-fetch-site']
