import * as z from 'zod/mini'
import type { Cost } from './passwords/passwords.ts'

const max = z.coerce
  .number('must be a number')
  .check(z.int('must be a whole number'), z.minimum(1, 'must be 1 or more'))

export const identitySettings = z.object({
  /** Wrong passwords for one e-mail address from one network, or from a browser known to it, in a quarter of an hour. */
  LOGIN_FAILURES_MOST: z._default(max, 10),
  /** From one network, for all addresses, in a quarter of an hour. */
  LOGIN_FAILURES_OF_NETWORK: z._default(max, 50),
  /** For one e-mail address, from all browsers that it does not know, in an hour. */
  LOGIN_FAILURES_OF_ACCOUNT: z._default(max, 100),
  /** Mails for a forgotten password for one e-mail address from one network, in a quarter of an hour. */
  FORGOTTEN_PASSWORDS_MOST: z._default(max, 5),
})
export type IdentitySettings = z.output<typeof identitySettings> & {
  /** 32 bytes in hexadecimal: signs sessions and links, and names the streams of e-mail addresses and usernames. */
  readonly secret: string
  /** The restore of a backup that brought these data, if any: earlier sessions have ended. */
  readonly restored?: { readonly id: string } | undefined
  /** All its people have the password that our documents name. */
  readonly demonstration?: boolean
  /** The cost of hashing a password, for tests that need many; no process sets it. */
  readonly passwordCost?: Cost
}
