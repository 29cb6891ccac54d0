import { setTimeout as pause } from 'node:timers/promises'
import { sentReceipt } from '@tuma/one-process/sent-receipt'
import { afterAll, beforeAll, expect } from 'vitest'
import { openTill, type Till } from './day/till.ts'
import { openDependentSteps } from './dependent-steps.ts'
import { shops } from './parcels.ts'
import { type Product, startInOneProcess } from './product.ts'
import { repeatWhileBusy } from './retried-requests.ts'
import { getToken } from './screens.ts'

/**
 * kill -9 during every press that moves money, and again as soon as it is answered: in the end each has been done once.
 */

type Who = 'client' | 'agent.cbd' | 'admin'
type Books = Readonly<Record<string, number>>

let till: Till
let product: Product
let booksBefore: Books
/** In cents: what the drawer held before, what the office has received, and what it has paid. */
const cash = { inDrawer: 0, received: 0, paidOut: 0 }
const tokens = new Map<Who, string>()
beforeAll(async () => {
  till = await openTill()
  product = await startInOneProcess({ ...till.settings, POSTS_PER_MINUTE: '10000' })
  for (const who of ['client', 'agent.cbd', 'admin'] as const)
    tokens.set(who, await getToken(product.url, `${who}@tuma.test`))
  booksBefore = await books()
})
afterAll(async () => {
  await product?.close()
  await till?.close()
})

