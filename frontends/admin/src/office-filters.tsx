import { SlidersHorizontal } from '@tuma/kit/icons'
import { useText } from '@tuma/kit/runtime'
import { Button } from '@tuma/kit/ui'
import { type ReactNode, useId, useState } from 'react'
import { texts } from './texts.ts'

/**
 * What a list is searched and filtered by. On a phone the filters are folded away, so that the list begins in sight; how
 * many of them are set (`chosen`) is said by the button that unfolds them.
 */
export const OfficeFilters = (props: {
  search: ReactNode
  chosen: number
  children: ReactNode
  /** What is said of what is left out. */
  beneath?: ReactNode
}) => {
  const text = useText(texts)
  const folded = useId()
  const [open, setOpen] = useState(false)
  const { search, chosen, children, beneath } = props
  return (
    <search className="office-filters max-sm:[&_.t-field]:grid-cols-[minmax(0,1fr)] max-sm:[&_[type=date]]:px-1.5">
      <div className="grid gap-2">{search}</div>
      <Button
        variant="secondary"
        className="office-fold-button"
        icon={SlidersHorizontal}
        aria-expanded={open}
        aria-controls={folded}
        onClick={() => setOpen(!open)}
      >
        <span className="sr-only">{text('deliveries.filters')}</span>{' '}
        {chosen > 0 ? <span className="t-count">{chosen}</span> : null}
      </Button>
      <div id={folded} className="office-fold" data-open={open}>
        {children}
      </div>
      {beneath ? <div className="office-filtered">{beneath}</div> : null}
    </search>
  )
}
