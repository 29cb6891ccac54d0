import { approvalForm } from '@tuma/contracts/api'
import { ApiError, api, confirm, toast, useSubmission, useText } from '@tuma/kit/runtime'
import { useSayRefused } from '../../say-refused.ts'
import { refreshApprovals } from './changes.ts'
import { approvalTexts } from './texts.ts'

/**
 * Offers to ask a second admin if an action was refused because it needs approval: `if (!offer(error)) sayRefused(…)`. Asks
 * only after the admin agrees. `onAsked` closes the dialog of the action.
 * @returns true if the refusal was for missing approval
 */
export const useAskApproval = (onAsked: () => void = () => undefined): ((error: unknown) => boolean) => {
  const text = useText(approvalTexts)
  const sayRefused = useSayRefused()
  const { mutate } = useSubmission(api.approvals.ask, {
    onSuccess: ({ approvers }) => {
      toast.success(text(approvers > 0 ? 'approvals.asked' : 'approvals.noApprover'))
      onAsked()
      return refreshApprovals()
    },
    onError: (error) => sayRefused(text('approvals.notAsked'), error),
  })
  const offer = async (input: Parameters<typeof mutate>[0]): Promise<void> => {
    const question = { title: text('approvals.needed'), text: text('approvals.neededWhat') }
    if (await confirm({ ...question, yes: text('approvals.ask') })) mutate(input)
  }
  return (error) => {
    if (!(error instanceof ApiError) || error.code !== 'approval_needed') return false
    const { success, data } = approvalForm.safeParse(error.details)
    if (success) void offer(data)
    return success
  }
}
