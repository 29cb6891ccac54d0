import { useContext, useLayoutEffect } from 'react'
import {
  type Location,
  ScrollRestoration as RouterScrollRestoration,
  type ScrollRestorationProps,
  UNSAFE_DataRouterStateContext,
  useLocation,
} from 'react-router'

/**
 * The router scrolls once per navigation: to the saved position, or to the element that the hash names. On a slow network
 * that is too early, so this scrolls there again while a part of the page still loads (`aria-busy`).
 */
export function ScrollRestoration(props: ScrollRestorationProps) {
  const location = useLocation()
  const saved = useContext(UNSAFE_DataRouterStateContext)?.restoreScrollPosition
  useLayoutEffect(() => {
    if (typeof saved === 'number') return saved > 0 ? scrollWhileLoading(() => window.scrollTo(0, saved)) : undefined
    const id = location.hash.slice(1)
    return id ? scrollWhileLoading(() => document.getElementById(id)?.scrollIntoView()) : undefined
  }, [location, saved])
  return <RouterScrollRestoration getKey={getPlaceKey} {...props} />
}

let firstKey: string | undefined

/**
 * The router calls the first entry of every document "default", and would restore the position of another page there. The
 * browser keeps this key with the entry, so a reload still finds its own position.
 */
function getPlaceKey({ key }: Location): string {
  if (key !== 'default') return key
  if (firstKey === undefined) {
    firstKey = String(history.state?.firstKey ?? performance.timeOrigin)
    history.replaceState({ ...history.state, firstKey }, '')
  }
  return firstKey
}

const isLoading = (): boolean => document.querySelector('[aria-busy="true"]') !== null

/** Scrolls again whenever the page gets another height, until all of it is there or the person scrolls elsewhere. */
function scrollWhileLoading(scroll: () => void): () => void {
  let wanted = window.scrollY
  const heights = new ResizeObserver(() => {
    scroll()
    wanted = window.scrollY
    if (!isLoading()) stop()
  })
  const stopIfElsewhere = (): void => {
    const lowest = Math.max(0, document.documentElement.scrollHeight - window.innerHeight)
    // A page that becomes shorter moves up by itself.
    if (Math.abs(window.scrollY - Math.min(wanted, lowest)) > 1) stop()
  }
  const stop = (): void => {
    heights.disconnect()
    removeEventListener('scroll', stopIfElsewhere)
  }
  heights.observe(document.body)
  addEventListener('scroll', stopIfElsewhere, { passive: true })
  return stop
}