type Press = { method: string; path: string; body?: object | string; key?: string }
// biome-ignore lint/suspicious/noExplicitAny: a test says what it expects of an answer, whatever its shape
const ask = async (who: Who, { method, path, body, key }: Press): Promise<any> => {
  const type = typeof body === 'string' ? 'text/csv' : 'application/json'
  const headers = {
    ...{ 'content-type': type, authorization: `Bearer ${tokens.get(who)}` },
    ...(key ? { 'idempotency-key': key } : {}),
  }
  const sent = typeof body === 'object' ? JSON.stringify(body) : (body ?? null)
  const answer = await repeatWhileBusy(() => fetch(product.url + path, { method, headers, body: sent }))
  if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${await answer.text()}`)
  return answer.json()
}
const get = (who: Who, path: string) => ask(who, { method: 'GET', path })

let presses = 0
/** Kills the product during the press. @returns the answer to the repeated press */
const overAKill = async (who: Who, press: Press) => {
  presses += 1
  const again = { key: `press ${presses}`, ...press }
  const unheard = ask(who, again).catch(() => null)
  await pause(Math.random() * 40)
  await product.kill()
  await unheard
  await product.start()
  return ask(who, again)
}
/** Kills it once more before any effect of the press can follow. */
const overKills = async (who: Who, press: Press) => {
  const answer = await overAKill(who, press)
  await product.kill()
  await product.start()
  return answer
}
const post = (path: string, body: object | string): Press => ({ method: 'POST', path, body })
const put = (path: string, body: object): Press => ({ method: 'PUT', path, body })

async function books(): Promise<Books> {
  const { accounts } = await get('admin', '/api/admin/books')
  const all = accounts as { account: string; cents: number }[]
  expect(all.reduce((sum, { cents }) => sum + cents, 0)).toBe(0)
  return Object.fromEntries(all.map(({ account, cents }) => [account, cents]))
}

const ofClient = '254711222333'
const senderName = 'Wanjiku Kamau'
const doorstep = (payment: object) =>
  post('/api/doorstep/deliveries', {
    sender: {
      ...{ name: senderName, phone: '0711222333', location: shops.cbd.location },
      dropoffAgent: shops.cbd.address,
    },
    receiver: {
      ...{ name: 'Kiprop Cheruiyot', phone: '0722333444', pickupLocation: 'THIKA' },
      ...{ pickupAddress: 'Sunrise Court, house 4', moreDetails: 'Green gate' },
    },
    parcelDescription: 'A pair of shoes',
    ...payment,
  })
const payNow = (paymentReferenceId: string) => doorstep({ paymentMethod: 'payNow', paymentReferenceId })

const verify = (paymentReferenceId: string, mpesaMessage: string, more = {}) =>
  post('/api/payment/verify-payment', { paymentReferenceId, senderName, mpesaMessage, ...more })

const step = openDependentSteps()

step('a prompt, its callback, and the parcel that is booked with it', async () => {
  const asked = { paymentReferenceId: 'PAY-100001', senderName, phone: '0711222333', amount: 350 }
  const getState = async (id: string) => (await get('client', `/api/payment/prompts/${id}`)).state
  const { promptId } = await overAKill('client', post('/api/payment/prompts', asked))
  await expect.poll(() => getState(promptId)).not.toBe('asked')
  if (await till.isRinging(ofClient)) {
    await till.entersPin(ofClient)
    await till.isTold()
    await product.kill()
    await product.start()
    await expect.poll(() => getState(promptId)).toBe('paid')
  } else {
    // It died during the call, so we cannot know whether the phone rings, and it is not called again.
    expect(await getState(promptId)).toBe('unknown')
    await overKills('client', verify('PAY-100001', (await till.pays(ofClient, 350)).sms))
  }
  const { trackingId } = await overKills('client', payNow('PAY-100001'))
  expect(trackingId).toMatch(/^TM-/)
  expect(till.payments(ofClient)).toBe(1)
})

step('a payment that is topped up', async () => {
  const first = await overKills('client', verify('PAY-100002', (await till.pays(ofClient, 200)).sms))
  expect(first).toMatchObject({ success: true, amount: 200 })
  const both = await overKills('client', verify('PAY-100002', (await till.pays(ofClient, 150)).sms, { adds: true }))
  expect(both).toMatchObject({ success: true, amount: 350 })
  await overKills('client', payNow('PAY-100002'))
})

step('a parcel that is handed over for cash, and the cash on its way to its sender', async () => {
  const drawer = async () => (await get('agent.cbd', '/api/agent/cash')).cents as number
  cash.inDrawer = await drawer()
  const { _id } = await overKills('client', doorstep({ paymentMethod: 'payOnDelivery', productPrice: 1000 }))
  const [rider] = await get('agent.cbd', '/api/admin/all')
  await ask('agent.cbd', put(`/api/doorstep/assign-rider/${_id}`, { riderId: rider._id }))
  await ask('agent.cbd', put(`/api/agent/update-intransit/${_id}`, {}))
  await overKills('agent.cbd', put(`/api/agent/update-received/${_id}`, { taken: { how: 'cash' } }))
  await expect.poll(drawer).toBe(cash.inDrawer + 1350_00)

  const all = (cash.inDrawer + 1350_00) / 100
  await overKills('agent.cbd', post('/api/agent/cash/hand-overs', { amount: all - 50, rest: 'missing' }))
  const waiting = await get('admin', '/api/admin/books/hand-overs?waiting=true')
  expect(waiting).toMatchObject([{ cents: all * 100, declared: (all - 50) * 100 }])
  const [{ _id: handOver, agentId }] = waiting
  const received = post(`/api/admin/books/drawers/${agentId}/hand-overs/${handOver}`, {
    ...{ amount: all - 50, reason: 'A note of 50 was torn' },
  })
  expect(await overKills('admin', received)).toMatchObject({ counted: (all - 50) * 100 })
  cash.received = (all - 50) * 100

  const mine = () => get('client', '/api/client/money')
  // Waits for all of the received cash, because a payout must equal what is ready then.
  const isAllReady = async () => {
    const { cents, ready } = await mine()
    return ready === cents && ready >= 1000_00
  }
  await expect.poll(isAllReady).toBe(true)
  const { ready: cents } = await mine()
  const owedTo = `account:${(await get('client', '/api/users/me'))._id}`
  const reference = sentReceipt()
  await overKills('admin', post('/api/admin/books/payouts', { owedTo, cents, reference }))
  cash.paidOut = cents
  expect((await mine()).ready).toBe(0)
  expect(await get('client', '/api/client/money/payouts')).toMatchObject([{ cents, reference }])
})

step('a statement that is taken over, after which the books are the till’s to the cent', async () => {
  const { _id } = await overKills('admin', post('/api/admin/statements', till.statement()))
  await overKills('admin', post(`/api/admin/statements/${_id}/commit`, {}))
  const found = () => get('admin', `/api/admin/statements/${_id}/findings`)
  await expect.poll(async () => (await found()).state).toBe('applied')
  const before = (account: string) => booksBefore[account] ?? 0
  const expected = {
    till: before('till') + till.balance(),
    charges: before('charges') + till.charges(),
    shortages: before('shortages') + 50_00,
    fees_earned: before('fees_earned') - 3 * 350_00,
    drawers: before('drawers') - cash.inDrawer,
    bank: before('bank') + cash.received - cash.paidOut,
    owed_to_senders: before('owed_to_senders') - 1000_00 + cash.paidOut,
  }
  await expect.poll(books, { timeout: 120_000 }).toEqual({ ...booksBefore, ...expected })
})
