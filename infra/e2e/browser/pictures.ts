import { crc32, deflateSync } from 'node:zlib'

/**
 * A large picture like a phone camera's: no two neighbouring pixels are alike. A PNG, because that needs no library.
 */
export const largePicture = (width = 1800, height = 1350): Buffer => {
  const rows = Buffer.alloc(height * (1 + width * 3))
  let noise = 1
  for (let at = 0; at < rows.length; at += 1) {
    noise = (noise * 48271) % 0x7fffffff
    rows[at] = at % (1 + width * 3) === 0 ? 0 : noise & 255
  }
  const size = Buffer.alloc(13)
  size.writeUInt32BE(width, 0)
  size.writeUInt32BE(height, 4)
  size.set([8, 2, 0, 0, 0], 8)
  const signature = Buffer.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)
  const place = Buffer.from('comment\0GPS 1.2921 S, 36.8219 E')
  const parts = [part('IHDR', size), part('tEXt', place), part('IDAT', deflateSync(rows, { level: 1 }))]
  return Buffer.concat([signature, ...parts, part('IEND', Buffer.alloc(0))])
}

const part = (type: string, data: Buffer): Buffer => {
  const named = Buffer.concat([Buffer.from(type), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, sum])
}
