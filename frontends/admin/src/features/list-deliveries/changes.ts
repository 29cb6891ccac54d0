import type { Delivery } from '@tuma/contracts/api'
import { api, calls, queryClient, toast, useLiveChanges, useMutation, useText } from '@tuma/kit/runtime'
import { useRemoval } from '../../removal.ts'
import { useSayRefused } from '../../say-refused.ts'
import { useStatusWord } from '../../status-word.tsx'
import { texts } from '../../texts.ts'

/** The list, its counts, the parcel and its history, and what is wrong anywhere; the dashboard's figures too. */
export const refreshParcels = () =>
  Promise.all(
    [api.adminDeliveries.key(), api.deliveries.key(), api.trouble.problems.key(), api.revenue.key()].map((queryKey) =>
      queryClient.invalidateQueries({ queryKey }),
    ),
  )

/** What others change shows without a reload. */
export const useLiveDeliveries = (): void => useLiveChanges({ onChange: refreshParcels })

export const useSetStatus = (onDone: () => void) => {
  const text = useText(texts)
  const wordOf = useStatusWord()
  const sayRefused = useSayRefused()
  return useMutation(
    api.adminDeliveries.setStatus.mutationOptions({
      onSuccess: ({ status }) => {
        toast.success(text('status.done', { status: wordOf(status) }))
        onDone()
        return refreshParcels()
      },
      onError: (error) => sayRefused(text('status.failed'), error),
    }),
  )
}

/** Asks first. `onGone` when the parcel is no more: its own screen must leave before anything asks for it again. */
export const useRemove = (onGone?: () => void) => {
  const text = useText(texts)
  return useRemoval<Delivery>({
    question: ({ trackingId }) => ({ title: text('delete.sure', { trackingId }), text: text('delete.what') }),
    remove: ({ _id: id }) => calls.adminDeliveries.remove({ id }),
    done: text('delete.done'),
    failed: text('delete.failed'),
    onGone: () => {
      onGone?.()
      return refreshParcels()
    },
  })
}
