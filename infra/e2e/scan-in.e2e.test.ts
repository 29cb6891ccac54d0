import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { toTexts } from '@tuma/bff/testing/pdf-text'
import type { Delivery, ScanAnswer } from '@tuma/contracts/api'
import { toneOfVerdict } from '@tuma/contracts/vocabulary'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { axeFaults } from './browser/axe.ts'
import { browserOfThisProcess, hasCamera, newVisitor, openBrowser, widths } from './browser/browser.ts'
import { drawnCamera, film, getFilm } from './browser/camera.ts'
import { scan } from './browser/hand-scanner.ts'
import { getKeyboard } from './browser/keyboard.ts'
import { type Asker, askAs, type Parcel, sendDukani, setStatus, shops } from './parcels.ts'
import { asWebApp, signIn } from './people.ts'
import { retryOptions } from './retried-requests.ts'
import { leaves, openTestProduct } from './test-product.ts'

/** A shop scans in what has come, one code after the other. */

const { product, as } = openTestProduct()

/** Counts what a person does at the page. */
const countTouches = `
  window.touches = 0
  for (const type of ['pointerdown', 'touchstart', 'keydown']) addEventListener(type, () => window.touches += 1, true)`
const touches = (page: Page) => page.evaluate<number>('window.touches')
const shownPictures = (page: Page) =>
  page.evaluate<number>('document.querySelector("video").getVideoPlaybackQuality().totalVideoFrames')

/** @param contents what the camera sees, one after the other, again and again */
const atCamera = async (email: string, contents: readonly string[]) => {
  const folder = await mkdtemp(join(tmpdir(), 'tuma-film-'))
  const path = join(folder, 'van.y4m')
  await writeFile(path, getFilm(...contents))
  const camera = ['--use-fake-device-for-media-stream', `--use-file-for-fake-video-capture=${path}`]
  const browser = await openBrowser('everything', ...camera)
  const visitor = await newVisitor(browser, product().url, widths.phone)
  await visitor.context.grantPermissions(['camera'])
  await visitor.context.addInitScript(countTouches)
  if (!(await hasCamera())) await visitor.context.addInitScript(drawnCamera(...contents))
  await signIn(visitor.context, email)
  const leave = async (): Promise<void> => {
    await visitor.leave()
    await browser.close()
    await rm(folder, { recursive: true, force: true })
  }
  return { ...visitor, leave }
}
const label = ({ trackingId }: Parcel) => `${product().url}/T/${trackingId}`.toUpperCase()

const sendVan = async (admin: Asker, client: Asker, size: number): Promise<Parcel[]> => {
  const van: Parcel[] = []
  while (van.length < size) {
    const parcel = await sendDukani(client, product(), shops.cbd, shops.thika)
    await setStatus(admin, parcel, 'inTransit')
    van.push(parcel)
  }
  return van
}

test('a van of 20 is scanned in by one film, without a touch', async () => {
  const [admin, client] = [await askAs(product(), 'admin@tuma.test'), await askAs(product(), 'client@tuma.test')]
  const thika = await askAs(product(), 'agent.thika@tuma.test')
  const van = await sendVan(admin, client, 20)
  const njeri = await atCamera('agent.thika@tuma.test', van.map(label))
  const { page } = njeri
  await page.goto('/Agent/scan')
  const list = page.getByRole('region', { name: /scanned/ })
  await list.getByText('Arrived').nth(19).waitFor()
  const seconds = (await shownPictures(page)) / film.picturesASecond
  console.log(`20 parcels were read in ${seconds} s of film.`)
  expect(seconds).toBeLessThanOrEqual(40)
  await page.getByRole('heading', { name: '20 scanned' }).waitFor()
  const arrived = async () => {
    const rows = await thika<Delivery[]>('GET', '/api/agent/receiving-deliveries?status=delivered&limit=100')
    const ids = rows.map(({ trackingId }) => trackingId)
    return van.filter(({ trackingId }) => ids.includes(trackingId)).length
  }
  await expect.poll(arrived, { timeout: 60_000 }).toBe(20)
  expect(await touches(page)).toBe(0)
  await leaves(njeri)
})

/** A sticker of a new roll, as it is printed: each has its id in three texts. */
const printSticker = async (): Promise<string> => {
  const admin = await newVisitor(await browserOfThisProcess(), product().url, widths.desk)
  await signIn(admin.context, 'admin@tuma.test')
  const headers = { ...asWebApp, 'idempotency-key': crypto.randomUUID() }
  const roll = await admin.context.request.post('/api/admin/sticker-rolls', {
    data: { count: 1 },
    headers,
    ...retryOptions,
  })
  expect(roll.status()).toBe(200)
  const texts = toTexts(await roll.body()).map(({ text }) => text)
  await admin.leave()
  const from = texts.findIndex((text) => text.startsWith('TM-'))
  return texts.slice(from, from + 3).join('-')
}

test('a booked parcel is taken in with a sticker by two scans, without a touch or a key', async () => {
  const client = await askAs(product(), 'client@tuma.test')
  const [parcel, trackingId] = [await sendDukani(client, product(), shops.cbd, shops.thika), await printSticker()]
  const njeri = await atCamera('agent.cbd@tuma.test', [label(parcel), label({ ...parcel, trackingId })])
  const { page } = njeri
  await page.goto('/Agent/scan')
  const [four, last] = [trackingId.slice(-4), parcel.trackingId.slice(-4)]
  await page.getByText(`Sticker ${four} is on ${last}.`).first().waitFor({ state: 'attached' })
  const cbd = await askAs(product(), 'agent.cbd@tuma.test')
  const found = async () => {
    const [row] = await cbd<Delivery[]>('GET', `/api/agent/find?search=${trackingId}`)
    return [row?.trackingId, row?.status]
  }
  await expect.poll(found, { timeout: 60_000 }).toEqual([parcel.trackingId, 'uncollected'])
  expect(await touches(page)).toBe(0)
  await leaves(njeri)
})

