import type { User } from '@tuma/contracts/api'
import { formatKsh } from '@tuma/contracts/vocabulary'
import { Navigate, useLocation, useText } from '@tuma/kit/runtime'
import { Button, forgetDraft, keepDraft, Notice, readDraft } from '@tuma/kit/ui'
import { createContext, Fragment, type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { bookedAt, keepBookedVisit } from './booked-form.ts'
import { BookedMeanwhile, useBookedMeanwhile } from './booked-meanwhile.tsx'
import { checkoutDraft } from './due.ts'
import { receiverIn } from './filled-in.ts'
import { useUnusedPayment } from './finish-booking.tsx'
import { getDraft } from './form-variant.ts'
import { journeyTexts } from './journey-texts.ts'
import { forgetKept, keptParcel } from './kept-parcels.ts'
import { useVerifiedPayment } from './verified-payment.ts'

type Props = {
  kind: 'doorstep' | 'dukani'
  user: User | null
  /** @param started that the form opens with a parcel that was started before */
  children: (draft: string, started: ReactNode) => ReactNode
}

/** A notice asks what becomes of a form that was left, and says what was paid: no other notice of that is needed. */
export const AsksAboutDraft = createContext(false)

/**
 * Gives a form its draft. One that was left says whose parcel it holds, and can be emptied. Who comes back to a form that was
 * booked sees the booking.
 */
export function OwnDraft({ kind, user, children }: Props) {
  const again = useIsAgain()
  const draft = getDraft(kind, user, again)
  const visit = useVisit()
  const [asks, setAsks] = useState(() => {
    const isRestored = restore(draft)
    return !again && isStarted(draft) && (isRestored || (visit.isNew && readDraft(seenBy(draft)).visit !== visit.id))
  })
  const [round, setRound] = useState(0)
  const [booked] = useState(() => bookedAt(visit.id))
  useEffect(() => keepDraft(seenBy(draft), { visit: visit.id }), [draft, visit.id])
  const startNew = (): void => {
    for (const name of [draft, checkoutDraft]) forgetDraft(name)
    forgetStarted(draft)
    setAsks(false)
    setRound(round + 1)
  }
  const meanwhile = useBookedMeanwhile()
  const isBookedMeanwhile = meanwhile.some((one) => one.draft === draft)
  const empty = useEffectEvent(startNew)
  useEffect(() => {
    if (isBookedMeanwhile) empty()
  }, [isBookedMeanwhile])
  if (booked) return <Navigate to={booked.after} state={booked.state} replace />
  const started = (
    <>
      <BookedMeanwhile booked={meanwhile} />
      {asks ? <Started draft={draft} onContinue={() => setAsks(false)} onNew={startNew} /> : null}
    </>
  )
  return (
    <AsksAboutDraft value={asks}>
      <Fragment key={round}>{children(draft, started)}</Fragment>
    </AsksAboutDraft>
  )
}

function Started({ draft, onContinue, onNew }: { draft: string; onContinue: () => void; onNew: () => void }) {
  const text = useText(journeyTexts)
  const [name] = useState(() => receiverIn(readDraft(draft)))
  const paid = useUnusedPayment(useVerifiedPayment() === null)
  return (
    <div className="parcel-above">
      <Notice>
        <p>{text(name ? 'draft.startedTo' : 'draft.started', { name })}</p>
        {paid ? <p>{text('draft.paid', { amount: formatKsh(paid.amount) })}</p> : null}
        <div className="parcel-buttons">
          <Button onClick={onContinue}>{text('draft.continue')}</Button>
          <Button variant="secondary" onClick={onNew}>
            {text('draft.new')}
          </Button>
        </div>
      </Notice>
    </div>
  )
}

/** The same parcel once more: its form has a draft of its own, so that it never fills another one. */
export const againSearch = '?again=1'
export const useIsAgain = (): boolean => useLocation().search === againSearch

/** In a new tab, what a payment was begun for. @returns whether it was put back */
function restore(draft: string): boolean {
  const kept = Object.keys(readDraft(draft)).length > 0 ? null : keptParcel(draft)
  if (kept) keepDraft(draft, kept.values)
  return kept !== null
}

/** The sender's own name and shop fill themselves in: they start no parcel. */
function isStarted(draft: string): boolean {
  const { receiver, parcelDescription = '' } = readDraft(draft) as {
    receiver?: { name?: string; phone?: string }
    parcelDescription?: string
  }
  return [receiver?.name, receiver?.phone, parcelDescription].some((typed) => (typed ?? '') !== '')
}

const seenBy = (draft: string): string => `seen.${draft}`

/** The parcel is booked: Back to its form leads to that. */
export function endStarted(draft: string): void {
  keepBookedVisit(readDraft(seenBy(draft)).visit)
  forgetStarted(draft)
}

function forgetStarted(draft: string): void {
  forgetKept(draft)
  forgetDraft(seenBy(draft))
}

/** Back, a reload and the way from the checkout lead to the visit that was left; any other way begins a new one. */
function useVisit(): { id: string; isNew: boolean } {
  const { key, state } = useLocation()
  const goesOn = Object.keys((state ?? {}) as object).some((name) => name === 'goesOn' || name === 'justPaid')
  if (key !== 'default') return { id: key, isNew: !goesOn }
  const [arrival] = (performance.getEntriesByType?.('navigation') ?? []) as PerformanceNavigationTiming[]
  return { id: `${performance.timeOrigin}`, isNew: arrival?.type === 'navigate' && !goesOn }
}
