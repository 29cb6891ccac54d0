import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto'
import type { Account } from './domain/account.ts'

const accountsMost = 5
const nonceBytes = 12

type Owner = Pick<Account, 'accountId' | 'password'>
type Entry = { readonly account: string; readonly nonce: string; readonly mac: string }

/**
 * What a browser keeps of the accounts that were signed in to from it, newest first: an entry each,
 * `<hash of the account>~<nonce>~<mac>`, which is worth nothing once the password is another.
 */
export const knownDevices = (key: KeyObject, randomBytes: (count: number) => Uint8Array) => {
  const hashOf = (...texts: readonly string[]) => createHmac('sha256', key).update(texts.join('|')).digest('base64url')
  const nameOf = ({ accountId }: Owner) => hashOf('account', accountId).slice(0, 22)
  const macOf = (owner: Owner, nonce: string) => hashOf('device', nameOf(owner), nonce, owner.password.hash)

  return {
    /** By which the browser is known to this account, one for each time it signed in; null for a stranger. */
    nonceIn(device: string | null, owner: Owner): string | null {
      const entry = entriesOf(device).find(({ account }) => account === nameOf(owner))
      if (!entry) return null
      const [given, right] = [Buffer.from(entry.mac), Buffer.from(macOf(owner, entry.nonce))]
      return given.length === right.length && timingSafeEqual(given, right) ? entry.nonce : null
    },

    /** What the browser is to keep from now on. */
    with(device: string | null, owner: Owner): string {
      const account = nameOf(owner)
      const nonce = Buffer.from(randomBytes(nonceBytes)).toString('base64url')
      const others = entriesOf(device).filter((entry) => entry.account !== account)
      return [{ account, nonce, mac: macOf(owner, nonce) }, ...others].slice(0, accountsMost).map(written).join('.')
    },
  }
}

const written = ({ account, nonce, mac }: Entry): string => `${account}~${nonce}~${mac}`

const entriesOf = (device: string | null): Entry[] => (device ?? '').split('.', accountsMost).flatMap(readEntry)

const readEntry = (text: string): Entry[] => {
  const [, account, nonce, mac] = /^([\w-]{22})~([\w-]{16})~([\w-]{43})$/.exec(text) ?? []
  return account && nonce && mac ? [{ account, nonce, mac }] : []
}
