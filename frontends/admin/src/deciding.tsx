import { api, queryClient, toast, useText } from '@tuma/kit/runtime'
import { TextField, type useForm } from '@tuma/kit/ui'
import { texts } from './texts.ts'

/** Fetches payments, statements and books again, with counts and histories, and the counts on the dashboard. */
const refresh = () =>
  Promise.all(
    [api.adminPayments, api.statements, api.books, api.operations].map((asked) =>
      queryClient.invalidateQueries({ queryKey: asked.key() }),
    ),
  )

/** Updates the row before the dialog closes, so that the focus returns to an element that stays. */
export const useDone = (onClose: () => void) => async (sentence: string) => {
  toast.success(sentence)
  await refresh()
  onClose()
}

/** After a refusal the row behind the dialog is updated too, because a colleague may have been first. */
export const told = { onError: () => void refresh() }

type Control = ReturnType<ReturnType<typeof useForm<{ reason: string }, unknown>>['field']>

/** The reason for a decision about money; it stays in the history. */
export const Reason = ({ control, ...rest }: { control: Control; 'data-first'?: boolean }) => {
  const text = useText(texts)
  return (
    <TextField
      label={text('payment.reason')}
      hint={text('payment.reasonHint')}
      {...control}
      {...rest}
      autoComplete="off"
    />
  )
}
