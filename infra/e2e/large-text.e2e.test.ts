import { expect, test } from 'vitest'
import { scrollsSideways, widths } from './browser/browser.ts'
import { screenIsThere } from './browser/headings.ts'
import { signIn } from './people.ts'
import { findSample, screens, withSample } from './screens.ts'
import { openTestProduct } from './test-product.ts'

/**
 * WCAG 1.4.4 and 1.4.10: letters of twice the size on a small phone need no scrolling sideways. The office works at desks,
 * and its tables are not tested here.
 */

const { product, visit } = openTestProduct()

const twiceTheSize = `new CSSStyleSheet().replace('html { font-size: 200% }').then((sheet) => document.adoptedStyleSheets.push(sheet))`

const people = ['nobody', 'client@tuma.test', 'agent.cbd@tuma.test'] as const
const visits = people.flatMap((who) => ['en', 'sw'].map((language) => [who, language] as const))

test.each(visits)('what %s sees fits a phone with letters of twice the size (%s)', async (who, language) => {
  const { page, context, leave } = await visit(widths.phone)
  await context.addCookies([{ name: 'tuma_language', value: language, url: product().url }])
  await context.addInitScript(`localStorage.setItem('tuma.language', '${language}'); ${twiceTheSize}`)
  if (who !== 'nobody') await signIn(context, who)
  const sample = await findSample(product().url)
  for (const path of screens[who]) {
    await page.goto(withSample(path, sample))
    await screenIsThere(page)
    await expect
      .poll(() => page.evaluate<number>('parseFloat(getComputedStyle(document.documentElement).fontSize)'))
      .toBe(32)
    await expect.poll(() => scrollsSideways(page), { message: path }).toBe(false)
  }
  await leave()
})
