import { api, queryClient, toast, useText } from '@tuma/kit/runtime'
import { TextField, type useForm } from '@tuma/kit/ui'
import { texts } from './texts.ts'

/** Reloads payments, statements and books with their counts and histories, and the dashboard's list of things to check. */
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

/** Updates the row behind the dialog after a refusal too: another admin acted first. */
export const told = { onError: () => void refresh() }

type Control = ReturnType<ReturnType<typeof useForm<{ reason: string }, unknown>>['field']>

/** Why an admin decides something about money; the reason stays in the record. */
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
