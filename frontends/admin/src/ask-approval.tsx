import { useMutation, useText } from '@tuma/kit/runtime'
import { Button, Notice } from '@tuma/kit/ui'
import { useSayRefused } from './say-refused.ts'
import { texts } from './texts.ts'

/** Below a form whose press was refused with `approval_needed`: asks another admin for exactly what was typed. */
export const AskApproval = ({ ask }: { ask: () => Promise<unknown> }) => {
  const text = useText(texts)
  const sayRefused = useSayRefused()
  const { isPending, isSuccess, mutate } = useMutation({
    mutationFn: ask,
    onError: (error) => sayRefused(text('second.notAsked'), error),
  })
  if (isSuccess) return <Notice>{text('second.asked')}</Notice>
  return (
    <Button variant="secondary" onClick={() => mutate()} aria-busy={isPending || undefined}>
      {text('second.ask')}
    </Button>
  )
}
