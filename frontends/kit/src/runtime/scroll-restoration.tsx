import { useContext, useLayoutEffect } from 'react'
import {
  type Location,
  ScrollRestoration as RouterScrollRestoration,
  type ScrollRestorationProps,
  UNSAFE_DataRouterStateContext,
  useLocation,
} from 'react-router'

const storageKey = 'tuma.positions'

/**
 * The router scrolls once per navigation: to the saved position, or to the element that the hash names. On a slow network
 * that is too early, so this scrolls there again while a part of the page still loads (`aria-busy`).
 *
 * The first page of a document is this component's alone: its router is created with `hydrationData: {}`, or it would scroll
 * to the top when the app starts, and to the saved position in a later task. Until then people may have scrolled the page
 * that the server drew.
 */
export function ScrollRestoration(props: ScrollRestorationProps) {
  const location = useLocation()
  const saved = useContext(UNSAFE_DataRouterStateContext)?.restoreScrollPosition
  const isFirst = saved === false
  useLayoutEffect(() => {
    const position = isFirst ? readPosition(getPlaceKey(location)) : saved
    const id = location.hash.slice(1)
    const scroll =
      typeof position === 'number'
        ? () => window.scrollTo(0, position)
        : () => void document.getElementById(id)?.scrollIntoView()
    if (typeof position === 'number' ? position <= 0 : id === '') return
    if (isFirst && !isStillWhereItOpened(scroll)) return
    return scrollWhileLoading(scroll)
  }, [location, saved, isFirst])
  return <RouterScrollRestoration getKey={getPlaceKey} storageKey={storageKey} {...props} />
}

function readPosition(key: string): number | undefined {
  try {
    return JSON.parse(sessionStorage.getItem(storageKey) ?? '{}')[key]
  } catch {
    return undefined
  }
}

/** Scrolls, unless the person has scrolled already: then the page is neither at its top nor where the browser restored it. */
function isStillWhereItOpened(scroll: () => void): boolean {
  const before = window.scrollY
  scroll()
  if (before === 0 || Math.abs(window.scrollY - before) <= 1) return true
  window.scrollTo(0, before)
  return false
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
