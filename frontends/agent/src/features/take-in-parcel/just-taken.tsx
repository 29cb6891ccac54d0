import type { Delivery } from '@tuma/contracts/api'
import { api, Link, usePages, useText } from '@tuma/kit/runtime'
import { Money } from '@tuma/kit/ui'
import { newParcelTexts } from '../../new-parcel-texts.ts'
import { TakenToday } from './taken-today.tsx'

/** A busy hour: older parcels are found in the lists. */
const maxShown = 8
/** Other parcels are sent from the shop too. */
const lookedThrough = 30

/** The parcels that this shop's agents have taken in last, each a link to its page. Nothing where there are none. */
export function JustTaken() {
  const text = useText(newParcelTexts)
  const { query } = usePages(api.agent.sending, { limit: lookedThrough })
  const taken = (query.data ?? []).filter(({ counter }) => counter !== undefined).slice(0, maxShown)
  if (taken.length === 0) return null
  return (
    <section aria-labelledby="just-taken" className="take-just">
      <h2 id="just-taken" className="text-lg">
        {text('just.title')}
      </h2>
      <p className="text-ink-soft text-sm">
        <TakenToday />
      </p>
      <ul>
        {taken.map((parcel) => (
          <li key={parcel._id}>
            <Taken parcel={parcel} />
          </li>
        ))}
      </ul>
    </section>
  )
}

const Taken = ({ parcel }: { parcel: Delivery }) => (
  <Link to={`/Agent/delivery/${parcel.deliveryType}/${parcel._id}`} state={{ back: '/Agent/new' }} className="t-card">
    <strong className="font-mono">{parcel.trackingId.slice(-4)}</strong>
    <span className="min-w-0 grow">
      {parcel.receiver.name}
      <span className="t-hint block">{parcel.receiver.pickupAgent ?? parcel.receiver.location}</span>
    </span>
    <Money amount={parcel.totalAmount} />
  </Link>
)
