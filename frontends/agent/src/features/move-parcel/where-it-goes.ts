import type { Delivery } from '@tuma/contracts/api'

/** Who gets it on its leg, and where: what goes back goes to whoever sent it, at the shop where it was handed in. */
export const whereItGoes = ({ leg, sender, receiver }: Pick<Delivery, 'leg' | 'sender' | 'receiver'>) => {
  const { name, phone } = leg === 'back' ? sender : receiver
  const ends = leg === 'back' ? [sender.location, sender.dropoffAgent] : [receiver.location, receiver.pickupAgent]
  return { name, phone, place: ends.filter(Boolean).join(', ') }
}
