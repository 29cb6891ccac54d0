import { createHash } from 'node:crypto'
import type { LabelSize, StickerSize } from '@tuma/contracts/api'
import type { DeliveryRecord } from '@tuma/contracts/services'
import type { LimitCounts } from '@tuma/platform/ports'
import { limitRequests } from '@tuma/platform/runtime'
import { LRUCache } from 'lru-cache'
import { openConcurrencyLimit } from '../door/concurrency-limit.ts'
import type { CallContext } from '../door/policy.ts'
import type { BffSettings } from '../settings.ts'
import type { Labelled } from './label.ts'
import type { ReceiptOptions } from './receipt.ts'
import type { StatementPaper } from './statement-pdf.ts'

/** What is printed about parcels or of a sender's money, without the time of printing. */
export type Paper = { readonly publicUrl: string } & (
  | ({ readonly kind: 'receipt'; readonly delivery: DeliveryRecord } & Omit<ReceiptOptions, 'publicUrl' | 'now'>)
  | { readonly kind: 'labels'; readonly labels: readonly Labelled[]; readonly size: LabelSize }
  | {
      readonly kind: 'stickers'
      readonly roll: number
      readonly stickers: readonly string[]
      readonly size: StickerSize
    }
  | StatementPaper
)
export type Pdf = Uint8Array<ArrayBuffer>
/** @param now an instant, which receipts print */
export type DrawPaper = (paper: Paper, now: string) => Promise<Pdf>

/** Receipts, labels and statements: their limits, drawing and cache. */
export type Papers = {
  /**
   * Counts the request: for an address, or five times as many for an account; a file of labels counts once for each
   * ten. @throws too_many
   */
  count(context: CallContext, labels?: number): Promise<void>
  /** @throws too_many for a parcel that is drawn too often, busy (`retryAfter`) */
  drawPdf(paper: Paper, now: string): Promise<Pdf>
  /** A person is erased: papers that were drawn before are not kept. */
  forgetAll(): void
}

const minuteMs = 60_000
const maxKeptBytes = 8 * 1024 * 1024
const staffTimes = 5
/** So many labels in one file take about as long as one single paper. */
const labelsAsOne = 10
/** One is drawn while the next is being sent to the thread. */
const fewAtOnce = { atOnce: 2, maxWaiting: 64, patienceMs: 5000, retryAfter: () => 3 }

/**
 * @param draw must not run in the thread that answers requests
 * @param clock in milliseconds, for the cache: `performance.now` by default
 */
export const openPapers = (options: {
  readonly counts: LimitCounts
  readonly settings: Pick<BffSettings, 'PAPERS_PER_MINUTE'>
  readonly draw: DrawPaper
  readonly clock?: { now(): number }
}): Papers => {
  const { counts, settings, draw, clock = performance } = options
  const max = settings.PAPERS_PER_MINUTE
  const ofNetwork = limitRequests(counts, { name: 'papers', max, windowMs: minuteMs })
  const ofAccount = limitRequests(counts, { name: 'papers of an account', max: staffTimes * max, windowMs: minuteMs })
  const ofParcel = limitRequests(counts, { name: 'papers of a parcel', max, windowMs: minuteMs })
  const concurrencyLimit = openConcurrencyLimit(fewAtOnce)
  const kept = new LRUCache<string, Pdf>({
    maxSize: maxKeptBytes,
    sizeCalculation: ({ byteLength }, { length }) => byteLength + 2 * length,
    ttl: minuteMs,
    ttlAutopurge: true,
    ttlResolution: 0,
    perf: clock,
  })
  const drawing = new Map<string, Promise<Pdf>>()
  let erased = 0

  const drawn = async (paper: Paper, now: string): Promise<Pdf> => {
    // A statement and a file of several labels are counted by the limit of their account alone.
    const [parcel, ...others] = parcelsOn(paper)
    if (parcel && others.length === 0) await ofParcel({ hash: parcel.delivery._id })
    const { promise, resolve } = Promise.withResolvers<Pdf>()
    await concurrencyLimit.run(untilDone, async () => resolve(await draw(paper, now)))
    return promise
  }
  return {
    async count({ caller: { user }, address }, labels = 1) {
      const once = () => (user ? ofAccount({ account: user._id }) : ofNetwork(address))
      for (let counted = 0; counted < labels; counted += labelsAsOne) await once()
    },
    async drawPdf(paper, now) {
      const key = getKey(paper)
      const before = kept.get(key)
      if (before) return before
      const ours = drawing.get(key) ?? drawn(paper, now).finally(() => drawing.delete(key))
      drawing.set(key, ours)
      const erasedBefore = erased
      const pdf = await ours
      if (erased === erasedBefore) kept.set(key, pdf)
      return pdf
    },
    forgetAll() {
      erased += 1
      kept.clear()
    },
  }
}

const parcelsOn = (paper: Paper): readonly { readonly delivery: DeliveryRecord }[] => {
  switch (paper.kind) {
    case 'receipt':
      return [paper]
    case 'labels':
      return paper.labels
    case 'statement':
    case 'stickers':
      return []
  }
}

/** A drawn paper is kept for the next request, so a disconnect does not end it. */
const untilDone = new AbortController().signal

/** A hash of all that is printed, so that a changed, erased or differently viewed parcel is another paper. */
const getKey = (paper: Paper): string => createHash('sha256').update(JSON.stringify(paper)).digest('base64')
