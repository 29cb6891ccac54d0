import { useLayoutEffect } from 'react'

/**
 * Says on `<html>` that something is on the page: `useRootState('dialog', open)` is `html[data-dialog]` in a stylesheet. The
 * attribute counts the components that say so, and goes with the last of them.
 *
 * Use it instead of `html:has(…)`: the browser checks that again after each change on the page, on long lists for a second.
 * @param name what follows `data-`, in lower case with hyphens
 */
export function useRootState(name: string, on = true): void {
  useLayoutEffect(() => {
    if (!on) return
    countOnRoot(name, 1)
    // After what React does in the same turn: a dialog gives the pointer back to the body first.
    return () => queueMicrotask(() => countOnRoot(name, -1))
  }, [name, on])
}

function countOnRoot(name: string, more: 1 | -1): void {
  const root = document.documentElement
  const count = Number(root.getAttribute(`data-${name}`)) + more
  if (count > 0) root.setAttribute(`data-${name}`, String(count))
  else root.removeAttribute(`data-${name}`)
}
