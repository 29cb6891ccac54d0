import { useEffect } from 'react'

/** Code that moves the focus on purpose (a dialog that closes, a panel that opens) has done so by then. */
const settleMs = 60
const places = '[role="dialog"], [role="alertdialog"], [role="tabpanel"], main[tabindex]'

const holdsFocus = (element: Element): boolean =>
  element.isConnected && !element.matches(':disabled') && (element.checkVisibility?.() ?? true)

function placesAround(element: Element): HTMLElement[] {
  const place = element.parentElement?.closest<HTMLElement>(places)
  return place ? [place, ...placesAround(place)] : []
}

/**
 * A pressed element may disappear: a row that leaves its list, a Try Again that worked, a menu entry. The browser then moves
 * the focus to the start of the page; here the nearest remaining element around it takes the focus. An element that is
 * disabled only during its press gets the focus back.
 */
function keepFocus(): () => void {
  let last: { element: Element; around: HTMLElement[] } | null = null
  /** Had the focus when it was switched off, and what took it meanwhile. */
  let off: { element: HTMLElement; place: Element | null } | null = null
  let timer: ReturnType<typeof setTimeout> | undefined

  const note = (element: Element): void => {
    last = { element, around: placesAround(element) }
  }
  const noteFocused = ({ target }: FocusEvent): void => note(target as Element)
  const giveBack = (): void => {
    if (!off || !holdsFocus(off.element)) return
    const { element, place } = off
    off = null
    const { activeElement } = document
    if (activeElement === document.body || activeElement === place) element.focus({ preventScroll: true })
  }
  const look = (): void => {
    giveBack()
    if (!last || document.activeElement !== document.body) return
    const { element, around } = last
    const letGo = holdsFocus(element)
    const place = [...around, document.getElementById('main')].find((one) => one && holdsFocus(one))
    if (letGo || place) last = null // else the next area is still on its way
    if (letGo) return
    if (off?.element === element) off.place = place ?? null
    place?.focus({ preventScroll: true })
  }
  const lookSoon = (changed: readonly MutationRecord[]): void => {
    const switched = changed.map(({ target }) => target as HTMLElement)
    const element = switched.find((one) => one === last?.element && one.matches(':disabled'))
    if (element) off = { element, place: null }
    clearTimeout(timer)
    timer = setTimeout(look, settleMs)
  }

  const changes = new MutationObserver(lookSoon)
  changes.observe(document.body, {
    childList: true,
    subtree: true,
    attributeFilter: ['disabled', 'hidden', 'style', 'data-open'],
  })
  document.addEventListener('focusin', noteFocused)
  // What was typed into the page before the app was there has taken the focus over by now.
  if (document.activeElement && document.activeElement !== document.body) note(document.activeElement)
  return () => {
    clearTimeout(timer)
    changes.disconnect()
    document.removeEventListener('focusin', noteFocused)
  }
}

export function FocusKeeper() {
  useEffect(keepFocus, [])
  return null
}
