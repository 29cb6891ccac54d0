/** A range of instants or days, as text that sorts: `from` included, `to` not. */
export type Period = { readonly from: string; readonly to: string }

/** @returns the oldest first; ranges that overlap or meet become one */
export const joined = (all: readonly Period[]): Period[] => {
  const oldestFirst = all.filter(({ from, to }) => from < to).toSorted((one, other) => (one.from < other.from ? -1 : 1))
  const apart: Period[] = []
  for (const period of oldestFirst) {
    const last = apart.at(-1)
    if (last && period.from <= last.to)
      apart[apart.length - 1] = { from: last.from, to: period.to > last.to ? period.to : last.to }
    else apart.push(period)
  }
  return apart
}

/** The common parts of both. */
export const inBoth = (some: readonly Period[], others: readonly Period[]): Period[] =>
  some.flatMap((one) =>
    others
      .map((other) => ({
        from: one.from > other.from ? one.from : other.from,
        to: one.to < other.to ? one.to : other.to,
      }))
      .filter(({ from, to }) => from < to),
  )
