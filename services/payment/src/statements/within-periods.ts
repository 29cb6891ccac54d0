import type { Collection, Counted, Where } from '@tuma/platform/ports'
import type { Period } from '../domain/statement/periods.ts'

export type PageAt = { readonly limit: number; readonly cursor: string | null }

/**
 * Rows of some periods of the collection's sort field. The periods do not overlap; both periods and rows come newest
 * first.
 */
export const withinPeriods = <Row extends object>(rows: Collection<Row>, where: Where) => ({
  /** One period after the other; the cursor says which period, and where in it. */
  async list(periods: readonly Period[], { limit, cursor }: PageAt): Promise<{ found: Row[]; next: string | null }> {
    const [, from = '', after = ''] = /^([^ ]*) (.*)$/.exec(cursor ?? '') ?? []
    const left = cursor === null ? periods : periods.filter((period) => period.from <= from)
    let page = after === '' ? null : after
    for (const [at, between] of left.entries()) {
      const { documents, next } = await rows.find({ where, between, limit, after: page })
      page = null
      const following = left[at + 1]?.from
      if (documents.length > 0)
        return { found: documents, next: goesOnAt(next === null ? following : between.from, next) }
    }
    return { found: [], next: null }
  },
  async countUpTo(max: number, periods: readonly Period[]): Promise<Counted> {
    const counts = await Promise.all(periods.map((between) => rows.countUpTo(max, where, { between })))
    const count = counts.reduce((all, one) => all + one.count, 0)
    return { count: Math.min(count, max), more: count > max || counts.some(({ more }) => more) }
  },
})

const goesOnAt = (from: string | undefined, after: string | null): string | null =>
  from === undefined ? null : `${from} ${after ?? ''}`
