import type { Approval } from '@tuma/contracts/api'
import { useText } from '@tuma/kit/runtime'
import { approvalTexts } from './texts.ts'

/** What else there is to say of a request. Of a payout number it is the number until now: it must not be taken for the new one. */
export const useWords = () => {
  const text = useText(approvalTexts)
  return ({ kind, words }: Approval): string | null =>
    kind === 'payee_number' && words ? text('approvals.insteadOf', { phone: words }) : words
}
