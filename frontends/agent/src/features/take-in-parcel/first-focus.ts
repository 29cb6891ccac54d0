import { type RefObject, useEffect, useRef } from 'react'

/**
 * Focuses the first element of this kind once the part is shown. A dialog that led here gives the focus back to the page
 * when it closes, so this waits for the frame after.
 * @param kind a selector
 * @returns a ref of the part
 */
export function useFirstFocus(kind: string): RefObject<HTMLDivElement | null> {
  const part = useRef<HTMLDivElement>(null)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => part.current?.querySelector<HTMLElement>(kind)?.focus())
    })
    return () => {
      cancelAnimationFrame(frame)
      clearTimeout(timer)
    }
  }, [kind])
  return part
}
