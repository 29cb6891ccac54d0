import type { Delivery } from '@tuma/contracts/api'
import {
  alert,
  api,
  confirm,
  kitTexts,
  queryClient,
  toast,
  useErrorText,
  useLiveChanges,
  useMutation,
  useText,
} from '@tuma/kit/runtime'
import { texts } from '../../texts.ts'

/** The list, its counts, the parcel and its history; the dashboard's figures too. */
const refresh = () =>
  Promise.all(
    [api.adminDeliveries.key(), api.deliveries.key(), api.revenue.key()].map((queryKey) =>
      queryClient.invalidateQueries({ queryKey }),
    ),
  )

/** What others change shows without a reload. */
export const useLiveDeliveries = (): void => useLiveChanges({ onChange: refresh })

export const useSetStatus = (onDone: () => void) => {
  const text = useText(texts)
  const kitText = useText(kitTexts)
  const say = useErrorText()
  return useMutation(
    api.adminDeliveries.setStatus.mutationOptions({
      onSuccess: ({ status }) => {
        toast.success(text('status.done', { status: kitText(`status.${status}`) }))
        onDone()
        return refresh()
      },
      onError: (error) => void alert(text('status.failed'), say(error, '')),
    }),
  )
}

/** Asks first. `onGone` when the parcel is no more: its own screen must leave before anything asks for it again. */
export const useRemove = (onGone?: () => void) => {
  const text = useText(texts)
  const say = useErrorText()
  const remove = useMutation(
    api.adminDeliveries.remove.mutationOptions({
      onSuccess: () => {
        toast.success(text('delete.done'))
        onGone?.()
        return refresh()
      },
      onError: (error) => void alert(text('delete.failed'), say(error, '')),
    }),
  )
  const ask = async ({ _id: id, trackingId }: Delivery): Promise<void> => {
    if (remove.isPending) return
    const title = text('delete.sure', { trackingId })
    if (await confirm({ title, text: text('delete.what'), yes: text('delete'), danger: true })) remove.mutate({ id })
  }
  return { ask, pendingId: remove.isPending ? remove.variables.id : undefined }
}
