import type { Arrival } from '../door/arrival.ts'

const rowsUsually = 100

export type Page<Row> = {
  readonly rows: Row[]
  readonly next: string | null
  /** Missing where nobody counts. */
  readonly total?: number
  /** There are more of them than were counted. */
  readonly more?: boolean | undefined
}
export const noRows: Page<never> = { rows: [], next: null, total: 0 }

export const pageOf = ({ limit, cursor }: { limit?: number | undefined; cursor?: string | undefined }) => ({
  limit: limit ?? rowsUsually,
  cursor: cursor ?? null,
})

/** A list is an array; where it goes on and, where that is counted, how long it is at least stand in headers. */
export const answerRows = <Row>({ resHeaders }: Arrival, { rows, next, total, more }: Page<Row>): Row[] => {
  if (total !== undefined) resHeaders.set('x-total-count', String(total))
  if (more) resHeaders.set('x-total-more', 'true')
  if (next !== null) resHeaders.set('x-next-cursor', next)
  return rows
}
