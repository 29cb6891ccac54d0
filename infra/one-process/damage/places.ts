import { readFileSync } from 'node:fs'

/** Where a byte of a data file is: https://www.sqlite.org/fileformat.html */
export const placeKinds = ['leaf', 'inner', 'index', 'overflow', 'free', 'header', 'log'] as const
export type PlaceKind = (typeof placeKinds)[number]
export type Place = { readonly kind: PlaceKind; readonly page: number; readonly at: number }

/** Of a hundred places. */
const share: { readonly [kind in PlaceKind]: number } = {
  ...{ leaf: 30, inner: 10, index: 20, overflow: 10 },
  ...{ free: 10, header: 10, log: 10 },
}

const kindsOfByte = new Map<number, PlaceKind>([
  [2, 'inner'],
  [5, 'inner'],
  [10, 'index'],
  [13, 'leaf'],
])
const logHeader = 32
const frameHeader = 24

/**
 * @param random a number from 0 to 1, a new one each time
 * @returns about `count` places, as many of each kind as its share, one of each kind by turns; a file without free pages
 * has none of that kind
 */
export const choosePlaces = (file: string, log: string, count: number, random: () => number): Place[] => {
  const data = readFileSync(file)
  const pages = pagesByKind(data)
  const byKind = placeKinds.map((kind) => {
    const many = Math.max(1, Math.round((share[kind] * count) / 100))
    return Array.from({ length: many }, () =>
      kind === 'log' ? placeInLog(readFileSync(log), random) : placeIn(data, kind, pages.get(kind) ?? [], random),
    ).filter((place) => place !== null)
  })
  const longest = Math.max(...byKind.map(({ length }) => length))
  return Array.from({ length: longest }, (_, turn) => byKind.flatMap((some) => some[turn] ?? [])).flat()
}

export const readPageSize = (data: Buffer): number => data.readUInt16BE(16) || 65_536

const pagesByKind = (data: Buffer): Map<PlaceKind, number[]> => {
  const size = readPageSize(data)
  const free = freePages(data, size)
  const pages = Array.from({ length: data.length / size - 1 }, (_, at) => at + 2)
  const kinds = Map.groupBy(pages, (page) =>
    free.has(page) ? 'free' : (kindsOfByte.get(data[(page - 1) * size] ?? 0) ?? 'overflow'),
  )
  return kinds.set('header', [1])
}

/** Trunk pages and the leaves that they list. */
const freePages = (data: Buffer, size: number): Set<number> => {
  const free = new Set<number>()
  for (let trunk = data.readUInt32BE(32); trunk !== 0; trunk = data.readUInt32BE((trunk - 1) * size)) {
    free.add(trunk)
    const start = (trunk - 1) * size
    const leaves = data.readUInt32BE(start + 4)
    for (let leaf = 0; leaf < leaves; leaf += 1) free.add(data.readUInt32BE(start + 8 + 4 * leaf))
  }
  return free
}

const placeIn = (data: Buffer, kind: PlaceKind, pages: readonly number[], random: () => number): Place | null => {
  const page = pages[Math.floor(random() * pages.length)]
  if (page === undefined) return null
  const size = readPageSize(data)
  const start = (page - 1) * size
  if (kind === 'header') return { kind, page, at: Math.floor(random() * 100) }
  if (kind === 'overflow' || kind === 'free') return { kind, page, at: start + Math.floor(random() * size) }
  // Three of four bytes are in the cells, the others in the head of the page and the list of its cells.
  const cells = data.readUInt16BE(start + 5) || size
  const inCells = random() < 0.75
  const [from, to] = inCells ? [cells, size] : [0, 8 + 2 * data.readUInt16BE(start + 3)]
  return { kind, page, at: start + from + Math.floor(random() * (to - from)) }
}

const placeInLog = (log: Buffer, random: () => number): Place | null => {
  if (log.length <= logHeader) return null
  const frame = frameHeader + log.readUInt32BE(8)
  const at = logHeader + Math.floor(random() * (log.length - logHeader))
  return { kind: 'log', page: Math.floor((at - logHeader) / frame) + 1, at }
}
