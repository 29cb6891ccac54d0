import { newestFirst } from '@tuma/kit/parcels'
import { api, usePages } from '@tuma/kit/runtime'

/** A person's deliveries of both kinds: `query` for `<Loaded>`, `more` while there are older ones. */
export const useOwnDeliveries = (username: string) => {
  const kinds = [
    usePages(api.deliveries.ownDoorstep, { username }),
    usePages(api.deliveries.ownDukani, { username }),
  ] as const
  const missing = kinds.filter(({ query }) => query.data === undefined)
  const lists = kinds.map(({ query, more }) => ({ rows: query.data ?? [], goesOn: more !== undefined }))
  return {
    query: {
      data: missing.length === 0 ? newestFirst(lists) : undefined,
      isPending: missing.length > 0,
      isError: missing.some(({ query }) => query.isError),
      isFetching: missing.some(({ query }) => query.isFetching),
      refetch: () => Promise.all(missing.map(({ query }) => query.refetch())),
    },
    more: lists.some(({ goesOn }) => goesOn) ? () => kinds.forEach(({ more }) => void more?.()) : undefined,
    loadingMore: kinds.some(({ loadingMore }) => loadingMore),
    moreFailed: kinds.some(({ query }) => query.isFetchNextPageError),
  }
}
