import type { Locator, Page } from 'playwright-core'

/** A toast that is on the screen, found by its sentence. */
export const toastWith = (page: Page, sentence: string): Locator =>
  page.locator('.Toastify__toast').filter({ hasText: sentence })

/** How long it stays where nobody hovers over it: its progress bar runs that long, and its end closes the toast. */
export const toastDurationMs = (toast: Locator): Promise<number> =>
  toast
    .locator('.Toastify__progress-bar--animated')
    .evaluate<number, unknown>('(bar) => Number.parseFloat(getComputedStyle(bar).animationDuration) * 1000')
