import { api, queryClient, useLiveChanges } from '@tuma/kit/runtime'

/** Another service adds the points, a moment after the delivery and some seconds on a busy machine. */
const pointsFollowMs = [2_000, 8_000]
let pending: ReturnType<typeof setTimeout>[] = []

const refreshPoints = () => queryClient.invalidateQueries({ queryKey: api.users.me.key() })

const refresh = () => {
  for (const timer of pending) clearTimeout(timer)
  pending = pointsFollowMs.map((ms) => setTimeout(() => void refreshPoints(), ms))
  return Promise.all([queryClient.invalidateQueries({ queryKey: api.deliveries.key() }), refreshPoints()])
}

/** Reloads the parcels and points on the screen when a parcel of this client is moved elsewhere. */
export const useFreshDeliveries = (): void => useLiveChanges({ onChange: refresh })
