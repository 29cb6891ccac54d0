import type { Delivery } from '@tuma/contracts/api'
import { Reach as ReachThem } from '@tuma/kit/parcels'
import { whereItGoes } from './where-it-goes.ts'

/** Whom one asks about it: who is to bring it, and from then on who waits for it. */
const whoWaits = (delivery: Delivery) => (delivery.status === 'dropping' ? delivery.sender : whereItGoes(delivery))

export const Reach = ({ delivery }: { delivery: Delivery }) => {
  const { name, phone } = whoWaits(delivery)
  return <ReachThem name={name} phone={phone} trackingId={delivery.trackingId} />
}
