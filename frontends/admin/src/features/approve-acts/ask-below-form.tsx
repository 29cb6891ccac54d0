import { useMutation, useText } from '@tuma/kit/runtime'
import { Button, Notice } from '@tuma/kit/ui'
import { useSayRefused } from '../../say-refused.ts'
import { refreshApprovals } from './changes.ts'
import { OwnRequest } from './own-request.tsx'
import { approvalTexts } from './texts.ts'

type Props = {
  ask: () => Promise<{ readonly _id: string; readonly approvers: number }>
  /** What the form's own button says: it is pressed once this is approved. */
  action: string
  /** Why it must be asked for, where the form has not been refused yet. */
  why?: string
  /** Of a request that is open already. */
  requestId?: string | undefined
}

/** In a form that needs another admin: asks for exactly what was typed, and tells what became of that. */
export const AskBelowForm = ({ ask, action, why, requestId }: Props) => {
  const text = useText(approvalTexts)
  const sayRefused = useSayRefused()
  const { data, isPending, mutate } = useMutation({
    mutationFn: ask,
    onSuccess: () => refreshApprovals(),
    onError: (error) => sayRefused(text('approvals.notAsked'), error),
  })
  const button = (
    <Button variant="secondary" onClick={() => mutate()} aria-busy={isPending || undefined}>
      {text('approvals.ask')}
    </Button>
  )
  const id = data?._id ?? requestId
  if (id !== undefined) return <OwnRequest id={id} action={action} approvers={data?.approvers} again={button} />
  if (why === undefined) return button
  return (
    <Notice tone="warning">
      <p className="mb-2">{why}</p>
      {button}
    </Notice>
  )
}
