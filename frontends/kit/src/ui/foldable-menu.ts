import { useLocation } from '@tuma/kit/runtime'
import { type RefObject, useEffect, useRef, useState } from 'react'

/** A menu that is folded away on a small screen; `toggle` goes to the button that opens and closes it. */
export type FoldableMenu = {
  readonly open: boolean
  readonly setOpen: (open: boolean) => void
  readonly toggle: RefObject<HTMLButtonElement | null>
}

/** It closes whenever the address changes, and with Escape, which gives the focus back to its button. */
export const useFoldableMenu = (): FoldableMenu => {
  const { pathname } = useLocation()
  const [open, setOpen] = useState(false)
  const toggle = useRef<HTMLButtonElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the menu closes whenever the address changes
  useEffect(() => setOpen(false), [pathname])
  useEffect(() => {
    if (!open) return
    const onKey = ({ key }: KeyboardEvent): void => {
      if (key !== 'Escape') return
      setOpen(false)
      toggle.current?.focus()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [open])
  return { open, setOpen, toggle }
}
