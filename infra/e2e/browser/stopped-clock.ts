import type { Locator, Page } from 'playwright-core'
import { spoil } from '../seats.ts'

/** For a page whose delays are to be told apart from its slowness: once before it is opened; time passes as ever at first. */
export const holdClock = (page: Page): Promise<void> => {
  spoil(page.context())
  return page.clock.install()
}

/** From here on time passes in this page only when a test lets it. */
export const stopClock = (page: Page): Promise<void> => page.clock.pauseAt(Date.now() + 1000)

const stepMs = 20
const longestMs = 60_000

/**
 * Lets time pass in small steps until this is shown, so that what begins with it has hardly begun. A step takes as long
 * as it says or longer: an answer of the server that is late does not meet a page for which an hour has passed.
 *
 * @throws Error after a minute of the page's time
 */
export const passUntilShown = async (page: Page, what: Locator): Promise<void> => {
  for (let passedMs = 0; passedMs < longestMs; passedMs += stepMs) {
    const shown = await what
      .first()
      .waitFor({ timeout: stepMs })
      .then(
        () => true,
        () => false,
      )
    if (shown) return
    await page.clock.runFor(stepMs)
  }
  throw new Error(`${what} did not come within ${longestMs / 1000} s of the page’s time.`)
}

/** Something is to happen `delayMs` after now, no sooner and hardly later: `before` still holds, then `after` comes true. */
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
