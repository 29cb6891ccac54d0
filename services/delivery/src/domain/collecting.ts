import { awaitsCode, type DeliveryStatus, getEatDay, type Placed, Refused, standing } from '@tuma/contracts/vocabulary'
import { completedAt, paidAtArrival } from './arrival.ts'
import { type Asker, assertManages } from './asker.ts'
import type {
  CodeAsker,
  CollectedWithCode,
  CollectedWithoutCode,
  Collection,
  CollectionCodeIssued,
} from './collection-code.ts'
import { about, type Delivery, type DeliveryEvent, type Parcel } from './delivery.ts'
import { isDue, type Taking, toHands, withoutMoney } from './taking.ts'
import { assertFree, heldBy } from './trouble/holds.ts'
import { returnedTo } from './trouble/way-back.ts'

/**
 * A code as the receiver said it. `own`: the parcel's newest code and those before that may still open it, newest first.
 * `isOthers`: it is the code of another parcel of the same press that opens this one too.
 */
export type SaidCode = {
  readonly said: string
  readonly own: readonly { readonly generation: number; readonly code: string }[]
  readonly isOthers: boolean
}

export type CollectParcel = {
  readonly type: 'CollectParcel'
  readonly by: Asker
  readonly code: SaidCode
  readonly revision: number | null
  readonly taken: Taking | null
  readonly senderKey: string
  readonly at: string
}
export type IssueCollectionCode = {
  readonly type: 'IssueCollectionCode'
  readonly by: Exclude<CodeAsker, 'office'>
  readonly at: string
}

/** By an admin, for codes may have come into other hands. */
export type RaiseCollectionCode = { readonly type: 'RaiseCollectionCode'; readonly by: Asker; readonly at: string }

export const maxMisses = 5
/** For followers, who may be strangers, and apart from that for the parties: neither uses up the other's. */
const newCodesADay = 3
/** So long the code in the receiver's hand stays good when a follower had a new one sent: that SMS may come late. */
const formerCodeMs = 60 * 60_000
const betweenCodesMs = 60_000

/** Whoever derived the right code read an older generation: they derive it again. */
export class OtherGeneration extends Error {
  override readonly name = 'OtherGeneration'
}

/** Which code a guess was, at this time: its generation; null where it is wrong. @throws OtherGeneration */
export const openedBy = ({ said, own, isOthers }: SaidCode, collection: Collection, at: string): number | null => {
  const { generation, misses, former } = collection
  if (own[0]?.generation !== generation) throw new OtherGeneration()
  if (isOthers) return generation
  const opening = [{ generation, misses }, ...former.filter(({ until }) => at < until)]
  const right = own.find((one) => one.code === said)?.generation
  return opening.find((one) => one.generation === right && opens(one, generation))?.generation ?? null
}
/** The newest is known as right when it is locked, and refused as locked. */
const opens = (one: { generation: number; misses: number }, newest: number): boolean =>
  one.generation === newest || one.misses < maxMisses

/**
 * The parcel is one that the agent hands over. A wrong code is recorded and then refused by the handler, of a locked parcel too:
 * each guess counts, whatever it is answered. What is locked is opened by no other parcel's code either.
 * @throws Refused step_not_allowed, parcel_held, collection_code_locked, money_unsaid. @throws OtherGeneration
 */
export const collect = (command: CollectParcel, parcel: Parcel, delivery: Delivery): DeliveryEvent[] => {
  const { by, code, taken, senderKey, at } = command
  if (parcel.status === 'collected') return []
  assertFree(parcel)
  if (!awaitsCode(parcel)) throw new Refused('step_not_allowed')
  const generation = openedBy(code, parcel.collection, at)
  if (generation === null) return [missedBy(parcel, by, at)]
  if (isLocked(parcel)) throw new Refused('collection_code_locked')
  if (taken && !isDue(parcel)) throw new Refused('nothing_due')
  if (!taken && isDue(parcel)) throw new Refused('money_unsaid')
  if (taken?.how === 'not_paid') return withoutMoney(delivery, at)
  const inHands = { ...toHands(taken), agentId: by.userId, senderKey, at }
  if (parcel.leg === 'back') return [returnedTo(parcel, by.userId, at), withCode(parcel, by, generation)]
  return [...deliveredFirst(parcel, inHands), ...collectedNow(parcel, by, generation)]
}

const missedBy = (parcel: Parcel, { userId: agentId }: Asker, at: string): DeliveryEvent => {
  const { generation } = parcel.collection
  return { type: 'CollectionCodeMissed', data: { ...about(parcel), generation, agentId, at } }
}

/** It may be opened by a code now: its receiver may come for it, and nothing holds it. */
export const takesCode = (parcel: Parcel): boolean => awaitsCode(parcel) && heldBy(parcel) === null

/** Too many wrong codes: nothing opens it until a new one is sent. */
export const isLocked = ({ collection }: Pick<Parcel, 'collection'>): boolean => collection.misses >= maxMisses

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

/**
 * The receiver has lost the code, or an agent guessed at it. A stranger can follow a parcel too: when a follower asks, the code
 * before stays good for an hour. @throws Refused not_found, step_not_allowed, too_many
 */
export const issueCode = ({ by, at }: IssueCollectionCode, { parcel }: Delivery): CollectionCodeIssued[] => {
  if (!parcel) throw new Refused('not_found')
  if (!awaitsCode(parcel)) throw new Refused('step_not_allowed')
  const { issued } = parcel.collection
  const sinceMs = Date.parse(at) - Math.max(...issued.map((one) => Date.parse(one.at)))
  if (sinceMs < betweenCodesMs) throw new Refused('too_many', { retryAfter: getSeconds(betweenCodesMs - sinceMs) })
  const today = issued.filter((one) => one.by === by && getEatDay(one.at) === getEatDay(at)).length
  if (today >= newCodesADay) throw new Refused('too_many', { retryAfter: 3600 })
  const formerUntil =
    by === 'follower' && !isLocked(parcel) ? new Date(Date.parse(at) + formerCodeMs).toISOString() : null
  return [codeIssued(parcel, { by, formerUntil, at })]
}

const codeIssued = (
  parcel: Parcel,
  issued: Pick<CollectionCodeIssued['data'], 'by' | 'formerUntil' | 'at'>,
): CollectionCodeIssued => {
  const { collection, leg } = parcel
  const data = { ...about(parcel), generation: collection.generation + 1, ...issued }
  return { type: 'CollectionCodeIssued', data: leg === 'back' ? { ...data, leg } : data }
}

/** Its receiver has still to come for it with its code. */
export const isWaitedFor = (parcel: Placed): boolean => awaitsCode(parcel) && standing(parcel) !== 'handedOver'

/** Of a parcel that is fetched meanwhile nothing is raised. @throws Refused not_allowed */
export const raiseCode = ({ by, at }: RaiseCollectionCode, { parcel }: Delivery): CollectionCodeIssued[] => {
  assertManages(by)
  if (!parcel || !isWaitedFor(parcel)) return []
  return [codeIssued(parcel, { by: 'office', formerUntil: null, at })]
}

const getSeconds = (ms: number): number => Math.ceil(ms / 1000)
