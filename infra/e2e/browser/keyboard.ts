import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'

/** Somebody who has a keyboard and nothing else: no clicks, and no focus but the one that their keys have moved. */
export const getKeyboard = (page: Page) => {
  const press = (key: string, times = 1): Promise<void> =>
    Array.from({ length: times }).reduce<Promise<void>>(
      (before) => before.then(() => page.keyboard.press(key)),
      Promise.resolve(),
    )

  const isAt = async (stop: Locator): Promise<boolean> => (await stop.and(page.locator(':focus')).count()) > 0

  /** Tab, or Shift+Tab, until it has the focus; each stop on the way must show that it has it. */
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
    /** Goes there and types over what stands there. */
    async write(label: string, text: string): Promise<void> {
      await goTo(page.getByLabel(label, { exact: true }))
      await page.keyboard.press('ControlOrMeta+a')
      await page.keyboard.type(text)
    },
    /** The nth choice of a select: its first, empty one is the 0th. */
    async choose(label: string, nth: number): Promise<void> {
      const list = page.getByLabel(label, { exact: true })
      await goTo(list)
      await list.locator('option').nth(nth).waitFor({ state: 'attached' }) // until then it says that it loads
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

/** The element in focus where nothing shows it: neither it nor the card around it has an outline. Null is well. */
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

/** After what was done, the focus stands inside the content, not at the start of the page. */
export const focusIsInContent = (page: Page): Promise<boolean> =>
  page.evaluate<boolean>("document.getElementById('main')?.contains(document.activeElement) ?? false")
