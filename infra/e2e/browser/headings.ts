import type { Frame, Page } from 'playwright-core'
import { eventually } from '../people.ts'

/**
 * Records, in the page, each moment in which the document has content but not exactly one h1. Headings in a dialog or
 * in hidden parts do not count; at first the app (`#app`) is hidden below the page that the server drew (`#first`).
 */
const recordHeadlessMoments = `
  window.headless = []
  let hadContent = false
  const isShown = (element) => element.checkVisibility() && !element.closest('[hidden]')
  const isContent = (element) => !element.hidden && !element.matches('script, style, template, noscript')
  const look = () => {
    if (document.readyState === 'loading' || !document.body) return // the server's HTML is still arriving
    const shown = [...document.body.children].filter(isContent)
    hadContent ||= shown.some(({ childElementCount }) => childElementCount > 0)
    if (!hadContent) return
    const count = [...document.querySelectorAll('h1')].filter(
      (h1) => isShown(h1) && !h1.closest('dialog, [role="dialog"], [role="alertdialog"]'),
    ).length
    if (count === 1) return
    const main = [...document.querySelectorAll('main')].find(isShown) ?? document.body
    const text = main.innerText.replace(/\\s+/g, ' ').trim().slice(0, 120)
    const moment = location.pathname + location.search + ' has ' + count + ' h1: ' + text
    if (window.headless.at(-1) !== moment) window.headless.push(moment)
  }
  new MutationObserver(look).observe(document, {
    childList: true,
    subtree: true,
    attributeFilter: ['hidden'],
  })
  document.addEventListener('readystatechange', look)
`

/** Call it before the page opens an address; it watches each document from then on. */
export const watchHeadings = async (page: Page): Promise<void> => {
  await page.addInitScript(recordHeadlessMoments)
}

/** @returns the moments without exactly one h1 since the document was opened or since the last call */
export const headlessMoments = (page: Page): Promise<string[]> =>
  page.evaluate<string[]>(`{
    if (!window.headless) throw new Error('watchHeadings was not called before this page was opened')
    window.headless.splice(0)
  }`)

/** Empty once the screen is ready. */
const missingParts = `(() => {
  const shown = (selector) => [...document.querySelectorAll(selector)].filter((element) => element.checkVisibility())
  const isOwn = (h1) => !h1.closest('[aria-busy="true"]')
  return [
    ...(shown('h1').some(isOwn) ? [] : ['no heading of its own']),
    ...shown('[aria-busy="true"]').map((busy) => 'loading: ' + busy.outerHTML.slice(0, 120)),
  ]
})()`

/** Waits until a screen has its own h1 and nothing on it is loading. */
export const screenIsThere = async (page: Page | Frame): Promise<void> => {
  let missing: string[] = []
  const isThere = async (): Promise<boolean> => {
    // A page that is being left cannot be evaluated.
    missing = await page.evaluate<string[]>(missingParts).catch((error) => [String(error)])
    return missing.length === 0
  }
  await eventually(isThere).catch(() => {
    throw new Error(`the screen is not there: ${missing.join(', ')}`)
  })
}
