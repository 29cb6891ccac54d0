import { type usePages, useText } from '@tuma/kit/runtime'
import { Button, Notice } from '@tuma/kit/ui'
import { texts } from './texts.ts'

type Asked<Row> = ReturnType<typeof usePages<object, Row>>

/** A list that goes on, as `usePages` gives it, or several that were merged into one. */
export type Pages<Row> = Pick<Asked<Row>, 'more' | 'loadingMore'> & {
  query: Pick<Asked<Row>['query'], 'data' | 'isPending' | 'isError' | 'isFetching' | 'isFetchNextPageError'> & {
    refetch: () => unknown
  }
}

/** The way to older rows; says so where they could not be fetched, and leaves what is there. */
export const ShowMore = ({ pages, failed }: { pages: Pages<unknown>; failed: string }) => {
  const text = useText(texts)
  if (!pages.more) return null
  return (
    <div className="mt-4 grid gap-3">
      {pages.query.isFetchNextPageError && !pages.loadingMore ? <Notice tone="danger">{failed}</Notice> : null}
      <Button variant="secondary" wide loading={pages.loadingMore} onClick={pages.more}>
        {text('list.more')}
      </Button>
    </div>
  )
}
