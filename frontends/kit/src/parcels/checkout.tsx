import './parcels.css'
import { useNavigate, useText } from '@tuma/kit/runtime'
import { ButtonLink, EmptyState, forgetDraft, PageHeader, readDraft } from '@tuma/kit/ui'
import { useCallback, useState } from 'react'
import { BookPaid } from './book-paid.tsx'
import { type Due, draftOfDue, type GoesOnState, isCovered, type JustPaidState, useDue } from './due.ts'
import { endsIn } from './filled-in.ts'
import { PaidNotBooked, useUnusedPayment } from './finish-booking.tsx'
import type { FormVariant } from './form-variant.ts'
import { endStarted } from './own-draft.tsx'
import { PayIt } from './pay-it.tsx'
import type { BookedByPrompt } from './prompting.ts'
import { useFinished } from './sending.ts'
import { Sent } from './sent.tsx'
import { parcelTexts } from './texts.ts'
import { spend, useAccount, useVerifiedPayment } from './verified-payment.ts'
import { useWhatIsSent } from './what-is-sent.ts'

const goesOn: GoesOnState = { goesOn: true }

/** Has what a form has just added up paid, and then offers to book it. `forms` is where people choose a form. */
export function Checkout({ forms, variant }: { forms: string; variant: FormVariant }) {
  const text = useText(parcelTexts)
  const due = useDue()
  const payment = useVerifiedPayment()
  const [paid, setPaid] = useState<Due | null>(null)
  const byPrompt = useBookedByPrompt(due)
  const unpaid = useCallback(() => setPaid(null), [])
  if (due && !paid && isCovered(due, payment)) setPaid(due)
  const of = useWhatIsSent(due)
  const header = (
    <PageHeader title={text('checkout.title')} intro={paid ? undefined : of}>
      {due ? (
        <ButtonLink to={due.form} state={goesOn} variant="secondary">
          {text('checkout.toForm')}
        </ButtonLink>
      ) : null}
    </PageHeader>
  )
  if (byPrompt.booked) {
    const { kind, parcel, ...bring } = byPrompt.booked
    return <Sent parcel={parcel} bring={bring} variant={variant} after={forms} leave={kind === 'doorstep'} />
  }
  if (paid) return <BookPaid due={paid} variant={variant} after={forms} header={header} onUnpaid={unpaid} />
  return (
    <>
      {header}
      {due ? <PayIt due={due} onBooked={byPrompt.onBooked} /> : <NothingToPay forms={forms} />}
    </>
  )
}

type Booked = ReturnType<typeof endsIn> & { kind: Due['kind']; parcel: { trackingId: string; byVisitor: boolean } }

/** The parcel that a prompt has booked. One that could not be booked leads back to its form, which says why. */
function useBookedByPrompt(due: Due | null) {
  const text = useText(parcelTexts)
  const navigate = useNavigate()
  const user = useAccount()
  const finish = useFinished()
  const [booked, setBooked] = useState<Booked | null>(null)
  const onBooked = (outcome: BookedByPrompt): void => {
    if (!due) return
    if ('refused' in outcome) {
      const { refused, message } = outcome
      const state: JustPaidState = { justPaid: true, notBooked: { code: refused, message } }
      return void navigate(due.form, { replace: true, state })
    }
    const { trackingId, byVisitor } = outcome
    const draft = draftOfDue(due, user)
    setBooked({ ...endsIn(readDraft(draft)), kind: due.kind, parcel: { trackingId, byVisitor } })
    finish(trackingId, text(due.kind === 'dukani' ? 'sent.dukani' : 'sent.doorstep'))
    spend(outcome.reference)
    endStarted(draft)
    forgetDraft(draft)
  }
  return { booked, onBooked }
}

/** Unless something is paid already. */
function NothingToPay({ forms }: { forms: string }) {
  const text = useText(parcelTexts)
  const paid = useUnusedPayment(true)
  if (paid) return <PaidNotBooked paid={paid} forms={forms} />
  return (
    <EmptyState title={text('checkout.noAmount')}>
      <ButtonLink to={forms}>{text('checkout.toForms')}</ButtonLink>
    </EmptyState>
  )
}
