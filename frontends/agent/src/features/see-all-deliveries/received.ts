import type { Delivery } from '@tuma/contracts/api'
import { mergePages } from '@tuma/kit/parcels'
import { api, usePages } from '@tuma/kit/runtime'
import type { Pages } from '@tuma/kit/ui'

/** What has arrived here, collected or not yet: the API answers one status at a time. */
export const useReceived = (): Pages<Delivery> =>
  mergePages([
    usePages(api.agent.receiving, { status: 'delivered' }),
    usePages(api.agent.receiving, { status: 'collected' }),
  ])