const shop = { location: 'KITENGELA', address: 'Kitengela Mall Bookshop' }
/** Of each tone, with the longest facts. A red one keeps its three seconds, so they are last. */
const verdicts: Pick<ScanAnswer, 'verdict' | 'shop' | 'until' | 'rider' | 'hold'>[] = [
  { verdict: 'takenInForRider', until: '2099-12-01T11:20:00.000Z' },
  { verdict: 'arrivedUnsent', shop },
  { verdict: 'withRider', rider: 'Salim Juma Abdallah' },
  { verdict: 'freeSticker' },
  { verdict: 'onHold', hold: 'payment_doubted' },
  { verdict: 'forOtherShop', shop },
]
const toId = (place: number) => `TM-7K3M-Q2XV-${String(place).padStart(4, '0')}`

/** The server's answer to the nth id is the nth verdict, of a parcel of this shop. */
const answerEach = (page: Page, row: Delivery) =>
  page.route('**/api/agent/scan-in', async (route) => {
    const { codes } = route.request().postDataJSON() as { codes: { code: string }[] }
    const answers = codes.map(({ code }): ScanAnswer => {
      const said = verdicts[Number(code.slice(-4))] ?? { verdict: 'unknown' }
      const isOurs = !['forOtherShop', 'freeSticker', 'unknown'].includes(said.verdict)
      return {
        ...{ code, trackingId: code, sentence: '', ...said },
        ...(isOurs && { delivery: { ...row, trackingId: code } }),
      }
    })
    await route.fulfill({ json: answers })
  })

const twiceTheSize = `new CSSStyleSheet().replace('html { font-size: 200% }').then((sheet) => document.adoptedStyleSheets.push(sheet))`
type Measured = { readonly tone: string; readonly letters: number; readonly fits: boolean }

/** Measured in the page as soon as it is shown, because it goes after three seconds. `letters`: px, of its word. */
const measureVerdict = (page: Page, four: string) =>
  page.evaluate<Measured>(`new Promise((resolve) => {
    const look = () => {
      const verdict = document.querySelector('.scan-verdict')
      if (!verdict?.textContent.includes('${four}')) return requestAnimationFrame(look)
      const letters = parseFloat(getComputedStyle(verdict.querySelector('.scan-word')).fontSize)
      const root = document.documentElement
      const fits = verdict.scrollWidth <= verdict.clientWidth && root.scrollWidth <= root.clientWidth
      resolve({ tone: verdict.dataset.tone, letters, fits })
    }
    look()
  })`)

/** The language, the width, and the size of the letters. */
const looks = [
  ['en', widths.phone, 'once'],
  ['sw', widths.phone, 'once'],
  ['en', widths.phone, 'twice'],
  ['sw', widths.phone, 'twice'],
  ['en', 768, 'once'],
  ['en', 1366, 'once'],
  ['sw', 1366, 'once'],
] as const

test.each(looks)('each verdict is read at arm’s length (%s, %i px, letters %s)', async (language, width, size) => {
  const njeri = await as('agent.thika@tuma.test', width)
  const { page, context } = njeri
  await context.addCookies([{ name: 'tuma_language', value: language, url: product().url }])
  await context.addInitScript(
    `localStorage.setItem('tuma.language', '${language}'); ${size === 'twice' ? twiceTheSize : ''}`,
  )
  const thika = await askAs(product(), 'agent.thika@tuma.test')
  const [row] = await thika<Delivery[]>('GET', '/api/agent/find')
  if (!row) throw new Error('the demonstration has no parcel of this shop')
  await answerEach(page, row)
  await page.goto('/Agent/scan')
  await page.getByRole('heading', { level: 1, name: language === 'en' ? 'Scan in' : 'Skani vilivyofika' }).waitFor()
  expect(await axeFaults(page)).toEqual([])
  for (const [place, { verdict }] of verdicts.entries()) {
    await scan(page, toId(place), { end: null })
    const { letters, ...shown } = await measureVerdict(page, toId(place).slice(-4))
    expect(shown).toEqual({ tone: toneOfVerdict[verdict], fits: true })
    expect(letters).toBeGreaterThanOrEqual(40)
  }
  expect(await axeFaults(page)).toEqual([])
  await leaves(njeri)
})

test('by the keyboard alone: the last four, and Undo', async () => {
  const njeri = await as('agent.thika@tuma.test', 1366)
  const { page } = njeri
  const thika = await askAs(product(), 'agent.thika@tuma.test')
  const [row] = await thika<Delivery[]>('GET', '/api/agent/find')
  if (!row) throw new Error('the demonstration has no parcel of this shop')
  await page.route('**/api/agent/scan-in', (route) =>
    route.fulfill({
      json: [{ code: row.trackingId, trackingId: row.trackingId, sentence: '', verdict: 'arrived', delivery: row }],
    }),
  )
  await page.goto('/Agent/scan')
  await page.getByRole('heading', { level: 1, name: 'Scan in' }).waitFor()
  const keys = getKeyboard(page)
  await keys.write('Last four of the ID', row.trackingId.slice(-4))
  await keys.press('Enter')
  await page
    .getByRole('status')
    .getByText(`${row.trackingId.slice(-4)}. Arrived`)
    .waitFor({ state: 'attached' })
  await keys.push(page.getByRole('button', { name: `Undo ${row.trackingId}` }))
  await page.getByRole('heading', { name: '0 scanned' }).waitFor()
  await leaves(njeri)
})
