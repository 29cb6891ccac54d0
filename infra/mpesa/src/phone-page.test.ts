import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { type PromptOnPhone, phonePage, type Sms, startMpesa } from './mpesa.ts'
import { rawCalls } from './raw-calls.ts'

type State = { prompts: PromptOnPhone[]; messages: Sms[] }

const open = async () => {
  const now = () => '2026-11-24T12:30:05.000Z'
  const mpesa = await startMpesa({ now })
  const page = phonePage(mpesa)
  const server = createServer((request, response) =>
    page(request, response, () => response.writeHead(418).end()),
  ).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(async () => {
    server.close().closeAllConnections()
    await mpesa.close()
  })
  const root = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const state = async () => (await (await fetch(`${root}/dev/phone/state`)).json()) as State
  const press = (path: string, body: unknown, headers: Record<string, string> = {}) =>
    fetch(`${root}/dev/phone/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
  return { root, mpesa, state, press, ring: () => rawCalls(mpesa, now).push() }
}
test('a prompt is shown with its amount, and without Daraja’s id', async () => {
  const opened = await open()
  const { body } = await opened.ring()
  const state = await opened.state()
  expect(state.prompts).toEqual([
    {
      ...{ id: expect.stringMatching(/^[0-9a-f]{16}$/), phone: '254712345678', amount: 350 },
      ...{ reference: '<b>PAY', askedAt: expect.any(String), to: 'TUMA PARCELS' },
    },
  ])
  expect(JSON.stringify(state)).not.toContain(body.CheckoutRequestID)
})

test('any PIN of four digits pays, and the SMS is shown', async () => {
  const opened = await open()
  await opened.ring()
  const id = (await opened.state()).prompts[0]?.id
  expect((await opened.press('pin', { id, pin: '12' })).status).toBe(409)
  expect(await (await opened.press('pin', { id, pin: '1234' })).json()).toMatchObject({ sms: expect.any(String) })
  const { prompts, messages } = await opened.state()
  expect(prompts).toEqual([])
  expect(messages).toMatchObject([{ phone: '254712345678', text: expect.stringContaining('Ksh350.00 paid to TUMA') }])
  expect((await opened.press('pin', { id, pin: '1234' })).status).toBe(409)
})

test('a prompt can be cancelled', async () => {
  const opened = await open()
  await opened.ring()
  const id = (await opened.state()).prompts[0]?.id
  expect((await opened.press('cancel', { id })).status).toBe(200)
  expect(await opened.state()).toEqual({ prompts: [], messages: [] })
})

test('a payment to the till can be made by hand, and taken back', async () => {
  const { mpesa, press } = await open()
  const paid = await press('pay', { phone: '0712 345 678', name: 'Jane', amount: '350' })
  const { receipt } = (await paid.json()) as { receipt: string }
  expect(mpesa.ledger.payment(receipt)).toMatchObject({ payer: { phone: '254712345678', name: 'JANE' } })
  expect((await press('reverse', { receipt: receipt.toLowerCase() })).status).toBe(200)
  for (const wrong of [{ receipt }, { receipt: '' }]) expect((await press('reverse', wrong)).status).toBe(409)
  for (const wrong of [{ phone: '5', amount: 5 }, { phone: '0712345678', amount: 'much' }, { phone: '0712345678' }])
    expect((await press('pay', wrong)).status).toBe(409)
})

test('another page cannot press its keys', async () => {
  const { press, root } = await open()
  const paying = { phone: '0712345678', amount: 5 }
  expect((await press('pay', paying, { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
  expect((await press('pay', paying, { 'content-type': 'text/plain' })).status).toBe(403)
  expect((await press('pay', 'x'.repeat(3))).status).toBe(409)
  expect((await fetch(`${root}/dev/phone/pay`)).status).toBe(404)
})

test('its page runs its own script only; other paths are not its own', async () => {
  const { root } = await open()
  const page = await fetch(`${root}/dev/phone`)
  expect(page.headers.get('content-security-policy')).toMatch(/default-src 'none'.*script-src 'sha256-[^']+'/)
  expect(await page.text()).toContain('<h1>The payer’s phone</h1>')
  expect((await fetch(`${root}/dev/phones`)).status).toBe(418)
  expect((await fetch(`${root}/`)).status).toBe(418)
})
