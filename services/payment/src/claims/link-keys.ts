import type { KeyedHash } from '@tuma/platform/event-sourcing'

/** 130 bits, letters and digits only: no SMS app cuts such a link short. */
const keyLength = 26

/** Opens one payment. It follows from our secret and is stored nowhere; streams are named by `hashOfKey`. */
export const getLinkKey = (hash: KeyedHash, paymentId: string): string => {
  const digest = BigInt(`0x${hash('link of a payment', paymentId)}`)
  return (digest % 32n ** BigInt(keyLength)).toString(32).toUpperCase().padStart(keyLength, '0')
}

export const hashOfKey = (hash: KeyedHash, key: string): string => hash('key of a link', key.trim().toUpperCase())
