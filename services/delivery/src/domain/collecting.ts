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
 * A code as the receiver gave it. `own`: the parcel's newest code and the earlier ones that may still open it, newest
 * first. `isOthers`: the code belongs to another parcel of the same press and opens this one too.
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

/** By an admin, when strangers may know the codes. */
export type RaiseCollectionCode = { readonly type: 'RaiseCollectionCode'; readonly by: Asker; readonly at: string }

export const maxMisses = 5
/** Followers, who may be strangers, have their own limit, so they can't use up that of the parties. */
const newCodesADay = 3
/** After a follower asks for a new code, the former code stays valid for this long: the new SMS may arrive late. */
const formerCodeMs = 60 * 60_000
const betweenCodesMs = 60_000

/** The codes were derived for an older generation. The caller must read the parcel again and derive them again. */
export class OtherGeneration extends Error {
  override readonly name = 'OtherGeneration'
}

/** Which generation of the code this guess matches now; null where it is wrong. @throws OtherGeneration */
export const openedBy = ({ said, own, isOthers }: SaidCode, collection: Collection, at: string): number | null => {
  const { generation, misses, former } = collection
  if (own[0]?.generation !== generation) throw new OtherGeneration()
  if (isOthers) return generation
  const opening = [{ generation, misses }, ...former.filter(({ until }) => at < until)]
  const right = own.find((one) => one.code === said)?.generation
  return opening.find((one) => one.generation === right && opens(one, generation))?.generation ?? null
}
/** A locked newest code still matches, so that the answer is "locked" and not "wrong". */
const opens = (one: { generation: number; misses: number }, newest: number): boolean =>
  one.generation === newest || one.misses < maxMisses

/**
 * Hands the parcel over by its code. The handler records a wrong code, of a locked parcel too, and then refuses it:
 * every guess counts. The code of another parcel does not open a locked one.
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

/** A code may open the parcel now: its receiver may come for it, and nothing holds it. */
export const takesCode = (parcel: Parcel): boolean => awaitsCode(parcel) && heldBy(parcel) === null

/** After too many wrong codes nothing opens the parcel until a new code is sent. */
export const isLocked = ({ collection }: Pick<Parcel, 'collection'>): boolean => collection.misses >= maxMisses

/**
 * A parcel that is collected from its rider is delivered and collected at once, so that its receiver gets one message.
 */
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

/** Recorded when an agent hands a parcel over without the code that its receiver could have given. */
export const withoutCode = (to: DeliveryStatus, parcel: Parcel, by: Asker): CollectedWithoutCode[] =>
  to === 'collected'
    ? [{ type: 'CollectedWithoutCode', data: { ...about(parcel), ownerId: parcel.ownerId, agentId: by.userId } }]
    : []

/**
 * Issues a new code when the receiver has lost it or an agent guessed at it. A stranger can follow a parcel too: when a
 * follower asks, the former code stays valid for an hour. @throws Refused not_found, step_not_allowed, too_many
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

/** The receiver has not come for the parcel yet and needs a code. */
export const isWaitedFor = (parcel: Placed): boolean => awaitsCode(parcel) && standing(parcel) !== 'handedOver'

/** Records nothing for a parcel that was collected in the meantime. @throws Refused not_allowed */
export const raiseCode = ({ by, at }: RaiseCollectionCode, { parcel }: Delivery): CollectionCodeIssued[] => {
  assertManages(by)
  if (!parcel || !isWaitedFor(parcel)) return []
  return [codeIssued(parcel, { by: 'office', formerUntil: null, at })]
}

const getSeconds = (ms: number): number => Math.ceil(ms / 1000)
