import type { ReactNode } from 'react'
import { FiltersButton, useFolded } from './folded.tsx'

/**
 * Search and filters of a list. On a phone the filters are folded, so that the list is visible at once; the button that
 * unfolds them shows how many are set (`chosen`).
 */
export const OfficeFilters = (props: {
  search: ReactNode
  chosen: number
  children: ReactNode
  /** Says what the list leaves out. */
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
