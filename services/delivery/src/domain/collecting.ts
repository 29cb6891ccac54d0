import { awaitsCode, type DeliveryStatus, eatDayOf, type Placed, Refused, standing } from '@tuma/contracts/vocabulary'
import { completedAt, paidAtArrival } from './arrival.ts'
import { type Asker, assertManages } from './asker.ts'
import type { CollectedWithCode, CollectedWithoutCode, CollectionCodeIssued } from './collection-code.ts'
import { about, type Delivery, type DeliveryEvent, type Parcel } from './delivery.ts'
import { assertFree } from './holds.ts'
import { handsOf, isDue, type Taking, withoutMoney } from './taking.ts'
import { returnedTo } from './way-back.ts'

export type CollectParcel = {
  readonly type: 'CollectParcel'
  readonly by: Asker
  /** As somebody said it, and as it is of this generation. `null`: another of their parcels' has just been right. */
  readonly code: { readonly said: string; readonly right: string; readonly generation: number } | null
  readonly revision: number | null
  readonly taken: Taking | null
  readonly senderKey: string
  readonly at: string
}
export type IssueCollectionCode = { readonly type: 'IssueCollectionCode'; readonly at: string }

/** By an admin, for codes may have come into other hands. */
export type RaiseCollectionCode = { readonly type: 'RaiseCollectionCode'; readonly by: Asker; readonly at: string }

export const missesMost = 5
const newCodesADay = 3
const betweenCodesMs = 60_000

/** Whoever derived the right code read an older generation: they derive it again. */
export class OtherGeneration extends Error {
  override readonly name = 'OtherGeneration'
}

/**
 * The parcel is one that the agent hands over. A wrong code is recorded and then refused by whoever asked, of a locked parcel too:
 * each guess counts, whatever it is answered.
 * @throws Refused step_not_allowed, parcel_held, collection_code_locked, money_unsaid. @throws OtherGeneration
 */
export const collect = (command: CollectParcel, parcel: Parcel, delivery: Delivery): DeliveryEvent[] => {
  const { by, code, taken, senderKey, at } = command
  if (parcel.status === 'collected') return []
  assertFree(parcel)
  if (!awaitsCode(parcel)) throw new Refused('step_not_allowed')
  const { generation, misses } = parcel.collection
  if (code) {
    if (code.generation !== generation) throw new OtherGeneration()
    const missed = { ...about(parcel), generation, agentId: by.userId, at }
    if (code.said !== code.right) return [{ type: 'CollectionCodeMissed', data: missed }]
    if (misses >= missesMost) throw new Refused('collection_code_locked')
  }
  if (taken && !isDue(parcel)) throw new Refused('nothing_due')
  if (!taken && isDue(parcel)) throw new Refused('money_unsaid')
  if (taken?.how === 'not_paid') return withoutMoney(delivery, at)
  const inHands = { ...handsOf(taken), agentId: by.userId, senderKey, at }
  if (parcel.leg === 'back') return [returnedTo(parcel, by.userId, at), withCode(parcel, by, generation)]
  return [...deliveredFirst(parcel, inHands), ...collectedNow(parcel, by, generation)]
}

/** From a rider's hands it is delivered and collected at once: nobody is told twice. */
const deliveredFirst = (parcel: Parcel, inHands: Parameters<typeof paidAtArrival>[2]): DeliveryEvent[] => {
  if (parcel.status === 'delivered') return []
  const delivered = { ...about(parcel), from: parcel.status, passing: true } as const
  const paid = paidAtArrival('delivered', parcel, inHands)
  return [{ type: 'ParcelDelivered', data: delivered }, ...paid, ...completedAt('delivered', parcel)]
}

const withCode = (parcel: Parcel, { userId: agentId }: Asker, generation: number): CollectedWithCode => ({
  type: 'CollectedWithCode',
  data: { ...about(parcel), generation, agentId },
})

const collectedNow = (parcel: Parcel, by: Asker, generation: number): DeliveryEvent[] => [
  { type: 'ParcelCollected', data: { ...about(parcel), from: 'delivered' } },
  withCode(parcel, by, generation),
  ...completedAt('collected', parcel),
]

/** Beside a bare step that hands a parcel over which somebody could have come for with its code. */
export const withoutCode = (to: DeliveryStatus, parcel: Parcel, by: Asker): CollectedWithoutCode[] =>
  to === 'collected'
    ? [{ type: 'CollectedWithoutCode', data: { ...about(parcel), ownerId: parcel.ownerId, agentId: by.userId } }]
    : []

/** Whoever waits for it has lost the code, or somebody guessed at it. @throws Refused not_found, step_not_allowed, too_many */
export const issueCode = ({ at }: IssueCollectionCode, { parcel }: Delivery): CollectionCodeIssued[] => {
  if (!parcel) throw new Refused('not_found')
  if (!awaitsCode(parcel)) throw new Refused('step_not_allowed')
  const { generation, issuedAt } = parcel.collection
  const sinceMs = Date.parse(at) - Math.max(...issuedAt.map((one) => Date.parse(one)))
  if (sinceMs < betweenCodesMs) throw new Refused('too_many', { retryAfter: secondsOf(betweenCodesMs - sinceMs) })
  const today = issuedAt.filter((one) => eatDayOf(one) === eatDayOf(at)).length
  if (today >= newCodesADay) throw new Refused('too_many', { retryAfter: 3600 })
  return [{ type: 'CollectionCodeIssued', data: { ...about(parcel), generation: generation + 1, at } }]
}

/** Somebody has still to come for it with its code, which opens nothing any more from now on. */
export const isWaitedFor = (parcel: Placed): boolean => awaitsCode(parcel) && standing(parcel) !== 'handedOver'

/** Of a parcel that is fetched meanwhile nothing is raised. @throws Refused not_allowed */
export const raiseCode = ({ by, at }: RaiseCollectionCode, { parcel }: Delivery): CollectionCodeIssued[] => {
  assertManages(by)
  if (!parcel || !isWaitedFor(parcel)) return []
  const generation = parcel.collection.generation + 1
  return [{ type: 'CollectionCodeIssued', data: { ...about(parcel), generation, at } }]
}

const secondsOf = (ms: number): number => Math.ceil(ms / 1000)
