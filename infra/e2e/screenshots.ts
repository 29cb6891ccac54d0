import { spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Browser, Page } from 'playwright-core'
import { newVisitor, openBrowser, otherWidths, widths } from './browser/browser.ts'
import { screenIsThere } from './browser/headings.ts'
import { startProduct } from './product.ts'
import { type ScreenState, screenStates } from './screen-states.ts'
import { findSample, screens, withSample } from './screens.ts'

/**
 * Takes a picture of every screen and of every state (an open dialog, an empty list) into screenshots/, which git
 * ignores: `npm run screenshots`, or only of some: `npm run screenshots -- /login /Client`.
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
  { name: 'tablet-light', width: otherWidths.tablet, colours: 'light', language: 'en' },
  { name: 'laptop-light', width: otherWidths.laptop, colours: 'light', language: 'en' },
  { name: 'wide-light', width: otherWidths.wide, colours: 'light', language: 'en' },
] as const
type Look = (typeof looks)[number]

async function photographAll(browser: Browser, url: string): Promise<number> {
  const sample = await findSample(url)
  let taken = 0
  for (const look of looks) {
    for (const [who, paths] of Object.entries(screens)) {
      const { page, context } = await visit(browser, url, look, who)
      const behave = await getNetwork(page)
      const file = (of: string) => `${folder}/${look.name}/${getFileName(who, of)}`
      for (const path of paths.filter(isWanted)) {
        await open(page, withSample(path, sample))
        await page.screenshot({ path: file(path), fullPage: true, animations: 'disabled' })
        taken += 1
      }
      for (const state of selectStates(who, look)) {
        await behave(state)
        await bringAbout(page, { ...state, at: withSample(state.at, sample) }).catch((error: Error) => {
          console.error(`${look.name}, ${who}, ${state.name}: ${error.message}`)
          process.exitCode = 1
        })
        // An opened dialog covers the visible part only. Animations stay on, because without them a toast would already
        // be closed.
        const fullPage = state.press === undefined && state.offline === undefined
        await page.screenshot({ path: file(`${state.at} ${state.name}`), fullPage })
        await behave()
        taken += 1
      }
      await context.close()
    }
  }
  return taken
}

const selectStates = (who: string, look: Look): ScreenState[] =>
  screenStates[who as keyof typeof screenStates].filter(
    ({ at, onlyPhone, once }) =>
      isWanted(at) && (!onlyPhone || look.width === widths.phone) && (!once || look === looks[0]),
  )

async function visit(browser: Browser, url: string, { width, colours, language }: Look, who: string) {
  const visitor = await newVisitor(browser, url, width, colours)
  await visitor.context.addInitScript(`
    localStorage.setItem('tuma.language', '${language}')
    sessionStorage.clear() // what was typed for the picture before
    sessionStorage.setItem('tuma.draft.checkout', '{"amount":350,"form":"/send-parcel/door-step"}')`)
  if (who !== 'nobody') {
    await visitor.context.request.post('/api/users/login', { data: { email: who, password: 'tuma-demo' } })
  }
  return visitor
}

const isWanted = (path: string): boolean =>
  wanted.length === 0 || wanted.some((start) => (start === '/' ? path === '/' : path.toLowerCase().startsWith(start)))

/** "client@tuma.test", "/Client/profile toast" → "client client-profile-toast.png" */
const getFileName = (who: string, of: string): string =>
  `${who.split(/[.@]/)[0]} ${of.toLowerCase().match(/\w+/g)?.join('-') ?? 'home'}.png`

async function open(page: Page, path: string, waiting = false): Promise<void> {
  await page.goto(path)
  if (waiting) await page.getByRole('heading', { level: 1 }).first().waitFor()
  else await screenIsThere(page)
  await rest(page)
}

async function rest(page: Page): Promise<void> {
  await page.evaluate('document.fonts.ready')
  await page.waitForTimeout(250)
}

async function bringAbout(page: Page, { at, type = [], press = [], waiting, offline }: ScreenState) {
  await open(page, at, waiting !== undefined)
  for (const [[english, swahili], text] of type) {
    await page.getByLabel(beginning(english, swahili)).fill(text)
  }
  for (const [english, swahili] of press) {
    await pressable(page, english, swahili).click()
    await rest(page)
  }
  if (offline) await page.context().setOffline(true)
  await page.waitForTimeout(500)
}

const refusal = { status: 400, json: { code: 'bad_input', message: 'Not today.' } }
/** The name of a button in a row ends with the row's name. */
const named = (english: string, swahili: string) => new RegExp(`^(${english}|${swahili})(, |$)`)
/** A choice's name continues with its meaning, and a field's perhaps with "(optional)". */
const beginning = (english: string, swahili: string) => new RegExp(`^(${english}|${swahili})( |$)`)
const roles = ['button', 'link', 'menuitem'] as const
const pressable = (page: Page, english: string, swahili: string) =>
  roles
    .map((role) => page.getByRole(role, { name: named(english, swahili) }))
    .reduce((one, other) => one.or(other), page.getByRole('radio', { name: beginning(english, swahili) }))
    .filter({ visible: true })
    .first()

/** Lets calls through or not, as the current state wants; routes that are added and removed would miss some. */
async function getNetwork(page: Page) {
  let now: ScreenState | undefined
  const fits = (call: (state: ScreenState) => RegExp | undefined) => (url: URL) => !!now && !!call(now)?.test(url.href)
  await page.route(
    fits(({ waiting }) => waiting),
    () => {},
  )
  await page.route(
    fits(({ failing }) => failing),
    (route) => route.fulfill(refusal),
  )
  await page.route(
    fits(({ answering }) => answering?.[0]),
    (route) => route.fulfill({ json: now?.answering?.[1] }),
  )
  return async (state?: ScreenState): Promise<void> => {
    now = state
    if (!state) await page.context().setOffline(false)
  }
}

const built = spawnSync(process.execPath, ['frontends/kit/build/build.ts'], { cwd: root, stdio: 'inherit' })
if (built.status !== 0) process.exit(1)
if (wanted.length === 0) rmSync(folder, { recursive: true, force: true })
const product = await startProduct()
const browser = await openBrowser('everything')
try {
  console.log(`${await photographAll(browser, product.url)} pictures in ${folder}`)
} finally {
  await browser.close()
  await product.close()
}
