import { useLayoutEffect } from 'react'

type Press = { readonly x: number; readonly y: number }

/** The second press of a double one comes within this after the first has closed a dialog. */
const withinMs = 350
/** As far as a thumb strays between the two. */
const strayPx = 32

/** Where a dialog was closed last, and when. */
let closed: Press & { readonly at: number } = { x: 0, y: 0, at: Number.NEGATIVE_INFINITY }
let isWatching = false

const isNear = ({ x, y }: Press, event: MouseEvent): boolean =>
  Math.hypot(event.clientX - x, event.clientY - y) <= strayPx

/** Keys press without a place, and so do those who read the screen aloud. */
const hasNoPlace = ({ clientX, clientY }: MouseEvent): boolean => clientX === 0 && clientY === 0

/** Unknown after the clock was set back: no press is ignored until the clock has caught up. */
const isJustClosed = (): boolean => {
  const sinceMs = Date.now() - closed.at
  return sinceMs >= 0 && sinceMs <= withinMs
}

const swallow = (event: MouseEvent): void => {
  if (hasNoPlace(event) || !isJustClosed() || !isNear(closed, event)) return
  event.preventDefault()
  event.stopImmediatePropagation()
}

const watch = (): void => {
  if (isWatching) return
  isWatching = true
  // Menus open when the button goes down, fields have the focus then.
  for (const kind of ['pointerdown', 'mousedown', 'click'] as const) window.addEventListener(kind, swallow, true)
}

/**
 * Ignores the second press of a double press that closes a dialog, because it would hit the page below the dialog.
 * `open` is what is on screen, a number where one question follows another.
 */
export function useNoSecondPress(open: boolean | number): void {
  useLayoutEffect(() => {
    if (open === false) return
    watch()
    let last: Press | null = null
    const note = (event: PointerEvent): void => {
      if (!hasNoPlace(event)) last = { x: event.clientX, y: event.clientY }
    }
    const forget = (): void => {
      last = null // what closes the dialog by a key has no place
    }
    window.addEventListener('pointerdown', note, true)
    window.addEventListener('keydown', forget, true)
    return () => {
      window.removeEventListener('pointerdown', note, true)
      window.removeEventListener('keydown', forget, true)
      if (last) closed = { ...last, at: Date.now() }
    }
  }, [open])
}
