import type { Arrival } from '../door/arrival.ts'

/** The most rows of one page, used without `limit`. */
const defaultLimit = 500

export type Page<Row> = {
  readonly rows: Row[]
  readonly next: string | null
  /** Missing where the rows are not counted. */
  readonly total?: number
  /** There are more of them than were counted. */
  readonly more?: boolean | undefined
}
export const noRows: Page<never> = { rows: [], next: null, total: 0 }

export const getPage = ({ limit, cursor }: { limit?: number | undefined; cursor?: string | undefined }) => ({
  limit: limit ?? defaultLimit,
  cursor: cursor ?? null,
})

/**
 * A list is an array. Headers give the next page (`Link` as in RFC 8288, and its cursor alone) and, where the rows are
 * counted, how many they are at least.
 */
export const answerRows = <Row>(
  { resHeaders, path, query }: Arrival,
  { rows, next, total, more }: Page<Row>,
): Row[] => {
  if (total !== undefined) resHeaders.set('x-total-count', String(total))
  if (more) resHeaders.set('x-total-more', 'true')
  if (next === null) return rows
  resHeaders.set('x-next-cursor', next)
  const nextPage = new URLSearchParams(query)
  nextPage.set('cursor', next)
  resHeaders.set('link', `<${path}?${nextPage}>; rel="next"`)
  return rows
}
