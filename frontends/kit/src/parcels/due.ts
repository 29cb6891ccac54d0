import type { Shillings } from '@tuma/contracts/vocabulary'
import { useLocation } from '@tuma/kit/runtime'
import { forgetDraft, keepDraft, readDraft } from '@tuma/kit/ui'
import { getDraft } from './form-variant.ts'
import type { VerifiedPayment } from './verified-payment.ts'

/** What a form that is whole wants to be paid, for `what` ("express THIKA"), and where its person comes back to. */
export type Due = {
  amount: Shillings
  what: string
  form: string
  kind?: 'doorstep' | 'dukani'
  /** Of Send again, whose form has a draft of its own. */
  again?: boolean
}

/** The draft of the form that wants to be paid. */
export const draftOfDue = ({ kind, again }: Due, user: { username: string } | null): string =>
  getDraft(`${kind}`, user, again)

/** Navigation state of who comes back from the checkout: with a payment, or without. `notBooked`: it could not be. */
export type JustPaidState = { justPaid: true; notBooked?: { code: string; message: string } }
export type GoesOnState = { goesOn: true }

export const checkoutDraft = 'checkout'

/** Beside the form's draft, for a checkout that is opened without navigation state. */
export const keepDue = (due: Due): void => keepDraft(checkoutDraft, due)

/** A form that comes to another sum by now: the kept one is not to be paid. */
export function forgetOtherDue({ form, amount, what }: Due): void {
  const kept = readDraft(checkoutDraft)
  if (kept.form === form && (kept.amount !== amount || kept.what !== what)) forgetDraft(checkoutDraft)
}

/** At the checkout: what the form said when it led here, else what was kept, else nothing. */
export function useDue(): Due | null {
  const { state } = useLocation()
  const { amount, what = '', form, kind, again } = { ...readDraft(checkoutDraft), ...(state as Partial<Due> | null) }
  return typeof amount === 'number' && typeof form === 'string'
    ? { amount, what, form, kind, ...(again ? { again } : {}) }
    : null
}

/** The server charges the lower of the price now and the price when it was paid. */
export const isCovered = (due: Pick<Due, 'amount' | 'what'>, payment: VerifiedPayment | null): boolean =>
  payment !== null && (payment.amount >= due.amount || payment.covers === due.what)
