import { kitTexts, type usePages, useText } from '@tuma/kit/runtime'
import { Button } from './button.tsx'
import { Notice } from './notice.tsx'

type Asked<Row> = ReturnType<typeof usePages<object, Row>>

/** A list that goes on, as `usePages` gives it, or several that were merged into one. */
export type Pages<Row> = Pick<Asked<Row>, 'loadingMore'> & {
  more: (() => void) | undefined
  query: Pick<Asked<Row>['query'], 'data' | 'isPending' | 'isError' | 'isFetching' | 'isFetchNextPageError'> & {
    leftOut?: number
    refetch: () => unknown
  }
}

/** The way to older rows; says so where they could not be fetched, and leaves what is there. Nothing where the list ends. */
export function ShowMore({
  pages: { query, more, loadingMore },
  failed,
}: {
  pages: Pick<Pages<unknown>, 'more' | 'loadingMore'> & { query: Pick<Pages<unknown>['query'], 'isFetchNextPageError'> }
  failed: string
}) {
  const text = useText(kitTexts)
  if (!more) return null
  return (
    <div className="mt-4 grid gap-3">
      {query.isFetchNextPageError && !loadingMore ? <Notice tone="danger">{failed}</Notice> : null}
      <Button variant="secondary" wide loading={loadingMore} onClick={more}>
        {text('more')}
      </Button>
    </div>
  )
}
