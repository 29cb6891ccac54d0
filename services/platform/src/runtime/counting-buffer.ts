/** How often a row was added, and when first and last. */
export type Counted<Row> = Row & { readonly at: string; readonly lastAt: string; readonly count: number }

/** Counts equal rows together for a while, so that very many of them cost as little as one. */
export type CountingBuffer<Row> = {
  /** Written within a second. */
  add(row: Row): void
  /** The same, once the row is known. */
  addWhen(row: Promise<Row>): void
  /** Resolves when it is written. @throws the error of the write */
  addNow(row: Row): Promise<void>
  /** Resolves when all added rows are written, or have failed. */
  close(): Promise<void>
}

const everyMs = 1000
const maxBatch = 500
/** The maximum of different rows that wait for a store that is away: further ones are only logged. */
const maxWaiting = 5000

/**
 * Each row is logged once before it is written; a row that cannot be written waits and is tried again a second later.
 * @param options.write takes at most 500 rows. A row that was written though its answer was lost counts again
 */
export const openCountingBuffer = <Row extends object>(options: {
  readonly write: (rows: Counted<Row>[]) => Promise<unknown>
  readonly say: (row: Counted<Row>) => void
  readonly now: () => string
  readonly onFault: (error: unknown) => void
}): CountingBuffer<Row> => {
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
    // A row of the last answers before the end cannot rely on the timer any longer.
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
