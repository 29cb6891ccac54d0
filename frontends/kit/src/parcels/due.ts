import type { Shillings } from '@tuma/contracts/vocabulary'
import { useLocation } from '@tuma/kit/runtime'
import { keepDraft, readDraft } from '@tuma/kit/ui'
import { useEffect } from 'react'

/** What a form wants to be paid, for `what` ("express THIKA"), and where its person comes back to. */
export type Due = { amount: Shillings; what: string; form: string }

export const checkoutDraft = 'checkout'

/** Keeps what is due beside the form's draft, for a checkout that is opened without navigation state. */
export function useKeptDue(amount: Shillings | null, what: string): Due | null {
  const form = useLocation().pathname
  useEffect(() => {
    if (amount !== null) keepDraft(checkoutDraft, { amount, what, form })
  }, [amount, what, form])
  return amount === null ? null : { amount, what, form }
}

/** At the checkout: what the form said when it led here, else what was kept, else nothing. */
export function useDue(): Due | null {
  const { state } = useLocation()
  const { amount, what = '', form } = { ...readDraft(checkoutDraft), ...(state as Partial<Due> | null) }
  return typeof amount === 'number' && typeof form === 'string' ? { amount, what, form } : null
}
