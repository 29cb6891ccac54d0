import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { asWebApp } from './people.ts'
import { type Product, startProduct } from './product.ts'
import { repeatWhileBusy } from './retried-requests.ts'

/** kill -9 during requests: acknowledged ones are stored, and repeated ones are not stored twice. */

let product: Product
let cookie = ''
beforeAll(async () => {
  product = await startProduct({ POSTS_PER_MINUTE: '10000' })
  await logIn()
})
afterAll(() => product?.close())

const logIn = async (): Promise<void> => {
  const response = await post('/api/users/login', { email: 'client@tuma.test', password: 'tuma-demo' })
  cookie =
    response?.headers
      .getSetCookie()
      .map((one) => one.split(';')[0])
      .join('; ') ?? ''
}

/** Null without an answer, as from a killed server. */
const post = (path: string, body: object, key?: string): Promise<Response | null> =>
  repeatWhileBusy(() =>
    fetch(product.url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie, ...asWebApp, ...(key ? { 'idempotency-key': key } : {}) },
      body: JSON.stringify(body),
    }),
  ).catch(() => null)

const accepted = async (response: Response | null): Promise<string | null> => {
  if (response?.status !== 201) return null
  const body = (await response.json().catch(() => null)) as { trackingId: string } | null
  return body?.trackingId ?? null
}

const doorstep = (n: number, payment: object) => ({
  sender: {
    name: 'Wanjiku Kamau',
    phone: '0712345678',
    location: 'NAIROBI CBD',
    dropoffAgent: 'Moi Avenue Stationers',
  },
  receiver: {
    name: 'Otieno Ouma',
    phone: '0711111111',
    pickupLocation: 'THIKA',
    pickupAddress: `House ${n}`,
    moreDetails: 'Blue gate',
  },
  parcelDescription: `Parcel ${n}`,
  ...payment,
})

const ownTrackingIds = async (): Promise<string[]> => {
  const response = await fetch(`${product.url}/api/doorstep/getall/wanjiku?limit=500`, { headers: { cookie } })
  return ((await response.json()) as { trackingId: string }[]).map(({ trackingId }) => trackingId)
}

test('each request that is under way during a kill is stored once, with the tracking id of its answer', async () => {
  const before = await ownTrackingIds()
  const keys = Array.from({ length: 40 }, (_, n) => `crash ${n}`)
  const answered = new Map<string, string>()
  const send = async (key: string, n: number): Promise<void> => {
    const payment = { paymentMethod: 'payOnDelivery', productPrice: 100 }
    const trackingId = await accepted(await post('/api/doorstep/deliveries', doorstep(n, payment), key))
    if (!trackingId) return
    // A repeated request must get the same answer as the first one.
    expect(answered.get(key) ?? trackingId).toBe(trackingId)
    answered.set(key, trackingId)
  }

  // Kills are counted by answers and not by the clock, so that a slow machine has the same three kills in the middle.
  for (const answers of [1, 10, 25]) {
    let answeredNow = 0
    let killed: Promise<void> | undefined
    const under = keys.map(async (key, n) => {
      await send(key, n)
      answeredNow += 1
      if (answeredNow === answers) killed = product.kill()
    })
    await Promise.all(under)
    await killed
    await product.start()
  }
  const answeredBeforeTheLast = answered.size
  await Promise.all(keys.map(send))
  expect(answered.size).toBe(keys.length)
  expect(answeredBeforeTheLast).toBeGreaterThan(0)

  const made = (await ownTrackingIds()).filter((trackingId) => !before.includes(trackingId))
  expect(made.sort()).toEqual([...answered.values()].sort())
})

test('one payment pays for one delivery, however often and whenever it is sent', async () => {
  const mpesaMessage = await product.mpesaMessage(5000)
  const paymentReferenceId = 'PAY-111222'
  const verified = await post('/api/payment/verify-payment', {
    paymentReferenceId,
    senderName: 'Wanjiku Kamau',
    mpesaMessage,
  })
  expect(await verified?.json()).toMatchObject({ success: true, amount: 5000 })

  const send = async () =>
    accepted(await post('/api/doorstep/deliveries', doorstep(1, { paymentMethod: 'payNow', paymentReferenceId })))
  const before = await ownTrackingIds()
  const under = Promise.all(Array.from({ length: 10 }, send))
  await pause(25)
  await product.kill()
  const first = await under
  await product.start()
  const all = [...first, ...(await Promise.all(Array.from({ length: 5 }, send)))].filter((id) => id !== null)
  expect(new Set(all).size).toBe(1)
  const made = (await ownTrackingIds()).filter((trackingId) => !before.includes(trackingId))
  expect(made).toEqual([all[0]])

  const other = await post('/api/doorstep/deliveries', doorstep(2, { paymentMethod: 'payNow', paymentReferenceId }))
  expect([other?.status, await other?.json()]).toMatchObject([
    409,
    { code: 'payment_used', message: 'This payment has already been used.' },
  ])
})
