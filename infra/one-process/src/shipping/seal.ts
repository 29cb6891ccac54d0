import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'

/**
 * An object is: `TUMA`, its format, eight bytes that tell keys apart, the nonce, the sealed content, the tag. The name
 * is authenticated with it, so that no object can take the place of another.
 */
const head = Buffer.from('TUMA\x01', 'latin1')
const [keyBytes, nonceBytes, tagBytes] = [8, 12, 16]
const startBytes = head.length + keyBytes + nonceBytes
const cipher = 'aes-256-gcm'

/** Sealed with another key, by the eight bytes that tell keys apart. */
export class OtherKey extends Error {
  override readonly name = 'OtherKey'
}
/** Not what was sealed under this name. */
export class Unreadable extends Error {
  override readonly name = 'Unreadable'
}

export type Seal = {
  seal(name: string, content: Uint8Array): Promise<Buffer>
  /** @throws OtherKey, Unreadable */
  open(name: string, object: Buffer): Promise<Buffer>
}

/** @param key 32 bytes: AES-256-GCM, https://csrc.nist.gov/pubs/sp/800/38/d/final */
export const openSeal = (key: Buffer): Seal => {
  const own = Buffer.from(hkdfSync('sha256', key, '', 'tuma backup: which key', keyBytes))
  return {
    async seal(name, content) {
      const nonce = randomBytes(nonceBytes)
      const sealing = createCipheriv(cipher, key, nonce).setAAD(Buffer.from(name))
      const sealed = [sealing.update(await promisify(gzip)(content)), sealing.final()]
      return Buffer.concat([head, own, nonce, ...sealed, sealing.getAuthTag()])
    },
    async open(name, object) {
      const isWhole = object.length >= startBytes + tagBytes && object.subarray(0, head.length).equals(head)
      if (!isWhole) throw new Unreadable(name)
      if (!object.subarray(head.length, head.length + keyBytes).equals(own)) throw new OtherKey(name)
      try {
        const opening = createDecipheriv(cipher, key, object.subarray(startBytes - nonceBytes, startBytes))
        opening.setAAD(Buffer.from(name)).setAuthTag(object.subarray(-tagBytes))
        const packed = [opening.update(object.subarray(startBytes, -tagBytes)), opening.final()]
        return await promisify(gunzip)(Buffer.concat(packed))
      } catch (error) {
        throw new Unreadable(name, { cause: error })
      }
    },
  }
}
