import { Refused } from '@tuma/contracts/vocabulary'
import { describe, expect, test } from 'vitest'
import { photoIn } from './photo-bytes.ts'
import { buildJpeg, buildWebp, segment } from './testing/photos.ts'
import { type RealJpeg, realJpeg } from './testing/real-photos.ts'

const refusal = (file: Uint8Array): unknown => {
  try {
    photoIn(file)
    return null
  } catch (error) {
    return error instanceof Refused ? error.code : error
  }
}
/** Neither picture data nor the number of a restart. */
const isSegment = (marker: number) => marker >= 0xc0 && (marker < 0xd0 || marker > 0xd7) && marker !== 0xff
const position = 'GPS 1.2921 S, 36.8219 E'

describe('a photo in JPEG', () => {
  test('keeps its picture, and loses all that a camera wrote besides', () => {
    const plain = photoIn(buildJpeg({}))
    const told = photoIn(
      buildJpeg({
        before: [
          segment(0xe0, 'JFIF'),
          segment(0xe1, `Exif ${position}`),
          segment(0xed, position),
          segment(0xfe, position),
        ],
        after: Buffer.from(`\xff\xd8 another picture ${position}`, 'latin1'),
      }),
    )
    expect(told.type).toBe('image/jpeg')
    expect(told.bytes).toEqual(plain.bytes)
    expect(told.bytes.toString('latin1')).not.toContain('GPS')
    expect(told.bytes.indexOf(Buffer.from('the picture'))).toBeGreaterThan(0)
  })
  test.each([
    ['no size', buildJpeg({ frame: null })],
    ['no width', buildJpeg({ frame: [0, 600] })],
    ['a side of 5,000', buildJpeg({ frame: [5000, 600] })],
    ['no picture', buildJpeg({ scan: null })],
    ['no end', buildJpeg({ end: false })],
  ])('with %s is refused', (_what, file) => expect(refusal(file)).toBe('photo_unknown'))
  test('cut at any place is refused, without an error of ours', () => {
    const whole = buildJpeg({ before: [segment(0xe1, position)] })
    for (let end = 0; end < whole.byteLength; end += 1) expect(refusal(whole.subarray(0, end))).toBe('photo_unknown')
  })
})

describe.each<RealJpeg>(['baseline', 'progressive', 'restarting'])('a real photo in JPEG (%s)', (kind) => {
  const whole = realJpeg(kind)
  /** The starts of its segments, including the first of its picture. */
  const places = [...whole.keys()].filter((at) => at > 1 && whole[at] === 0xff && isSegment(whole[at + 1] ?? 0))
  const isSegmentOfJfif = (at: number) => whole[at + 1] === 0xe0
  const jfif = 2 + 16

  test('is unchanged except for the segment that names its maker', () => {
    expect(isSegmentOfJfif(2)).toBe(true)
    expect(photoIn(whole).bytes).toEqual(Buffer.concat([whole.subarray(0, 2), whole.subarray(2 + jfif)]))
  })
  test('has no text in it, wherever an editor wrote some: between two scans or after the last', () => {
    const words = [segment(0xe1, `Exif ${position}`), segment(0xfe, position), segment(0xf0, position)]
    const clean = photoIn(whole).bytes
    expect(places.length).toBeGreaterThan(kind === 'baseline' ? 5 : 15)
    for (const at of places)
      for (const beside of words) {
        const told = Buffer.concat([whole.subarray(0, at), beside, Buffer.of(0xff, 0xff), whole.subarray(at)])
        expect(photoIn(told).bytes).toEqual(clean)
      }
  })
  test('cut at any place is refused', () => {
    for (let end = 0; end < whole.byteLength; end += 1) expect(refusal(whole.subarray(0, end))).toBe('photo_unknown')
  })
})

describe('a photo in WebP', () => {
  const size = { width: 800, height: 600 }
  test('keeps its picture, and loses all that a camera wrote besides', () => {
    const { type, bytes } = photoIn(
      buildWebp({ ...size, beside: { EXIF: position, 'XMP ': position, ICCP: position } }),
    )
    expect(type).toBe('image/webp')
    expect(bytes.toString('latin1')).not.toContain('GPS')
    expect(bytes).toEqual(photoIn(buildWebp({ ...size, beside: { none: '' } })).bytes)
    expect(bytes.readUInt32LE(4)).toBe(bytes.byteLength - 8)
  })
  test('in the simple format is unchanged', () => expect(photoIn(buildWebp(size)).bytes).toEqual(buildWebp(size)))
  test.each([
    ['moves', buildWebp({ ...size, beside: {}, flags: 0x02 })],
    ['has no picture', buildWebp({ ...size, picture: false, beside: {} })],
    ['has a side of 5,000', buildWebp({ width: 5000, height: 10 })],
  ])('which %s is refused', (_what, file) => expect(refusal(file)).toBe('photo_unknown'))
  test('cut at any place is refused', () => {
    const whole = buildWebp({ ...size, beside: { EXIF: position } })
    // After its picture no data is missing.
    const max = whole.indexOf('EXIF', 0, 'latin1')
    for (let end = 0; end < max; end += 1) expect(refusal(whole.subarray(0, end))).toBe('photo_unknown')
  })
})

test.each([
  ['a PDF', Buffer.from('%PDF-1.7 and more of it, so that it is long enough')],
  ['a page', Buffer.from('<html><script>alert(1)</script></html>')],
  ['a PNG', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')],
  ['nothing', Buffer.alloc(0)],
  ['a sound', Buffer.from('RIFF\x24\0\0\0WAVEfmt ', 'latin1')],
])('%s is no photo, whatever its name says', (_what, file) => expect(refusal(file)).toBe('photo_unknown'))
