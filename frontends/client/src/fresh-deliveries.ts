import { api, queryClient, useLiveChanges } from '@tuma/kit/runtime'

/** Points follow a delivered parcel by way of another service, a moment later and on a busy machine some seconds. */
const pointsFollowMs = [2_000, 8_000]
let pending: ReturnType<typeof setTimeout>[] = []

const refreshPoints = () => queryClient.invalidateQueries({ queryKey: api.users.me.key() })

const refresh = () => {
  for (const timer of pending) clearTimeout(timer)
  pending = pointsFollowMs.map((ms) => setTimeout(() => void refreshPoints(), ms))
  return Promise.all([queryClient.invalidateQueries({ queryKey: api.deliveries.key() }), refreshPoints()])
}

/** When a parcel of theirs is moved elsewhere, what the screen shows of it, and the points that it earned, follow. */
export const useFreshDeliveries = (): void => useLiveChanges({ onChange: refresh })
