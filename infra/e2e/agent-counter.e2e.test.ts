import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { toBuffer } from 'qrcode'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { axeFaults } from './browser/axe.ts'
import { hasCamera, newVisitor, openBrowser, type Visitor, widths } from './browser/browser.ts'
import { drawnCamera, getFilm } from './browser/camera.ts'
import { screenIsThere } from './browser/headings.ts'
import { type Asker, askAs, newAgent, type Parcel, sendDoorstep, sendDukani, setStatus, shops } from './parcels.ts'
import { getRow, pressByKey, signIn } from './people.ts'
import { type Product, startProduct } from './product.ts'

/**
 * An agent at the counter, with a phone and a queue of people: finds parcels by their code, and works a shift by the
 * keyboard alone.
 */

let product: Product
let browser: Browser
let folder: string
let client: Asker
let admin: Asker
/** What the browser's camera sees: the code of this parcel's receipt. */
let seen: Parcel
let link: string
beforeAll(async () => {
  product = await startProduct()
  client = await askAs(product, 'client@tuma.test')
  admin = await askAs(product, 'admin@tuma.test')
  seen = await sendDukani(client, product, shops.cbd, shops.thika)
  folder = await mkdtemp(join(tmpdir(), 'tuma-camera-'))
  const film = join(folder, 'receipt.y4m')
  link = `${product.url}/trackDelivery?id=${seen.trackingId}`
  await writeFile(film, getFilm(link))
  const camera = ['--use-fake-device-for-media-stream', `--use-file-for-fake-video-capture=${film}`]
  browser = await openBrowser('everything', ...camera)
})
afterAll(async () => {
  await browser?.close()
  await product?.close()
  await rm(folder, { recursive: true, force: true })
})

const asAnybody = async (act: (visitor: Visitor) => Promise<void>): Promise<void> => {
  const visitor = await newVisitor(browser, product.url, widths.phone)
  if (!(await hasCamera())) await visitor.context.addInitScript(drawnCamera(link))
  await act(visitor)
  expect(visitor.complaints).toEqual([])
  await visitor.context.close()
}
const asAgent = (act: (visitor: Visitor) => Promise<void>): Promise<void> =>
  asAnybody(async (visitor) => {
    await signIn(visitor.context, 'agent.cbd@tuma.test')
    await act(visitor)
  })

const showsParcel = async (page: Page, { trackingId, _id, deliveryType }: Parcel): Promise<void> => {
  await page.getByRole('heading', { level: 1, name: 'Delivery Details' }).waitFor()
  await page.locator('.t-tracking-id').getByText(trackingId).waitFor()
  await expect.poll(() => new URL(page.url()).pathname).toBe(`/Agent/delivery/${deliveryType}/${_id}`)
}

