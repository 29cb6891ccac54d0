import './parcels.css'
import type { Delivery } from '@tuma/contracts/api'
import { formatKsh, hereKey, shopToGoTo, trackingStage } from '@tuma/contracts/vocabulary'
import { Link, useText } from '@tuma/kit/runtime'
import { DateTime } from '@tuma/kit/ui'
import { HeldBadge, StageBadge } from './held.tsx'
import { parcelTexts } from './texts.ts'
import { useHere } from './where-it-is.tsx'

/** Where it ends: the shop with its place, or the place of a door. */
const toPlace = ({ pickupAgent, location }: Delivery['receiver']): string =>
  pickupAgent ? `${pickupAgent}, ${location}` : location

type Props = {
  delivery: Delivery
  to: string
  /** Shows where the parcel is now, in place of its price and date. */
  saysWhere?: boolean
}

/** One delivery in a list of cards; the whole card leads `to` its detail. */
export function DeliveryCard({ delivery, to, saysWhere = false }: Props) {
  const text = useText(parcelTexts)
  const { trackingId, receiver } = delivery
  return (
    <Link to={to} className="t-card parcel-card">
      <span className="parcel-line">
        <span className="parcel-id">{trackingId}</span>
        <StageBadge parcel={delivery} />
      </span>
      <HeldBadge held={delivery.held} />
      <span>{text('card.to', { name: receiver.name, place: toPlace(receiver) })}</span>
      {saysWhere ? <Where delivery={delivery} /> : <Cost delivery={delivery} />}
    </Link>
  )
}

const Cost = ({ delivery: { deliveryType, totalAmount, createdAt } }: Pick<Props, 'delivery'>) => {
  const text = useText(parcelTexts)
  return (
    <span className="parcel-line t-hint">
      <span>
        {text(`type.${deliveryType}`)} · {formatKsh(totalAmount)}
      </span>
      <DateTime at={createdAt} />
    </span>
  )
}

/** The shop that it is at or goes to; on its way to a door, and from when its receiver has to come for it, the specified sentence. */
const Where = ({ delivery }: Pick<Props, 'delivery'>) => {
  const text = useText(parcelTexts)
  const here = useHere({ ...delivery, reader: 'sender', shop: shopToGoTo(delivery) })
  const saysMore = here && hereKey(delivery) !== 'here.collect'
  return <span className="t-hint">{saysMore ? here : text(`sentence.${trackingStage(delivery)}`)}</span>
}
