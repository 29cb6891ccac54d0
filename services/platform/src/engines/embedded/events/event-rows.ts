import type { StoredEvent } from '../../../ports/event-store.ts'
import type { Connection } from '../file/connection.ts'
import { isUuid, packed, takeCount, unpacker, withDashes } from '../packed-json.ts'

/** An event in the form that the writer gets: texts, because threads pass texts on faster than objects. */
export type EventRow = {
  readonly position: number
  readonly id: string
  readonly type: string
  readonly version: number
  /** JSON, or data and metadata in packed form as latin1. */
  readonly data: string
  /** Null when it is packed together with the data. */
  readonly metadata: string | null
  readonly checksum: string | null
}

/** The shape that packed events of a service are read with. It is stored no later than the first event that uses it. */
export type EventShape = { readonly service: string; readonly number: number; readonly shape: string }

type Unpacked = ReturnType<typeof unpacker>
type Shapes = {
  /** @returns null for a new shape when there are `maxShapes` already: it is not remembered */
  getNumber(shape: string): number | null
  getUnpacker(number: number): Unpacked
  count(): number
}

/** Shapes come from a service's own schemas, so that more than this many is a fault; later ones are stored as JSON. */
const maxShapes = 2000
const longestShape = 4096

const shapesQuery = 'select number, shape from event_shapes where service = ? and number > ? order by number'

const openShapes = (service: string, reader: Pick<Connection, 'prepare'>): Shapes => {
  const numbers = new Map<string, number>()
  const unpackers = new Map<number, Unpacked>()
  let last = 0
  const know = (number: number, shape: string): void => {
    numbers.set(shape, number)
    unpackers.set(number, unpacker(shape))
    last = number
  }
  const look = (): void => {
    for (const { number, shape } of reader.prepare(shapesQuery).all(service, last)) know(Number(number), String(shape))
  }
  return {
    getNumber(shape) {
      if (last === 0) look()
      if (!numbers.has(shape) && last < maxShapes) know(last + 1, shape)
      return numbers.get(shape) ?? null
    },
    getUnpacker(number) {
      if (!unpackers.has(number)) look()
      const found = unpackers.get(number)
      if (!found) throw new Error(`no shape ${number} of ${service}'s events`)
      return found
    },
    count: () => numbers.size,
  }
}

/** Writes and reads a service's events as rows: packed, or as JSON when they cannot be packed. */
export const openEventRows = (service: string, reader: Pick<Connection, 'prepare'>) => {
  const shapes = openShapes(service, reader)
  /** Shapes that are certainly in the file and need not be sent again. */
  const writtenShapes = new Set<number>()

  const asJson = ({ data, metadata }: StoredEvent) => ({
    data: JSON.stringify(data),
    metadata: JSON.stringify(metadata),
  })
  const packedWith = ({ stream, id, data, metadata }: StoredEvent, needed: Map<number, EventShape>) => {
    const made = packed([data, metadata], [stream, id])
    if (!made || made.shape.length > longestShape) return null
    const number = shapes.getNumber(made.shape)
    if (number === null) return null
    if (!writtenShapes.has(number)) needed.set(number, { service, number, shape: made.shape })
    return { data: counted(number) + made.bytes, metadata: null }
  }

  return {
    /** The number of remembered shapes. */
    shapeCount: shapes.count,
    /** @returns the rows, and the shapes that they need and that may not be in the file yet */
    getRows(events: readonly StoredEvent[]): { readonly events: EventRow[]; readonly shapes: EventShape[] } {
      const needed = new Map<number, EventShape>()
      const rows = events.map((event): EventRow => {
        const { id, type, version, position, checksum = null } = event
        return { position, id, type, version, checksum, ...(packedWith(event, needed) ?? asJson(event)) }
      })
      return { events: rows, shapes: [...needed.values()] }
    },
    /** Marks these shapes as stored in the file. */
    markWritten(written: readonly EventShape[]): void {
      for (const { number } of written) writtenShapes.add(number)
    },
    toEvent(row: Readonly<Record<string, unknown>>): StoredEvent {
      const [stream, id] = [row.stream as string, idIn(row.id)]
      const checksum = (row.checksum ?? null) === null ? {} : { checksum: checksumIn(row.checksum) }
      return {
        ...{ id, type: row.type as string, version: row.version as number },
        ...dataIn(row, stream, id, shapes),
        ...checksum,
        ...{ stream, revision: row.revision as number, position: row.position as number },
      }
    },
  }
}

/** The events of a file that is opened only for reading, oldest first for each service. */
export function* eventsIn(file: Pick<Connection, 'prepare'>): Generator<StoredEvent & { readonly service: string }> {
  const services = file.prepare('select distinct service from events order by service').all()
  for (const { service } of services as { service: string }[]) {
    const rows = openEventRows(service, file)
    for (const row of file.prepare('select * from events where service = ? order by position').all(service))
      yield { ...rows.toEvent(row), service }
  }
}

const counted = (number: number): string => {
  let letters = ''
  let rest = number
  for (; rest >= 0x80; rest >>= 7) letters += String.fromCharCode((rest & 0x7f) | 0x80)
  return letters + String.fromCharCode(rest)
}

/** An unreadable event must not stop the reading of the others. */
const dataIn = (
  { data, metadata }: Readonly<Record<string, unknown>>,
  stream: string,
  id: string,
  shapes: Shapes,
): Pick<StoredEvent, 'data' | 'metadata' | 'unreadable'> => {
  try {
    if (typeof data === 'string') return { data: JSON.parse(data), metadata: JSON.parse(metadata as string) }
    if (metadata !== '') throw new Error('something stands where nothing was put')
    const from = { bytes: getBytes(data), at: 0 }
    const unpack = shapes.getUnpacker(takeCount(from))
    const [read = null, beside = null] = unpack(from.bytes, from.at, [stream, id])
    return { data: read, metadata: beside }
  } catch {
    return { data: null, metadata: null, unreadable: true }
  }
}

const getBytes = (value: unknown): Buffer => {
  const { buffer, byteOffset, byteLength } = value as Uint8Array
  return Buffer.from(buffer, byteOffset, byteLength)
}

const hexOfChecksum = /^[0-9a-f]{16}$/

/** Ids are UUIDs and checksums are hexadecimal: as bytes they are half as long. Any other text is stored unchanged. */
export const idAsKept = (id: string): string | Buffer =>
  isUuid.test(id) ? Buffer.from(id.replaceAll('-', ''), 'hex') : id
export const checksumAsKept = (checksum: string | null): string | Buffer | null =>
  checksum !== null && hexOfChecksum.test(checksum) ? Buffer.from(checksum, 'hex') : checksum

export const idIn = (kept: unknown): string =>
  typeof kept === 'string' ? kept : withDashes(getBytes(kept).toString('hex'))
const checksumIn = (kept: unknown): string => (typeof kept === 'string' ? kept : getBytes(kept).toString('hex'))
