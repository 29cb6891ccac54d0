import {
  type Doubt,
  doubts,
  type HoldByHand,
  type HoldCode,
  isUnderWay,
  type NextStep,
  Refused,
  type WaitDays,
} from '@tuma/contracts/vocabulary'
import type { DomainEvent } from '@tuma/platform/domain'
import type { Asker } from '../asker.ts'
import { type About, about, type Delivery, endsOnLeg, type Parcel, sealedWith } from '../delivery.ts'
import { isReceivingShop, isSendingShop } from '../step-shops.ts'

/** The doubt about a payment, or that its payer got the money back. */
export const holdCauses = [...doubts, 'reversed'] as const satisfies (Doubt | 'reversed')[]
export type HoldCause = (typeof holdCauses)[number]
/** Proof arrived, an admin let it pass, or a person released it. */
export const holdReleases = ['cleared', 'let_pass', 'by_hand'] as const
export type ReleasedBy = (typeof holdReleases)[number]

/** `at`: when it happened at its source, if that is known. `holds`: all holds of the parcel after this event. */
type Held = About & { readonly code: HoldCode; readonly holds: readonly HoldCode[]; readonly at: string }
export type ParcelHeld = DomainEvent<
  'ParcelHeld',
  Held & {
    readonly because?: HoldCause | undefined
    /** By an agent or an admin. */
    readonly byHand?: true | undefined
    /**
     * Their words for colleagues and for the sender, each empty if nothing was written; sealed with the key that
     * `sealedWith` names.
     */
    readonly said?: { readonly personId: string; readonly note: string; readonly toSender: string } | undefined
  }
>
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
  /** The deadlines of a parcel that arrives with the release. */
  readonly days: WaitDays
  readonly at: string
}

type Standing = Pick<Parcel, 'deliveryType' | 'status' | 'leg' | 'outcome' | 'holds'>

/** Nothing holds a parcel that was handed over. */
export const holding = (parcel: Standing): readonly HoldCode[] => (isUnderWay(parcel) ? parcel.holds : [])

/**
 * A sender at the counter may leave the parcel there while its payment is checked. `no_money` blocks no step: the step
 * that hands the parcel over says how it was paid.
 */
const isInTheWay = (code: HoldCode, step?: NextStep): boolean =>
  code !== 'no_money' && !(step === 'drop' && code === 'payment_doubted')

/** The hold that blocks this step, or any step after the first if none is named; null if nothing blocks it. */
export const heldBy = (parcel: Standing, step?: NextStep): HoldCode | null =>
  holding(parcel).find((code) => isInTheWay(code, step)) ?? null

export const assertFree = (parcel: Standing, step?: NextStep): void => {
  const code = heldBy(parcel, step)
  if (code !== null) throw new Refused('parcel_held', { code })
}

/**
 * A hold is recorded at any status: the office may set a handed-over parcel back on its way, and then the hold applies.
 * Messages may be repeated or late, so one that is older than the last recorded of its code is ignored. A hold and a
 * release of the same moment count as released, because a release always follows its hold.
 */
export const holdParcel = (
  { code, because, at }: Omit<HoldParcel, 'type'>,
  { parcel, holdsAsOf }: Delivery,
): ParcelHeld[] => {
  if (!parcel || parcel.holds.includes(code)) return []
  if (at <= (holdsAsOf[code] ?? '')) return []
  const data = { ...about(parcel), code, holds: [...parcel.holds, code], at }
  return [{ type: 'ParcelHeld', data: because === undefined ? data : { ...data, because } }]
}

export const releaseHold = (
  { code, by, at }: Omit<ReleaseHold, 'type' | 'days'>,
  { parcel, holdsAsOf }: Delivery,
): HoldReleased[] => {
  return parcel && at >= (holdsAsOf[code] ?? '') ? released(parcel, { code, by, at }) : []
}

const released = (parcel: Parcel, { code, by, at }: Omit<ReleaseHold, 'type' | 'days'>): HoldReleased[] => {
  if (!parcel.holds.includes(code)) return []
  const holds = parcel.holds.filter((one) => one !== code)
  return [{ type: 'HoldReleased', data: { ...about(parcel), code, holds, by, at } }]
}

/** `note` is for colleagues, `toSender` for the sender; each is empty if the code says enough. */
export type PutOnHold = {
  readonly type: 'PutOnHold'
  readonly by: Asker
  readonly code: HoldByHand
  readonly note: string
  readonly toSender: string
  readonly at: string
}
export type LiftHold = {
  readonly type: 'LiftHold'
  readonly by: Asker
  readonly code: HoldByHand
  /** As for `ReleaseHold`. */
  readonly days: WaitDays
  readonly at: string
}

/** The parcel, for admins and for agents of its shops on its leg. @throws Refused not_allowed, not_found */
export const parcelInHands = ({ role, shop }: Asker, { parcel }: Delivery): Parcel => {
  if (role !== 'agent' && role !== 'admin') throw new Refused('not_allowed')
  if (!parcel) throw new Refused('not_found')
  const ends = endsOnLeg(parcel, parcel.leg)
  if (role === 'agent' && !(shop && (isSendingShop(ends, shop) || isReceivingShop(ends, shop))))
    throw new Refused('not_found')
  return parcel
}

/**
 * The words are recorded while one of the parcel's people has a key. Without a key only the hold is recorded.
 * @throws Refused not_allowed, not_found, step_not_allowed
 */
export const putOnHold = ({ by, code, note, toSender, at }: PutOnHold, delivery: Delivery): ParcelHeld[] => {
  const parcel = parcelInHands(by, delivery)
  if (!isUnderWay(parcel) || parcel.status === 'dropping' || parcel.outcome) throw new Refused('step_not_allowed')
  if (parcel.holds.includes(code)) return []
  const personId = sealedWith(parcel)
  const isSaid = personId !== null && (note !== '' || toSender !== '')
  const said = isSaid ? { said: { personId, note, toSender } } : {}
  const data = { ...about(parcel), code, holds: [...parcel.holds, code], at, byHand: true, ...said } as const
  return [{ type: 'ParcelHeld', data }]
}

/**
 * A person releases the hold that they see, even if the clock was set back since: `at` may be earlier than the hold's.
 * @throws Refused not_allowed, not_found
 */
export const liftHold = ({ by, code, at }: Omit<LiftHold, 'type' | 'days'>, delivery: Delivery): HoldReleased[] =>
  released(parcelInHands(by, delivery), { code, by: 'by_hand', at })
