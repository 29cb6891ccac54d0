import './parcels.css'
import { type ApiOutputs, verification } from '@tuma/contracts/api'
import { formatKsh, mpesaRefusals } from '@tuma/contracts/vocabulary'
import { type ApiError, api, toast, useErrorText, useSubmission, useText } from '@tuma/kit/runtime'
import * as z from '@tuma/kit/schema'
import {
  ButtonLink,
  EmptyState,
  Form,
  Notice,
  PageHeader,
  SubmitButton,
  TextArea,
  TextField,
  useForm,
} from '@tuma/kit/ui'
import { useCallback, useState } from 'react'
import { BookPaid } from './book-paid.tsx'
import { type Due, isCovered, useDue } from './due.ts'
import type { FormVariant } from './form-variant.ts'
import { HowToPay, SampleMessage } from './how-to-pay.tsx'
import { parcelTexts } from './texts.ts'
import { keepPayment, newPaymentReference, usePayer, useVerifiedPayment } from './verified-payment.ts'

/**
 * Verifies the M-Pesa message that pays for what a form has just added up, and then offers to book it. `forms` is where
 * people choose a form.
 */
export function Checkout({ forms, variant }: { forms: string; variant: FormVariant }) {
  const text = useText(parcelTexts)
  const due = useDue()
  const payment = useVerifiedPayment()
  const [paid, setPaid] = useState<Due | null>(null)
  const unpaid = useCallback(() => setPaid(null), [])
  if (due && !paid && isCovered(due, payment)) setPaid(due)
  const header = (
    <PageHeader title={text('checkout.title')}>
      {due ? (
        <ButtonLink to={due.form} variant="secondary">
          {text('checkout.toForm')}
        </ButtonLink>
      ) : null}
    </PageHeader>
  )
  if (paid) return <BookPaid due={paid} variant={variant} after={forms} header={header} onUnpaid={unpaid} />
  return (
    <>
      {header}
      {due ? (
        <div className="parcel-checkout">
          <HowToPay amount={due.amount} />
          <Verification due={due} />
        </div>
      ) : (
        <EmptyState title={text('checkout.noAmount')}>
          <ButtonLink to={forms}>{text('checkout.toForms')}</ButtonLink>
        </EmptyState>
      )}
    </>
  )
}

/** The form has one sentence for whatever went wrong on the way; the toast says that it was the network. */
const unlessUnreachable = (error: ApiError): never => {
  throw error.code === 'unreachable' ? new Error(error.message) : error
}

const { senderName, mpesaMessage } = verification.shape
const typedFields = z.object({ senderName, mpesaMessage })

function Verification({ due }: { due: Due }) {
  const text = useText(parcelTexts)
  const say = useErrorText()
  const payer = usePayer()
  const [reference, setReference] = useState(newPaymentReference)
  const [shortPayment, setShortPayment] = useState<number | null>(null)
  const verify = useSubmission(api.payment.verify, {
    onError: (error) => void (error.code === 'unreachable' && toast.error(say(error, error.message))),
  })
  const form = useForm({
    schema: typedFields,
    defaults: { senderName: '', mpesaMessage: '' },
    submit: async (typed) => {
      const asked = verify.mutateAsync({ ...typed, paymentReferenceId: reference })
      answered(await asked.catch(unlessUnreachable))
    },
    failed: mpesaRefusals.not_mpesa,
  })

  function answered({ success, error, amount = due.amount }: ApiOutputs['payment']['verify']): void {
    if (!success) {
      form.setError('mpesaMessage', error || text('checkout.refused'))
      return
    }
    const isShort = amount < due.amount
    const covers = isShort ? undefined : due.what
    keepPayment({ reference, amount, verifiedAt: new Date().toISOString(), payer, covers })
    if (isShort) {
      setShortPayment(amount)
      setReference(newPaymentReference()) // this one belongs to the payment that is too small
      form.reset({ ...form.values(), mpesaMessage: '' })
    } else {
      toast.success(text('checkout.verified'))
    }
  }

  const complete = form.value('senderName').trim() !== '' && form.value('mpesaMessage').trim() !== ''
  return (
    <div className="t-card">
      <Form form={form} label={text('checkout.title')}>
        {shortPayment === null ? null : (
          <Notice tone="warning">
            {text('checkout.short', { amount: formatKsh(shortPayment), short: formatKsh(due.amount - shortPayment) })}
          </Notice>
        )}
        <TextField label={text('checkout.name')} autoComplete="name" {...form.field('senderName')} />
        <TextArea
          label={text('checkout.message')}
          hint={text('checkout.messageHint')}
          {...form.field('mpesaMessage')}
        />
        <SampleMessage amount={due.amount} onMessage={(message) => form.set('mpesaMessage', message)} />
        <TextField label={text('checkout.reference')} readOnly value={reference} />
        <SubmitButton form={form} wide disabled={!complete}>
          {text('checkout.verify')}
        </SubmitButton>
      </Form>
    </div>
  )
}
