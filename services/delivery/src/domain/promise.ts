import type { PromiseBasis, Standing } from '@tuma/contracts/vocabulary'
import { standing, tierDeadline } from '@tuma/contracts/vocabulary'
import type { DomainEvent } from '@tuma/platform/domain'
import { type About, about, type Parcel } from './delivery.ts'
import { holding } from './trouble/holds.ts'

/** The deadline (ISO) for the parcel's arrival that its sender was given. The newest promise of a parcel counts. */
export type PromiseMade = DomainEvent<'PromiseMade', About & { readonly by: string; readonly basis: PromiseBasis }>

/**
 * `open`: the deadline counts. `paused`: the parcel is held or lost, so it is not late; the same deadline counts again
 * afterwards. `ended`: the parcel has arrived or goes back, and no later event opens the promise again.
 */
export type PromiseState = 'open' | 'paused' | 'ended'

export const promiseState = (
  parcel: Pick<Parcel, 'deliveryType' | 'status' | 'leg' | 'outcome' | 'holds'>,
): PromiseState => {
  const state = states[standing(parcel)]
  return state === 'open' && holding(parcel).length > 0 ? 'paused' : state
}

const states: Record<Standing, PromiseState> = {
  toReceiver: 'open',
  waiting: 'ended',
  handedOver: 'ended',
  toSender: 'ended',
  waitingForSender: 'ended',
  returned: 'ended',
  lost: 'paused',
  cancelled: 'ended',
}

/**
 * The time of a tier begins again when the shop where a parcel for a door is sent from first scans it in: until then its
 * sender may have had it. @param scanned `doneAt` (ISO): when the device did it, if it told us later
 */
export const promiseOnFirstScan = (
  parcel: Parcel,
  scanned: { readonly doneAt: string | null; readonly at: string },
): PromiseMade[] => {
  if (parcel.tier === null || parcel.seen || parcel.leg === 'back') return []
  const by = tierDeadline(parcel.tier, scanned.doneAt ?? scanned.at, null)
  return [{ type: 'PromiseMade', data: { ...about(parcel), by, basis: 'tier' } }]
}
