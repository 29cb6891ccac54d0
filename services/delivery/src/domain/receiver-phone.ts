import { eatDayOf, isUnderWay, Refused } from '@tuma/contracts/vocabulary'
import type { DomainEvent } from '@tuma/platform/domain'
import type { Asker } from './asker.ts'
import { type About, about, type Delivery, isErased, type Parcel, type Person } from './delivery.ts'

/**
 * Whoever gets it has another phone from now on, and a code of the next generation: what the phone before was told opens nothing
 * any more. `receiver` says who they were before, with that phone: people's rows go by it. `said`: why an admin changed it.
 */
export type ReceiverPhoneChanged = DomainEvent<
  'ReceiverPhoneChanged',
  About & {
    readonly trackingId: string
    readonly receiver: Person & { readonly newPhone: string }
    readonly generation: number
    readonly said?: { readonly personId: string; readonly note: string } | undefined
    readonly at: string
  }
>

/** By whoever sent it with their account, or an admin, who says why. `phone` is 254…. */
export type ChangeReceiverPhone = {
  readonly type: 'ChangeReceiverPhone'
  readonly by: Asker
  readonly phone: string
  readonly reason: string | null
  readonly at: string
}

/** Each is an SMS to two phones that somebody names. */
const changesADay = 3

/** @throws Refused not_allowed, not_found, step_not_allowed, too_many */
export const changeReceiverPhone = (command: ChangeReceiverPhone, { parcel }: Delivery): ReceiverPhoneChanged[] => {
  const { by, phone, reason, at } = command
  if (by.role === 'admin' && reason === null) throw new Refused('not_allowed')
  if (!parcel || !mayChange(by, parcel)) throw new Refused('not_found')
  const { personId, name, phone: before } = parcel.receiver
  if (before === phone) return []
  if (!isUnderWay(parcel) || parcel.leg === 'back' || isErased(parcel.receiver)) throw new Refused('step_not_allowed')
  const today = parcel.phoneChangedAt.filter((one) => eatDayOf(one) === eatDayOf(at)).length
  if (today >= changesADay) throw new Refused('too_many', { retryAfter: 3600 })
  const said =
    reason === null || isErased(parcel.sender) ? {} : { said: { personId: parcel.sender.personId, note: reason } }
  const receiver = { personId, name, phone: before, newPhone: phone }
  const generation = parcel.collection.generation + 1
  const data = { ...about(parcel), trackingId: parcel.trackingId, receiver, generation, ...said, at }
  return [{ type: 'ReceiverPhoneChanged', data }]
}

const mayChange = ({ role, userId }: Asker, { ownerId }: Parcel): boolean =>
  role === 'admin' || (userId !== null && userId === ownerId)

/** The code that the phone before was told opens nothing; how often one was missed begins anew with the next. */
export const withPhone = (parcel: Parcel, { receiver, generation, at }: ReceiverPhoneChanged['data']): Parcel => ({
  ...parcel,
  receiver: { ...parcel.receiver, phone: receiver.newPhone },
  collection: { ...parcel.collection, generation, misses: 0 },
  phoneChangedAt: [...parcel.phoneChangedAt, at],
})
