import './prompt.css'
import { api, useQueries, useText } from '@tuma/kit/runtime'
import { Button, ButtonLink, forgetDraft, Notice, TrackingId } from '@tuma/kit/ui'
import { useEffect, useEffectEvent, useState } from 'react'
import { checkoutDraft } from './due.ts'
import { endsIn, receiverIn } from './filled-in.ts'
import { trackPath } from './form-variant.ts'
import { journeyTexts } from './journey-texts.ts'
import { awaitedParcels } from './kept-parcels.ts'
import { OwnLabel } from './own-label.tsx'
import { promptTexts } from './prompt-texts.ts'
import { spend, usePayer } from './verified-payment.ts'

type Booked = { draft: string; reference: string; name: string; shop: string; place: string; trackingId: string }

/** How long an unpaid prompt is followed on another page, in ms: M-Pesa's own time is a minute. */
const asksAgainMs = 5000
const followedMs = 3 * 60_000

/**
 * The parcels that were booked while their sender was away, by prompts that this browser asked for. Their forms are emptied, so
 * that they are not paid for again.
 */
export function useBookedMeanwhile() {
  const payer = usePayer()
  const [awaited, setAwaited] = useState(() => awaitedParcels(payer))
  const [booked, setBooked] = useState<readonly Booked[]>([])
  const answers = useQueries({
    queries: awaited.map(({ promptId, parcel }) => ({
      ...api.payment.prompt.queryOptions({ input: { id: promptId }, retry: false, staleTime: 0 }),
      refetchInterval: Date.now() - parcel.at < followedMs ? asksAgainMs : (false as const),
    })),
  })
  const found = awaited.flatMap(({ draft, parcel }, index): Booked[] => {
    const trackingId = answers[index]?.data?.booking?.trackingId
    if (trackingId === undefined) return []
    const { reference, values } = parcel
    const { shop, place } = endsIn(values)
    return [{ draft, reference, name: receiverIn(values), shop, place, trackingId }]
  })
  const take = useEffectEvent((trackingId: string) => {
    const one = found.find((each) => each.trackingId === trackingId)
    if (!one) return
    for (const draft of [one.draft, checkoutDraft]) forgetDraft(draft)
    spend(one.reference)
    setBooked((before) => [...before, one])
    setAwaited(awaitedParcels(payer))
  })
  const next = found[0]?.trackingId
  useEffect(() => {
    if (next !== undefined) take(next)
  }, [next])
  return booked
}

/** Draws nothing where none was booked meanwhile. */
export function BookedMeanwhile({ booked }: { booked: readonly Booked[] }) {
  const text = useText(promptTexts)
  const journey = useText(journeyTexts)
  const track = trackPath[usePayer() === 'visitor' ? 'public' : 'client']
  const [read, setRead] = useState<readonly string[]>([])
  return booked
    .filter(({ trackingId }) => !read.includes(trackingId))
    .map(({ draft, trackingId, name, shop, place }) => (
      <Notice key={trackingId}>
        <div className="parcel-paid-before">
          <p>
            {text(name ? 'booked.meanwhileTo' : 'booked.meanwhile', { name })} <TrackingId id={trackingId} />
          </p>
          {shop ? <p>{journey('bring.to', { shop, place })}</p> : null}
          <div className="parcel-buttons">
            <ButtonLink to={`${track}?id=${encodeURIComponent(trackingId)}`}>{text('booked.track')}</ButtonLink>
            <OwnLabel trackingId={trackingId} byVisitor={draft.endsWith('.visitor')} />
            <Button variant="secondary" onClick={() => setRead([...read, trackingId])}>
              {text('booked.close')}
            </Button>
          </div>
        </div>
      </Notice>
    ))
}
