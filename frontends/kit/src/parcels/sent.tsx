import { PackageCheck } from '@tuma/kit/icons'
import { useNavigate, useText } from '@tuma/kit/runtime'
import { ButtonLink, Card, PageTitle, TrackingId } from '@tuma/kit/ui'
import { useEffect, useRef } from 'react'
import { type FormVariant, trackPath } from './form-variant.ts'
import type { JustSentState } from './just-sent.tsx'
import { parcelTexts } from './texts.ts'

const leaveAfterMs = 3000

/** What stands where the form was: the tracking id. `leave` takes people on after 3 s; the id goes with them. */
export function Sent({
  parcel: { trackingId },
  variant,
  after,
  leave = false,
}: {
  parcel: { trackingId: string }
  variant: FormVariant
  after: string
  leave?: boolean
}) {
  const text = useText(parcelTexts)
  const navigate = useNavigate()
  const panel = useRef<HTMLDivElement>(null)
  const track = trackPath[variant]
  useEffect(() => {
    panel.current?.focus()
    window.scrollTo({ top: 0 })
    if (!leave) return
    const state: JustSentState = { justSent: { trackingId, track } }
    const timer = setTimeout(() => void navigate(after, { state }), leaveAfterMs)
    return () => clearTimeout(timer)
  }, [leave, after, track, trackingId, navigate])
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
        <p>{text('sent.keep')}</p>
        {leave ? <p className="t-hint">{text('sent.leaving')}</p> : null}
        <div className="parcel-buttons">
          <ButtonLink to={`${track}?id=${encodeURIComponent(trackingId)}`}>{text('sent.track')}</ButtonLink>
          <ButtonLink to={after} variant="secondary">
            {text('sent.another')}
          </ButtonLink>
        </div>
      </Card>
    </div>
  )
}
