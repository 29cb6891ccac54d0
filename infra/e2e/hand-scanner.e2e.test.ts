import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { scan } from './browser/hand-scanner.ts'
import { focusIsInContent } from './browser/keyboard.ts'
import { type Asker, askAs, type Parcel, sendDukani, shops } from './parcels.ts'
import { leaves, openTestProduct } from './test-product.ts'

/** A hand scanner that types, at a counter and in the office: wherever the focus is, a scan opens its parcel. */

const { product, as, admin, visit } = openTestProduct()
const agent = (width?: number) => as('agent.cbd@tuma.test', width)
let client: Asker
let parcels: readonly Parcel[]
beforeAll(async () => {
  client = await askAs(product(), 'client@tuma.test')
  parcels = [
    await sendDukani(client, product(), shops.cbd, shops.thika),
    await sendDukani(client, product(), shops.cbd, shops.thika),
  ]
})
const nth = (place: number) => parcels[place] as Parcel
const address = ({ trackingId }: Parcel) => `${product().url}/T/${trackingId}`.toUpperCase()
const opens = (page: Page, { _id, deliveryType }: Parcel, area = 'Agent') =>
  expect.poll(() => new URL(page.url()).pathname).toBe(`/${area}/delivery/${deliveryType}/${_id}`)
const focused = (page: Page) => page.evaluate('document.activeElement?.tagName')

test('an agent scans one label after the other with nothing focused, on keyboards of three countries', async () => {
  const njoroge = await agent()
  const { page } = njoroge
  await page.goto('/Agent')
  await page.getByLabel('Find a parcel').waitFor()
  for (const [place, layout, end, prefix] of [
    [0, 'US', 'Enter', ''],
    [1, 'German', 'Tab', ']Q1'],
    [0, 'French', null, ''],
    [1, 'US', null, ']d2'],
  ] as const) {
    await scan(page, `${prefix}${address(nth(place))}`, { layout, end })
    await opens(page, nth(place))
  }
  expect(await focused(page)).not.toBe('INPUT')
  await leaves(njoroge)
})

test('a scan into a field leaves the field unchanged, and sends nothing', async () => {
  const njoroge = await agent()
  const { page } = njoroge
  await page.goto('/Agent/profile')
  await page.getByRole('button', { name: 'Edit Profile' }).click()
  const dialog = page.getByRole('dialog')
  const name = dialog.getByLabel('Full Name', { exact: true })
  await name.fill('Peter Kiplimo')
  const sent: string[] = []
  page.on('request', (request) => sent.push(request.method()))
  // The parcel opens after an answer, which waits until the test has looked at the field.
  let answer = (): void => undefined
  const looked = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route(/\/api\/agent\/find/, async (route) => {
    await looked
    await route.continue()
  })
  await scan(page, nth(0).trackingId)
  await expect.poll(() => name.inputValue()).toBe('Peter Kiplimo')
  answer()
  await opens(page, nth(0))
  await dialog.waitFor({ state: 'detached' })
  expect(new Set(sent)).toEqual(new Set(['GET']))
  await leaves(njoroge)
})

test('a scan over the dialog of one parcel opens the other parcel and closes the dialog', async () => {
  const njoroge = await agent()
  const { page } = njoroge
  await page.goto('/Agent')
  await page.getByLabel('Find a parcel').waitFor()
  await scan(page, nth(0).trackingId)
  await opens(page, nth(0))
  await page.getByRole('button', { name: `More about ${nth(0).trackingId}` }).click()
  await page.getByRole('menuitem', { name: 'Put on hold' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox').first().focus()
  await scan(page, nth(1).trackingId, { layout: 'German' })
  await opens(page, nth(1))
  await dialog.waitFor({ state: 'detached' })
  await leaves(njoroge)
})

test('in the office a scan opens the parcel, over the palette too, and text typed by hand stays text', async () => {
  const njeri = await admin()
  const { page } = njeri
  await page.goto('/Admin/deliveries')
  await page.getByRole('button', { name: 'Find anything' }).waitFor()
  await scan(page, address(nth(0)))
  await opens(page, nth(0), 'Admin')
  await page.keyboard.press('Control+k')
  // The lists of the page before may still be there, with selects of their own.
  const field = page.getByRole('dialog').getByRole('combobox')
  await field.waitFor()
  await expect.poll(() => focused(page)).toBe('INPUT')
  await scan(page, nth(1).trackingId, { layout: 'French', end: 'Tab' })
  await opens(page, nth(1), 'Admin')
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
  await expect.poll(() => focusIsInContent(page)).toBe(true) // the new page first gets the focus
  await page.keyboard.press('Control+k')
  await field.waitFor()
  await expect.poll(() => focused(page)).toBe('INPUT')
  await page.keyboard.type(nth(0).trackingId, { delay: 60 })
  await expect.poll(() => field.inputValue()).toBe(nth(0).trackingId)
  await page.getByRole('option', { name: new RegExp(nth(0).trackingId) }).waitFor()
  await page.keyboard.press('Enter')
  await opens(page, nth(0), 'Admin')
  await leaves(njeri)
})

test('on the page Scan each scan is a line of its list, on keyboards of three countries', async () => {
  const njoroge = await agent()
  const { page } = njoroge
  await page.goto('/Agent/scan')
  const list = page.getByRole('region', { name: /scanned/ })
  await list.waitFor()
  await scan(page, address(nth(0)), { layout: 'German', end: 'Tab' })
  await list.getByRole('link', { name: nth(0).trackingId }).waitFor()
  await scan(page, nth(1).trackingId, { layout: 'French', end: null })
  await list.getByRole('link', { name: nth(1).trackingId }).waitFor()
  await page.getByRole('heading', { name: '2 scanned' }).waitFor()
  await expect.poll(() => new URL(page.url()).pathname).toBe('/Agent/scan')
  for (const { trackingId } of parcels) await page.getByRole('button', { name: `Undo ${trackingId}` }).click()
  await page.getByRole('heading', { name: '0 scanned' }).waitFor()
  await leaves(njoroge)
})

test('the mouse wheel over an amount scrolls the page and leaves the amount', async () => {
  const visitor = await visit()
  const { page } = visitor
  await page.goto('/send-parcel/door-step?tier=same-day')
  await page.getByText('Pay On Delivery').first().click()
  const price = page.getByLabel('Product price').first()
  await price.fill('1500')
  await price.hover()
  await page.mouse.wheel(0, 240)
  await expect.poll(() => focused(page)).not.toBe('INPUT')
  await expect.poll(() => price.inputValue()).toBe('1500')
  await leaves(visitor)
})
