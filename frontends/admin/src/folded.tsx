import { SlidersHorizontal } from '@tuma/kit/icons'
import { useText } from '@tuma/kit/runtime'
import { Button } from '@tuma/kit/ui'
import { useId, useState } from 'react'
import { texts } from './texts.ts'

/** Content that is folded where there is no room (by CSS), and the button that unfolds it. */
export const useFolded = () => {
  const id = useId()
  const [open, setOpen] = useState(false)
  return {
    open,
    button: { 'aria-expanded': open, 'aria-controls': id, onClick: () => setOpen(!open) },
    region: { id, 'data-open': open },
  }
}

/** Shows how many filters are set, folded or not. */
export const FiltersButton = ({
  chosen,
  className,
  button,
}: {
  chosen: number
  className: string
  button: ReturnType<typeof useFolded>['button']
}) => {
  const text = useText(texts)
  return (
    <Button variant="secondary" className={className} icon={SlidersHorizontal} {...button}>
      <span className="max-[40rem]:sr-only">{text('deliveries.filters')}</span>{' '}
      {chosen > 0 ? <span className="t-count">{chosen}</span> : null}
    </Button>
  )
}
