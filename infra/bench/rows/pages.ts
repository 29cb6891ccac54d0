import { newVisitor, openBrowser, widths } from '@tuma/e2e/browser'
import { findSample } from '@tuma/e2e/screens'
import type { Browser, Page } from 'playwright-core'
import { besideProduct } from '../controls/beside-product.ts'
import { computeMedian } from '../measuring/figures.ts'
import { upTo } from '../measuring/http-client.ts'
import type { Figure, Figures } from '../results.ts'
import { inFolder, startOn } from '../running-product.ts'
import { slowly, type Visit } from '../screens/slow-page.ts'

const agent = { email: 'agent.thika@tuma.test', password: 'tuma-demo' }
/** The list that agents open each time they come back. */
export const list = '/Agent/uncollected'

/** A new person in a browser of their own, for as long as the work takes. */
export const visiting = async <T>(
  browser: Browser,
  url: string,
  work: (page: Page) => Promise<T>,
  signedIn = false,
): Promise<T> => {
  const { page, context, leave } = await newVisitor(browser, url, widths.phone)
  if (signedIn) await context.request.post('/api/users/login', { data: agent })
  return work(page).finally(leave)
}

/** The page when it is complete, with its words and one stylesheet, and no script, as if written by hand. */
const staticPage = (page: Page): Promise<{ html: string; css: string }> =>
  page.evaluate(`(async () => {
    const sheets = [...document.querySelectorAll('link[rel="stylesheet"]')].map(({ href }) => href)
    const css = (await Promise.all(sheets.map(async (href) => (await fetch(href)).text()))).join('')
    const html = document.documentElement.cloneNode(true)
    html.querySelectorAll('script, template, noscript, link:not([rel="icon"])').forEach((element) => element.remove())
    html.querySelector('head').insertAdjacentHTML('beforeend', '<link rel="stylesheet" href="/static.css">')
    return { html: '<!doctype html>' + html.outerHTML, css }
  })()`)

const medianVisit = (visits: readonly Visit[]): Visit => {
  const of = (figure: keyof Visit) => computeMedian(visits.map((visit) => visit[figure]))
  return {
    lcpMs: of('lcpMs'),
    shift: of('shift'),
    longestMs: of('longestMs'),
    blockedMs: of('blockedMs'),
    shownMs: of('shownMs'),
    bytes: of('bytes'),
    scriptBytes: of('scriptBytes'),
  }
}

type Compared = { readonly ours: Visit; readonly theirs: Visit }

const compared = async (browser: Browser, url: string, path: string, rounds: number): Promise<Compared> => {
  const control = await besideProduct(url)
  try {
    const { html, css } = await visiting(browser, url, async (page) => {
      await page.goto(path)
      await page.locator('#app[hidden]').waitFor({ state: 'detached' })
      await page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' })
      return staticPage(page)
    })
    control.serve('/static', 'text/html; charset=utf-8', html)
    control.serve('/static.css', 'text/css', css)
    const [ours, theirs]: [Visit[], Visit[]] = [[], []]
    for (const _ of upTo(rounds)) {
      ours.push(await visiting(browser, url, async (page) => (await slowly(page))(path)))
      theirs.push(await visiting(browser, control.url, async (page) => (await slowly(page))('/static')))
    }
    return { ours: medianVisit(ours), theirs: medianVisit(theirs) }
  } finally {
    await control.close()
  }
}

const kB = (bytes: number): string => (bytes / 1000).toFixed(bytes < 10_000 ? 1 : 0)
const times = (ours: number, theirs: number): string => `${(ours / theirs).toFixed(2)}×`

const getRows = (pages: ReadonlyMap<string, Compared>): Record<18 | 19 | 20, Figure> => {
  const all = [...pages]
  const each = (show: (compared: Compared) => string) =>
    all.map(([name, compared]) => `${name} ${show(compared)}`).join(', ')
  const getFigures = (figure: keyof Visit) =>
    Object.fromEntries(
      all.flatMap(([name, { ours, theirs }]) => [
        [name, ours[figure]],
        [`${name}, static`, theirs[figure]],
      ]),
    )
  const longest = each(({ ours, theirs }) => `${Math.round(ours.longestMs)} (${Math.round(theirs.longestMs)})`)
  const blocked = each(({ ours, theirs }) => `${Math.round(ours.blockedMs)} (${Math.round(theirs.blockedMs)})`)
  const moved = Math.max(...all.map(([, { ours }]) => ours.shift))
  return {
    18: { shown: `${each(({ ours }) => kB(ours.scriptBytes))} kB`, figures: getFigures('scriptBytes') },
    19: { shown: each(({ ours, theirs }) => times(ours.lcpMs, theirs.lcpMs)), figures: getFigures('lcpMs') },
    20: {
      shown: `${moved.toFixed(3)}; longest ${longest} ms (static page); blocked ${blocked} ms`,
      figures: { moved, ...getFigures('longestMs') },
    },
  }
}

/** Rows 18 to 21, of the demonstration: each visit has an empty browser cache, except those of the last row. */
export const pages = async (rounds: number): Promise<Figures> =>
  inFolder(async (folder) => {
    const product = await startOn(folder)
    const browser = await openBrowser()
    try {
      const { trackingId } = await findSample(product.url)
      const named = { '/': '/', track: '/trackDelivery', parcel: `/trackDelivery?id=${trackingId}` }
      const addresses = { ...named, login: '/login', form: '/send-parcel/door-step' }
      const found = new Map<string, Compared>()
      for (const [name, path] of Object.entries(addresses))
        found.set(name, await compared(browser, product.url, path, rounds))
      const again = await visiting(
        browser,
        product.url,
        async (page) => {
          const visit = await slowly(page)
          await visit(list, { cached: true })
          const visits: Visit[] = []
          for (const _ of upTo(rounds)) visits.push(await visit(list, { cached: true }))
          return medianVisit(visits)
        },
        true,
      )
      const { shownMs, lcpMs, blockedMs } = again
      return {
        ...getRows(found),
        21: { shown: `${(shownMs / 1000).toFixed(2)} s`, figures: { shownMs, lcpMs, blockedMs } },
      }
    } finally {
      await browser.close()
      await product.close()
    }
  })
