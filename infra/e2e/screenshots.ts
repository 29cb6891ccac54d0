import { spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Browser, Page } from 'playwright-core'
import { newVisitor, openBrowser, widths } from './browser.ts'
import { startProduct } from './product.ts'
import { findSample, screens, withSample } from './screens.ts'

/**
 * Takes a picture of every screen into screenshots/, which git ignores: `npm run screenshots`, or only of some:
 * `npm run screenshots -- /login /Client`.
 */

const root = fileURLToPath(new URL('../..', import.meta.url))
const folder = `${root}screenshots`
const wanted = process.argv.slice(2).map((path) => path.toLowerCase())

const looks = [
  { name: 'phone-light', width: widths.phone, colours: 'light', language: 'en' },
  { name: 'phone-dark', width: widths.phone, colours: 'dark', language: 'en' },
  { name: 'phone-swahili', width: widths.phone, colours: 'light', language: 'sw' },
  { name: 'desk-light', width: widths.desk, colours: 'light', language: 'en' },
  { name: 'desk-dark', width: widths.desk, colours: 'dark', language: 'en' },
] as const

async function photographAll(browser: Browser, url: string): Promise<number> {
  const sample = await findSample(url)
  let taken = 0
  for (const { name, width, colours, language } of looks) {
    for (const [who, paths] of Object.entries(screens)) {
      const { page, context } = await newVisitor(browser, url, width, colours)
      await context.addInitScript(`
        localStorage.setItem('tuma.language', '${language}')
        sessionStorage.setItem('tuma.draft.checkout', '{"amount":350,"form":"/send-parcel/door-step"}')`)
      if (who !== 'nobody') {
        await context.request.post('/api/users/login', { data: { email: who, password: 'tuma-demo' } })
      }
      for (const path of paths.filter(isWanted)) {
        await photograph(page, withSample(path, sample), `${folder}/${name}/${fileNameOf(who, path)}`)
        taken += 1
      }
      await context.close()
    }
  }
  return taken
}

const isWanted = (path: string): boolean =>
  wanted.length === 0 || wanted.some((start) => path.toLowerCase().startsWith(start))

/** "client@tuma.test", "/Client/profile" → "client client-profile.png" */
const fileNameOf = (who: string, path: string): string =>
  `${who.split(/[.@]/)[0]} ${path.toLowerCase().match(/\w+/g)?.join('-') ?? 'home'}.png`

async function photograph(page: Page, path: string, file: string): Promise<void> {
  await page.goto(path)
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  // An open line for changes keeps the network from ever being idle: what is still being loaded says so itself.
  await page.locator('[aria-busy="true"]').first().waitFor({ state: 'hidden' })
  await page.evaluate('document.fonts.ready')
  await page.waitForTimeout(250)
  await page.screenshot({ path: file, fullPage: true, animations: 'disabled' })
}

const built = spawnSync(process.execPath, ['frontends/kit/build/build.ts'], { cwd: root, stdio: 'inherit' })
if (built.status !== 0) process.exit(1)
if (wanted.length === 0) rmSync(folder, { recursive: true, force: true })
const product = await startProduct()
const browser = await openBrowser()
try {
  console.log(`${await photographAll(browser, product.url)} pictures in ${folder}`)
} finally {
  await browser.close()
  await product.close()
}
