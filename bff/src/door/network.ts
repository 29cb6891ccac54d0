import type { Network } from '@tuma/platform/ports'
import type { Arrival } from './arrival.ts'

/**
 * The network of somebody who brings no cookie and shows no sign of a browser: a program, which may keep no cookies
 * either. Undefined for everybody else: browsers say Origin or Sec-Fetch-Site whenever they send something.
 */
export const networkOfProgram = ({ headers, address }: Pick<Arrival, 'headers' | 'address'>): Network | undefined =>
  signsOfBrowsers.some((name) => headers.has(name)) ? undefined : address

const signsOfBrowsers = ['cookie', 'origin', 'sec-fetch-site']
