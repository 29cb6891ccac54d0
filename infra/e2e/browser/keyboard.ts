import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'

/** A person who uses only a keyboard: no clicks, and the focus moves only by their keys. */
export const getKeyboard = (page: Page) => {
  const press = (key: string, times = 1): Promise<void> =>
    Array.from({ length: times }).reduce<Promise<void>>(
      (before) => before.then(() => page.keyboard.press(key)),
      Promise.resolve(),
    )

  const isAt = async (stop: Locator): Promise<boolean> => (await stop.and(page.locator(':focus')).count()) > 0

  /** Presses Tab, or Shift+Tab, until this has the focus; each stop on the way must show its focus. */
  const goTo = async (stop: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> => {
    await stop.waitFor()
    for (let stops = 0; stops < maxStops; stops += 1) {
      if (await isAt(stop)) return
      await page.keyboard.press(key)
      expect(await unseenFocus(page), 'the focus cannot be seen').toBeNull()
    }
    throw new Error(`${key} never came to ${stop}`)
  }

  return {
    press,
    goTo,
    isAt,
    /** Moves the focus to the field and types over its text. */
    async write(label: string, text: string): Promise<void> {
      await goTo(page.getByLabel(label, { exact: true }))
      await page.keyboard.press('ControlOrMeta+a')
      await page.keyboard.type(text)
    },
    /** Chooses the nth option of a select: its first, empty one is the 0th. */
    async choose(label: string, nth: number): Promise<void> {
      const list = page.getByLabel(label, { exact: true })
      await goTo(list)
      await list.locator('option').nth(nth).waitFor({ state: 'attached' }) // until then the list says that it loads
      await press('ArrowDown', nth)
    },
    async push(button: Locator, key: 'Enter' | 'Space' = 'Enter'): Promise<void> {
      await goTo(button)
      await page.keyboard.press(key)
    },
  }
}
export type Keyboard = ReturnType<typeof getKeyboard>

const maxStops = 60

/**
 * The focused element if its focus is invisible, because neither it nor the card around it has an outline; null if it
 * is visible.
 */
const unseenFocus = (page: Page): Promise<string | null> =>
  page.evaluate<string | null>(`(() => {
    const stop = document.activeElement
    if (!stop || stop === document.body || stop.matches('main')) return null
    const shows = (element) => {
      const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element)
      return (outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2) || boxShadow.includes('rgb(20, 87, 168)')
    }
    const box = stop.getBoundingClientRect()
    const inView = box.width > 0 && box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth
    return inView && [stop, stop.closest('label')].some((element) => element && shows(element)) ? null : stop.outerHTML.slice(0, 200)
  })()`)

/** After an action the focus must be inside the content, not at the start of the page. */
export const focusIsInContent = (page: Page): Promise<boolean> =>
  page.evaluate<boolean>("document.getElementById('main')?.contains(document.activeElement) ?? false")
