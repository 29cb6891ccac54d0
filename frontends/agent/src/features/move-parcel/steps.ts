import type { Delivery } from '@tuma/contracts/api'
import { api, queryClient, useLiveChanges, useMutation, useText } from '@tuma/kit/runtime'
import { texts } from '../../texts.ts'
import { expectMoved, forgetMoved, knowMoved } from './moved.ts'
import { useAbout, useSayMoved } from './say-moved.tsx'
import { useSayRefused } from './say-refused.ts'

/** The steps that are one press, and where each leads; the others open a dialog. */
const presses = {
  drop: { call: api.agent.drop, to: 'uncollected' },
  putInTransit: { call: api.agent.putInTransit, to: 'inTransit' },
  markDelivered: { call: api.agent.markDelivered, to: 'delivered' },
  confirmReceipt: { call: api.agent.markCollected, to: 'collected' },
  assignPicker: { call: api.agent.markCollected, to: 'collected' },
} as const
export type Press = keyof typeof presses

/** Every list and count of the shop, the parcel itself included. */
export const refreshParcels = () =>
  Promise.all([
    queryClient.invalidateQueries({ queryKey: api.agent.key() }),
    queryClient.invalidateQueries({ queryKey: api.counter.key() }),
    queryClient.invalidateQueries({ queryKey: api.counterParcels.today.key() }),
    queryClient.invalidateQueries({ queryKey: api.deliveries.key() }),
  ])

/** What other devices do with the shop's parcels is seen here without a reload. */
export const useLiveParcels = (): void => useLiveChanges({ onChange: refreshParcels })

/** What the server has made of parcels: shown at once, then everything that may have changed with them is asked again. */
export const parcelsMoved = (rows: readonly Delivery[]) => {
  for (const row of rows) {
    knowMoved(row)
    queryClient.setQueryData(detailKey(row), row)
  }
  return refreshParcels()
}
export const parcelMoved = (row: Delivery) => parcelsMoved([row])
const detailKey = ({ deliveryType: type, _id: id }: Delivery) => api.deliveries.detail.queryKey({ input: { type, id } })

/** Takes a step of one press. Its row shows the outcome at once; what the server refuses is undone and said in a dialog. */
export const usePress = (press: Press, row: Delivery, onDone?: (moved: Delivery) => void) => {
  const text = useText(texts)
  const sayRefused = useSayRefused()
  const sayMoved = useSayMoved()
  const about = useAbout()
  const { call, to } = presses[press]
  const { _id: id, revision } = row
  const { mutate } = useMutation(
    call.mutationOptions({
      onMutate: () => expectMoved({ ...row, status: to }),
      onSuccess: (moved) => {
        sayMoved(moved)
        onDone?.(moved)
        return parcelMoved(moved)
      },
      onError: (error, pressed) => {
        forgetMoved(id)
        void sayRefused(text('step.failed'), error, () => mutate(pressed), about(row))
        return refreshParcels()
      },
    }),
  )
  return () => mutate({ id, revision, status: to })
}
