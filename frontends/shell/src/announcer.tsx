import { useLocation } from '@tuma/kit/runtime'
import { useEffect, useRef, useState } from 'react'

const settleMs = 250

/** After a change of screen: says the new title and puts the focus at the content's start, as loading a page would. */
export function Announcer() {
  const { pathname } = useLocation()
  const [said, setSaid] = useState('')
  const before = useRef(pathname)
  useEffect(() => {
    if (before.current === pathname) return
    before.current = pathname
    const timer = setTimeout(() => {
      setSaid(document.title)
      const main = document.getElementById('main')
      if (!main?.contains(document.activeElement)) main?.focus({ preventScroll: true })
    }, settleMs)
    return () => clearTimeout(timer)
  }, [pathname])
  return (
    <p className="t-hidden" aria-live="polite">
      {said}
    </p>
  )
}
