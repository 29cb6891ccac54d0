import { api, queryClient, useLiveChanges } from '@tuma/kit/runtime'

const refresh = () =>
  Promise.all([
    queryClient.invalidateQueries({ queryKey: api.deliveries.key() }),
    queryClient.invalidateQueries({ queryKey: api.users.me.key() }),
  ])

/** When a parcel of theirs is moved elsewhere, what the screen shows of it, and the points that it earned, follow. */
export const useFreshDeliveries = (): void => useLiveChanges({ onChange: refresh })
