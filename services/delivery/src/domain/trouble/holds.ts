import {
  type Doubt,
  doubts,
  type HoldByHand,
  type HoldCode,
  isUnderWay,
  type NextStep,
  Refused,
} from '@tuma/contracts/vocabulary'
import type { DomainEvent } from '@tuma/platform/domain'
import type { Asker } from '../asker.ts'
import { type About, about, type Delivery, endsOnLeg, type Parcel, sealedWith } from '../delivery.ts'
import { receivesIt, sendsIt } from '../whose.ts'

/** What is said against a payment, or that its payer has the money back. */
export const holdCauses = [...doubts, 'reversed'] as const satisfies (Doubt | 'reversed')[]
export type HoldCause = (typeof holdCauses)[number]
/** Evidence came after all, or an admin let it pass. */
export const holdReleases = ['cleared', 'let_pass', 'by_hand'] as const
export type ReleasedBy = (typeof holdReleases)[number]

/** `at` is when it was so where that is known first, and `holds` is all that holds the parcel from then on. */
type Held = About & { readonly code: HoldCode; readonly holds: readonly HoldCode[]; readonly at: string }
export type ParcelHeld = DomainEvent<
  'ParcelHeld',
  Held & {
    readonly because?: HoldCause | undefined
    /** By an agent or an admin. */
    readonly byHand?: true | undefined
    /** Their words for colleagues and for the sender, each empty where there are none; sealed as `sealedWith` says. */
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
  readonly at: string
}

type Standing = Pick<Parcel, 'deliveryType' | 'status' | 'leg' | 'outcome' | 'holds'>

/** A parcel that was handed over is held by nothing any more. */
export const holding = (parcel: Standing): readonly HoldCode[] => (isUnderWay(parcel) ? parcel.holds : [])

/**
 * Whoever stands at the counter with a parcel may leave it there while its payment is looked at; what was not paid waits for
 * its money alone, which is said with the step that hands it over.
 */
const isInTheWay = (code: HoldCode, step?: NextStep): boolean =>
  code !== 'no_money' && !(step === 'drop' && code === 'payment_doubted')

/** What a step waits for, or any after the first where none is named; null where nothing is in its way. */
export const heldBy = (parcel: Standing, step?: NextStep): HoldCode | null =>
  holding(parcel).find((code) => isInTheWay(code, step)) ?? null

export const assertFree = (parcel: Standing, step?: NextStep): void => {
  const code = heldBy(parcel, step)
  if (code !== null) throw new Refused('parcel_held', { code })
}

/**
 * Recorded whatever the status: the office may set a parcel that was handed over back on its way, and then this holds it.
 * Messages come again, and late: what is older than what was last recorded of a code is not recorded. Of a hold and a
 * release of the same moment the release counts, because a hold follows on being free.
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
  { code, by, at }: Omit<ReleaseHold, 'type'>,
  { parcel, holdsAsOf }: Delivery,
): HoldReleased[] => {
  return parcel && at >= (holdsAsOf[code] ?? '') ? released(parcel, { code, by, at }) : []
}

const released = (parcel: Parcel, { code, by, at }: Omit<ReleaseHold, 'type'>): HoldReleased[] => {
  if (!parcel.holds.includes(code)) return []
  const holds = parcel.holds.filter((one) => one !== code)
  return [{ type: 'HoldReleased', data: { ...about(parcel), code, holds, by, at } }]
}

/** `note` is for colleagues, `toSender` for the sender; each is empty where the code says it. */
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
  readonly at: string
}

/** The parcel, for agents of its shops on its leg, and admins. @throws Refused not_allowed, not_found */
export const parcelInHands = ({ role, shop }: Asker, { parcel }: Delivery): Parcel => {
  if (role !== 'agent' && role !== 'admin') throw new Refused('not_allowed')
  if (!parcel) throw new Refused('not_found')
  const ends = endsOnLeg(parcel, parcel.leg)
  if (role === 'agent' && !(shop && (sendsIt(ends, shop) || receivesIt(ends, shop)))) throw new Refused('not_found')
  return parcel
}

/**
 * Words are kept as long as one of the parcel's people is known: without a key for them the hold is all that stays.
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
 * A person lifts what they see, also where the clock was set back since the hold: `at` may be earlier than that.
 * @throws Refused not_allowed, not_found
 */
export const liftHold = ({ by, code, at }: LiftHold, delivery: Delivery): HoldReleased[] =>
  released(parcelInHands(by, delivery), { code, by: 'by_hand', at })
