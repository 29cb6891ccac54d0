import { displayPhone, formatKsh, hasTwoNames, type Shillings } from '@tuma/contracts/vocabulary'
import { toast, useText } from '@tuma/kit/runtime'
import { forgetDraft, Notice, readDraft } from '@tuma/kit/ui'
import { useEffect, useRef, useState } from 'react'
import { type Due, draftOfDue, isCovered } from './due.ts'
import { keepParcel, markBegun } from './kept-parcels.ts'
import { forgetPrompt } from './kept-prompt.ts'
import { parcelTexts } from './texts.ts'
import {
  keepPayment,
  newPaymentReference,
  useAccount,
  useVerifiedPayment,
  type VerifiedPayment,
} from './verified-payment.ts'

/** What was typed, and the reference that it goes out with, over a reload: a payment keeps its name. */
export const draftOfMessage = (payer: string): string => `verify.${payer}`

/** Who pays has said their name and phone in the form, or when they signed up. */
export function useKnownPayer(due: Due): { name: string; phone: string } {
  const user = useAccount()
  const { sender } = readDraft(draftOfDue(due, user)) as { sender?: { name?: string; phone?: string } }
  const typed = sender?.name ?? ''
  return {
    name: hasTwoNames(typed) ? typed : (user?.name ?? ''),
    phone: sender?.phone || (user ? displayPhone(user.phone) : ''),
  }
}

/** `books`: it was asked for together with its parcel. */
type Paid = Pick<VerifiedPayment, 'reference' | 'amount' | 'covers' | 'receipt'> & { books?: boolean }
/** `now`: it has turned out to be too little under its payer's eyes. `books`: the rest books the parcel. */
type Short = { paid: Shillings; missing: Shillings; byPrompt: boolean; now: boolean; books?: boolean }

/** One payment at the checkout, by whichever way it comes: under one reference, and with one end. */
export function usePaying(due: Due, payer: string) {
  const text = useText(parcelTexts)
  const before = useVerifiedPayment()
  const [reference, setReference] = useState(
    () =>
      before?.reference ??
      (readDraft(draftOfMessage(payer)) as { reference?: string }).reference ??
      newPaymentReference(),
  )
  const [short, setShort] = useState<Short | null>(() => (before ? { ...shortBy(due, before), now: false } : null))
  if (before && before.reference !== reference && !isCovered(due, before)) {
    setReference(before.reference)
    setShort({ ...shortBy(due, before), now: false })
  }
  return {
    payer,
    reference,
    /** What came in was too little; it stays its payer's. */
    short,
    /** What is still to be paid: added to what was. */
    left: short?.missing ?? due.amount,
    adds: short === null ? undefined : true,
    /** The server adds up what a booking was paid in part. It knows no parcel of a pasted message. */
    mayBook: short === null || short.books === true,
    /** Before anything is paid: from now on form and payment are found again without this tab. */
    begin(): void {
      markBegun()
      const draft = draftOfDue(due, payer === 'visitor' ? null : { username: payer })
      const values = readDraft(draft)
      if (Object.keys(values).length > 0) keepParcel(draft, { at: Date.now(), reference, due, values })
    },
    /** @returns whether it pays for what is due */
    take({ books = false, ...paid }: Paid): boolean {
      const payment = { ...paid, verifiedAt: new Date().toISOString(), payer }
      keepPayment(payment)
      forgetPrompt(payer)
      const covers = isCovered(due, payment)
      if (covers) {
        forgetDraft(draftOfMessage(payer))
        toast.success(text('checkout.verified'))
      } else {
        setShort({ ...shortBy(due, paid), now: true, books })
        setReference(paid.reference) // whatever else is paid is added to this one
      }
      return covers
    },
  }
}
const shortBy = (due: Due, { amount, receipt }: Pick<VerifiedPayment, 'amount' | 'receipt'>) => ({
  ...{ paid: amount, missing: due.amount - amount, byPrompt: receipt !== undefined },
})
export type Paying = ReturnType<typeof usePaying>

/** Scrolls to the notice, because it is above the pressed button and outside a phone's screen. */
export function ShortNotice({ short }: { short: Short }) {
  const text = useText(parcelTexts)
  const said = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!short.now || short.byPrompt) return // where M-Pesa asked, its card knows who is still there
    said.current?.focus({ preventScroll: true })
    said.current?.scrollIntoView({ block: 'start' })
  }, [short])
  const sums = { amount: formatKsh(short.paid), short: formatKsh(short.missing) }
  return (
    <div ref={said} tabIndex={-1} className="parcel-short">
      <Notice tone="warning">{text('checkout.short', sums)}</Notice>
    </div>
  )
}

/** Is shown with the remaining sum, unless the notice is shown. */
export function PartPaid({ short }: { short: Short }) {
  const text = useText(parcelTexts)
  const sums = {
    paid: formatKsh(short.paid),
    left: formatKsh(short.missing),
  }
  return <p className="parcel-part-paid">{text('checkout.partPaid', sums)}</p>
}
