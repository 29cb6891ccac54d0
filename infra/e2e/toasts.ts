import type { Locator, Page } from 'playwright-core'
import { styleOf } from './browser.ts'

/** A toast that is on the screen, found by its sentence. */
export const toastWith = (page: Page, sentence: string | RegExp): Locator =>
  page.locator('.Toastify__toast').filter({ hasText: sentence })

/** How long it stays where nobody hovers over it: its progress bar runs that long, and its end closes the toast. */
export const toastDurationMs = async (toast: Locator): Promise<number> =>
  Number.parseFloat(await styleOf(toast.locator('.Toastify__progress-bar--animated'), 'animationDuration')) * 1000
