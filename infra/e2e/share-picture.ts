import { fileURLToPath } from 'node:url'
import { openBrowser } from './browser/browser.ts'
import { startProduct } from './product.ts'

/**
 * The picture that goes with a shared link: the top of the landing page, 1200 by 630, without a person's name.
 * Run `node infra/e2e/share-picture.ts`, after a build, when the mark, the heading or the scene has changed.
 */

const size = { width: 1200, height: 630 }
const file = fileURLToPath(new URL('../../frontends/shell/src/installed/share.png', import.meta.url))

const only = `(() => {
  const hero = document.querySelector('.landing-hero')
  const words = hero.querySelector('.landing-words')
  words.replaceChildren(document.querySelector('.site-brand'), hero.querySelector('h1'))
  hero.querySelector('.landing-quote').remove()
  document.body.replaceChildren(hero)
})()`
const style = `
  .landing-hero { width: ${size.width}px; height: ${size.height}px; padding-top: 0; grid-template-rows: 1fr auto }
  .landing-words { padding-bottom: 0; gap: 2rem }
  .landing-words h1 { font-size: 4.5rem }
  .site-brand { zoom: 1.8; color: inherit }
  * { animation: none !important }`

const product = await startProduct()
const browser = await openBrowser('everything')
try {
  const context = await browser.newContext({ viewport: size, colorScheme: 'light', bypassCSP: true })
  const page = await context.newPage()
  await page.goto(product.url, { waitUntil: 'networkidle' })
  await page.evaluate(only)
  await page.addStyleTag({ content: style })
  await page.screenshot({ path: file, clip: { x: 0, y: 0, ...size } })
} finally {
  await browser.close()
  await product.close()
}
