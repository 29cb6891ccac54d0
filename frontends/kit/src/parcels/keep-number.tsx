import { useText } from '@tuma/kit/runtime'
import { parcelTexts } from './texts.ts'

/** For who gets no SMS with the tracking id before the parcel is handed in. The id stays on one line. */
export function KeepNumber({ trackingId }: { trackingId: string }) {
  const text = useText(parcelTexts)
  return (
    <p>
      {text('sent.keepNumber')} <strong className="whitespace-nowrap">{trackingId}</strong>. {text('sent.smsLater')}
    </p>
  )
}
