import type { KeyedHash } from '@tuma/platform/event-sourcing'

/** 130 bits, letters and digits only: no SMS app cuts such a link short. */
const keyLength = 26

/** The key that opens one payment. It is computed from our secret and not stored; streams are named by `hashOfKey`. */
export const getLinkKey = (hash: KeyedHash, paymentId: string): string => {
  const digest = BigInt(`0x${hash('link of a payment', paymentId)}`)
  return (digest % 32n ** BigInt(keyLength)).toString(32).toUpperCase().padStart(keyLength, '0')
}

export const hashOfKey = (hash: KeyedHash, key: string): string => hash('key of a link', key.trim().toUpperCase())
