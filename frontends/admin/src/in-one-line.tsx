import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'

/**
 * Buttons beside each other where there is room for all of them in one line, and `otherwise` where there is not: how long
 * their words are, in which language and with which numbers, no width of a screen knows. Unseen they are still measured.
 */
export const InOneLine = ({ otherwise, children }: { otherwise: ReactNode; children: ReactNode }) => {
  const line = useRef<HTMLDivElement>(null)
  const [fits, setFits] = useState(true)
  useLayoutEffect(() => {
    const { current } = line
    if (!current) return
    const measure = (): void => setFits(current.scrollWidth <= current.clientWidth)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(current)
    return () => observer.disconnect()
  })
  return (
    <>
      {fits ? null : otherwise}
      <div
        ref={line}
        data-one-line
        // Clipped in any case: before a narrower window has been measured it must not scroll sideways.
        className={`flex gap-2 overflow-x-clip [overflow-clip-margin:4px] *:shrink-0 ${fits ? '' : 'invisible h-0 overflow-hidden'}`}
        aria-hidden={!fits}
      >
        {children}
      </div>
    </>
  )
}
