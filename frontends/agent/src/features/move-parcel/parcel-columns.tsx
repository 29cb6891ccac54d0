import type { Delivery } from '@tuma/contracts/api'
import { Bike } from '@tuma/kit/icons'
import { HeldBadge } from '@tuma/kit/parcels'
import { Link, useLocation, useText } from '@tuma/kit/runtime'
import { type Column, Money } from '@tuma/kit/ui'
import { texts } from '../../texts.ts'
import { Age } from './age.tsx'
import { dueOf } from './due.ts'
import { Reach } from './reach.tsx'
import { Status } from './status-word.tsx'

/** Of a parcel's row; on a phone `counter.css` makes two lines of them, 96 px together. */
export const useParcelColumns = (): readonly Column<Delivery>[] => {
  const text = useText(texts)
  return [
    {
      name: 'id',
      header: text('list.trackingId'),
      primary: true,
      cell: (delivery) => <ToDetail delivery={delivery} />,
    },
    { name: 'sender', header: text('list.sender'), cell: (delivery) => delivery.sender.name },
    { name: 'receiver', header: text('list.receiver'), cell: (delivery) => <Receiver delivery={delivery} /> },
    { name: 'reach', header: text('list.reach'), cell: (delivery) => <Reach delivery={delivery} /> },
    { name: 'status', header: text('list.status'), cell: (delivery) => <Standing {...delivery} /> },
    { name: 'age', header: text('list.requested'), cell: (delivery) => <Age at={delivery.createdAt} /> },
  ]
}

const Standing = ({ status, held }: Pick<Delivery, 'status' | 'held'>) => (
  <span className="counter-standing">
    <Status status={status} />
    <HeldBadge held={held} />
  </span>
)

/** Leaves the list's address with the link, so that Back finds the same tab. */
const ToDetail = ({ delivery }: { delivery: Pick<Delivery, '_id' | 'deliveryType' | 'trackingId'> }) => {
  const { pathname, search, state } = useLocation()
  return (
    <Link
      to={`/Agent/delivery/${delivery.deliveryType}/${delivery._id}`}
      state={{ back: pathname + search, searched: state?.search }}
      className="counter-id"
      aria-label={delivery.trackingId} // its two parts stand apart
    >
      <span>{delivery.trackingId.slice(0, -4)}</span>
      <strong>{delivery.trackingId.slice(-4)}</strong>
    </Link>
  )
}

const Receiver = ({ delivery }: { delivery: Delivery }) => {
  const { receiver, rider } = delivery
  return (
    <>
      <span className="counter-name">{receiver.name}</span>
      <span className="counter-line">
        <Due delivery={delivery} />
        <span className="counter-way">
          <span className="counter-place" data-rider={rider ? true : undefined}>
            {[receiver.location, receiver.pickupAgent].filter(Boolean).join(', ')}
          </span>
          {rider ? (
            <span className="counter-rider">
              <Bike size={16} aria-hidden /> {rider.name}
            </span>
          ) : null}
        </span>
      </span>
    </>
  )
}

/** What is to be taken, before anything is pressed. */
const Due = ({ delivery }: { delivery: Delivery }) => {
  const text = useText(texts)
  const due = dueOf(delivery)
  if (due === 0) return null
  return (
    <span className="counter-due">
      <span className="t-hidden">{text('list.due')} </span>
      <Money amount={due} />
    </span>
  )
}
