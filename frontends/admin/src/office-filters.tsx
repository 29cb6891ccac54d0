import type { ReactNode } from 'react'
import { FiltersButton, useFolded } from './folded.tsx'

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
  const { search, chosen, children, beneath } = props
  const { button, region } = useFolded()
  return (
    <search className="office-filters max-sm:[&_.t-field]:grid-cols-[minmax(0,1fr)] max-sm:[&_[type=date]]:px-1.5">
      <div className="grid gap-2">{search}</div>
      <FiltersButton className="office-fold-button" chosen={chosen} button={button} />
      <div className="office-fold" {...region}>
        {children}
      </div>
      {beneath ? <div className="office-filtered">{beneath}</div> : null}
    </search>
  )
}
