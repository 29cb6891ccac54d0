/**
 * HalfSipHash-2-4 with 64 bits of output (Aumasson and Bernstein, https://github.com/veorq/SipHash): without the key
 * two texts with the same hash cannot be found. The library `siphash` takes ten times as long.
 * @param out the two words of the hash are written here @param text its characters below 256 count as one byte each
 */
export const halfSipHash = (key0: number, key1: number, text: string, out: Uint32Array): void => {
  let v0 = key0
  let v1 = key1 ^ 0xee
  let v2 = 0x6c796765 ^ key0
  let v3 = 0x74656462 ^ key1
  let word = 0
  const ofText = 2 * ((text.length >> 2) + 1)
  // Two rounds a word, then four before each half of the output.
  for (let round = 0; round < ofText + 8; round += 1) {
    if (round < ofText && round % 2 === 0) {
      word = wordAt(text, round * 2)
      v3 ^= word
    }
    if (round === ofText) v2 ^= 0xee
    if (round === ofText + 4) {
      out[0] = v1 ^ v3
      v1 ^= 0xdd
    }
    v0 = (v0 + v1) | 0
    v1 = ((v1 << 5) | (v1 >>> 27)) ^ v0
    v0 = (v0 << 16) | (v0 >>> 16)
    v2 = (v2 + v3) | 0
    v3 = ((v3 << 8) | (v3 >>> 24)) ^ v2
    v0 = (v0 + v3) | 0
    v3 = ((v3 << 7) | (v3 >>> 25)) ^ v0
    v2 = (v2 + v1) | 0
    v1 = ((v1 << 13) | (v1 >>> 19)) ^ v2
    v2 = (v2 << 16) | (v2 >>> 16)
    if (round < ofText && round % 2 === 1) v0 ^= word
  }
  out[1] = v1 ^ v3
}

/** Four bytes from there; the last word ends with the length. Behind the end all are 0. */
const wordAt = (text: string, at: number): number => {
  const word = byteAt(text, at) | (byteAt(text, at + 1) << 8) | (byteAt(text, at + 2) << 16)
  return word | ((at + 3 < text.length ? byteAt(text, at + 3) : text.length) << 24)
}

const byteAt = (text: string, at: number): number => {
  if (at >= text.length) return 0
  const code = text.charCodeAt(at)
  return (code ^ (code >> 8)) & 0xff
}
