import type { Delivery } from '@tuma/contracts/api'
import { formatKsh } from '@tuma/contracts/vocabulary'
import { ArrowRight } from '@tuma/kit/icons'
import { useText } from '@tuma/kit/runtime'
import { Button, Card } from '@tuma/kit/ui'
import { useEffect } from 'react'
import { newParcelTexts } from '../../new-parcel-texts.ts'
import { AddSticker } from '../scan-sticker/add-sticker.tsx'
import { CancelParcel, CancelUntil } from './cancel-parcel.tsx'
import { useFirstFocus } from './first-focus.ts'
import { PrintLabel } from './print-label.tsx'

/** The parcel that was just booked: its last four for the pen, the label, and on to the next customer. */
export function TakenIn({ parcel, onNext }: { parcel: Delivery; onNext: () => void }) {
  const text = useText(newParcelTexts)
  const card = useFirstFocus('button') // the label comes next
  useEffect(() => {
    // The form was longer, and its foot was pressed. Newer browsers return a promise, which is no clean-up.
    void scrollTo({ top: 0 })
  }, [])
  const how = parcel.counter?.how
  const fee = { sum: formatKsh(parcel.deliveryFee) }
  const byMpesa = how === 'prompt' || how === 'till' ? text('done.mpesa', fee) : null
  const byReceiver = text('done.receiver', { sum: formatKsh(parcel.totalAmount) })
  const said = how === 'cash' ? text('done.cash', fee) : (byMpesa ?? byReceiver)
  return (
    <div ref={card}>
      <Card className="take-done">
        <div role="status">
          <h2 className="text-lg">{text('done.title')}</h2>
          <p className="take-last-four" aria-hidden>
            {parcel.trackingId.slice(-4)}
          </p>
          <p className="t-hint">{text('done.id', { id: parcel.trackingId })}</p>
          <p className="font-bold">{said}</p>
        </div>
        <div className="take-buttons">
          <PrintLabel trackingId={parcel.trackingId} />
          <AddSticker parcel={parcel} />
          <Button variant="secondary" icon={ArrowRight} onClick={onNext}>
            {text('done.next')}
          </Button>
          <CancelParcel parcel={parcel} onCancelled={onNext} />
        </div>
        <CancelUntil parcel={parcel} />
      </Card>
    </div>
  )
}
