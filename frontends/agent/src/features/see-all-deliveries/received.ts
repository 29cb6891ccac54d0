import type { Delivery } from '@tuma/contracts/api'
import { newestFirst } from '@tuma/kit/parcels'
import { api, usePages } from '@tuma/kit/runtime'
import type { Pages } from '../../show-more.tsx'

/** What has arrived here, collected or not yet: the API answers one status at a time. */
export const useReceived = (): Pages<Delivery> => {
  const parts = [
    usePages(api.agent.receiving, { status: 'delivered' }),
    usePages(api.agent.receiving, { status: 'collected' }),
  ] as const
  const missing = parts.filter(({ query }) => query.data === undefined)
  const lists = parts.map(({ query, more }) => ({ rows: query.data ?? [], goesOn: more !== undefined }))
  const more = (): undefined => {
    for (const part of parts) part.more?.()
  }
  return {
    query: {
      data: missing.length === 0 ? newestFirst(lists) : undefined,
      isPending: missing.length > 0,
      isError: missing.some(({ query }) => query.isError),
      isFetching: missing.some(({ query }) => query.isFetching),
      isFetchNextPageError: parts.some(({ query }) => query.isFetchNextPageError),
      refetch: () => Promise.all(missing.map(({ query }) => query.refetch())),
    },
    more: lists.some(({ goesOn }) => goesOn) ? more : undefined,
    loadingMore: parts.some(({ loadingMore }) => loadingMore),
  }
}
