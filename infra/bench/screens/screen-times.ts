import { newVisitor } from '@tuma/e2e/browser'
import { screens, withSample } from '@tuma/e2e/screens'
import type { Browser, Page } from 'playwright-core'
import { type Figures, medianAndMax } from '../measuring/figures.ts'

const runs = 5
const deskWidth = 1280
const quietMs = 700

/** Records when the page's content last changed; once nothing is loading, that is when the page was complete. */
const watch = `
  window.lastChange = 0
  new MutationObserver(() => { window.lastChange = performance.now() })
    .observe(document, { childList: true, subtree: true, characterData: true })`
const untilSettled = `(async () => {
  const settled = () =>
    document.querySelector('h1') !== null && document.querySelector('[aria-busy="true"]') === null &&
    performance.now() - window.lastChange > ${quietMs}
  while (!settled()) await new Promise((resolve) => setTimeout(resolve, 50))
  return window.lastChange
})()`

export const openFor = async (browser: Browser, url: string, email: string, password = 'tuma-demo'): Promise<Page> => {
  const { page, context } = await newVisitor(browser, url, deskWidth)
  page.setDefaultTimeout(120_000)
  await context.addInitScript(watch)
  await context.request.post('/api/users/login', { data: { email, password } })
  return page
}

/** From the navigation to the last change on the screen. */
export const shownAfter = async (page: Page, path: string): Promise<number> => {
  await page.goto(path)
  return page.evaluate<number>(untilSettled)
}

const who = ['agent.cbd@tuma.test', 'admin@tuma.test', 'client@tuma.test'] as const

/** How long each screen takes to be complete, with its scripts in the browser's cache. */
export const measureScreens = async (
  browser: Browser,
  url: string,
  sample: Parameters<typeof withSample>[1],
  figures: Figures,
): Promise<void> => {
  for (const email of who) {
    const page = await openFor(browser, url, email)
    await shownAfter(page, withSample(screens[email][0], sample))
    const searches = email === 'admin@tuma.test' ? ['/admin/users?search=kamau', '/admin/deliveries?search=TM-7'] : []
    for (const path of [...screens[email], ...searches]) {
      const times: number[] = []
      for (let run = 0; run < runs; run += 1) times.push(await shownAfter(page, withSample(path, sample)))
      figures.set(path, medianAndMax(times))
    }
    await page.context().close()
  }
}
