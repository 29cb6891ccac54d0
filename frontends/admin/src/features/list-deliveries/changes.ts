import { api, queryClient, toast, useLiveChanges, useMutation, useText } from '@tuma/kit/runtime'
import { useSayRefused } from '../../say-refused.ts'
import { useStatusWord } from '../../status-word.tsx'
import { texts } from '../../texts.ts'

/** Fetches lists, counts, the parcel, its history and messages, problems and the figures of the dashboard again. */
export const refreshParcels = () =>
  Promise.all(
    [api.adminDeliveries, api.parcelMessages, api.deliveries, api.trouble.problems, api.revenue].map((changed) =>
      queryClient.invalidateQueries({ queryKey: changed.key() }),
    ),
  )

/** Shows changes by other people without a reload. */
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
