import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { path, query, row, says } from './admins.ts'
import { axeFaults } from './browser/axe.ts'
import { scrollsSideways, widths } from './browser/browser.ts'
import { eventually, fillSender, newClient, pressByKey, schedulePickup } from './people.ts'
import { leaves, openTestProduct } from './test-product.ts'

/** A payment that belongs to the wrong person: the office finds it, releases it, and gives it to its payer. */

const { product, visit, admin } = openTestProduct()

/** Fills the form up to the checkout, where Ksh 250 are due. */
const toCheckout = async (page: Page, form: string, sender?: string): Promise<void> => {
  await page.goto(form)
  const shop = { location: 'NAIROBI CBD', agent: 'Moi Avenue Stationers' }
  await fillSender(page, { ...(sender ? { name: sender } : {}), phone: '0711 222 333', ...shop })
  await page.getByLabel('Receiver Name').fill('Muthoni Gathogo')
  await page.getByLabel('Receiver Phone').fill('0733 555 666')
  await page.getByLabel('Receiver Location').selectOption('THIKA')
  await page.getByLabel('Pickup Agent').selectOption('Thika Arcade Bookshop')
  await page.getByLabel('Parcel Description').fill('Two books')
  await page.getByRole('button', { name: 'Pay Ksh 250 with M-Pesa' }).click()
  await page.getByRole('heading', { level: 1, name: 'Checkout' }).waitFor()
}

const paste = async (page: Page, name: string, message: string): Promise<void> => {
  await page.getByLabel('Full Name').fill(name)
  await page.getByLabel('M-Pesa Message').fill(message)
  await page.getByRole('button', { name: 'Verify Payment' }).click()
}
const isTaken = (page: Page) => page.getByText('Payment verified successfully!').waitFor()
const isUsed = (page: Page) => page.getByText('This M-Pesa message has already been used.').waitFor()

const receiptIn = (message: string): string => message.split(' ')[0] ?? ''
/**
 * A message whose receipt has a digit, as most have. A receipt of letters only might be a name, and so is not put into
 * the address.
 */
const messageOfPayment = async (): Promise<string> => {
  for (;;) {
    const message = await product().mpesaMessage(250)
    if (/\d/.test(receiptIn(message))) return message
  }
}
const find = async (page: Page, receipt: string) => {
  await page.getByLabel('Receipt, reference or name').fill(receipt)
  await expect.poll(() => query(page)).toContain(`search=${receipt}`)
  await page.getByText('1 of 1 shown', { exact: true }).waitFor()
  return row(page, receipt)
}
const act = async (page: Page, receipt: string, button: string) => {
  await row(page, receipt)
    .getByRole('button', { name: `${button}, ${receipt}` })
    .click()
  const dialog = page.getByRole('dialog')
  await dialog.waitFor()
  expect(await axeFaults(page), button).toEqual([])
  await expect.poll(() => scrollsSideways(page), { message: button }).toBe(false)
  return dialog
}
const focusIsIn = (page: Page, receipt: string) =>
  row(page, receipt).evaluate((element) => element.matches(':focus-within'))

