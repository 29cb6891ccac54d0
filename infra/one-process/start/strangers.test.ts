import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { pricingTiers } from '@tuma/contracts/vocabulary'
import { openLog } from '@tuma/platform/runtime'
import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import { hurried } from '../api/demonstration.ts'
import { noWaiting } from '../api/no-waiting.ts'
import { doorstepForm, dukaniForm } from '../api/parcels.ts'
import { type Visitor, visitor } from '../api/visitor.ts'
import { readProductSettings, startProduct } from '../src/product.ts'
import { openMailServer } from './mail-server.ts'
import { someFolders } from './run-main.ts'

const { folder, remove } = someFolders()
afterAll(remove)

type Sms = { readonly to: string; readonly message: string }

/** A provider of SMS that takes every SMS. */
const smsProvider = async () => {
  const sent: Sms[] = []
  const server = createServer(async (request, response) => {
    const form = new URLSearchParams(await text(request))
    const number = form.get('to') ?? ''
    sent.push({ to: number, message: form.get('message') ?? '' })
    const Recipients = [
      { statusCode: 101, number, status: 'Success', cost: 'KES 0.8000', messageId: `id${sent.length}` },
    ]
    response.writeHead(201, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ SMSMessageData: { Message: 'Sent to 1/1', Recipients } }))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const AT_BASE_URL = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { sent, settings: { AT_BASE_URL, AT_USERNAME: 'tuma', AT_API_KEY: 'the-key' } }
}

/** A mail server that takes every mail. */
const mailServer = async () => {
  const { mails, SMTP_URL } = await openMailServer()
  const sentTo = () => mails.flatMap((mail) => /^To: (\S+)/m.exec(mail)?.[1] ?? [])
  return { sentTo, settings: { SMTP_URL } }
}

const password = 'correct horse battery'
const owner = { ADMIN_EMAIL: 'owner@tuma.example', ADMIN_PASSWORD: password }
const shops = [
  { location: 'NAIROBI CBD', address: 'Moi Avenue Stationers', email: 'cbd@tuma.example' },
  { location: 'THIKA', address: 'Thika Arcade Bookshop', email: 'thika@tuma.example' },
] as const
const client = 'client@tuma.example'

/** A product that sends messages, with two shops, their agents and a client. */
const opened = async (more: Record<string, string>) => {
  const DATA_DIR = folder(randomUUID())
  mkdirSync(DATA_DIR)
  const without = { POSTS_PER_MINUTE: '100000', MAILS_PER_QUARTER_HOUR: '100000', ...noWaiting }
  const settings = { DATA_DIR, PORT: '0', SEED: 'none', TRUSTED_PROXIES: '1', ...without, ...owner, ...more }
  const product = await startProduct(
    { ...readProductSettings(settings), ...hurried },
    { log: openLog('silent', { write: () => undefined }) },
  )
  onTestFinished(() => product.close())
  const from = (address: string) => visitor(product.url, { 'x-forwarded-for': address })
  const signedIn = async (email: string): Promise<Visitor> => {
    const one = visitor(product.url)
    expect((await one.post('/api/users/login', { email, password })).status).toBe(200)
    return one
  }
  const admin = await signedIn(owner.ADMIN_EMAIL)
  const { identity, payment } = product.services
  const account = (email: string, role: 'agent' | 'user', shop: { location: string; address: string } | null) =>
    identity.openAccount({
      asked: { actor: { kind: 'system', name: 'test' }, commandId: email, correlationId: email },
      ...{ name: 'Mwangi Njoroge', username: email.split('@')[0] ?? '', phone: '254700100012', email, password },
      ...{ role, shop },
    })
  for (const deliveryType of pricingTiers)
    await admin.post('/api/admin/prices', { place: 'THIKA', deliveryType, price: 350 })
  for (const { location, address, email } of shops) {
    await admin.post('/api/admin/add-location', { locationName: location, pickupPoints: [address], price: 250 })
    await account(email, 'agent', { location, address })
  }
  await account(client, 'user', null)
  /** Pays with a message of M-Pesa's. @returns the reference */
  const paid = async (payer: Visitor): Promise<string> => {
    const claim = { paymentReferenceId: 'PAY-900001', senderName: dukaniForm.sender.name }
    const { message } = await payment.sampleMessage({ amount: 250, at: new Date().toISOString(), seed: '1' })
    const { body } = await payer.post('/api/payment/verify-payment', { ...claim, mpesaMessage: message })
    expect(body.success).toBe(true)
    return claim.paymentReferenceId
  }
  return { from, signedIn, admin, paid }
}
const digits = (number: number): string => String(number).padStart(4, '0')

