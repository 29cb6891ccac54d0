import type { Log } from '@tuma/platform/runtime'

/** Why a callback is taken for nothing; labels of a metric. */
export type Disbelieved =
  | 'other_address'
  | 'unreadable'
  | 'unknown_prompt'
  | 'other_request'
  | 'other_amount'
  | 'other_till'
  | 'no_answer'

export type Disbelieving = {
  (what: Disbelieved): void
  /** Since the start of this process. */
  counts(): Readonly<Partial<Record<Disbelieved, number>>>
}

/** Whoever forges a callback hears that it was taken. So it is here that somebody learns of it: a line of the log, and a count. */
export const disbelieving = (log: Log): Disbelieving => {
  const counts: Partial<Record<Disbelieved, number>> = {}
  const tell = (what: Disbelieved): void => {
    counts[what] = (counts[what] ?? 0) + 1
    log.warn({ what }, 'M-Pesa, or who pretends to be it, has told what is not taken as money')
  }
  return Object.assign(tell, { counts: () => counts })
}
