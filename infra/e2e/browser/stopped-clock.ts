import { setTimeout as pause } from 'node:timers/promises'
import type { Locator, Page } from 'playwright-core'
import { retireContext } from '../browser-pool.ts'

/** Call it before the page is opened, to tell its delays from its slowness; time passes as usual at first. */
export const holdClock = (page: Page): Promise<void> => {
  retireContext(page.context())
  return page.clock.install()
}

/** From now on time passes in this page only when a test lets it. */
export const stopClock = (page: Page): Promise<void> => page.clock.pauseAt(Date.now() + 1000)

/** The part of an element that this file uses. */
type Shown = { checkVisibility(): boolean }

const stepMs = 20
const longestMs = 60_000

/**
 * Lets time pass in small steps until this is shown, so that anything that begins with it has hardly begun. A step
 * takes at least its own length of real time, so that a late answer of the server does not meet a page an hour ahead,
 * and time waits for the page's answer, however slow the page is.
 *
 * @throws Error after a minute of the page's time
 */
export const passUntilShown = async (page: Page, what: Locator): Promise<void> => {
  for (let passedMs = 0; passedMs < longestMs; passedMs += stepMs) {
    if (await what.evaluateAll((all) => (all as Shown[]).some((one) => one.checkVisibility()))) return
    await pause(stepMs)
    await page.clock.runFor(stepMs)
  }
  throw new Error(`${what} did not come within ${longestMs / 1000} s of the page’s time.`)
}

/** Expects a change `delayMs` from now: until then `before` holds, and right after that `after` becomes true. */
export const passDelay = async (
  page: Page,
  delayMs: number,
  { before, after }: { before: () => Promise<void>; after: () => Promise<void> },
): Promise<void> => {
  await page.clock.runFor(delayMs * 0.8)
  await before()
  await page.clock.runFor(delayMs * 0.2 + 1)
  await after()
}
