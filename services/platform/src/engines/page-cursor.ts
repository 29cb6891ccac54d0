import { BadCursor } from '../ports/document-store.ts'

/** Where a page ended: the sort value and the id of its last row. */
export type PageEnd = readonly [sort: string | number, id: string]

export const toCursor = (end: PageEnd) => Buffer.from(JSON.stringify(end)).toString('base64url')

/** @throws BadCursor */
export function fromCursor(cursor: string): PageEnd {
  try {
    const end: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    if (
      Array.isArray(end) &&
      end.length === 2 &&
      typeof end[1] === 'string' &&
      /^(string|number)$/.test(typeof end[0])
    ) {
      return end as unknown as PageEnd
    }
  } catch {
    // Not JSON: as wrong as any other shape.
  }
  throw new BadCursor()
}
