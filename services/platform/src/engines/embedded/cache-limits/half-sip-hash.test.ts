import { expect, test } from 'vitest'
import { halfSipHash } from './half-sip-hash.ts'

/** vectors_hsip64 of github.com/veorq/SipHash: the key is 00 01 … 07, the text of each the bytes 00, 01, … before its length. */
const vectors = {
  0: '218d1f59b9b83cc8',
  1: 'be552412f8387315',
  2: '064f39ef7c50eb57',
  3: 'ce0f1a45f7060679',
  4: 'd5e78a175be52ea1',
  7: 'ff202728b07bc684',
  8: 'edfee820bce4858c',
  15: '217d0bcb4e81c902',
  33: '248477681d28f89c',
  63: '2ea63c71bf326087',
}

test.each(Object.entries(vectors))('hashes %s bytes as its authors do', (length, expected) => {
  const key = Buffer.from([0, 1, 2, 3, 4, 5, 6, 7])
  const text = String.fromCharCode(...Array.from({ length: Number(length) }, (_, byte) => byte))
  const out = new Uint32Array(2)
  halfSipHash(key.readInt32LE(0), key.readInt32LE(4), text, out)
  expect(Buffer.from(out.buffer).toString('hex')).toBe(expected)
})
