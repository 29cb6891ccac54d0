import type { Delivery } from '@tuma/contracts/api'

/** Who gets the parcel and where: the receiver, or the sender at the first shop if it goes back. */
export const whereItGoes = ({ leg, sender, receiver }: Pick<Delivery, 'leg' | 'sender' | 'receiver'>) => {
  const { name, phone } = leg === 'back' ? sender : receiver
  const ends = leg === 'back' ? [sender.location, sender.dropoffAgent] : [receiver.location, receiver.pickupAgent]
  return { name, phone, place: ends.filter(Boolean).join(', ') }
}
