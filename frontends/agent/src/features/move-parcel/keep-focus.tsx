import { type FocusEvent, type ReactNode, useEffect, useRef } from 'react'

const places = '[role="group"]'

/**
 * Keeps the focus in place when the focused button disappears: at the steps of that row, of the row that moved up, or at
 * the tab if no row is left. The focus never goes to a button, so that a second press does nothing.
 */
export const KeepFocus = ({ children }: { children: ReactNode }) => {
  const frame = useRef<HTMLDivElement>(null)
  const place = useRef(-1)
  useEffect(() => {
    const seen = frame.current
    if (!seen) return
    const keep = (): void => {
      if (place.current < 0 || document.activeElement !== document.body) return
      const all = seen.querySelectorAll<HTMLElement>(places)
      const left = all[Math.min(place.current, all.length - 1)] ?? seen.closest<HTMLElement>('[role="tabpanel"]')
      left?.focus()
    }
    const watching = new MutationObserver(keep)
    watching.observe(seen, { childList: true, subtree: true })
    return () => watching.disconnect()
  }, [])
  const remember = ({ target }: FocusEvent): void => {
    const all = [...(frame.current?.querySelectorAll(places) ?? [])]
    place.current = all.findIndex((group) => group.contains(target))
  }
  // React tells of no blur where it takes the focused element away itself.
  const forget = (): void => {
    place.current = -1
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only looks on
    <div ref={frame} onFocus={remember} onBlur={forget}>
      {children}
    </div>
  )
}
