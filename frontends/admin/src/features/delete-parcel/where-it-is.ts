import type { Delivery } from '@tuma/contracts/api'
import { dueAtHandOver, formatKsh, isUnderWay, toPhase } from '@tuma/contracts/vocabulary'
import { useText } from '@tuma/kit/runtime'
import { deleteTexts } from './texts.ts'

/** The rider or shop that has the parcel, or that it is not with us. */
export type Holder =
  | { readonly has: 'sender' }
  | { readonly has: 'rider'; readonly name: string }
  | { readonly has: 'shop' | 'way'; readonly place: string }

/** The holder of a parcel under way; a shop comes with its location. */
export const toHolder = ({ status, leg, deliveryType, rider, sender, receiver }: Delivery): Holder => {
  const sent = `${sender.dropoffAgent}, ${sender.location}`
  const collected = receiver.pickupAgent === null ? null : `${receiver.pickupAgent}, ${receiver.location}`
  const [from, to] = leg === 'back' ? [collected ?? sent, sent] : [sent, collected ?? receiver.location]
  const phase = toPhase(status)
  if (phase === 'awaited') return { has: 'sender' }
  if (phase === 'arrived') return { has: 'shop', place: to }
  if (phase !== 'onTheWay') return { has: 'shop', place: from }
  if (deliveryType === 'doorstep' && leg !== 'back' && rider) return { has: 'rider', name: rider.name }
  return { has: 'way', place: to }
}

/** What is still open for the parcel, one sentence each; empty at its end. */
export const useUnderWay = (delivery: Delivery): string[] => {
  const text = useText(deleteTexts)
  if (!isUnderWay(delivery)) return []
  const holder = toHolder(delivery)
  const due = dueAtHandOver(delivery)
  const where = {
    sender: () => text('delete.notBrought'),
    rider: ({ name = '' }) => text('delete.rider', { name }),
    shop: ({ place = '' }) => text('delete.at', { place }),
    way: ({ place = '' }) => text('delete.comesTo', { place }),
  }[holder.has](holder as { name?: string; place?: string })
  return [where, ...(due === undefined ? [] : [text('delete.due', { amount: formatKsh(due) })])]
}
