/** Figures after a forced collection, while no request is under way. */
export type Sample = {
  /** Minutes of load before it. */
  readonly minute: number
  /** Resident memory of the product's processes, in MiB. */
  readonly rssMiB: number
  /** Open files and connections by kind. */
  readonly handles: Readonly<Record<string, number>>
  /** The maximum length of the data file's log, in MiB. */
  readonly logMiB: number
  readonly dataMiB: number
}

export type Limits = {
  /** Over how many of the last minutes growth is judged. */
  readonly judgedMinutes: number
  readonly maxGrowthMiBPerMinute: number
  readonly maxLogMiB: number
  /** SQLite keeps pages of the data file up to a limit. While the file is smaller than this, memory grows with it. */
  readonly minDataMiB: number
}

export type Verdict = {
  readonly holds: boolean
  /** By least squares over the judged minutes. */
  readonly growthMiBPerMinute: number
  /** Kinds of handles whose number changed in the judged minutes: first and last. */
  readonly changedHandles: Readonly<Record<string, readonly [number, number]>>
  readonly logMiB: number
}

/**
 * @param samples in the order of time
 * @throws Error with fewer than two in the judged minutes, or where the data file was too small when these began
 */
export const judge = (samples: readonly Sample[], limits: Limits): Verdict => {
  const end = samples.at(-1)?.minute ?? 0
  const judged = samples.filter(({ minute }) => minute >= end - limits.judgedMinutes)
  const [first, last] = [judged[0], judged.at(-1)]
  if (!first || !last || judged.length < 2) throw new Error('a soak needs two samples in its judged minutes')
  if (first.dataMiB < limits.minDataMiB)
    throw new Error(`the data file was smaller than ${limits.minDataMiB} MiB when the judged minutes began`)
  const growthMiBPerMinute = computeSlope(judged.map(({ minute, rssMiB }) => [minute, rssMiB]))
  const kinds = [...new Set([...Object.keys(first.handles), ...Object.keys(last.handles)])]
  const changed = kinds
    .map((kind) => [kind, [first.handles[kind] ?? 0, last.handles[kind] ?? 0]] as const)
    .filter(([, [before, after]]) => before !== after)
  const logMiB = Math.max(...samples.map((sample) => sample.logMiB))
  const holds = growthMiBPerMinute <= limits.maxGrowthMiBPerMinute && changed.length === 0 && logMiB <= limits.maxLogMiB
  return { holds, growthMiBPerMinute, changedHandles: Object.fromEntries(changed), logMiB }
}

/** Least squares. */
const computeSlope = (points: readonly (readonly [number, number])[]): number => {
  const mean = (values: readonly number[]) => values.reduce((sum, one) => sum + one, 0) / values.length
  const [meanX, meanY] = [mean(points.map(([x]) => x)), mean(points.map(([, y]) => y))]
  const sum = (of: (x: number, y: number) => number) => points.reduce((all, [x, y]) => all + of(x, y), 0)
  return sum((x, y) => (x - meanX) * (y - meanY)) / sum((x) => (x - meanX) ** 2)
}
