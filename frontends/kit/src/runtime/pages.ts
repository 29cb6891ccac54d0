import { useInfiniteQuery } from '@tanstack/react-query'
import type { CallContext } from './api.ts'
import type { ApiError } from './api-error.ts'

type ListCall<Input, Row> = {
  call: (input: Input, options: { context: CallContext }) => Promise<Row[]>
  key: (options: { type: 'infinite'; input: never }) => readonly unknown[]
}

/**
 * A list that goes on: `const riders = usePages(api.admin.deliveries, { status: 'inTransit' })`.
 * @returns `query` (for `<Loaded>`; its data is all rows so far), `total` if the server told, which are not all where `totalMore`, and `more` while there are more rows
 */
export function usePages<Input extends { cursor?: string | undefined }, Row>(
  procedure: ListCall<Input, Row>,
  input: Omit<Input, 'cursor'>,
) {
  const query = useInfiniteQuery({
    queryKey: procedure.key({ type: 'infinite', input: input as never }),
    queryFn: async ({ pageParam }) => {
      const page: { rows: Row[]; next?: string; total?: number; totalMore?: boolean } = { rows: [] }
      const onHeaders: CallContext['onHeaders'] = (headers) => {
        page.next = headers['x-next-cursor'] as string | undefined
        page.total = headers['x-total-count'] === undefined ? undefined : Number(headers['x-total-count'])
        page.totalMore = headers['x-total-more'] === 'true'
      }
      page.rows = await procedure.call({ ...input, ...(pageParam && { cursor: pageParam }) } as Input, {
        context: { onHeaders },
      })
      return page
    },
    initialPageParam: '',
    getNextPageParam: (last) => last.next,
    select: (list) => ({
      rows: list.pages.flatMap((page) => page.rows),
      total: list.pages.at(-1)?.total,
      totalMore: list.pages.at(-1)?.totalMore,
    }),
  })
  return {
    query: { ...query, data: query.data?.rows, error: query.error as ApiError | null },
    total: query.data?.total,
    totalMore: query.data?.totalMore ?? false,
    loadingMore: query.isFetchingNextPage,
    more: query.hasNextPage ? () => void query.fetchNextPage() : undefined,
  }
}
