import { ApiError, api, queryClient, toast, useErrorText, useSubmission, useText } from '@tuma/kit/runtime'
import { forgetDraft } from '@tuma/kit/ui'
import { useState } from 'react'
import { checkoutDraft } from './due.ts'
import { downloadReceipt } from './receipt.tsx'
import { parcelTexts } from './texts.ts'
import { isFreeToGuests, spendPayment } from './verified-payment.ts'

const receiptDelayMs = 2000
const toastMs = 5000

type Accepted = { trackingId: string; totalAmount: number }
const uselessPayment = new Set(['payment_missing', 'payment_not_found', 'payment_used'])

const otherPrice = new Set(['fee_changed', 'payment_short'])

/** What follows once a parcel is booked: the toast `done`, the receipt, and a checkout with nothing to pay. */
export function useFinished() {
  const text = useText(parcelTexts)
  return (trackingId: string, done: string): void => {
    toast.success(done, { autoClose: toastMs })
    forgetDraft(checkoutDraft)
    void queryClient.invalidateQueries({ queryKey: api.deliveries.key() })
    setTimeout(() => {
      downloadReceipt(trackingId).catch(() => toast.error(text('receipt.failed')))
    }, receiptDelayMs)
  }
}

/** Sends a filled-in form once, and does what follows: toasts, the receipt, forgetting the payment. `sent` when it is done. */
export function useSending<Input>(procedure: Parameters<typeof useSubmission<Input, Accepted>>[0], done: string) {
  const text = useText(parcelTexts)
  const say = useErrorText()
  const finish = useFinished()
  const [sent, setSent] = useState<Accepted | null>(null)
  const submission = useSubmission(procedure, {
    guestsMay: isFreeToGuests,
    onSuccess: (accepted) => {
      spendPayment()
      finish(accepted.trackingId, done)
      setSent(accepted)
    },
    onError: (error) => {
      if (error.code === 'not_signed_in') return // useSubmission asks how to go on
      toast.error(
        isRefusal(error) ? text('submit.failed', { message: say(error, error.message) }) : text('submit.error'),
      )
      if (uselessPayment.has(error.code)) spendPayment()
      if (otherPrice.has(error.code)) void queryClient.invalidateQueries({ queryKey: api.locations.key() })
    },
  })
  /** The booking got no answer. The next press sends the same request. */
  const unanswered = submission.error !== null && !isRefusal(submission.error)
  return { send: submission.mutateAsync, sent, unanswered }
}

/** The server's own no, as opposed to a fault or no answer at all. */
const isRefusal = (error: unknown): boolean =>
  error instanceof ApiError && error.code !== 'fault' && error.code !== 'unreachable'
