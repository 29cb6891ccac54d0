/** How often a row was added, and when first and last. */
export type Counted<Row> = Row & { readonly at: string; readonly lastAt: string; readonly count: number }

/** Rows of which equal ones are counted together for a while, so that a flood of them costs as little as one. */
export type Tally<Row> = {
  /** Written within a second. */
  add(row: Row): void
  /** The same, when it is known what to add. */
  addWhen(row: Promise<Row>): void
  /** Written when it resolves. @throws what writing it threw */
  addNow(row: Row): Promise<void>
  /** Resolves when all that was added is written, or can't be. */
  close(): Promise<void>
}

const everyMs = 1000
const maxBatch = 500
/** Different ones that wait for a store that is away: beyond that they are said and not kept. */
const maxWaiting = 5000

/**
 * Each row is said once before it is written; what can't be written waits and is tried again a second later.
 * @param options.write takes at most 500 rows. A row that was written though its answer was lost counts again
 */
export const openTally = <Row extends object>(options: {
  readonly write: (rows: Counted<Row>[]) => Promise<unknown>
  readonly say: (row: Counted<Row>) => void
  readonly now: () => string
  readonly onFault: (error: unknown) => void
}): Tally<Row> => {
  const { write, say, now, onFault } = options
  const fresh = new Map<string, Counted<Row>>()
  const waiting: Counted<Row>[] = []
  const coming = new Set<Promise<void>>()
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<void> = Promise.resolve()
  let closing = false

  const writeAll = async (): Promise<void> => {
    const rows = [...fresh.values()]
    fresh.clear()
    for (const row of rows) say(row)
    waiting.push(...rows.slice(0, maxWaiting - waiting.length))
    try {
      while (waiting.length > 0) {
        const batch = waiting.slice(0, maxBatch)
        await write(batch)
        waiting.splice(0, batch.length)
      }
    } catch (error) {
      onFault(error)
      soon()
    }
  }
  const flush = (): Promise<void> => {
    clearTimeout(timer)
    timer = undefined
    writing = writing.then(writeAll)
    return writing
  }
  const soon = (): void => {
    if (!closing) timer ??= setTimeout(flush, everyMs).unref()
  }
  const add = (row: Row): void => {
    const at = now()
    const key = JSON.stringify([row, at.slice(0, 'YYYY-MM-DDTHH:MM'.length)])
    const before = fresh.get(key)
    fresh.set(key, { ...row, at: before?.at ?? at, lastAt: at, count: (before?.count ?? 0) + 1 })
    // Who comes while the last requests are answered finds no clock any more.
    if (closing) void flush()
    else soon()
  }

  return {
    add,
    addWhen(row) {
      const one = row.then(add, onFault).finally(() => coming.delete(one))
      coming.add(one)
    },
    async addNow(row) {
      const at = now()
      const counted: Counted<Row> = { ...row, at, lastAt: at, count: 1 }
      say(counted)
      await write([counted])
    },
    async close() {
      closing = true
      await Promise.all(coming)
      await flush()
    },
  }
}
