import { confirm, toast, useMutation, useText } from '@tuma/kit/runtime'
import { useSayRefused } from './say-refused.ts'
import { texts } from './texts.ts'

/** Deletes the item of a row after a question, one at a time. Shows why if the server refuses. */
export const useRemoval = <Row>(removal: {
  readonly question: (row: Row) => { readonly title: string; readonly text: string }
  readonly remove: (row: Row) => Promise<unknown>
  /** The message after success; `failed` is the one after a failure. */
  readonly done: string
  readonly failed: string
  /** Fetches the lists that showed the item again. */
  readonly onGone?: () => unknown
}) => {
  const { question, remove, done, failed, onGone } = removal
  const text = useText(texts)
  const sayRefused = useSayRefused()
  const { isPending, variables, mutate } = useMutation({
    mutationFn: remove,
    onSuccess: () => {
      toast.success(done)
      return onGone?.()
    },
    onError: (error) => sayRefused(failed, error),
  })
  const ask = async (row: Row): Promise<void> => {
    if (isPending) return
    if (await confirm({ ...question(row), yes: text('delete'), danger: true })) mutate(row)
  }
  return { ask, pending: isPending ? variables : undefined }
}
