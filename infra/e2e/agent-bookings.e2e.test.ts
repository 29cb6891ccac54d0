import { afterAll, beforeAll, expect, test } from 'vitest'
import { browserOfThisProcess, inContext } from './browser/browser.ts'
import { signIn } from './people.ts'
import { type Product, startProduct } from './product.ts'
import { openDriver } from './walks/driver.ts'
import { openJourneySetup } from './walks/journey.ts'
import { walkIns } from './walks/walk-ins.ts'

/** A customer pays a parcel at the counter on their phone, while the agent goes on with the next customer. */

let product: Product
beforeAll(async () => {
  product = await startProduct()
})
afterAll(() => product?.close())

const press = (key: string, body: object) =>
  fetch(`${product.url}/dev/phone/${key}`, {
    ...{ method: 'POST', body: JSON.stringify(body) },
    headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
  })
type Prompt = { readonly id: string; readonly phone: string }
const readPrompts = async (): Promise<Prompt[]> => {
  const answer = await fetch(`${product.url}/dev/phone/state`)
  return ((await answer.json()) as { prompts: Prompt[] }).prompts
}
const onPhone = async (): Promise<string> => {
  await expect.poll(async () => (await readPrompts()).length).toBeGreaterThan(0)
  return (await readPrompts())[0]?.id ?? ''
}
const desk = { viewport: { width: 1366, height: 768 } }

test('the queue goes on while a customer pays, and the parcel is booked without a press', async () => {
  const journey = walkIns.find(({ name }) => name === 'walk-in-mpesa')
  await inContext(await browserOfThisProcess(), { ...desk, baseURL: product.url }, async (page) => {
    await signIn(page.context(), journey?.as ?? '')
    await (await journey?.prepare(await openJourneySetup(product), page.context()))?.(openDriver(page))
    await page.getByRole('button', { name: 'Next customer' }).click()
    const waiting = page.getByRole('region', { name: 'Waiting for payment' })
    await waiting.getByText(/The customer enters the PIN/).waitFor()
    await expect.poll(() => page.getByLabel("Customer's phone").inputValue()).toBe('')
    await press('cancel', { id: await onPhone() })
    await waiting.getByRole('button', { name: 'Other phone' }).click()
    await waiting.getByLabel("Payer's phone").fill('0745999888')
    await waiting.getByRole('button', { name: 'M-Pesa on another phone' }).click()
    await press('pin', { id: await onPhone(), pin: '1234' })
    await waiting.waitFor({ state: 'detached' })
    await page.getByText(/M-Pesa\s250/).waitFor()
  })
})
