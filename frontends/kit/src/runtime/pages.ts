import { hashKey, useInfiniteQuery } from '@tanstack/react-query'
import { pageLimit } from '@tuma/contracts/vocabulary'
import { useEffect, useRef, useState } from 'react'
import type { CallContext } from './api.ts'
import type { ApiError } from './api-error.ts'

type ListCall<Input, Row> = {
  call: (input: Input, options: { context: CallContext }) => Promise<Row[]>
  key: (options: { type: 'infinite'; input: never }) => readonly unknown[]
}

/**
 * A list that goes on: `const riders = usePages(api.admin.deliveries, { status: 'inTransit' })`.
 * @returns `query` (for `<Loaded>`; its data is all rows so far, and `leftOut` the number of damaged rows that are not shown), `total` if the server told, which are not all where `totalMore`, and `more` while there are more rows
 */
export function usePages<Input extends { cursor?: string | undefined }, Row>(
  procedure: ListCall<Input, Row>,
  input: Omit<Input, 'cursor'>,
) {
  const queryKey = procedure.key({ type: 'infinite', input: input as never })
  const query = useInfiniteQuery({
    queryKey,
    queryFn: async ({ pageParam }) => {
      const page: { rows: Row[]; next?: string; total?: number; totalMore?: boolean; leftOut?: number } = { rows: [] }
      const onHeaders: CallContext['onHeaders'] = (headers) => {
        page.next = headers['x-next-cursor'] as string | undefined
        page.total = headers['x-total-count'] === undefined ? undefined : Number(headers['x-total-count'])
        page.totalMore = headers['x-total-more'] === 'true'
        page.leftOut = Number(headers['x-left-out'] ?? 0)
      }
      const asked = { limit: pageLimit, ...input, ...(pageParam && { cursor: pageParam }) }
      page.rows = await procedure.call(asked as object as Input, { context: { onHeaders } })
      return page
    },
    initialPageParam: '',
    getNextPageParam: (last) => last.next,
    select: (list) => ({
      rows: list.pages.flatMap((page) => page.rows),
      pageCount: list.pages.length,
      total: list.pages.at(-1)?.total,
      totalMore: list.pages.at(-1)?.totalMore,
      leftOut: list.pages.reduce((sum, page) => sum + (page.leftOut ?? 0), 0),
    }),
  })
  const { isLoadingMore, loadMore } = useLoadMore(hashKey(queryKey), query)
  return {
    query: {
      ...query,
      data: query.data?.rows,
      error: query.error as ApiError | null,
      leftOut: query.data?.leftOut ?? 0,
    },
    total: query.data?.total,
    totalMore: query.data?.totalMore ?? false,
    loadingMore: isLoadingMore || query.isFetchingNextPage,
    more: query.hasNextPage ? () => void loadMore() : undefined,
  }
}

/**
 * Fetches the next page of one list. In React Query a refresh and a next page cancel each other: a live change would lose the
 * page that a person asked for, and the press would lose the change. So a press waits for a refresh that is under way, and
 * asks again after a refresh that came between.
 * @param list the key of the list that is shown; a press for another list ends
 */
function useLoadMore(list: string, { data, fetchNextPage }: NextPage) {
  const [wanted, setWanted] = useState('')
  const shown = useRef('')
  useEffect(() => {
    shown.current = list
    return () => {
      shown.current = ''
    }
  }, [list])
  const loadMore = async (): Promise<void> => {
    const countBefore = data?.pageCount ?? 0
    const isMissing = (now: Fetched): boolean =>
      now.hasNextPage && !now.isFetchNextPageError && (now.data?.pageCount ?? 0) <= countBefore
    setWanted(list)
    let now: Fetched
    do now = await fetchNextPage({ cancelRefetch: false })
    while (shown.current === list && isMissing(now))
    setWanted((last) => (last === list ? '' : last))
  }
  return { isLoadingMore: wanted === list, loadMore }
}

type Fetched = { data: { pageCount: number } | undefined; hasNextPage: boolean; isFetchNextPageError: boolean }
type NextPage = Pick<Fetched, 'data'> & { fetchNextPage: (options: { cancelRefetch: boolean }) => Promise<Fetched> }
