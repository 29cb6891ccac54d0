import { useEffect } from 'react'

/** Whoever takes the focus along on purpose (a dialog that closes, a panel that opens) has done so by then. */
const settleMs = 60
const places = '[role="dialog"], [role="alertdialog"], [role="tabpanel"], main[tabindex]'

const holdsFocus = (element: Element): boolean =>
  element.isConnected && !element.matches(':disabled') && (element.checkVisibility?.() ?? true)

function placesAround(element: Element): HTMLElement[] {
  const place = element.parentElement?.closest<HTMLElement>(places)
  return place ? [place, ...placesAround(place)] : []
}

/**
 * What was pressed may go away: a row that leaves its list, a Try Again that worked, the entry of a menu. The browser then
 * lets the focus fall to the start of the page; here the nearest place around it that still stands takes it.
 */
function keepFocus(): () => void {
  let last: { element: Element; around: HTMLElement[] } | null = null
  let timer: ReturnType<typeof setTimeout> | undefined

  const note = ({ target }: FocusEvent): void => {
    const element = target as Element
    last = { element, around: placesAround(element) }
  }
  const look = (): void => {
    if (!last || document.activeElement !== document.body) return
    const { element, around } = last
    const letGo = holdsFocus(element)
    const place = [...around, document.getElementById('main')].find((one) => one && holdsFocus(one))
    if (letGo || place) last = null // else the next area is still on its way
    if (!letGo) place?.focus({ preventScroll: true })
  }
  const lookSoon = (): void => {
    clearTimeout(timer)
    timer = setTimeout(look, settleMs)
  }

  const changes = new MutationObserver(lookSoon)
  changes.observe(document.body, {
    childList: true,
    subtree: true,
    attributeFilter: ['disabled', 'hidden', 'style', 'data-open'],
  })
  document.addEventListener('focusin', note)
  return () => {
    clearTimeout(timer)
    changes.disconnect()
    document.removeEventListener('focusin', note)
  }
}

export function FocusKeeper() {
  useEffect(keepFocus, [])
  return null
}
