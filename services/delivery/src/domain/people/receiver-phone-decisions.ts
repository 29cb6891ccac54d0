import { getEatDay, isUnderWay, Refused } from '@tuma/contracts/vocabulary'
import type { Asker } from '../asker.ts'
import { about, type Delivery, isErased, type Parcel } from '../delivery.ts'
import type { ReceiverPhoneChanged } from './receiver-phone.ts'

/** By the sender with their account, or by an admin, who must give a reason. `phone` is 254…. */
export type ChangeReceiverPhone = {
  readonly type: 'ChangeReceiverPhone'
  readonly by: Asker
  readonly phone: string
  readonly reason: string | null
  readonly at: string
}

/** Each change sends an SMS to two phones that the caller chooses. */
const changesADay = 3

/** @throws Refused not_allowed, not_found, step_not_allowed, too_many */
export const changeReceiverPhone = (command: ChangeReceiverPhone, { parcel }: Delivery): ReceiverPhoneChanged[] => {
  const { by, phone, reason, at } = command
  if (by.role === 'admin' && reason === null) throw new Refused('not_allowed')
  if (!parcel || !mayChange(by, parcel)) throw new Refused('not_found')
  const { personId, name, phone: before } = parcel.receiver
  if (before === phone) return []
  if (!isUnderWay(parcel) || parcel.leg === 'back' || isErased(parcel.receiver)) throw new Refused('step_not_allowed')
  const today = parcel.phoneChangedAt.filter((one) => getEatDay(one) === getEatDay(at)).length
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
