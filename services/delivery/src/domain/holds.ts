import { type Doubt, doubts, type HoldCode, isUnderWay, type NextStep, Refused } from '@tuma/contracts/vocabulary'
import type { DomainEvent } from '@tuma/platform/domain'
import { type About, about, type Delivery, type Parcel } from './delivery.ts'

/** What is said against a payment, or that its payer has the money back. */
export const holdCauses = [...doubts, 'reversed'] as const satisfies (Doubt | 'reversed')[]
export type HoldCause = (typeof holdCauses)[number]
/** Evidence came after all, or an admin let it pass. */
export const holdReleases = ['cleared', 'let_pass'] as const
export type ReleasedBy = (typeof holdReleases)[number]

/** `at` is when it was so where that is known first, and `holds` is all that holds the parcel from then on. */
type Held = About & { readonly code: HoldCode; readonly holds: readonly HoldCode[]; readonly at: string }
export type ParcelHeld = DomainEvent<'ParcelHeld', Held & { readonly because?: HoldCause | undefined }>
export type HoldReleased = DomainEvent<'HoldReleased', Held & { readonly by: ReleasedBy }>

export type HoldParcel = {
  readonly type: 'HoldParcel'
  readonly code: HoldCode
  readonly because?: HoldCause | undefined
  readonly at: string
}
export type ReleaseHold = {
  readonly type: 'ReleaseHold'
  readonly code: HoldCode
  readonly by: ReleasedBy
  readonly at: string
}

type Standing = Pick<Parcel, 'deliveryType' | 'status' | 'leg' | 'outcome' | 'holds'>

/** A parcel that was handed over is held by nothing any more. */
export const holding = (parcel: Standing): readonly HoldCode[] => (isUnderWay(parcel) ? parcel.holds : [])

/**
 * Whoever stands at the counter with a parcel may leave it there while its payment is looked at; what was not paid waits for
 * its money alone, which is said with the step that hands it over.
 */
const isInTheWay = (code: HoldCode, step: NextStep): boolean =>
  code !== 'no_money' && !(step === 'drop' && code === 'payment_doubted')

/** What a step waits for; null where nothing is in its way. */
export const heldBy = (parcel: Standing, step: NextStep): HoldCode | null =>
  holding(parcel).find((code) => isInTheWay(code, step)) ?? null

export const assertFree = (parcel: Standing, step: NextStep): void => {
  const code = heldBy(parcel, step)
  if (code !== null) throw new Refused('parcel_held', { code })
}

/**
 * Messages come again, and late: what is older than what was last recorded of a code is none of today's. Of a hold and a
 * release of the same moment the release holds, for what is held follows on being free.
 */
export const holdParcel = ({ code, because, at }: HoldParcel, { parcel, holdsAsOf }: Delivery): ParcelHeld[] => {
  if (!parcel || !isUnderWay(parcel) || parcel.holds.includes(code)) return []
  if (at <= (holdsAsOf[code] ?? '')) return []
  const data = { ...about(parcel), code, holds: [...parcel.holds, code], at }
  return [{ type: 'ParcelHeld', data: because === undefined ? data : { ...data, because } }]
}

export const releaseHold = ({ code, by, at }: ReleaseHold, { parcel, holdsAsOf }: Delivery): HoldReleased[] => {
  if (!parcel?.holds.includes(code) || at < (holdsAsOf[code] ?? '')) return []
  const holds = parcel.holds.filter((one) => one !== code)
  return [{ type: 'HoldReleased', data: { ...about(parcel), code, holds, by, at } }]
}
