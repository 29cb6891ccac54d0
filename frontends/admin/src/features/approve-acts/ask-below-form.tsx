import { ApiError, useMutation, useText } from '@tuma/kit/runtime'
import { Button, Notice } from '@tuma/kit/ui'
import { useEffect, useRef } from 'react'
import { useSayRefused } from '../../say-refused.ts'
import { refreshApprovals } from './changes.ts'
import { OwnRequest } from './own-request.tsx'
import { approvalTexts } from './texts.ts'

type Props = {
  ask: () => Promise<{ readonly _id: string; readonly approvers: number }>
  /** What the form's own button says, where pressing it is all that is left once this is approved. */
  action?: string
  /** Of a request that is open already. */
  requestId?: string | undefined
}

/** Whether a press was refused because another admin must approve it. The form then shows `AskBelowForm`, and no error. */
export const needsApproval = (error: unknown): boolean => error instanceof ApiError && error.code === 'approval_needed'

/** Whether it was done; false where another admin must approve it. @throws any other refusal */
export const isDone = async (doing: Promise<unknown>): Promise<boolean> => {
  try {
    await doing
    return true
  } catch (error) {
    if (needsApproval(error)) return false
    throw error
  }
}

/** In a form that needs another admin: asks for exactly what was typed, and tells what became of that. */
export const AskBelowForm = ({ ask, action, requestId }: Props) => {
  const text = useText(approvalTexts)
  const sayRefused = useSayRefused()
  const { data, isPending, mutate } = useMutation({
    mutationFn: ask,
    onSuccess: () => refreshApprovals(),
    onError: (error) => sayRefused(text('approvals.notAsked'), error),
  })
  const button = (
    <Button data-first variant="secondary" onClick={() => mutate()} aria-busy={isPending || undefined}>
      {text('approvals.ask')}
    </Button>
  )
  const id = data?._id ?? requestId
  const place = useRef<HTMLDivElement>(null)
  // On a phone it would be below the fold of the form that was refused.
  // biome-ignore lint/correctness/useExhaustiveDependencies: what it says changes with the request
  useEffect(() => void place.current?.scrollIntoView({ block: 'nearest' }), [id])
  return (
    <div ref={place}>
      {id === undefined ? (
        <Notice tone="warning">
          <p className="mb-2">{text('approvals.first')}</p>
          {button}
        </Notice>
      ) : (
        <OwnRequest id={id} action={action} approvers={data?.approvers} again={button} />
      )}
    </div>
  )
}
