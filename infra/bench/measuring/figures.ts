/** Figures of one folder by name, in the order of measuring. */
export type Figures = Map<string, string>

const sorted = (times: readonly number[]) => [...times].sort((one, other) => one - other)
const quantile = (times: readonly number[], share: number): number =>
  sorted(times)[Math.min(times.length - 1, Math.floor(share * times.length))] ?? Number.NaN

/** The median of alternating rounds; NaN without any. */
export const computeMedian = (figures: readonly number[]): number => quantile(figures, 0.5)
/** The value that 99 of 100 do not exceed. */
export const p99Of = (figures: readonly number[]): number => quantile(figures, 0.99)

export const ms = (time: number): string => (time < 10 ? time.toFixed(1) : String(Math.round(time)))

/** "12 / 15": the median and the maximum. */
export const medianAndMax = (times: readonly number[]): string =>
  `${ms(quantile(times, 0.5))} / ${ms(Math.max(...times))}`

/** "12 / 15": the median and the 95th percentile. */
export const medianAnd95 = (times: readonly number[]): string =>
  `${ms(quantile(times, 0.5))} / ${ms(quantile(times, 0.95))}`

/** A Markdown table with a column for each folder. */
export const getTable = (title: string, columns: readonly { name: string; figures: Figures }[]): string => {
  const names = [...new Set(columns.flatMap(({ figures }) => [...figures.keys()]))]
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [
    line([title, ...columns.map(({ name }) => name)]),
    line(['---', ...columns.map(() => '---:')]),
    ...names.map((name) => line([name, ...columns.map(({ figures }) => figures.get(name) ?? '–')])),
  ].join('\n')
}
