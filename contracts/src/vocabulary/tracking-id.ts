const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** Twelve Crockford base-32 characters of 60 random bits: `TM-7K3M-Q2XV-90TB`. @param random at least 8 bytes */
export const trackingIdFrom = (random: Uint8Array): string => {
  let bits = random.slice(0, 8).reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n) >> 4n
  let text = ''
  for (let i = 0; i < 12; i += 1) {
    text = alphabet[Number(bits & 31n)] + text
    bits >>= 5n
  }
  return `TM-${text.slice(0, 4)}-${text.slice(4, 8)}-${text.slice(8)}`
}

/** As it stands on a label: in capitals, O is 0, and I and L are 1. */
export const asOnLabel = (typed: string): string => typed.toUpperCase().replace(/O/g, '0').replace(/[IL]/g, '1')

/** Reads what people type: any case, spaces or no hyphens, O for 0, I and L for 1. @returns the id or null */
export const parseTrackingId = (typed: string): string | null => {
  if (typed.length > 64) return null
  const plain = asOnLabel(typed).replace(/[\s-]/g, '')
  // T and M are digits too: they are the prefix only where more than an id stands.
  const text = plain.length === 14 && plain.startsWith('TM') ? plain.slice(2) : plain
  if (text.length !== 12 || [...text].some((character) => !alphabet.includes(character))) return null
  return `TM-${text.slice(0, 4)}-${text.slice(4, 8)}-${text.slice(8)}`
}
