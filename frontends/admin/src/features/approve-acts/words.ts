import type { Approval } from '@tuma/contracts/api'
import { useText } from '@tuma/kit/runtime'
import { approvalTexts } from './texts.ts'

/** Details of a request. For a payout number they are the old number, marked so that it is not taken for the new one. */
export const useWords = () => {
  const text = useText(approvalTexts)
  return ({ kind, words }: Approval): string | null =>
    kind === 'payee_number' && words ? text('approvals.insteadOf', { phone: words }) : words
}
