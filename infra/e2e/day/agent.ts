import type { Page } from 'playwright-core'
import { toastWith } from '../browser/toasts.ts'
import { getRow, handOverWithoutCode, pressByKey, pressStep } from '../people.ts'

/** An agent's day at the counter of a shop, and its riders at the doors. */

const isNow = async (page: Page, status: string, trackingId: string): Promise<void> => {
  await page.getByText(`Status updated to ${status} successfully!`).first().waitFor()
  await getRow(page, trackingId).waitFor({ state: 'detached' })
}
const asked = (page: Page, sum: number) =>
  page.getByRole('dialog', { name: `Ksh ${sum.toLocaleString('en')} to be paid`, exact: true })
const tap = (page: Page, sum: number, name: string | RegExp) =>
  pressByKey(asked(page, sum).getByRole('button', { name }))

const counterAt = (page: Page) => ({
  async sendsToShop(trackingId: string): Promise<void> {
    await page.goto('/Agent/uncollected')
    await pressStep(page, trackingId, 'Dropped')
    await isNow(page, 'Dropped', trackingId)
    await page.goto('/Agent/uncollected?tab=dropped')
    await pressStep(page, trackingId, 'Intransit')
    await isNow(page, 'In Transit', trackingId)
  },
  async sendsWithRider(trackingId: string): Promise<void> {
    await page.goto('/Agent/uncollected?tab=dropped')
    await pressStep(page, trackingId, 'Assign Rider')
    const dialog = page.getByRole('dialog', { name: 'Assign Rider' })
    await dialog.getByRole('radio').first().check()
    await pressByKey(dialog.getByRole('button', { name: 'Assign', exact: true }))
    await dialog.waitFor({ state: 'detached' })
    await pressStep(page, trackingId, 'Intransit')
    await isNow(page, 'In Transit', trackingId)
  },
  async handsToPicker(trackingId: string): Promise<void> {
    await page.goto('/Agent/received')
    await pressStep(page, trackingId, 'Delivered')
    await isNow(page, 'Delivered', trackingId)
    await page.goto('/Agent/received?tab=delivered')
    await handOverWithoutCode(page, trackingId)
    const picker = page.getByRole('dialog', { name: 'Who collects it?' })
    await picker.getByLabel('Name').fill('Akinyi Atieno')
    await picker.getByLabel('Phone').fill('0733 222 111')
    await picker.getByLabel('National ID').fill('30111222')
    await pressByKey(picker.getByRole('button', { name: 'Assign Picker' }))
    await picker.waitFor({ state: 'detached' })
  },
})

const doorsAt = (page: Page) => ({
  /** A parcel for which nothing is due. */
  async brings(trackingId: string): Promise<void> {
    await page.goto('/Agent/received')
    await pressStep(page, trackingId, 'Delivered')
    await isNow(page, 'Delivered', trackingId)
  },
  async bringsForCash(trackingId: string, sum: number): Promise<void> {
    await page.goto('/Agent/received')
    await pressStep(page, trackingId, 'Delivered')
    await tap(page, sum, 'Cash')
    await tap(page, sum, /in hand: Delivered$/)
    await isNow(page, 'Delivered', trackingId)
  },
  async bringsForPrompt(trackingId: string, sum: number, pin: () => Promise<unknown>): Promise<void> {
    await page.goto('/Agent/received')
    await pressStep(page, trackingId, 'Delivered')
    await tap(page, sum, 'Ask on their phone')
    await tap(page, sum, /^Ask for Ksh/)
    await asked(page, sum)
      .getByText(/^M-Pesa asks for Ksh/)
      .waitFor()
    await pin()
    await tap(page, sum, 'Paid: Delivered')
    await isNow(page, 'Delivered', trackingId)
  },
})

const drawerAt = (page: Page) => ({
  /**
   * Hands over the drawer's cash once this parcel's cash is in it, or this many shillings less, marked as missing.
   * @returns the drawer's amount on the screen
   */
  async handsOver(lastTaken: string, missing = 0): Promise<number> {
    await page.goto('/Agent')
    await page.getByRole('link', { name: /My cash/ }).click()
    await page.getByText(/^From \d+ parcels?$/).click()
    await getRow(page, lastTaken).waitFor()
    const drawer = page.getByRole('heading', { name: 'Cash with you' }).locator('xpath=following-sibling::p[1]')
    const inside = Number((await drawer.innerText()).replaceAll(/\D/g, ''))
    await page.getByLabel('Counted (Ksh)').fill(`${inside - missing}`)
    if (missing > 0) await page.getByRole('radio', { name: 'The rest is missing' }).check()
    await page.getByRole('button', { name: 'Hand over' }).click()
    await pressByKey(page.getByRole('alertdialog').getByRole('button', { name: 'Hand over' }))
    await toastWith(page, `Ksh ${(inside - missing).toLocaleString('en')} handed over`).waitFor()
    await page.getByText('You have no cash to hand over.').waitFor()
    return inside
  },
  /** @param difference the text about a difference; omitted if all of the cash was there */
  async seesReceived(counted: number, difference?: string): Promise<void> {
    await page.goto('/Agent/cash')
    await page.getByText('You have no cash to hand over.').waitFor()
    const handedOver = getRow(page, `Ksh ${counted.toLocaleString('en')}`)
    await (difference ? handedOver.getByText(difference) : handedOver).first().waitFor()
  },
  async seesHeld(trackingId: string): Promise<void> {
    await page.goto('/Agent/uncollected?tab=dropped')
    await getRow(page, trackingId)
      .getByText(/^On hold/)
      .waitFor()
  },
})
export const agentAt = (page: Page) => ({ ...counterAt(page), ...doorsAt(page), ...drawerAt(page) })
export type Agent = ReturnType<typeof agentAt>
