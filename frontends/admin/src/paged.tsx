import { kitTexts, useText } from '@tuma/kit/runtime'
import { EmptyState, Loaded, type Pages, ShowMore } from '@tuma/kit/ui'
import type { ReactElement, ReactNode } from 'react'

type Counted<Row> = Pages<Row> & { total: number | undefined; totalMore: boolean }

/** A list in pages: loading, failed, empty or its rows, and below them how many are shown and a button for more. */
export function Paged<Row>({
  pages,
  failed,
  none,
  children,
}: {
  pages: Counted<Row>
  failed: string
  /** Shown instead of an empty list. */
  none: string | ReactElement
  children: (rows: readonly Row[]) => ReactNode
}) {
  const empty = typeof none === 'string' ? <EmptyState title={none} /> : none
  return (
    <Loaded query={pages.query} failed={failed} empty={empty}>
      {(rows) => (
        <>
          {children(rows)}
          <MoreRows pages={pages} failed={failed} />
        </>
      )}
    </Loaded>
  )
}

/** Loads more rows; those shown keep their place. */
const MoreRows = ({ pages, failed }: { pages: Counted<unknown>; failed: string }) => {
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
