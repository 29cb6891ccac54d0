import { createHmac } from 'node:crypto'

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
export const getBytes = (base32: string): Buffer => {
  const bits = [...base32].map((letter) => letters.indexOf(letter).toString(2).padStart(5, '0')).join('')
  return Buffer.from(bits.match(/.{8}/g)?.map((byte) => Number.parseInt(byte, 2)) ?? [])
}

/**
 * @returns six digits by RFC 6238, written from its text, so that the library does not test itself
 * @param now ISO instant @param stepsLater steps of 30 seconds
 */
export const oneTimeCode = (secret: string, now: string, stepsLater = 0): string => {
  const key = getBytes(secret)
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.parse(now) / 30_000) + stepsLater))
  const mac = createHmac('sha1', key).update(counter).digest()
  const from = (mac.at(-1) ?? 0) & 15
  return String((mac.readUInt32BE(from) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}
