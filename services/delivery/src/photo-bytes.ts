import { maxPhotoSidePx, type PhotoType, Refused } from '@tuma/contracts/vocabulary'

/** A photo without the data that cameras add: place, time, device, and a second, smaller picture. */
export type Photo = { readonly type: PhotoType; readonly bytes: Buffer }

/**
 * Recognises a photo by its first bytes and not by a name or header: JPEG or WebP with a picture that has a size.
 * Segments that a browser does not need are left out. A file that only begins like a photo, ends early or is animated
 * is refused.
 * @throws Refused photo_unknown
 */
export const photoIn = (file: Uint8Array): Photo => {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength)
  try {
    if (bytes.readUInt16BE(0) === 0xffd8) return { type: 'image/jpeg', bytes: cleanJpeg(bytes) }
    if (bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP')
      return { type: 'image/webp', bytes: cleanWebp(bytes) }
  } catch (error) {
    // The file ends before its declared length.
    if (!(error instanceof RangeError)) throw error
  }
  throw new Refused('photo_unknown')
}

const assertSize = (width: number, height: number): void => {
  if (width < 1 || height < 1 || Math.max(width, height) > maxPhotoSidePx) throw new Refused('photo_unknown')
}

/** Start-of-frame markers: baseline, extended, progressive. No camera writes the others, and no browser draws them. */
const frames = [0xc0, 0xc1, 0xc2]
const [scan, end] = [0xda, 0xd9]
/** What a decoder needs: frames, Huffman and quantisation tables, restart intervals and scans. */
const drawn = [...frames, 0xc4, 0xdb, 0xdd, scan]

/** In a progressive photo tables and scans alternate, and an editor may write text segments between them. */
const cleanJpeg = (bytes: Buffer): Buffer => {
  const kept = [bytes.subarray(0, 2)]
  let hasSize = false
  let hasScan = false
  for (let at = 2; ; ) {
    const marker = bytes.readUInt8(at + 1)
    if (bytes.readUInt8(at) !== 0xff) throw new Refused('photo_unknown')
    if (marker === end) break
    const next = at + 2 + bytes.readUInt16BE(at + 2)
    if (next > bytes.byteLength) throw new Refused('photo_unknown')
    if (frames.includes(marker)) {
      assertSize(bytes.readUInt16BE(at + 7), bytes.readUInt16BE(at + 5))
      hasSize = true
    }
    const until = marker === scan ? endOfScan(bytes, next) : next
    if (drawn.includes(marker)) kept.push(bytes.subarray(at, until))
    hasScan ||= marker === scan
    at = withoutFill(bytes, until)
  }
  if (!hasSize || !hasScan) throw new Refused('photo_unknown')
  return Buffer.concat([...kept, Buffer.of(0xff, end)])
}

/** The start of the next segment: in picture data, 0xff is followed by 0 or by the number of a restart. */
const endOfScan = (bytes: Buffer, from: number): number => {
  for (let at = bytes.indexOf(0xff, from); at >= 0; at = bytes.indexOf(0xff, at + 1)) {
    const following = bytes.readUInt8(at + 1)
    const isData = following === 0 || (following >= 0xd0 && following <= 0xd7)
    if (!isData && following !== 0xff) return at
  }
  throw new Refused('photo_unknown')
}

/** Any number of 0xff fill bytes may precede a marker. */
const withoutFill = (bytes: Buffer, from: number): number => {
  let at = from
  while (bytes.readUInt8(at) === 0xff && bytes.readUInt8(at + 1) === 0xff) at += 1
  return at
}

const webpKept = ['VP8 ', 'VP8L', 'VP8X', 'ALPH']
/** Flags of an extended WebP, which may have colour profiles, metadata and animation too. */
const [moves, hasAlpha] = [0x02, 0x10]

const cleanWebp = (bytes: Buffer): Buffer => {
  const kept: Buffer[] = []
  let isDrawn = false
  for (let at = 12; at < bytes.byteLength; ) {
    const name = bytes.toString('latin1', at, at + 4)
    const next = at + 8 + 2 * Math.ceil(bytes.readUInt32LE(at + 4) / 2)
    if (next > bytes.byteLength) throw new Refused('photo_unknown')
    const chunk = Buffer.from(bytes.subarray(at, next))
    if (name === 'VP8X') clearFlags(chunk)
    if (name === 'VP8 ') assertSize(chunk.readUInt16LE(14) & 0x3fff, chunk.readUInt16LE(16) & 0x3fff)
    if (name === 'VP8L') assertSize((chunk.readUInt32LE(9) & 0x3fff) + 1, ((chunk.readUInt32LE(9) >>> 14) & 0x3fff) + 1)
    isDrawn ||= name === 'VP8 ' || name === 'VP8L'
    if (webpKept.includes(name)) kept.push(chunk)
    at = next
  }
  if (!isDrawn) throw new Refused('photo_unknown')
  const body = Buffer.concat([Buffer.from('WEBP', 'latin1'), ...kept])
  const head = Buffer.alloc(8)
  head.write('RIFF', 'latin1')
  head.writeUInt32LE(body.byteLength, 4)
  return Buffer.concat([head, body])
}

const clearFlags = (chunk: Buffer): void => {
  const flags = chunk.readUInt8(8)
  if ((flags & moves) !== 0) throw new Refused('photo_unknown')
  assertSize(chunk.readUIntLE(12, 3) + 1, chunk.readUIntLE(15, 3) + 1)
  chunk.writeUInt8(flags & hasAlpha, 8)
}
