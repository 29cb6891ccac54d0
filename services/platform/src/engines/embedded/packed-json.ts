import type { Json } from '../../ports/event-store.ts'

/**
 * Objects of JSON as bytes, without the names of their fields: the names are its shape, which is stored once for all
 * events that have it. An id, an instant or a sealed value takes its own number of bytes, not letters, and a value that
 * came before in the row is stored as a reference. A list is JSON among the bytes, as is any other value that a shape
 * cannot express.
 */
export type Packed = {
  /** JSON: for each object the names of its fields in their order, 0 for any other value. */
  readonly shape: string
  /** In latin1, one letter for each byte, because threads pass texts on faster. */
  readonly bytes: string
}

type Shape = 0 | readonly (readonly [field: string, inner: Shape])[]

const of = {
  nothing: 0,
  no: 1,
  yes: 2,
  count: 3,
  json: 4,
  text: 5,
  instant: 6,
  base64: 7,
  hex: 8,
  uuid: 9,
  parts: 10,
  /** These codes and those behind them include the length or the number itself. */
  shortText: 0x20,
  met: 0x80,
  smallCount: 0xc0,
} as const
const shortTexts = of.met - of.shortText
const maxMet = of.smallCount - of.met
const smallCounts = 0x100 - of.smallCount

const uuid = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}'
const idsWithin = new RegExp(`${uuid}|(?:[0-9a-f]{2}){8,}`, 'g')
export const isUuid = new RegExp(`^${uuid}$`)
const isInstant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/
const isBase64 = /^[A-Za-z0-9+/]{22,}={0,2}$/
const isName = /^[A-Za-z][A-Za-z0-9]*$/
/** Shorter texts are not stored as ids. */
const shortestId = 16
const uuidBytes = 16
const instantBytes = 6

/** Thrown when unpacking would not give the same value again. */
const notToBePacked = new Error('this can only be kept as JSON')

/** @param beside texts that are beside it in the row. @returns null when it must be stored as JSON */
export const packed = (parts: readonly Json[], beside: readonly string[]): Packed | null => {
  const values: Json[] = []
  const shape = `[${parts.map((part) => getShape(part, values)).join()}]`
  const met = metIn(beside)
  out.length = 0
  try {
    for (const value of values) write(value, met)
    return { shape, bytes: out.bytes.toString('latin1', 0, out.length) }
  } catch (error) {
    if (error !== notToBePacked) throw error
    return null
  }
}

/** Reads what was packed with that shape, beside the same texts. @throws Error when it is damaged */
export const unpacker = (shape: string) => {
  const parts = (JSON.parse(shape) as object[]).map(toFields)
  return (bytes: Buffer, start: number, beside: readonly string[]): Json[] => {
    const from: Source = { bytes, at: start, met: metIn(beside) }
    const found = parts.map((part) => unpacked(part, from))
    if (from.at !== bytes.length) throw new Error('there is more than was packed')
    return found
  }
}

const metIn = (beside: readonly string[]): string[] => beside.flatMap((text) => text.match(idsWithin) ?? [])

const isObject = (value: Json): value is { [field: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The values in the order in which they are met. */
const getShape = (value: Json, values: Json[]): string => {
  if (isObject(value)) {
    const fields = Object.entries(value).filter(([, inner]) => inner !== undefined)
    if (fields.every(([field]) => isName.test(field)))
      return `{${fields.map(([field, inner]) => `"${field}":${getShape(inner, values)}`).join()}}`
  }
  values.push(value)
  return '0'
}

const toFields = (shape: unknown): Shape =>
  shape === 0 ? 0 : Object.entries(shape as object).map(([field, inner]) => [field, toFields(inner)])

const unpacked = (shape: Shape, from: Source): Json => {
  if (shape === 0) return read(from)
  const own: { [field: string]: Json } = {}
  for (const [field, inner] of shape) own[field] = unpacked(inner, from)
  return own
}

/** One buffer for all calls; its content is not needed after a call. */
const out = { bytes: Buffer.allocUnsafe(16 * 1024), length: 0 }

const room = (more: number): void => {
  if (out.length + more <= out.bytes.length) return
  const larger = Buffer.allocUnsafe(2 * (out.length + more))
  out.bytes.copy(larger, 0, 0, out.length)
  out.bytes = larger
}
const putByte = (byte: number): void => {
  room(1)
  out.bytes[out.length++] = byte
}
/** Seven bits in each byte, the lowest first. */
const putCount = (count: number): void => {
  let rest = count
  for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) putByte((rest % 0x80) + 0x80)
  putByte(rest)
}
const putLetters = (text: string, length: number, encoding: BufferEncoding): void => {
  room(length)
  out.length += out.bytes.write(text, out.length, length, encoding)
}

const write = (value: Json, met: string[]): void => {
  if (typeof value === 'string') writeText(value, met)
  else if (value === null) putByte(of.nothing)
  else if (typeof value === 'boolean') putByte(value ? of.yes : of.no)
  else if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) writeCount(value)
  else writeJson(value)
}

const writeCount = (count: number): void => {
  if (count < smallCounts) putByte(of.smallCount + count)
  else {
    putByte(of.count)
    putCount(count)
  }
}

