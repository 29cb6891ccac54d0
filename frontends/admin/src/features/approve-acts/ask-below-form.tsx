import { useMutation, useText } from '@tuma/kit/runtime'
import { Button, Notice } from '@tuma/kit/ui'
import { useSayRefused } from '../../say-refused.ts'
import { refreshApprovals } from './changes.ts'
import { approvalTexts } from './texts.ts'

/** Below a form whose press was refused with `approval_needed`: asks another admin for exactly what was typed. */
export const AskBelowForm = ({ ask }: { ask: () => Promise<{ readonly approvers: number }> }) => {
  const text = useText(approvalTexts)
  const sayRefused = useSayRefused()
  const { data, isPending, mutate } = useMutation({
    mutationFn: ask,
    onSuccess: () => refreshApprovals(),
    onError: (error) => sayRefused(text('approvals.notAsked'), error),
  })
  if (data) return <Notice>{text(data.approvers > 0 ? 'approvals.asked' : 'approvals.askedNobody')}</Notice>
  return (
    <Button variant="secondary" onClick={() => mutate()} aria-busy={isPending || undefined}>
      {text('approvals.ask')}
    </Button>
  )
}
