/** Photos with the structure that cameras write, for code that does not draw them. */

export const segment = (marker: number, text: string | Buffer): Buffer => {
  const bytes = Buffer.from(text as string, 'latin1')
  const head = Buffer.of(0xff, marker, 0, 0)
  head.writeUInt16BE(bytes.byteLength + 2, 2)
  return Buffer.concat([head, bytes])
}

type Jpeg = {
  readonly before?: readonly Buffer[]
  readonly frame?: readonly [number, number] | null
  readonly scan?: string | null
  readonly end?: boolean
  readonly after?: Buffer
}

export const buildJpeg = ({
  before = [],
  frame = [800, 600],
  scan = 'the picture',
  end = true,
  after,
}: Jpeg): Buffer => {
  const size = Buffer.alloc(6, 8)
  size.writeUInt16BE(frame?.[1] ?? 0, 1)
  size.writeUInt16BE(frame?.[0] ?? 0, 3)
  return Buffer.concat([
    Buffer.of(0xff, 0xd8),
    ...before,
    segment(0xdb, 'tables'),
    ...(frame ? [segment(0xc0, size)] : []),
    ...(scan === null ? [] : [segment(0xda, 'scan'), Buffer.from(scan)]),
    ...(end ? [Buffer.of(0xff, 0xd9)] : []),
    ...(after ? [after] : []),
  ])
}

const chunk = (name: string, bytes: Buffer): Buffer => {
  const head = Buffer.alloc(8)
  head.write(name, 'latin1')
  head.writeUInt32LE(bytes.byteLength, 4)
  return Buffer.concat([head, bytes, Buffer.alloc(bytes.byteLength % 2)])
}

type Webp = {
  readonly width: number
  readonly height: number
  readonly picture?: boolean
  /** With these the file is an extended WebP. */
  readonly beside?: Readonly<Record<string, string>>
  readonly flags?: number
}

export const buildWebp = ({ width, height, picture = true, beside, flags = 0x2c }: Webp): Buffer => {
  const frame = Buffer.alloc(24, 7)
  frame.writeUInt16LE(width, 6)
  frame.writeUInt16LE(height, 8)
  const extended = Buffer.alloc(10)
  extended.writeUInt8(flags, 0)
  extended.writeUIntLE(width - 1, 4, 3)
  extended.writeUIntLE(height - 1, 7, 3)
  const chunks = [
    ...(beside ? [chunk('VP8X', extended)] : []),
    ...(picture ? [chunk('VP8 ', frame)] : []),
    ...Object.entries(beside ?? {}).map(([name, text]) => chunk(name, Buffer.from(text))),
  ]
  return chunk('RIFF', Buffer.concat([Buffer.from('WEBP'), ...chunks]))
}
