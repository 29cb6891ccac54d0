import type { Booking } from '@tuma/contracts/api'
import { api, useQuery, useText } from '@tuma/kit/runtime'
import { Money } from '@tuma/kit/ui'
import { newParcelTexts } from '../../new-parcel-texts.ts'
import { WaitingActions } from './waiting-actions.tsx'
import { WaitingState } from './waiting-state.tsx'

/**
 * The list is asked again for all of them: a live connection for each would leave none for the page, because a browser
 * has six.
 */
const looksAgainMs = 3000

const isShown = ({ state }: Booking): boolean => state === 'open' || state === 'funded' || state === 'failed'

/** The parcels of this shop that wait for M-Pesa, and what to do about each. Nothing where there are none. */
export function WaitingList({ except }: { except: string | null }) {
  const text = useText(newParcelTexts)
  const { data } = useQuery(
    api.bookings.list.queryOptions({
      refetchInterval: ({ state }) => (state.data?.some(isShown) ? looksAgainMs : false),
    }),
  )
  const waiting = (data ?? []).filter((booking) => isShown(booking) && booking.bookingId !== except)
  if (waiting.length === 0) return null
  return (
    <section aria-labelledby="waiting-payment" className="take-waiting">
      <h2 id="waiting-payment" className="text-lg">
        {text('wait.list')}
      </h2>
      <ul>
        {waiting.map((booking) => (
          <li key={booking.bookingId} className="t-card">
            <Waiting booking={booking} />
          </li>
        ))}
      </ul>
    </section>
  )
}

const Waiting = ({ booking }: { booking: Booking }) => {
  const text = useText(newParcelTexts)
  const { sender, receiver, total, state } = booking
  const names = { sender: sender?.name ?? '', receiver: receiver?.name ?? '' }
  return (
    <>
      <p className="flex flex-wrap justify-between gap-2">
        <strong>{text('wait.about', names)}</strong>
        <Money amount={total} />
      </p>
      <WaitingState booking={booking} />
      {state === 'open' ? <WaitingActions booking={booking} /> : null}
    </>
  )
}
