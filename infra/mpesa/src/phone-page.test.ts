import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { type PromptOnPhone, phonePage, type Sms, startMpesa } from './mpesa.ts'

type State = { prompts: PromptOnPhone[]; messages: Sms[] }

const open = async () => {
  const mpesa = await startMpesa()
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
  return { mpesa, root, state, press }
}
type Open = Awaited<ReturnType<typeof open>>

/** Pushed as Daraja wants it, without our adapter. */
const ring = async ({ mpesa }: Open, phone = '254712345678') => {
  const { environment: said, url } = mpesa
  const basic = Buffer.from(`${said.DARAJA_CONSUMER_KEY}:${said.DARAJA_CONSUMER_SECRET}`).toString('base64')
  const asked = await fetch(`${url}/oauth/v1/generate?grant_type=client_credentials`, {
    headers: { authorization: `Basic ${basic}` },
  })
  const { access_token } = (await asked.json()) as { access_token: string }
  const stamp = new Date(Date.now() + 3 * 60 * 60 * 1000).toISOString().replace(/\D/g, '').slice(0, 14)
  const pushed = await fetch(`${url}/mpesa/stkpush/v1/processrequest`, {
    method: 'POST',
    headers: { authorization: `Bearer ${access_token}` },
    body: JSON.stringify({
      BusinessShortCode: said.DARAJA_SHORT_CODE,
      Password: Buffer.from(`${said.DARAJA_SHORT_CODE}${said.DARAJA_PASSKEY}${stamp}`).toString('base64'),
      Timestamp: stamp,
      TransactionType: 'CustomerBuyGoodsOnline',
      ...{ Amount: 350, PartyA: phone, PartyB: said.DARAJA_PARTY_B, PhoneNumber: phone },
      CallBackURL: 'https://tuma.invalid/',
      AccountReference: '<b>PAY',
      TransactionDesc: 'Parcel',
    }),
  })
  return (await pushed.json()) as { CheckoutRequestID: string }
}

test('a prompt stands there with what it asks, and not under the name that Daraja calls it by', async () => {
  const opened = await open()
  const { CheckoutRequestID } = await ring(opened)
  const state = await opened.state()
  expect(state.prompts).toEqual([
    {
      ...{ id: expect.stringMatching(/^[0-9a-f]{16}$/), phone: '254712345678', amount: 350 },
      ...{ reference: '<b>PAY', askedAt: expect.any(String), to: 'TUMA PARCELS' },
    },
  ])
  expect(JSON.stringify(state)).not.toContain(CheckoutRequestID)
})

test('any PIN of four digits pays, and the SMS stands there', async () => {
  const opened = await open()
  await ring(opened)
  const id = (await opened.state()).prompts[0]?.id
  expect((await opened.press('pin', { id, pin: '12' })).status).toBe(409)
  expect(await (await opened.press('pin', { id, pin: '1234' })).json()).toMatchObject({ sms: expect.any(String) })
  const { prompts, messages } = await opened.state()
  expect(prompts).toEqual([])
  expect(messages).toMatchObject([{ phone: '254712345678', text: expect.stringContaining('Ksh350.00 paid to TUMA') }])
  expect((await opened.press('pin', { id, pin: '1234' })).status).toBe(409)
})

test('it is cancelled', async () => {
  const opened = await open()
  await ring(opened)
  const id = (await opened.state()).prompts[0]?.id
  expect((await opened.press('cancel', { id })).status).toBe(200)
  expect(await opened.state()).toEqual({ prompts: [], messages: [] })
})

test('the till is paid by hand, and the payment taken back', async () => {
  const { mpesa, press } = await open()
  const paid = await press('pay', { phone: '0712 345 678', name: 'Jane', amount: '350' })
  const { receipt } = (await paid.json()) as { receipt: string }
  expect(mpesa.ledger.payment(receipt)).toMatchObject({ payer: { phone: '254712345678', name: 'JANE' } })
  expect((await press('reverse', { receipt: receipt.toLowerCase() })).status).toBe(200)
  for (const wrong of [{ receipt }, { receipt: '' }]) expect((await press('reverse', wrong)).status).toBe(409)
  for (const wrong of [{ phone: '5', amount: 5 }, { phone: '0712345678', amount: 'much' }, { phone: '0712345678' }])
    expect((await press('pay', wrong)).status).toBe(409)
})

test('no other page presses its keys', async () => {
  const { press, root } = await open()
  const paying = { phone: '0712345678', amount: 5 }
  expect((await press('pay', paying, { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
  expect((await press('pay', paying, { 'content-type': 'text/plain' })).status).toBe(403)
  expect((await press('pay', 'x'.repeat(3))).status).toBe(409)
  expect((await fetch(`${root}/dev/phone/pay`)).status).toBe(404)
})

test('its page runs its own script alone; what is elsewhere is not its own', async () => {
  const { root } = await open()
  const page = await fetch(`${root}/dev/phone`)
  expect(page.headers.get('content-security-policy')).toMatch(/default-src 'none'.*script-src 'sha256-[^']+'/)
  expect(await page.text()).toContain('<h1>The payer’s phone</h1>')
  expect((await fetch(`${root}/dev/phones`)).status).toBe(418)
  expect((await fetch(`${root}/`)).status).toBe(418)
})
