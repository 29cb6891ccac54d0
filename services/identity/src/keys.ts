import { createHmac, createSecretKey, hkdfSync, type KeyObject } from 'node:crypto'

/** One key for each purpose, so that a signature for one purpose is invalid for another. */
export type IdentityKeys = {
  readonly sessions: KeyObject
  readonly links: KeyObject
  readonly reservations: KeyObject
  /** For the entries that browsers keep of accounts that signed in from them. */
  readonly devices: KeyObject
  /** Hashes the subjects of wrong guesses. */
  readonly guards: KeyObject
  /** Seals the secrets of second factors, so that a copy of the data alone does not reveal them. */
  readonly secondFactors: KeyObject
  readonly recoveryCodes: KeyObject
  /** Hashes what is approved, so that the hash does not reveal a phone. */
  readonly approvals: KeyObject
  /** Tells networks of security events apart without storing their addresses. */
  readonly networks: KeyObject
}

/**
 * @param secret 32 bytes in hexadecimal
 * @param restoration id of the restore that brought these data, if any: it changes the key of sessions, so that earlier
 * sessions end
 */
export const identityKeys = (secret: string, restoration = ''): IdentityKeys => {
  if (!/^[0-9a-f]{64}$/i.test(secret)) throw new Error('the secret must be 32 bytes in hexadecimal')
  const keyFor = (purpose: string, salt = '') =>
    createSecretKey(Buffer.from(hkdfSync('sha256', Buffer.from(secret, 'hex'), salt, `identity ${purpose}`, 32)))
  return {
    sessions: keyFor('sessions', restoration),
    links: keyFor('links'),
    reservations: keyFor('reservations'),
    devices: keyFor('devices'),
    guards: keyFor('guards'),
    secondFactors: keyFor('second factors'),
    recoveryCodes: keyFor('recovery codes'),
    approvals: keyFor('approvals'),
    networks: keyFor('networks of security events'),
  }
}

export const keyedHash = (key: KeyObject, text: string): string => createHmac('sha256', key).update(text).digest('hex')
