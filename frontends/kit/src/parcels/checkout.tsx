import './parcels.css'
import { useText } from '@tuma/kit/runtime'
import { ButtonLink, EmptyState, PageHeader } from '@tuma/kit/ui'
import { useCallback, useState } from 'react'
import { BookPaid } from './book-paid.tsx'
import { type Due, type GoesOnState, isCovered, useDue } from './due.ts'
import { PaidNotBooked, useUnusedPayment } from './finish-booking.tsx'
import type { FormVariant } from './form-variant.ts'
import { PayIt } from './pay-it.tsx'
import { parcelTexts } from './texts.ts'
import { useVerifiedPayment } from './verified-payment.ts'
import { useWhatIsSent } from './what-is-sent.ts'

const goesOn: GoesOnState = { goesOn: true }

/** Has what a form has just added up paid, and then offers to book it. `forms` is where people choose a form. */
export function Checkout({ forms, variant }: { forms: string; variant: FormVariant }) {
  const text = useText(parcelTexts)
  const due = useDue()
  const payment = useVerifiedPayment()
  const [paid, setPaid] = useState<Due | null>(null)
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
  if (paid) return <BookPaid due={paid} variant={variant} after={forms} header={header} onUnpaid={unpaid} />
  return (
    <>
      {header}
      {due ? <PayIt due={due} /> : <NothingToPay forms={forms} />}
    </>
  )
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
