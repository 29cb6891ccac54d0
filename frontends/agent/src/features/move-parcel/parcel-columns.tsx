import type { Delivery } from '@tuma/contracts/api'
import { Bike } from '@tuma/kit/icons'
import { DeadlineTag, NotTold, StickerTag, WayBadge } from '@tuma/kit/parcels'
import { Link, useLocation, useText } from '@tuma/kit/runtime'
import { type Column, Money } from '@tuma/kit/ui'
import { texts } from '../../texts.ts'
import { WhyNot } from '../hold-parcel/held-because.tsx'
import { MoreMenu } from '../hold-parcel/more-menu.tsx'
import { Age } from './age.tsx'
import { getDue } from './due.ts'
import { Reach } from './reach.tsx'
import { Status } from './status-word.tsx'
import type { AskFor } from './step-dialogs.tsx'
import { whereItGoes } from './where-it-goes.ts'

/** Of a parcel's row; on a phone `counter.css` makes two lines of them, 96 px together. */
export const useParcelColumns = (askFor: AskFor): readonly Column<Delivery>[] => {
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
    { name: 'reach', header: text('list.reach'), cell: (delivery) => <ReachOrMore {...{ delivery, askFor }} /> },
    { name: 'status', header: text('list.status'), cell: (delivery) => <Standing delivery={delivery} /> },
    { name: 'age', header: text('list.requested'), cell: (delivery) => <When delivery={delivery} /> },
  ]
}

/** How long ago it was requested; before that, of one with a deadline, how long is left. */
const When = ({ delivery }: { delivery: Delivery }) => (
  <span className="counter-when" data-due={delivery.dueAt ? true : undefined}>
    <DeadlineTag parcel={delivery} />
    <Age at={delivery.createdAt} />
  </span>
)

const Standing = ({ delivery }: { delivery: Delivery }) => (
  <span className="counter-standing">
    <Status status={delivery.status} />
    <WayBadge parcel={delivery} />
    <WhyNot parcel={delivery} />
    <NotTold parcel={delivery} />
    <StickerTag parcel={delivery} />
  </span>
)

export const ReachOrMore = ({ delivery, askFor }: { delivery: Delivery; askFor: AskFor }) => (
  <span className="counter-beside">
    <Reach delivery={delivery} />
    <MoreMenu {...{ delivery, askFor }} />
  </span>
)

/** Leaves the list's address with the link, so that Back finds the same tab. */
export const ToDetail = ({ delivery }: { delivery: Pick<Delivery, '_id' | 'deliveryType' | 'trackingId'> }) => {
  const { pathname, search, state } = useLocation()
  return (
    <Link
      to={`/Agent/delivery/${delivery.deliveryType}/${delivery._id}`}
      state={{ back: pathname + search, searched: state?.search }}
      className="counter-id"
      aria-label={delivery.trackingId} // its two parts are separate elements
    >
      <span>{delivery.trackingId.slice(0, -4)}</span>
      <strong>{delivery.trackingId.slice(-4)}</strong>
    </Link>
  )
}

const Receiver = ({ delivery }: { delivery: Delivery }) => {
  const { name, place } = whereItGoes(delivery)
  const rider = delivery.leg === 'back' ? null : delivery.rider
  return (
    <>
      <span className="counter-name">{name}</span>
      <span className="counter-line">
        <Due delivery={delivery} />
        <span className="counter-way">
          <span className="counter-place" data-rider={rider ? true : undefined}>
            {place}
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

/** The amount due, visible before any press. */
const Due = ({ delivery }: { delivery: Delivery }) => {
  const text = useText(texts)
  const due = getDue(delivery)
  if (due === 0) return null
  return (
    <span className="counter-due">
      <span className="t-hidden">{text('list.due')} </span>
      <Money amount={due} />
    </span>
  )
}
