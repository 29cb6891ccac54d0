/**
 * Says on `<html>` how high this element is, which stays at the foot of the screen (`--foot`): what is scrolled to or
 * focused, and toasts, stay clear of it. A ref of the element.
 */
export function footHeight(element: HTMLElement | null): (() => void) | undefined {
  if (!element) return
  const { style } = document.documentElement
  const sizes = new ResizeObserver(() => style.setProperty('--foot', `${element.offsetHeight}px`))
  sizes.observe(element)
  return () => {
    sizes.disconnect()
    style.removeProperty('--foot')
  }
}
