import './parcels.css'
import type { Delivery } from '@tuma/contracts/api'
import { formatKsh } from '@tuma/contracts/vocabulary'
import { Link, useText } from '@tuma/kit/runtime'
import { DateTime, StatusBadge } from '@tuma/kit/ui'
import { HeldBadge, WayBadge } from './held.tsx'
import { parcelTexts } from './texts.ts'

/** Where it ends: the shop with its place, or the place of a door. */
const placeOf = ({ pickupAgent, location }: Delivery['receiver']): string =>
  pickupAgent ? `${pickupAgent}, ${location}` : location

/** One delivery in a list of cards; the whole card leads `to` its detail. */
export function DeliveryCard({ delivery, to }: { delivery: Delivery; to: string }) {
  const text = useText(parcelTexts)
  const { trackingId, deliveryType, status, receiver, totalAmount, createdAt } = delivery
  return (
    <Link to={to} className="t-card parcel-card">
      <span className="parcel-line">
        <span className="parcel-id">{trackingId}</span>
        <StatusBadge status={status} />
      </span>
      <HeldBadge held={delivery.held} />
      <WayBadge parcel={delivery} />
      <span>{text('card.to', { name: receiver.name, place: placeOf(receiver) })}</span>
      <span className="parcel-line t-hint">
        <span>
          {text(`type.${deliveryType}`)} · {formatKsh(totalAmount)}
        </span>
        <DateTime at={createdAt} />
      </span>
    </Link>
  )
}
