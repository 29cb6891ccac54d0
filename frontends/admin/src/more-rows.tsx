import { kitTexts, useText } from '@tuma/kit/runtime'
import { Button, Notice } from '@tuma/kit/ui'

type Pages = {
  query: { data: readonly unknown[] | undefined; isFetchNextPageError: boolean }
  total: number | undefined
  more: (() => void) | undefined
  loadingMore: boolean
}

/** Beneath a list that goes on: how much of it is shown, and the rest on request. What is shown stays where it is. */
export const MoreRows = ({ pages: { query, total, more, loadingMore }, failed }: { pages: Pages; failed: string }) => {
  const text = useText(kitTexts)
  const shown = query.data?.length ?? 0
  return (
    <div className="mt-4 grid gap-3">
      <p className="t-hint" aria-live="polite">
        {text('shown', { shown, total: Math.max(total ?? shown, shown) })}
      </p>
      {query.isFetchNextPageError ? <Notice tone="danger">{failed}</Notice> : null}
      {more ? (
        <Button variant="secondary" wide loading={loadingMore} onClick={more}>
          {text('more')}
        </Button>
      ) : null}
    </div>
  )
}