describe('finding a parcel', () => {
  test('by its receipt before the camera; the code reader is loaded from our own site, and only then', () =>
    asAgent(async ({ page, context }) => {
      await context.grantPermissions(['camera'])
      const asked: string[] = []
      page.on('request', (request) => asked.push(request.url()))
      await page.goto('/Agent')
      const scan = page.getByRole('button', { name: 'Scan with the camera' })
      await scan.waitFor()
      expect(asked.filter((url) => url.endsWith('.wasm'))).toEqual([])
      await scan.click()
      await showsParcel(page, seen)
      const reader = asked.filter((url) => url.endsWith('.wasm'))
      expect(reader).toEqual([expect.stringMatching(/\/remotes\/agent\/assets\/zxing_reader\.[0-9a-f]{8}\.wasm$/)])
      expect(asked.filter((url) => /^https?:/.test(url) && !url.startsWith(product.url))).toEqual([])
    }))

  test('by a picture of the bare tracking id where the camera may not be used', () =>
    asAgent(async ({ page, context }) => {
      const parcel = await sendDoorstep(client, shops.cbd)
      await context.clearPermissions()
      await context.addInitScript(
        'navigator.mediaDevices.getUserMedia = async () => { throw new DOMException("no", "NotAllowedError") }',
      )
      await page.goto('/Agent/received')
      await page.getByRole('button', { name: 'Scan with the camera' }).click()
      await page.getByText('The camera does not work here. Please type the Tracking ID.').waitFor()
      const choose = async (name: string, buffer: Buffer): Promise<void> => {
        const chooser = page.waitForEvent('filechooser')
        await page.getByRole('button', { name: 'Take a picture instead' }).click()
        await (await chooser).setFiles({ name, mimeType: 'image/png', buffer })
      }
      await choose('shelf.png', await toBuffer('WIFI:S:shop;;'))
      await page.getByText('No Tracking ID in this picture. Take another picture, or type the ID.').waitFor()
      await choose('broken.png', Buffer.from('no picture at all'))
      await page.getByText('We could not read the picture. Please type the Tracking ID.').waitFor()
      await choose('receipt.png', await toBuffer(parcel.trackingId))
      await showsParcel(page, parcel)
    }))

  test('by typing: case, spaces, O for 0 and I for 1 do not matter', () =>
    asAgent(async ({ page }) => {
      const { trackingId } = seen
      const careless = trackingId.slice(3).toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o').replaceAll('1', 'i')
      for (const typed of [trackingId, careless, `${product.url}/trackDelivery?id=${trackingId}`]) {
        await page.goto('/Agent/uncollected')
        await page.getByLabel('Find a parcel').fill(typed)
        await page.keyboard.press('Enter')
        await showsParcel(page, seen)
      }
    }))
})

describe('by the keyboard alone', () => {
  /**
   * Presses Tab until this has the focus, as a person without a mouse does; never more often than the screen has
   * elements.
   */
  const tabTo = async (page: Page, name: string, within = ''): Promise<void> => {
    for (let presses = 0; presses < 60; presses += 1) {
      await page.keyboard.press('Tab')
      const [row, label] = await page.evaluate<[string, string]>(
        `[document.activeElement.closest('tr')?.textContent ?? '', document.activeElement.ariaLabel ?? document.activeElement.textContent]`,
      )
      if (label === name && row.includes(within)) return
    }
    throw new Error(`${name} is not reached`)
  }
  const focused = (page: Page) =>
    page.evaluate<string>('document.activeElement.ariaLabel ?? document.activeElement.textContent')

  test('a shift: two parcels dropped one after the other, a rider assigned, both sent, one handed to its picker', async () => {
    const arrived = await sendDukani(client, product, shops.thika, shops.cbd)
    await setStatus(admin, arrived, 'delivered')
    const doorstep = await sendDoorstep(client, shops.cbd)
    const second = await sendDukani(client, product, shops.cbd, shops.thika)
    const first = await sendDukani(client, product, shops.cbd, shops.thika)
    await asAgent(async ({ page }) => {
      await page.goto('/Agent/uncollected')
      await getRow(page, first.trackingId).waitFor()
      await tabTo(page, 'Dropped', first.trackingId)
      await page.keyboard.press('Enter')
      // The row that has moved up gets the focus, and none of its buttons does: a second Enter does nothing.
      await expect.poll(() => focused(page)).toBe(`Next step, ${second.trackingId}`)
      await page.keyboard.press('Enter')
      await page.keyboard.press('Tab')
      await expect.poll(() => focused(page)).toBe('Dropped')
      await page.keyboard.press('Enter')
      await getRow(page, second.trackingId).waitFor({ state: 'detached' })

      await page.getByRole('tab', { name: 'Deliveries', exact: true }).focus()
      await page.keyboard.press('ArrowRight')
      await getRow(page, doorstep.trackingId).waitFor()
      await tabTo(page, 'Assign Rider', doorstep.trackingId)
      await page.keyboard.press('Enter')
      const riders = page.getByRole('dialog').getByRole('radio')
      await riders.first().waitFor()
      // From the first rider the arrow keys go on, and each rider is chosen when it gets the focus.
      await riders.first().focus()
      await page.keyboard.press('ArrowDown')
      await expect.poll(() => riders.nth(1).isChecked()).toBe(true)
      await tabTo(page, 'Assign')
      await page.keyboard.press('Enter')
      await page.getByText('Rider assigned successfully!').waitFor()
      await expect.poll(() => focused(page)).toBe(`Next step, ${doorstep.trackingId}`)
      await page.keyboard.press('Tab')
      await expect.poll(() => focused(page)).toBe('Intransit')
      await page.keyboard.press('Enter')
      await page.getByText('Status updated to In Transit successfully!').waitFor()
      await getRow(page, doorstep.trackingId).waitFor({ state: 'detached' })
      await expect.poll(() => focused(page)).toMatch(/^Next step, TM-/)

      await page.goto('/Agent/received?tab=delivered')
      await getRow(page, arrived.trackingId).waitFor()
      await tabTo(page, 'Hand over', arrived.trackingId)
      await page.keyboard.press('Enter')
      await page.getByRole('dialog', { name: 'Hand over with the code' }).waitFor()
      await tabTo(page, 'Assign Picker')
      await page.keyboard.press('Enter')
      const picker = page.getByRole('dialog', { name: 'Who collects it?' })
      await picker.waitFor()
      for (const typed of ['Akinyi Atieno', '0733222111', '30111222']) {
        await page.keyboard.press('Tab')
        await page.keyboard.type(typed)
      }
      await page.keyboard.press('Enter')
      await page.getByText('Picker assigned successfully!').waitFor()
      await picker.waitFor({ state: 'detached' })
      await expect.poll(() => focused(page)).toMatch(/^Next step, TM-|^No deliveries found/)
    })
  })

  test('when the last row leaves, the focus goes to its tab', () =>
    asAnybody(async ({ page, context }) => {
      const { giveShop } = await newAgent(context, product, admin)
      await giveShop(shops.quiet)
      await sendDukani(client, product, shops.quiet, shops.thika)
      await page.goto('/Agent/uncollected')
      await page.getByRole('button', { name: 'Dropped' }).waitFor()
      await tabTo(page, 'Dropped')
      await page.keyboard.press('Enter')
      await page.getByText('No deliveries found').waitFor()
      await expect.poll(() => page.evaluate('document.activeElement.role')).toBe('tabpanel')
    }))
})

