import { kitTexts, useText } from '@tuma/kit/runtime'
import { ShowMore } from '@tuma/kit/ui'

type Pages = {
  query: { data: readonly unknown[] | undefined; isFetchNextPageError: boolean }
  total: number | undefined
  totalMore: boolean
  more: (() => void) | undefined
  loadingMore: boolean
}

/** Beneath a list that goes on: how much of it is shown, and the rest on request. What is shown stays where it is. */
export const MoreRows = ({ pages, failed }: { pages: Pages; failed: string }) => {
  const text = useText(kitTexts)
  const shown = pages.query.data?.length ?? 0
  const most = Math.max(pages.total ?? shown, shown).toLocaleString('en')
  return (
    <div className="mt-4">
      <p className="t-hint" aria-live="polite">
        {text('shown', { shown, total: pages.totalMore ? `${most}+` : most })}
      </p>
      <ShowMore pages={pages} failed={failed} />
    </div>
  )
}
