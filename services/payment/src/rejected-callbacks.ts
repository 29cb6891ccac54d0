import type { Log } from '@tuma/platform/runtime'

/** Why a callback is not believed; labels of a metric. */
export type RejectionReason =
  | 'other_address'
  | 'unreadable'
  | 'unknown_prompt'
  | 'other_request'
  | 'other_amount'
  | 'other_till'
  | 'no_answer'
  /** A payment at the address of a prompt that has had another callback: kept as unchecked. */
  | 'again'
  /** A confirmation of a type that is not in our table: kept as unchecked. */
  | 'unknown_type'
  /** A confirmation without proof, and one with another amount than was known. */
  | 'unchecked'
  | 'unchecked_amount'

export type RejectCallback = {
  (what: RejectionReason): void
  /** Since the start of this process. */
  counts(): Readonly<Partial<Record<RejectionReason, number>>>
}

/** Without an address list every confirmation is unchecked at first, so these are counted and not logged. */
const onlyCounted: readonly RejectionReason[] = ['unchecked']

/** A forged callback is answered like a real one. The operator learns of it here: a line of the log, and a count. */
export const openRejectedCallbacks = (log: Log): RejectCallback => {
  const counts: Partial<Record<RejectionReason, number>> = {}
  const reject = (what: RejectionReason): void => {
    counts[what] = (counts[what] ?? 0) + 1
    if (onlyCounted.includes(what)) return
    log.warn({ what }, 'M-Pesa, or who pretends to be it, has told what is not taken as money')
  }
  return Object.assign(reject, { counts: () => counts })
}