test('1,050 forged requests from 12 networks cost no SMS, and an honest parcel’s code goes the same day', async () => {
  const { sent, settings } = await smsProvider()
  const started = await opened({
    ...settings,
    VISITOR_REQUESTS_PER_DAY: '3',
    VISITOR_REQUESTS_PER_DAY_FROM_ADDRESS: '100',
  })
  /** Asks again where the product is busy. */
  const forged = async (index: number): Promise<number> => {
    const form = {
      ...doorstepForm,
      sender: { ...doorstepForm.sender, phone: `0711 00 ${digits(index)}` },
      receiver: { ...doorstepForm.receiver, phone: `0722 00 ${digits(index)}` },
    }
    const stranger = started.from(`2001:db8:${(index % 12) + 1}::1`)
    const { status } = await stranger.post('/api/doorstep/deliveries', form)
    return status === 503 ? forged(index) : status
  }
  for (let first = 0; first < 1050; first += 15) {
    const statuses = await Promise.all(Array.from({ length: 15 }, (_, index) => forged(first + index)))
    expect(statuses).toEqual(Array(15).fill(201))
  }

  const honest = await started.signedIn(client)
  const [cbd, thika] = [await started.signedIn(shops[0].email), await started.signedIn(shops[1].email)]
  const paymentReferenceId = await started.paid(honest)
  const { body } = await honest.post('/api/dukani/deliveries', { ...dukaniForm, paymentReferenceId })
  expect((await cbd.put(`/api/agent/update-status/${body._id}`, {})).status).toBe(200)
  expect((await cbd.put(`/api/agent/update-intransit/${body._id}`, {})).status).toBe(200)
  expect((await thika.put(`/api/agent/update-received/${body._id}`, {})).status).toBe(200)
  const withCode = new RegExp(`${body.trackingId} is waiting for you .*Your code: \\d{6}`)
  await vi.waitFor(() => expect(sent.filter(({ message }) => withCode.test(message))).toHaveLength(1), 60_000)
  expect(sent.filter(({ to }) => to.startsWith('+2547220000') || to.startsWith('+2547110000'))).toEqual([])
  const budgets = (await started.admin.get('/api/admin/message-budgets')).body
  expect(budgets.purses).toContainEqual({ purse: 'strangers', spent: 0, left: 400 })
}, 300_000)

test('120 registrations of 120 strange addresses send a bounded number of mails, and an honest reset still leaves', async () => {
  const { sentTo, settings } = await mailServer()
  const started = await opened({ ...settings, MAILS_PER_QUARTER_HOUR_FROM_ADDRESS: '30', UNKNOWN_MAILS_PER_DAY: '40' })
  const register = (index: number, address: string) =>
    started.from(address).post('/api/users/register', {
      name: 'Baraka Mwita',
      username: `claim-your-prize-${index}`,
      email: `stranger${index}@mail.example`,
      phone: '0711222333',
      password: 'not easily guessed',
    })
  const statuses: number[] = []
  for (let index = 0; index < 120; index += 1) statuses.push((await register(index, '10.0.0.1')).status)
  expect(statuses.filter((status) => status === 201)).toHaveLength(30)
  expect(statuses.filter((status) => status === 429)).toHaveLength(90)
  for (let index = 200; index < 220; index += 1) expect((await register(index, `10.0.1.${index}`)).status).toBe(201)

  const reset = await started.from('10.9.9.9').post('/api/users/forgotpassword', { email: client })
  expect(reset.status).toBe(200)
  await vi.waitFor(() => expect(sentTo()).toContain(client), 60_000)
  await vi.waitFor(() => expect(sentTo().filter((to) => to.startsWith('stranger'))).toHaveLength(40), 60_000)
}, 300_000)

test('an admin stops strangers: mails to unknown addresses wait, codes and resets go, and the record names the admin', async () => {
  const { sentTo, settings } = await mailServer()
  const started = await opened(settings)
  const { admin } = started
  expect((await admin.put('/api/admin/strangers', { stop: true })).body).toEqual({ stopped: true })
  const { stopped } = (await admin.get('/api/admin/message-budgets')).body
  const { name } = (await admin.get('/api/users/me')).body
  expect(stopped).toEqual({ since: expect.any(String), by: name })
  const [act] = (await admin.get('/api/admin/audit?limit=5')).body
  expect(act).toMatchObject({ what: 'operations.stopStrangers', outcome: 'done' })

  const person = { name: 'Baraka Mwita', username: 'baraka', phone: '0711222333', password: 'not easily guessed' }
  await started.from('10.0.0.1').post('/api/users/register', { ...person, email: 'baraka@mail.example' })
  await started.from('10.0.0.1').post('/api/users/forgotpassword', { email: client })
  await vi.waitFor(() => expect(sentTo()).toEqual([client]), 60_000)
  expect((await (await started.signedIn(client)).put('/api/admin/strangers', { stop: false })).status).toBe(403)
})