test('a payment that the wrong person has shown is released, and belongs to the next person who shows it', async () => {
  const [nafula, otieno, njeri] = [await visit(widths.phone), await visit(widths.phone), await admin(widths.phone)]
  const { name } = await newClient(nafula.context, product())
  const message = await messageOfPayment()
  const receipt = receiptIn(message)
  await toCheckout(nafula.page, '/Client/send-parcel/parcel-dukani')
  await paste(nafula.page, name, message)
  await isTaken(nafula.page)
  await toCheckout(otieno.page, '/send-parcel/parcel-dukani', 'Otieno Odhiambo')
  await paste(otieno.page, 'Otieno Odhiambo', message)
  await isUsed(otieno.page)

  const { page } = njeri
  await page.goto('/Admin')
  await page.getByRole('main').getByRole('link', { name: 'Payments', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: 'Payments' }).waitFor()
  const found = await find(page, receipt)
  for (const said of [name, 'Not yet confirmed', 'Message', 'Nothing yet', 'Ksh 250'])
    await found.getByText(said).first().waitFor()
  const dialog = await act(page, receipt, 'Release')
  await dialog.getByText(`Ksh 250 shown by ${name} becomes unclaimed.`).waitFor()
  await pressByKey(dialog.getByRole('button', { name: 'Release' }))
  await dialog.getByText('Reason is required.').waitFor()
  await page.keyboard.type('Otieno has paid, she has read it on his phone')
  await page.keyboard.press('Enter')
  await says(page, `${receipt} is now unclaimed`)
  await dialog.waitFor({ state: 'detached' })
  await row(page, receipt).getByText('Unclaimed').waitFor()
  await expect.poll(() => focusIsIn(page, receipt)).toBe(true)
  await expect.poll(() => row(page, receipt).getByRole('button', { name: 'Release' }).count()).toBe(0)

  await otieno.page.getByRole('button', { name: 'Verify Payment' }).click()
  await isTaken(otieno.page)
  await page.reload()
  await row(page, receipt).getByText('Otieno Odhiambo').waitFor()
  const history = await act(page, receipt, 'History')
  const told = async () => {
    const sentences = await history.getByRole('listitem').locator('p:first-child').allInnerTexts()
    return sentences.map((sentence) => sentence.replace(/PAY-\d{6}/, 'PAY-'))
  }
  await expect
    .poll(told)
    .toEqual([
      'A customer showed the M-Pesa message and got the payment, for PAY-.',
      'Released: now unclaimed.',
      'The customer showed the M-Pesa message: Ksh 250 for PAY-.',
    ])
  await history.getByText('Reason: Otieno has paid, she has read it on his phone').waitFor()
  await page.keyboard.press('Escape')
  await expect.poll(() => focusIsIn(page, receipt)).toBe(true)
  await leaves(nafula, otieno, njeri)
})

test('a visitor’s payment is given to their account, pays for their parcel, and leads to it', async () => {
  const [visitor, nafula, njeri] = [await visit(widths.phone), await visit(widths.phone), await admin()]
  const { name, username } = await newClient(nafula.context, product())
  const message = await messageOfPayment()
  const receipt = receiptIn(message)
  await toCheckout(visitor.page, '/send-parcel/parcel-dukani', name)
  await paste(visitor.page, name, message)
  await isTaken(visitor.page)
  await toCheckout(nafula.page, '/Client/send-parcel/parcel-dukani')
  await paste(nafula.page, name, message)
  await isUsed(nafula.page)
  const reference = await nafula.page.getByLabel('Payment Reference').inputValue()

  const { page } = njeri
  await page.goto('/Admin/payments?tab=shown')
  await find(page, receipt)
  const dialog = await act(page, receipt, 'Give to an account')
  await dialog.getByLabel('Whose payment is it?').fill(username)
  await dialog.getByRole('radio', { name }).check()
  await dialog.getByLabel('Payment Reference').fill(reference)
  await dialog.getByLabel('Reason').fill('She had not logged in yet')
  await pressByKey(dialog.getByRole('button', { name: 'Give', exact: true }))
  await says(page, `${receipt} now belongs to ${name}`)
  await row(page, receipt).getByText(reference).waitFor()
  await expect.poll(() => focusIsIn(page, receipt)).toBe(true)

  await visitor.page.getByRole('button', { name: 'Schedule Pickup' }).click()
  await visitor.page
    .getByText(/could not find that payment/i)
    .first()
    .waitFor()
  await nafula.page.getByRole('button', { name: 'Verify Payment' }).click()
  await isTaken(nafula.page)
  const trackingId = await schedulePickup(nafula.page, 'Parcel Dukani delivery request submitted successfully!')

  await eventually(async () => {
    await page.reload()
    await row(page, receipt).waitFor()
    return (await row(page, receipt).getByRole('link', { name: trackingId }).count()) > 0
  })
  await expect.poll(() => query(page)).toBe(`?tab=shown&search=${receipt}`)
  await expect.poll(() => row(page, receipt).getByRole('button').allInnerTexts()).toEqual(['History'])
  await row(page, receipt).getByRole('link', { name: trackingId }).click()
  await page.getByRole('heading', { name: 'Full history' }).waitFor()
  await expect.poll(() => path(page)).toMatch(/^\/Admin\/delivery\/parcelDukani\//)
  await page.goBack()
  await row(page, receipt).waitFor()
  await expect.poll(() => query(page)).toBe(`?tab=shown&search=${receipt}`)
  await leaves(nafula, njeri)
  await visitor.leave()
})