const writeText = (text: string, met: string[]): void => {
  const place = text.length < shortestId ? -1 : met.indexOf(text)
  if (text.length < shortestId) writePlain(text)
  else if (place >= 0 && place < maxMet) putByte(of.met + place)
  else if (!(writeId(text, met) || writeInstant(text, met) || writeBase64(text))) writeParts(text, met)
}

/** The ids in a text, and the texts between them, with the first and the last. */
const writeParts = (text: string, met: string[]): void => {
  const ids = text.match(idsWithin) ?? []
  const between = text.split(idsWithin)
  if (between.length === 1) return void writePlain(text)
  putByte(of.parts)
  putCount(between.length)
  for (const [place, part] of between.entries()) {
    writePlain(part)
    const id = ids[place]
    if (id !== undefined) writeText(id, met)
  }
}

const writePlain = (text: string): void => {
  const length = Buffer.byteLength(text)
  if (!text.isWellFormed()) throw notToBePacked
  if (length < shortTexts) putByte(of.shortText + length)
  else {
    putByte(of.text)
    putCount(length)
  }
  putLetters(text, length, 'utf8')
}

const writeJson = (value: Json): void => {
  const json = JSON.stringify(value)
  const length = Buffer.byteLength(json)
  putByte(of.json)
  putCount(length)
  putLetters(json, length, 'utf8')
}

const writeId = (text: string, met: string[]): boolean => {
  const [first] = text.match(idsWithin) ?? []
  if (first !== text) return false
  met.push(text)
  if (isUuid.test(text)) {
    putByte(of.uuid)
    putLetters(text.replaceAll('-', ''), uuidBytes, 'hex')
  } else {
    putByte(of.hex)
    putCount(text.length / 2)
    putLetters(text, text.length / 2, 'hex')
  }
  return true
}

const writeInstant = (text: string, met: string[]): boolean => {
  if (!isInstant.test(text)) return false
  const ms = Date.parse(text)
  if (!(ms >= 0) || new Date(ms).toISOString() !== text) return false
  met.push(text)
  putByte(of.instant)
  room(instantBytes)
  out.length = out.bytes.writeUIntBE(ms, out.length, instantBytes)
  return true
}

const writeBase64 = (text: string): boolean => {
  if (text.length % 4 !== 0 || !isBase64.test(text)) return false
  const bytes = Buffer.from(text, 'base64')
  if (bytes.toString('base64') !== text) return false
  putByte(of.base64)
  putCount(bytes.length)
  room(bytes.length)
  out.length += bytes.copy(out.bytes, out.length)
  return true
}

type Source = { readonly bytes: Buffer; at: number; readonly met: string[] }

const takeByte = (from: Source): number => {
  const byte = from.bytes[from.at++]
  if (byte === undefined) throw new Error('there is less than was packed')
  return byte
}
/** @returns the count; `from.at` is then behind it */
export const takeCount = (from: { readonly bytes: Buffer; at: number }): number => {
  let count = 0
  for (let by = 1; ; by *= 0x80) {
    const byte = takeByte(from as Source)
    count += (byte % 0x80) * by
    if (byte < 0x80) return count
  }
}
const takeLetters = (from: Source, length: number, encoding: BufferEncoding): string => {
  const end = from.at + length
  if (end > from.bytes.length) throw new Error('there is less than was packed')
  const text = from.bytes.toString(encoding, from.at, end)
  from.at = end
  return text
}

const read = (from: Source): Json => {
  const kind = takeByte(from)
  if (kind >= of.smallCount) return kind - of.smallCount
  if (kind >= of.met) return known(from.met[kind - of.met])
  if (kind >= of.shortText) return takeLetters(from, kind - of.shortText, 'utf8')
  switch (kind) {
    case of.nothing:
      return null
    case of.no:
      return false
    case of.yes:
      return true
    case of.count:
      return takeCount(from)
    case of.json:
      return JSON.parse(takeLetters(from, takeCount(from), 'utf8'))
    case of.text:
      return takeLetters(from, takeCount(from), 'utf8')
    case of.base64:
      return takeLetters(from, takeCount(from), 'base64')
    case of.parts:
      return readParts(from)
    default:
      return noted(readMet(kind, from), from)
  }
}

const readMet = (kind: number, from: Source): string => {
  if (kind === of.hex) return takeLetters(from, takeCount(from), 'hex')
  if (kind === of.uuid) return withDashes(takeLetters(from, uuidBytes, 'hex'))
  if (kind !== of.instant) throw new Error(`nothing is packed as ${kind}`)
  const ms = from.bytes.readUIntBE(from.at, instantBytes)
  from.at += instantBytes
  return new Date(ms).toISOString()
}

const noted = (text: string, { met }: Source): string => {
  met.push(text)
  return text
}

const readParts = (from: Source): string => {
  let text = ''
  for (let left = takeCount(from); left > 0; left -= 1) {
    text += read(from)
    if (left > 1) text += read(from)
  }
  return text
}

/** @param hex the 32 digits of a UUID */
export const withDashes = (hex: string): string =>
  `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`

const known = (text: string | undefined): string => {
  if (text === undefined) throw new Error('what it should have met is missing')
  return text
}
