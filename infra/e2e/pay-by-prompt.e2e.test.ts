import type { Page, Route } from 'playwright-core'
import { expect, test } from 'vitest'
import { openHouse } from './house.ts'
import { asWebApp, fillSender } from './people.ts'

/**
 * Somebody without an account pays on their phone. M-Pesa's part is played by this test, up to the money: that it really
 * pays for a parcel, a message under the same reference sees to.
 */

const { product, visiting } = openHouse()

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const amount = 350

/** What this page hears of M-Pesa: `becomes` says what has come of the request since. */
async function phoneOf(page: Page) {
  const asked: { paymentReferenceId: string; senderName: string; phone: string }[] = []
  let told: Record<string, unknown> = { state: 'asked' }
  const say = (route: Route, status = 200) => route.fulfill({ status, json: { promptId: 'prompt-1', amount, ...told } })
  await page.route('**/api/contact', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), prompts: true } })
  })
  await page.route('**/api/payment/prompts', (route) => {
    asked.push(route.request().postDataJSON())
    told = { state: 'sent' }
    return say(route, 202)
  })
  await page.route('**/api/payment/prompts/*', (route) => say(route))
  await page.route('**/api/events?promptId=*', (route) =>
    route.fulfill({ contentType: 'text/event-stream', body: 'retry: 500\n\n' }),
  )
  return {
    asked,
    becomes(state: string, more: Record<string, unknown> = {}): void {
      told = { state, ...more }
    },
    /** The PIN is right: the money is there, under the reference of the request. */
    async pays(): Promise<string> {
      const message = await product().mpesaMessage(amount)
      const { paymentReferenceId, senderName } = asked.at(-1) ?? {}
      const data = { paymentReferenceId, senderName, mpesaMessage: message }
      const answer = await page.context().request.post('/api/payment/verify-payment', { data, headers: asWebApp })
      expect((await answer.json()).success).toBe(true)
      told = { state: 'paid', message }
      return message.slice(0, 10)
    },
  }
}

const fillForm = async (page: Page) => {
  await page.goto('/send-parcel/door-step')
  const shop = { location: 'NAIROBI CBD', agent: 'Moi Avenue Stationers' }
  await fillSender(page, { name: 'Achieng Odhiambo', phone: '0711 222 401', ...shop })
  await page.getByLabel('Receiver Name').fill('Kiprop Cheruiyot')
  await page.getByLabel('Receiver Phone').fill('0722 333 444')
  await page.getByLabel('Receiver Location').selectOption('THIKA')
  await page.getByLabel('Pickup Address').fill('Sunrise Court, house 4')
  await page.getByLabel('More Details').fill('Green gate, after four')
  await page.getByLabel('Parcel Description').fill('A pair of shoes')
  await button(page, /^Pay Ksh 350 with M-Pesa/).click()
  await page.getByRole('heading', { name: 'Checkout' }).waitFor()
}

test('on a phone the request is in sight first; one press, the PIN, one press: booked', () =>
  visiting(async ({ page }) => {
    const phone = await phoneOf(page)
    await page.setViewportSize({ width: 360, height: 740 })
    await fillForm(page)
    const pay = button(page, 'Pay Ksh 350')
    await pay.waitFor()
    const box = await pay.boundingBox()
    expect(box && box.y + box.height, 'its foot').toBeLessThanOrEqual(740)
    await pay.click()
    await page.getByText(/^M-Pesa asks for Ksh 350 on 0711222401\./).waitFor()
    expect(phone.asked).toHaveLength(1)
    const receipt = await phone.pays()
    await page.getByText('Paid. One step left.').waitFor()
    await page.getByText(`M-Pesa receipt ${receipt}`).waitFor()
    await expect.poll(() => button(page, 'Schedule Pickup').evaluate((one) => one.matches(':focus'))).toBe(true)
    await button(page, 'Schedule Pickup').click()
    await page.getByText('Delivery request submitted successfully!').waitFor()
  }))

test('who was sent away by their phone, and finds the page loaded anew, goes on; refused, it is tried again', () =>
  visiting(async ({ page }) => {
    const phone = await phoneOf(page)
    await fillForm(page)
    await button(page, 'Pay Ksh 350').click()
    await page.getByText('Look at your phone').waitFor()
    phone.becomes('failed', { code: 'wrong_pin' })
    await page.reload()
    await page.getByText('The M-Pesa PIN was not right. Please try again.').waitFor()
    await button(page, 'Try Again').click()
    await page.getByText('Look at your phone').waitFor()
    await phone.pays()
    await page.reload()
    await page.getByText('Paid. One step left.').waitFor()
    expect(phone.asked).toHaveLength(2)
  }))
