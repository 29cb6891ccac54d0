import type { Locator, Page } from 'playwright-core'
import { readStyle } from './browser.ts'

/** A toast that is on the screen, found by its sentence. */
export const toastWith = (page: Page, sentence: string | RegExp): Locator =>
  page.locator('.Toastify__toast').filter({ hasText: sentence })

/** How long it stays if no pointer is over it: the animation of its progress bar, whose end closes the toast. */
export const toastDurationMs = async (toast: Locator): Promise<number> =>
  Number.parseFloat(await readStyle(toast.locator('.Toastify__progress-bar--animated'), 'animationDuration')) * 1000

/** Reads its duration and clicks it away in one go, even behind a dialog. @returns the duration in ms */
export const dismissToast = (toast: Locator): Promise<number> =>
  toast.evaluate((element) => {
    const bar = element.querySelector('.Toastify__progress-bar--animated')
    const seconds = bar ? Number.parseFloat(getComputedStyle(bar).animationDuration) : Number.NaN
    element.click()
    return seconds * 1000
  })

/** What the function above needs of the page that it runs in. */
declare const getComputedStyle: (element: unknown) => { animationDuration: string }
