import { type CollectionSpec, type DocumentStore, EngineAway, everyDocument } from '@tuma/platform/ports'

/** A provider's report on an SMS, and the request that it came with. */
export type Report = {
  readonly provider: string
  readonly providerId: string
  /** Keyed hash of the phone that the SMS was for; null where the provider does not say it. */
  readonly phoneKey: string | null
  /** In Africa's Talking's words. */
  readonly status: string
  readonly failureReason: string | null
  /** When it arrived: an ISO instant. */
  readonly at: string
  readonly commandId: string
  readonly correlationId: string
}

export type ReportsTo = (phoneKey: string) => Promise<readonly Report[]>

/** `dueMs`: when it is tried next, in milliseconds since 1970. */
type Kept = Report & { readonly id: string; readonly tries: number; readonly dueMs: number }

export const earlyReports: CollectionSpec = {
  name: 'early-reports-v2',
  shape: {
    ...{ id: 'text', provider: 'text', providerId: 'text', phoneKey: 'text or null' },
    ...{ status: 'text', failureReason: 'text or null' },
    ...{ at: 'text', commandId: 'text', correlationId: 'text', tries: 'number', dueMs: 'number' },
  },
  fields: { dueMs: 'number', phoneKey: 'text' },
  indexes: [['phoneKey']],
  sortBy: 'dueMs',
}

const keptMs = 60 * 60_000
const usualMax = 10_000
const lookIntervalMs = 500
const longestIntervalMs = 5000
const pageSize = 100
/** A report is tried at so many looks; after that with growing pauses. */
const triesAtOnce = 8
const longestPauseMs = 10 * 60_000

const pauseAfter = (tries: number): number =>
  tries < triesAtOnce ? 0 : Math.min(1000 * 2 ** (tries - triesAtOnce), longestPauseMs)

/**
 * Keeps reports for an hour: those whose SMS is not known yet, and those that could not be handled. Each is tried again
 * until it is handled. They are stored, so that a restart loses none.
 * @param options.take resolves with whether it has handled a report; a rejection counts as not handled. `toPhone`: the kept
 * reports to a phone
 * @param options.getId keyed hash: equal for equal reports
 */
export const openEarlyReports = async (options: {
  readonly documents: DocumentStore
  readonly take: (report: Report, toPhone: ReportsTo) => Promise<boolean>
  readonly getId: (report: Pick<Report, 'providerId' | 'status'>) => string
  readonly now: () => string
  readonly onFault: (error: unknown) => void
  readonly max?: number
}) => {
  const { documents, take, getId, now, onFault, max = usualMax } = options
  const kept = await documents.collection<Kept>(earlyReports)
  const write = (one: Kept) =>
    documents.write([{ collection: earlyReports.name, id: one.id, document: one, version: one.tries + 1 }])
  const toPhone = (phoneKey: string): Promise<Kept[]> => Array.fromAsync(everyDocument(kept, { where: { phoneKey } }))
  const drop = (ids: readonly string[]) => documents.discard(earlyReports.name, ids)

  /** A fault of one report must not block the others. */
  const notTaken = (error: unknown): false => {
    if (!(error instanceof EngineAway)) onFault(error)
    return false
  }
  /** @returns whether the report can be dropped */
  const tryOne = async (one: Kept): Promise<boolean> => {
    const { id: _, tries, dueMs, ...report } = one
    if (Date.parse(now()) - Date.parse(report.at) >= keptMs) return true
    if (await take(report, toPhone).catch(notTaken)) return true
    await write({ ...one, tries: tries + 1, dueMs: Math.max(dueMs, Date.parse(now())) + pauseAfter(tries + 1) })
    return false
  }
  /** @returns milliseconds until the next look; null where no report is kept */
  const look = async (): Promise<number | null> => {
    const due = { between: { to: Date.parse(now()) + 1 }, upwards: true, limit: pageSize }
    const { documents: found } = await kept.find(due)
    for (const one of found) if (await tryOne(one)) await drop([one.id])
    const { documents: next } = await kept.find({ limit: 1, upwards: true })
    return next[0] ? next[0].dueMs - Date.parse(now()) : null
  }

  const looks = openLooks(look, onFault)
  // A former run, or another replica, may have left some.
  looks.lookIn(0)

  const keep = async (report: Report): Promise<void> => {
    const { count } = await kept.countUpTo(max)
    if (count >= max) {
      // The one with the most tries: it is the least likely to be about an SMS of ours.
      const { documents: last } = await kept.find({ limit: 1 })
      await drop(last.map(({ id }) => id))
    }
    await write({ ...report, id: getId(report), tries: 0, dueMs: Date.parse(now()) })
    looks.lookIn(0)
  }

  /** Reports to this phone that were of no message may be of one now. */
  const tryAgainTo = async (phoneKey: string): Promise<void> => {
    const waiting = await toPhone(phoneKey)
    for (const one of waiting) await write({ ...one, tries: one.tries + 1, dueMs: Date.parse(now()) })
    if (waiting.length > 0) looks.lookIn(0)
  }

  return {
    keep,
    /** Handles a report that comes, or keeps it: also while an engine, or another service, is away. */
    async takeOrKeep(report: Report): Promise<void> {
      const taken = await take(report, toPhone).catch((error: unknown) => {
        if (error instanceof EngineAway) return false
        throw error
      })
      if (!taken) return keep(report)
      if (report.phoneKey !== null) await tryAgainTo(report.phoneKey)
    },
    close: looks.close,
  }
}

/** Looks a little later, and again for as long as any report is kept. */
const openLooks = (look: () => Promise<number | null>, onFault: (error: unknown) => void) => {
  let timer: NodeJS.Timeout | undefined
  let looking: Promise<void> | undefined
  let closed = false
  const lookNow = (): void => {
    timer = undefined
    looking = look()
      .catch((error) => {
        if (!(error instanceof EngineAway)) onFault(error)
        return 0
      })
      .then((inMs) => {
        looking = undefined
        if (inMs !== null) lookIn(inMs)
      })
  }
  const lookIn = (ms: number): void => {
    if (closed || looking) return
    clearTimeout(timer)
    timer = setTimeout(lookNow, Math.min(Math.max(lookIntervalMs, ms), longestIntervalMs))
    timer.unref()
  }
  return {
    lookIn,
    async close(): Promise<void> {
      closed = true
      clearTimeout(timer)
      await looking
    },
  }
}
