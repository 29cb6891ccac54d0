import type { BookingAsked } from '@tuma/contracts/api'
import { ArrowRight } from '@tuma/kit/icons'
import { FollowPrompt } from '@tuma/kit/parcels'
import { api, useQuery, useText } from '@tuma/kit/runtime'
import { Button, Card } from '@tuma/kit/ui'
import { useEffect } from 'react'
import { newParcelTexts } from '../../new-parcel-texts.ts'
import { useFirstFocus } from './first-focus.ts'
import { PrintLabel } from './print-label.tsx'
import { refreshAfterBooking } from './use-new-parcel.ts'
import { WaitingActions } from './waiting-actions.tsx'
import { WaitingState } from './waiting-state.tsx'

const looksAgainMs = 3000

/** The parcel that waits for its money; the next customer need not wait for it. Once it is paid, its label. */
export function WaitingParcel({ asked, onNext }: { asked: BookingAsked; onNext: () => void }) {
  const text = useText(newParcelTexts)
  const card = useFirstFocus('button')
  useEffect(() => {
    // The form was longer, and its foot was pressed. Newer browsers return a promise, which is no clean-up.
    void scrollTo({ top: 0 })
  }, [])
  const { data: booking } = useQuery(
    api.bookings.get.queryOptions({
      input: { id: asked.bookingId },
      refetchInterval: ({ state }) => (state.data?.parcel || state.data?.failed ? false : looksAgainMs),
    }),
  )
  const parcel = booking?.parcel
  const promptId = booking?.state === 'open' ? booking.asked?.promptId : null
  return (
    <div ref={card}>
      {promptId ? <FollowPrompt key={promptId} promptId={promptId} onChange={refreshAfterBooking} /> : null}
      <Card className="take-done">
        <h2 className="text-lg">{parcel ? text('done.title') : text('wait.title')}</h2>
        {parcel ? (
          <div>
            <p className="take-last-four" aria-hidden>
              {parcel.trackingId.slice(-4)}
            </p>
            <p className="t-hint">{text('done.id', { id: parcel.trackingId })}</p>
          </div>
        ) : null}
        {booking ? <WaitingState booking={booking} /> : null}
        <div className="take-buttons">
          {parcel ? <PrintLabel trackingId={parcel.trackingId} /> : null}
          <Button variant="secondary" icon={ArrowRight} onClick={onNext}>
            {text('done.next')}
          </Button>
        </div>
        {booking?.state === 'open' ? <WaitingActions booking={booking} /> : null}
      </Card>
    </div>
  )
}
