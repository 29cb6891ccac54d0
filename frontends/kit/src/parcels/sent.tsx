import { normalisePhone } from '@tuma/contracts/vocabulary'
import { PackageCheck } from '@tuma/kit/icons'
import { useNavigate, useText } from '@tuma/kit/runtime'
import { ButtonLink, Card, PageTitle, TrackingId } from '@tuma/kit/ui'
import { useEffect, useRef } from 'react'
import { keepBooked } from './booked-form.ts'
import { type FormVariant, trackPath } from './form-variant.ts'
import { journeyTexts } from './journey-texts.ts'
import type { JustSentState } from './just-sent.tsx'
import { KeepNumber } from './keep-number.tsx'
import { OwnLabel } from './own-label.tsx'
import { PlaceCard } from './place-card.tsx'
import { justBooked, ShareParcel } from './share.tsx'
import { parcelTexts } from './texts.ts'

const leaveAfterMs = 3000

export type BringTo = { shop: string; place: string; receiverPhone: string; to: string }

/** Replaces the form with the tracking ID. `leave` opens the next page after 3 s and takes the ID along. */
export function Sent({
  parcel: { trackingId, smsAtHandIn = false, byVisitor = false },
  variant,
  after,
  leave = false,
  bring,
}: {
  /** `smsAtHandIn`: no SMS with the id goes out before the parcel is handed in. `byVisitor`: no account owns it. */
  parcel: { trackingId: string; smsAtHandIn?: boolean | undefined; byVisitor?: boolean }
  /** Where to bring the parcel, and its receiver. */
  bring: BringTo
  variant: FormVariant
  after: string
  leave?: boolean
}) {
  const text = useText(parcelTexts)
  const journey = useText(journeyTexts)
  const navigate = useNavigate()
  const panel = useRef<HTMLDivElement>(null)
  const track = trackPath[variant]
  const { shop, place, to } = bring
  useEffect(() => {
    panel.current?.focus()
    window.scrollTo({ top: 0 })
    const keep = { ...(smsAtHandIn && { smsAtHandIn }), ...(byVisitor && { byVisitor }) }
    const state: JustSentState = { justSent: { trackingId, track, shop, place, to, ...keep } }
    keepBooked({ after, state })
    if (!leave) return
    const timer = setTimeout(() => void navigate(after, { state }), leaveAfterMs)
    return () => clearTimeout(timer)
  }, [leave, after, track, trackingId, shop, place, to, smsAtHandIn, byVisitor, navigate])
  return (
    <div ref={panel} tabIndex={-1} className="parcel-sent">
      <PageTitle title={text('sent.title')} />
      <Card className="t-kitenge">
        <PackageCheck size={48} aria-hidden />
        <h1>{text('sent.title')}</h1>
        <p className="t-hint">{text('sent.id')}</p>
        <p className="parcel-sent-id">
          <TrackingId id={trackingId} />
        </p>
        {smsAtHandIn ? <KeepNumber trackingId={trackingId} /> : null}
        {bring.shop ? (
          <>
            <p className="parcel-here">{journey('bring.to', { shop: bring.shop, place: bring.place })}</p>
            <PlaceCard place={bring.place} shop={bring.shop} untitled />
          </>
        ) : null}
        <p>{text('sent.keep')}</p>
        <ShareParcel
          trackingId={trackingId}
          phone={normalisePhone(bring.receiverPhone) ?? undefined}
          parcel={justBooked}
          to={to}
        />
        {leave ? <p className="t-hint">{text('sent.leaving')}</p> : null}
        <div className="parcel-buttons">
          <ButtonLink to={`${track}?id=${encodeURIComponent(trackingId)}`}>{text('sent.track')}</ButtonLink>
          <OwnLabel trackingId={trackingId} byVisitor={byVisitor} />
          <ButtonLink to={after} variant="secondary">
            {text('sent.another')}
          </ButtonLink>
        </div>
      </Card>
    </div>
  )
}
