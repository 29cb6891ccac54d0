import type { Delivery } from '@tuma/contracts/api'
import type { usePages } from '@tuma/kit/runtime'
import type { Pages } from '@tuma/kit/ui'
import { newestFirst } from './newest-first.ts'

type Part = ReturnType<typeof usePages<object, Delivery>>

/** Several lists of deliveries, each as `usePages` gives it, as one that is newest first. It is there when all of them are. */
export const mergePages = (parts: readonly Part[]): Pages<Delivery> => {
  const missing = parts.filter(({ query }) => query.data === undefined)
  const lists = parts.map(({ query, more }) => ({ rows: query.data ?? [], goesOn: more !== undefined }))
  const more = (): void => {
    for (const part of parts) part.more?.()
  }
  return {
    query: {
      data: missing.length === 0 ? newestFirst(lists) : undefined,
      isPending: missing.length > 0,
      isError: missing.some(({ query }) => query.isError),
      isFetching: missing.some(({ query }) => query.isFetching),
      leftOut: parts.reduce((sum, { query }) => sum + query.leftOut, 0),
      isFetchNextPageError: parts.some(({ query }) => query.isFetchNextPageError),
      refetch: () => Promise.all(missing.map(({ query }) => query.refetch())),
    },
    more: lists.some(({ goesOn }) => goesOn) ? more : undefined,
    loadingMore: parts.some(({ loadingMore }) => loadingMore),
  }
}
