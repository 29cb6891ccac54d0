import { confirm, toast, useMutation, useText } from '@tuma/kit/runtime'
import { useSayRefused } from './say-refused.ts'
import { texts } from './texts.ts'

/** Takes away what a row shows, once its admin is sure, and one at a time. What the server refuses is said. */
export const useRemoval = <Row>(removal: {
  readonly question: (row: Row) => { readonly title: string; readonly text: string }
  readonly remove: (row: Row) => Promise<unknown>
  /** Said when it is gone, and when it is not. */
  readonly done: string
  readonly failed: string
  /** The lists that showed it ask again here. */
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
