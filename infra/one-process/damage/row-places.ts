import { readFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { readPageSize } from './places.ts'

type List = { readonly service: string; readonly collection: string }

/** A byte whose change SQLite does not notice, but the row's checksum does: the last one of a row that is in the page. */
export const placeInRow = (
  file: string,
  { service, collection }: List,
  random: () => number,
): { readonly page: number; readonly at: number } => {
  const reader = new DatabaseSync(file, { readOnly: true })
  const stored = reader.prepare('select stored from collections where service = ? and name = ?')
  const table = `${service}/${stored.get(service, collection)?.stored}`
  const leaves = reader
    .prepare(`select pageno from dbstat where name = ? and pagetype = 'leaf' and ncell > 0 order by pageno`)
    .all(table)
  reader.close()
  if (leaves.length === 0) throw new Error(`${table} has no rows`)
  const page = Number(leaves[Math.floor(random() * leaves.length)]?.pageno)
  return { page, at: endOfCell(readFileSync(file), page, random) }
}

/** https://www.sqlite.org/fileformat2.html#b_tree_pages */
const tableLeaf = 13

const endOfCell = (data: Buffer, page: number, random: () => number): number => {
  const size = readPageSize(data)
  const start = (page - 1) * size
  const isTable = data[start] === tableLeaf
  const cell = Math.floor(random() * data.readUInt16BE(start + 3))
  const begin = start + data.readUInt16BE(start + 8 + 2 * cell)
  const payload = readVarint(data, begin)
  // A table's cell has its row's number between its length and its payload.
  const head = payload.bytes + (isTable ? readVarint(data, begin + payload.bytes).bytes : 0)
  return begin + head + localBytes(payload.value, size, isTable) - 1
}

/** How much of a payload is in its own page; the rest is in overflow pages. */
const localBytes = (payload: number, size: number, isTable: boolean): number => {
  const most = isTable ? size - 35 : Math.floor(((size - 12) * 64) / 255) - 23
  if (payload <= most) return payload
  const least = Math.floor(((size - 12) * 32) / 255) - 23
  const local = least + ((payload - least) % (size - 4))
  return local <= most ? local : least
}

const readVarint = (data: Buffer, at: number): { readonly value: number; readonly bytes: number } => {
  let value = 0
  for (let bytes = 1; ; bytes += 1) {
    const byte = data[at + bytes - 1] ?? 0
    value = value * 128 + (byte & 0x7f)
    if (byte < 0x80) return { value, bytes }
  }
}
