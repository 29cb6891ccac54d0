import type { Locator, Page } from 'playwright-core'
import { readStyle } from './browser.ts'

/** A toast that is on the screen, found by its sentence. */
export const toastWith = (page: Page, sentence: string | RegExp): Locator =>
  page.locator('.Toastify__toast').filter({ hasText: sentence })

/**
 * How long the toast stays if no pointer is over it: the duration of its progress bar's animation, whose end closes the
 * toast.
 */
export const toastDurationMs = async (toast: Locator): Promise<number> =>
  Number.parseFloat(await readStyle(toast.locator('.Toastify__progress-bar--animated'), 'animationDuration')) * 1000

/** Reads its duration and closes it by a click in one go, even behind a dialog. @returns the duration in ms */
export const dismissToast = (toast: Locator): Promise<number> =>
  toast.evaluate((element) => {
    const bar = element.querySelector('.Toastify__progress-bar--animated')
    const seconds = bar ? Number.parseFloat(getComputedStyle(bar).animationDuration) : Number.NaN
    element.click()
    return seconds * 1000
  })

/** The part of the page's globals that the function above uses. */
declare const getComputedStyle: (element: unknown) => { animationDuration: string }
