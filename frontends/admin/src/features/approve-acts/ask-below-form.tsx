import { ApiError, useMutation, useText } from '@tuma/kit/runtime'
import { Button, Notice } from '@tuma/kit/ui'
import { useEffect, useRef } from 'react'
import { useSayRefused } from '../../say-refused.ts'
import { refreshApprovals } from './changes.ts'
import { OwnRequest } from './own-request.tsx'
import { approvalTexts } from './texts.ts'

type Props = {
  ask: () => Promise<{ readonly _id: string; readonly approvers: number }>
  /** The text of the form's own button, if that button is the only step left after approval. */
  action?: string
  /** The id of a request that is already open. */
  requestId?: string | undefined
}

/** True if a second admin must approve the action first. The form then shows `AskBelowForm` instead of an error. */
export const needsApproval = (error: unknown): boolean => error instanceof ApiError && error.code === 'approval_needed'

/** True if the action was done; false if a second admin must approve it first. @throws any other refusal */
export const isDone = async (doing: Promise<unknown>): Promise<boolean> => {
  try {
    await doing
    return true
  } catch (error) {
    if (needsApproval(error)) return false
    throw error
  }
}

/** In a form that needs approval: asks a second admin for exactly what was typed, and shows the answer. */
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
  // On a phone this notice would be below the visible part of the form.
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
