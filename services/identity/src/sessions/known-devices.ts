import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto'
import type { Account } from '../domain/account.ts'

const maxAccounts = 5
const nonceBytes = 12

type Owner = Pick<Account, 'accountId' | 'password'>
/** `made` proves that we wrote the entry; `mac` also proves that the password is unchanged. Both have 128 bits. */
type Entry = { readonly account: string; readonly nonce: string; readonly made: string; readonly mac: string }

/**
 * The entries that a browser keeps of accounts that signed in from it, newest first: `<hash of the
 * account>~<nonce>~<made>~<mac>`. An entry is of no use after a change of the password.
 */
export const knownDevices = (key: KeyObject, randomBytes: (count: number) => Uint8Array) => {
  const computeHash = (...texts: readonly string[]) =>
    createHmac('sha256', key).update(texts.join('|')).digest('base64url').slice(0, 22)
  const nameOf = ({ accountId }: Owner) => computeHash('account', accountId)
  const getMade = (account: string, nonce: string) => computeHash('made', account, nonce)
  const computeMac = (owner: Owner, nonce: string) => computeHash('device', nameOf(owner), nonce, owner.password.hash)

  return {
    /** The nonce by which this account knows the browser, a new one at each sign-in; null for a stranger. */
    nonceIn(device: string | null, owner: Owner): string | null {
      const entry = getEntries(device).find(({ account }) => account === nameOf(owner))
      if (!entry) return null
      return isEqual(entry.mac, computeMac(owner, entry.nonce)) ? entry.nonce : null
    },

    /**
     * The hash of an account that has signed in from this browser; null if none has. The account may have another
     * password now, or be deleted: a check would take time, and so reveal it.
     */
    knownAs: (device: string | null): string | null =>
      getEntries(device).filter(({ account, nonce, made }) => isEqual(made, getMade(account, nonce)))[0]?.account ??
      null,

    /** What the browser must keep from now on. */
    with(device: string | null, owner: Owner): string {
      const account = nameOf(owner)
      const nonce = Buffer.from(randomBytes(nonceBytes)).toString('base64url')
      const others = getEntries(device).filter((entry) => entry.account !== account)
      return [{ account, nonce, made: getMade(account, nonce), mac: computeMac(owner, nonce) }, ...others]
        .slice(0, maxAccounts)
        .map(written)
        .join('.')
    },
  }
}

const isEqual = (given: string, right: string): boolean => {
  const [one, other] = [Buffer.from(given), Buffer.from(right)]
  return one.length === other.length && timingSafeEqual(one, other)
}

const written = ({ account, nonce, made, mac }: Entry): string => [account, nonce, made, mac].join('~')

const getEntries = (device: string | null): Entry[] => (device ?? '').split('.', maxAccounts).flatMap(readEntry)

const readEntry = (text: string): Entry[] => {
  const [, account, nonce, made, mac] = /^([\w-]{22})~([\w-]{16})~([\w-]{22})~([\w-]{22})$/.exec(text) ?? []
  return account && nonce && made && mac ? [{ account, nonce, made, mac }] : []
}
