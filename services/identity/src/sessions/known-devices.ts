import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto'
import type { Account } from '../domain/account.ts'

const accountsMost = 5
const nonceBytes = 12

type Owner = Pick<Account, 'accountId' | 'password'>
/** `made` proves that we wrote the entry, `mac` also that the password is the same as then. Both have 128 bits. */
type Entry = { readonly account: string; readonly nonce: string; readonly made: string; readonly mac: string }

/**
 * What a browser keeps of the accounts that were signed in to from it, newest first: an entry each,
 * `<hash of the account>~<nonce>~<made>~<mac>`, which lets no one in once the password is another.
 */
export const knownDevices = (key: KeyObject, randomBytes: (count: number) => Uint8Array) => {
  const hashOf = (...texts: readonly string[]) =>
    createHmac('sha256', key).update(texts.join('|')).digest('base64url').slice(0, 22)
  const nameOf = ({ accountId }: Owner) => hashOf('account', accountId)
  const madeOf = (account: string, nonce: string) => hashOf('made', account, nonce)
  const macOf = (owner: Owner, nonce: string) => hashOf('device', nameOf(owner), nonce, owner.password.hash)

  return {
    /** By which the browser is known to this account, one for each time it signed in; null for a stranger. */
    nonceIn(device: string | null, owner: Owner): string | null {
      const entry = entriesOf(device).find(({ account }) => account === nameOf(owner))
      if (!entry) return null
      return isEqual(entry.mac, macOf(owner, entry.nonce)) ? entry.nonce : null
    },

    /**
     * The name of some account that was signed in to from this browser; null where there was none. The account may have
     * another password by now, or be gone: looking would take a time that tells.
     */
    knownAs: (device: string | null): string | null =>
      entriesOf(device).filter(({ account, nonce, made }) => isEqual(made, madeOf(account, nonce)))[0]?.account ?? null,

    /** What the browser is to keep from now on. */
    with(device: string | null, owner: Owner): string {
      const account = nameOf(owner)
      const nonce = Buffer.from(randomBytes(nonceBytes)).toString('base64url')
      const others = entriesOf(device).filter((entry) => entry.account !== account)
      return [{ account, nonce, made: madeOf(account, nonce), mac: macOf(owner, nonce) }, ...others]
        .slice(0, accountsMost)
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

const entriesOf = (device: string | null): Entry[] => (device ?? '').split('.', accountsMost).flatMap(readEntry)

const readEntry = (text: string): Entry[] => {
  const [, account, nonce, made, mac] = /^([\w-]{22})~([\w-]{16})~([\w-]{22})~([\w-]{22})$/.exec(text) ?? []
  return account && nonce && made && mac ? [{ account, nonce, made, mac }] : []
}
