import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTill, type Till } from './day/till.ts'
import { type Product, startInOneProcess } from './product.ts'
import { repeatWhileBusy } from './retried-requests.ts'
import { getToken } from './screens.ts'

/**
 * kill -9 while M-Pesa's money books a parcel at the counter, between any two of its appends: one parcel and one payment
 * used, or no parcel and the money unused.
 */

const rounds = 20
const fee = 250
const latestKillMs = 250

let till: Till
let product: Product
const tokens = new Map<'agent.cbd' | 'admin', string>()
beforeAll(async () => {
  till = await openTill()
  product = await startInOneProcess({ ...till.settings, POSTS_PER_MINUTE: '10000' })
  for (const who of ['agent.cbd', 'admin'] as const) tokens.set(who, await getToken(product.url, `${who}@tuma.test`))
})
afterAll(async () => {
  await product?.close()
  await till?.close()
})

// biome-ignore lint/suspicious/noExplicitAny: a test says what it expects of an answer, whatever its shape
const ask = async (who: 'agent.cbd' | 'admin', path: string, body?: object, key = ''): Promise<any> => {
  const headers = {
    ...{ 'content-type': 'application/json', authorization: `Bearer ${tokens.get(who)}` },
    ...(key ? { 'idempotency-key': key } : {}),
  }
  const options = body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers }
  const answer = await repeatWhileBusy(() => fetch(product.url + path, options))
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
  return answer.json()
}

const phoneOf = (round: number): string => `0712${String(round).padStart(6, '0')}`
const form = (round: number) => ({
  sender: { name: 'Zawadi', phone: phoneOf(round) },
  receiver: { name: 'Juma', phone: '0722555666' },
  to: { shop: { location: 'THIKA', address: 'Thika Arcade Bookshop' } },
  ...{ parcelDescription: `Shoes of round ${round}`, deliveryFee: fee, pay: { how: 'prompt' } },
})
/** Kills the product at a random moment, also while it asks, and starts it again. */
const killSoon = async (): Promise<void> => {
  await pause(Math.random() * latestKillMs)
  await product.kill()
  await product.start()
}
const toWords = ({ state, asked }: { state: string; asked: { state: string } }): string =>
  state === 'open' ? `open, ${asked.state}` : state
type Round = { readonly bookingId: string; readonly paid: boolean }

/** @returns the booking, and whether its phone rang and was paid */
const playRound = async (round: number): Promise<Round> => {
  const press = () => ask('agent.cbd', '/api/agent/counter-parcels', form(round), `round ${round}`)
  const { bookingId } = await press()
  const phone = `254${phoneOf(round).slice(1)}`
  await till.entersPin(phone)
  // A callback that was stored is read after the kill; one that was not is told by a statement only.
  await till.isTold()
  await killSoon()
  // The same press again is the same booking, or its parcel.
  const again = await press()
  expect([again.bookingId, again.trackingId].filter((one) => one !== undefined)).toHaveLength(1)
  return { bookingId, paid: till.payments(phone) === 1 }
}

test('kill -9 between the appends leaves one parcel and one payment used, or the money unused', async () => {
  const played: Round[] = []
  for (let round = 1; round <= rounds; round += 1) played.push(await playRound(round))
  expect(played.every(({ paid }) => paid)).toBe(true)

  const read = (bookingId: string) => ask('agent.cbd', `/api/agent/bookings/${bookingId}`)
  const states = async () => new Set((await Promise.all(played.map((one) => read(one.bookingId)))).map(toWords))
  await expect.poll(states, { timeout: 150_000, interval: 1000 }).toEqual(new Set(['booked']))

  const bookings = await Promise.all(played.map(({ bookingId }) => read(bookingId)))
  const booked = bookings.filter(({ state }) => state === 'booked')
  expect(booked.length).toBeGreaterThan(0)
  const parcels = await ask('agent.cbd', '/api/agent/dropping-deliveries?limit=100')
  const taken = parcels.filter(({ counter }: { counter?: { how: string } }) => counter?.how === 'prompt')
  expect(taken.map(({ _id }: { _id: string }) => _id).sort()).toEqual(booked.map(({ parcel }) => parcel.id).sort())
  const payments = await ask('admin', '/api/admin/payments?limit=100')
  const used = payments.filter(({ parcel }: { parcel?: unknown }) => parcel)
  const usedBy = used.map((one: { parcel: { _id?: string; trackingId?: string } }) => one.parcel.trackingId)
  for (const { parcel } of booked) expect(usedBy.filter((id: string) => id === parcel.trackingId)).toHaveLength(1)
}, 600_000)
