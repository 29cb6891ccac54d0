import { api, queryClient, toast, useText } from '@tuma/kit/runtime'
import { TextField, type useForm } from '@tuma/kit/ui'
import { texts } from './texts.ts'

/** Payments, what statements say of them and the books, with counts and histories, and what the dashboard says there is to look at. */
const refresh = () =>
  Promise.all(
    [api.adminPayments, api.statements, api.books, api.operations].map((asked) =>
      queryClient.invalidateQueries({ queryKey: asked.key() }),
    ),
  )

/** The row is what it has become before the dialog goes: the focus finds a place that stays. */
export const useDone = (onClose: () => void) => async (sentence: string) => {
  toast.success(sentence)
  await refresh()
  onClose()
}

/** What was refused shows why in the row behind the dialog too: somebody else was first. */
export const told = { onError: () => void refresh() }

type Control = ReturnType<ReturnType<typeof useForm<{ reason: string }, unknown>>['field']>

/** Why an admin decides something about money; it stays recorded. */
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
