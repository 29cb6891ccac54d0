import { createHmac, createSecretKey, hkdfSync, type KeyObject } from 'node:crypto'

/** One key for each purpose, so that what one of them signs means nothing to another. */
export type IdentityKeys = {
  readonly sessions: KeyObject
  readonly links: KeyObject
  readonly reservations: KeyObject
  /** Of what browsers keep of those who signed in from them. */
  readonly devices: KeyObject
  /** Names what wrong guesses are counted of. */
  readonly guards: KeyObject
  /** Seals the secrets of second factors, so that a copy of the data alone has none. */
  readonly secondFactors: KeyObject
  readonly recoveryCodes: KeyObject
  /** Names what is approved by a hash that tells no phone. */
  readonly approvals: KeyObject
  /** Tells networks of security events apart without their addresses. */
  readonly networks: KeyObject
}

/**
 * @param secret 32 bytes in hexadecimal
 * @param restoration which one these data came by, where they did: sessions of before it are signed with another key
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