test('everything that can be pressed is at least 44 px high', () =>
  asAgent(async ({ page }) => {
    for (const path of [
      '/Agent',
      '/Agent/uncollected?tab=dropped',
      '/Agent/received?tab=delivered',
      '/Agent/paid',
      '/Agent/customers',
    ]) {
      await page.goto(path)
      await screenIsThere(page)
      const small = () =>
        page.evaluate<string[]>(`[...document.querySelectorAll('main :is(a, button, input, select)')]
          .filter((one) => one.checkVisibility() && (one.closest('label') ?? one).getBoundingClientRect().height < 44)
          .map((one) => (one.ariaLabel ?? one.textContent) + ' ' + one.getBoundingClientRect().height)`)
      await expect.poll(small, { message: path }).toEqual([])
    }
  }))

describe('with a shop full of parcels, one hand and a phone', () => {
  const shop = { location: 'NANYUKI', address: 'Nanyuki Stage Kiosk' }
  const rows = (page: Page) => page.locator('.t-list tbody tr')

  test('all are dropped, given a rider and sent in a few presses, and the agent is asked for the money before it is booked', () =>
    asAnybody(async ({ page, context }) => {
      await admin('POST', '/api/admin/add-location', { locationName: shop.location, pickupPoints: [shop.address] })
      const { giveShop } = await newAgent(context, product, admin)
      await giveShop(shop)
      const many = 6
      for (let count = 0; count < many; count += 1) await sendDukani(client, product, shop, shops.thika)
      const doors = [await sendDoorstep(client, shop), await sendDoorstep(client, shop)]

      let taps = 0
      const tap = async (name: string | RegExp, role: 'button' | 'tab' | 'radio' = 'button') => {
        taps += 1
        await page.getByRole(role, { name, exact: true }).first().click()
      }
      /**
       * Confirms the question before SMS are sent. A robot's second touch is so quick that it would count as a double
       * one.
       */
      const tapAgain = async (name: string) => {
        taps += 1
        await pressByKey(page.getByRole('alertdialog').getByRole('button', { name, exact: true }))
      }
      await page.goto('/Agent/uncollected')
      await expect.poll(() => rows(page).count()).toBe(many)
      const highest = () =>
        rows(page).evaluateAll((all) =>
          Math.max(...all.map((row) => (row as unknown as { offsetHeight: number }).offsetHeight)),
        )
      await expect.poll(highest).toBeLessThanOrEqual(96)
      const describes = (name: string) => page.getByRole('tab', { name, exact: true }).getAttribute('data-count')
      await expect.poll(() => describes('Deliveries')).toBe(String(many))

      await tap('Select several')
      await tap(`Select all ${many}`)
      await tap(`Dropped (${many})`)
      await page.getByText(`Dropped: ${many} parcels`).waitFor()
      await expect.poll(() => describes('Dropped Deliveries')).toBe(String(many + doors.length))

      await tap('Dropped Deliveries', 'tab')
      await tap('Select several')
      await tap(`Select all ${many + doors.length}`)
      await tap(`Intransit (${many})`)
      await tapAgain(`Intransit (${many})`)
      await page.getByText(`Intransit: ${many} parcels`).waitFor()
      await tap(`Assign Rider (${doors.length})`)
      await tap(/Salim Juma/, 'radio')
      await tap('Assign')
      await tap(`Intransit (${doors.length})`)
      await tapAgain(`Intransit (${doors.length})`)
      await page.getByText('No deliveries found').waitFor()
      expect(taps).toBeLessThanOrEqual(13)

      await page.goto('/Agent/received')
      await rows(page).first().getByText('Salim Juma').waitFor()
      await tap('Delivered')
      const question = page.getByRole('dialog', { name: /^Ksh [\d,]+ to be paid$/ })
      await pressByKey(question.getByRole('button', { name: 'Close' }))
      await tap('Delivered')
      await pressByKey(question.getByRole('button', { name: 'Cash' }))
      await pressByKey(question.getByRole('button', { name: /in hand: Delivered$/ }))
      await page.getByText('Status updated to Delivered successfully!').waitFor()
      expect(await axeFaults(page)).toEqual([])
    }))

  test('one is found by the last four of its id, its step is at the bottom of the screen, and the next parcel is a press away', () =>
    asAgent(async ({ page }) => {
      const parcel = await sendDukani(client, product, shops.cbd, shops.thika)
      await page.goto('/Agent/profile')
      await screenIsThere(page)
      await page.keyboard.press('/')
      const field = page.getByLabel('Find a parcel')
      await expect.poll(() => field.evaluate('document.activeElement?.dataset.find !== undefined')).toBe(true)
      await page.keyboard.type(parcel.trackingId.slice(-4))
      await page.keyboard.press('Enter')
      await showsParcel(page, parcel)
      const step = page.getByRole('button', { name: 'Dropped', exact: true })
      const isAtFoot = async () => {
        const { y = 0, height = 0 } = (await step.boundingBox()) ?? {}
        return y > 400 && y + height <= 800
      }
      await expect.poll(isAtFoot).toBe(true)
      await step.click()
      await page.getByText('Status updated to Dropped successfully!').waitFor()
      expect(await axeFaults(page)).toEqual([])
      const saved = page.waitForEvent('download')
      await page.getByRole('button', { name: 'Print label' }).click()
      await page.getByRole('menuitem', { name: '80 mm roll' }).click()
      expect((await saved).suggestedFilename()).toBe(`label_${parcel.trackingId}.pdf`)
      await page.getByRole('button', { name: 'Next parcel' }).click()
      await page.getByRole('heading', { level: 1, name: 'Find a parcel' }).waitFor()
      await field.fill('wanjiku')
      await page.keyboard.press('Enter')
      await getRow(page, parcel.trackingId).getByRole('button', { name: 'Intransit' }).waitFor()
      await expect.poll(() => new URL(page.url()).search).toBe('')
      expect(await axeFaults(page)).toEqual([])
    }))
})
