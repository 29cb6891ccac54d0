import { useLocation, useText } from '@tuma/kit/runtime'
import { ButtonLink, Notice, TrackingId } from '@tuma/kit/ui'
import { journeyTexts } from './journey-texts.ts'
import { KeepNumber } from './keep-number.tsx'
import { OwnLabel } from './own-label.tsx'
import { PlaceCard } from './place-card.tsx'
import { justBooked, ShareParcel } from './share.tsx'
import { parcelTexts } from './texts.ts'

/** Navigation state that a form leaves with. */
export type JustSentState = {
  justSent: {
    trackingId: string
    track: string
    shop?: string
    place?: string
    to?: string
    smsAtHandIn?: boolean
    byVisitor?: boolean
  }
}

/** Where a form takes people after it was sent: the tracking id again, until they go on. Draws nothing otherwise. */
export function JustSent() {
  const text = useText(parcelTexts)
  const journey = useText(journeyTexts)
  const { justSent } = (useLocation().state ?? {}) as Partial<JustSentState>
  if (!justSent) return null
  return (
    <div className="parcel-just-sent">
      <Notice>
        <span className="parcel-line">
          {text('sent.id')} <TrackingId id={justSent.trackingId} />
        </span>
        {justSent.smsAtHandIn ? <KeepNumber trackingId={justSent.trackingId} /> : null}
        {justSent.shop && justSent.place ? (
          <>
            <p>{journey('bring.to', { shop: justSent.shop, place: justSent.place })}</p>
            <PlaceCard place={justSent.place} shop={justSent.shop} untitled />
          </>
        ) : null}
        <ShareParcel trackingId={justSent.trackingId} parcel={justBooked} to={justSent.to} />
        <div className="parcel-buttons">
          <ButtonLink to={`${justSent.track}?id=${encodeURIComponent(justSent.trackingId)}`} variant="secondary">
            {text('sent.track')}
          </ButtonLink>
          <OwnLabel trackingId={justSent.trackingId} byVisitor={justSent.byVisitor} />
        </div>
      </Notice>
    </div>
  )
}
