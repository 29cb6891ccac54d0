import { maxPhotoSidePx, type PhotoType, Refused } from '@tuma/contracts/vocabulary'

/** A photo without what cameras write beside it: where it was taken, when, with what, and a second, smaller picture. */
export type Photo = { readonly type: PhotoType; readonly bytes: Buffer }

/**
 * What it is says its beginning, and no name or header: a photo in JPEG or WebP whose picture has a size. All segments that a
 * browser needs not to draw it are left out; a file that only begins as one, ends early or moves is none.
 * @throws Refused photo_unknown
 */
export const photoIn = (file: Uint8Array): Photo => {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength)
  try {
    if (bytes.readUInt16BE(0) === 0xffd8) return { type: 'image/jpeg', bytes: cleanJpeg(bytes) }
    if (bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP')
      return { type: 'image/webp', bytes: cleanWebp(bytes) }
  } catch (error) {
    // It ends before what it promises.
    if (!(error instanceof RangeError)) throw error
  }
  throw new Refused('photo_unknown')
}

const assertSize = (width: number, height: number): void => {
  if (width < 1 || height < 1 || Math.max(width, height) > maxPhotoSidePx) throw new Refused('photo_unknown')
}

/** Begins of a frame: baseline, extended, progressive. Others are made by no camera, and drawn by no browser. */
const frames = [0xc0, 0xc1, 0xc2]
const [scan, end] = [0xda, 0xd9]
/** Frames, Huffman and quantisation tables, restart intervals and scans: what a decoder needs. All other segments are left out. */
const drawn = [...frames, 0xc4, 0xdb, 0xdd, scan]

/** A progressive photo has tables and scans in turn, and an editor may write its words between them. */
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

/** Where the next segment begins: in the picture's data 0xff is followed by 0 or by the number of a restart. */
const endOfScan = (bytes: Buffer, from: number): number => {
  for (let at = bytes.indexOf(0xff, from); at >= 0; at = bytes.indexOf(0xff, at + 1)) {
    const following = bytes.readUInt8(at + 1)
    const isData = following === 0 || (following >= 0xd0 && following <= 0xd7)
    if (!isData && following !== 0xff) return at
  }
  throw new Refused('photo_unknown')
}

/** Any number of 0xff may stand in front of a marker. */
const withoutFill = (bytes: Buffer, from: number): number => {
  let at = from
  while (bytes.readUInt8(at) === 0xff && bytes.readUInt8(at + 1) === 0xff) at += 1
  return at
}

const webpKept = ['VP8 ', 'VP8L', 'VP8X', 'ALPH']
/** In the flags of what has more than a picture: colours, position, words, movement. */
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
