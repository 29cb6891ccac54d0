import type { CommandContext } from '@tuma/contracts/services'
import type { PromptState } from '@tuma/contracts/vocabulary'
import { ofStreams, openStreams } from '@tuma/platform/event-sourcing'
import { everyDocument } from '@tuma/platform/ports'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type BookingsRow, bookingsView } from '../domain/bookings/bookings-view.ts'
import { getLocationId } from '../ids.ts'
import { storedEvents } from '../stored-events.ts'
import { hearPrompt } from '../testing/hear-prompts.ts'
import { cbd, thika } from '../testing/parcels.ts'
import { openNetwork, openWorld, people, type World } from '../testing/world.ts'

const { admin, cbdAgent, thikaAgent, wanjiku } = people
const patience = { timeout: 60_000 }
const opens = '2026-11-16T06:00:00.000Z'
const day = '2026-11-16'

let world: World
beforeEach(async () => {
  world = await openWorld()
  await openNetwork(world)
})
afterEach(async () => {
  await world.close()
  expect(world.faults).toEqual([])
})

const form = {
  sender: { name: 'Wanjiku', phone: '254712345678' },
  receiver: { name: 'Otieno', phone: '254722000111' },
  to: { shop: { location: 'THIKA', address: 'Main Stage' } },
  ...{ parcelDescription: 'Shoes', deliveryFee: 200 },
}
const byPrompt = { how: 'prompt', phone: null, receipt: null, payer: null } as const
const byTill = { how: 'till', phone: null, receipt: 'UKN6H7T3GZ', payer: 'Wanjiku' } as const
const open = (pay: typeof byPrompt | typeof byTill = byPrompt, asked = world.asked(cbdAgent), more: object = {}) =>
  world.delivery().openBooking({ asked, ...form, pay, ...more })
const ofShop = (shop = cbd) => world.delivery().bookingsOfShop({ shop, day })
const one = async (bookingId: string) => await world.delivery().bookingAt({ shop: cbd, bookingId })
const change = (what: 'cancelBooking' | 'bookForCash', bookingId: string, asked = world.asked(cbdAgent)) =>
  world.delivery()[what]({ asked, bookingId })
const later = (minutes: number): void => {
  world.world.now = new Date(Date.parse(opens) + minutes * 60_000).toISOString()
}
const refused = (code: string) => expect.objectContaining({ name: 'Refused', code })

const other = { name: 'Halima', phone: '254799888777' }
/** Every row, as it is kept. */
const all = async () => {
  const rows = await world.engines().documents.collection<BookingsRow>(bookingsView.collection)
  return Array.fromAsync(everyDocument(rows))
}

const hear = (promptId: string, state: PromptState = 'paid', times = 1) => hearPrompt(world, promptId, state, times)
const parcels = async () => (await world.delivery().sending({ shop: cbd, status: null, limit: 20, cursor: null })).rows
const untilState = (bookingId: string, state: string) =>
  vi.waitFor(async () => expect((await one(bookingId))?.state).toBe(state), patience)

describe('a booking by prompt', () => {
  test('asks the customer’s phone, and books and takes in one parcel when the money is there', async () => {
    const booking = await open()
    expect(booking).toMatchObject({ state: 'open', total: 200, paid: 0, parcel: null })
    expect(booking.asked).toMatchObject({ how: 'prompt', state: 'waiting', phone: '254712345678' })
    expect(world.bookingPayment.asked()).toEqual([{ phone: '254712345678', amount: 200 }])
    expect(await parcels()).toEqual([])
    const { promptId } = world.bookingPayment.pays(200)
    await hear(promptId)
    const [parcel] = await parcels()
    expect(parcel).toMatchObject({ status: 'uncollected', paid: true, counter: { how: 'prompt' }, deliveryFee: 200 })
    expect(await one(booking.bookingId)).toMatchObject({
      ...{ state: 'booked', paid: 200, sender: null, receiver: null },
      parcel: { id: parcel?._id, trackingId: parcel?.trackingId },
    })
    expect(await world.delivery().counterDay({ shop: cbd, day })).toEqual({ parcels: 1, cash: 0, mpesa: 200 })
  })
  test('books one parcel when the news comes twice, and when two replicas hear it', async () => {
    const second = await world.openReplica()
    await open()
    const { promptId } = world.bookingPayment.pays(200)
    await hear(promptId, 'paid', 2)
    await world.restart()
    await second.close()
    expect(await parcels()).toHaveLength(1)
  })
  test('believes what payment answers, and not news that contradict it', async () => {
    const { bookingId } = await open()
    const { promptId } = world.bookingPayment.last()
    await hear(promptId)
    expect(await one(bookingId)).toMatchObject({ state: 'open', paid: 0 })
    world.bookingPayment.pays(200)
    await hear(promptId, 'failed')
    expect(await one(bookingId)).toMatchObject({ state: 'booked' })
  })
  test('asks payment again where the news is missing', async () => {
    const { bookingId } = await open()
    world.bookingPayment.pays(200)
    await world.restart()
    await untilState(bookingId, 'booked')
    expect(await parcels()).toHaveLength(1)
  })
  test('the same press twice is one booking and one prompt', async () => {
    const asked = world.asked(cbdAgent, { requestHash: 'one form' })
    const [first, again] = [await open(byPrompt, asked), await open(byPrompt, asked)]
    expect(again).toEqual(first)
    expect(world.bookingPayment.asked()).toHaveLength(1)
    await expect(open(byPrompt, { ...asked, requestHash: 'another' })).rejects.toEqual(refused('key_reused'))
  })
  test('is refused for another price and for a shop that is not ours, and nothing is stored', async () => {
    const wrong = (more: object) => open(byPrompt, world.asked(cbdAgent), more)
    await expect(wrong({ deliveryFee: 10 })).rejects.toEqual(refused('fee_changed'))
    const to = { shop: { location: 'THIKA', address: 'No such shop' } }
    await expect(wrong({ to })).rejects.toEqual(refused('unknown_shop'))
    expect(await ofShop()).toEqual([])
  })
  test('tells that prompts are off, the same press too, and leaves nothing that waits', async () => {
    world.world.promptsOff = true
    const asked = world.asked(cbdAgent)
    await expect(open(byPrompt, asked)).rejects.toEqual(refused('prompts_off'))
    await expect(open(byPrompt, asked)).rejects.toEqual(refused('prompts_off'))
    expect(await ofShop()).toEqual([])
  })
  test('waits while payment is away, and the same press goes on', async () => {
    world.world.paymentAway = true
    const asked = world.asked(cbdAgent)
    await expect(open(byPrompt, asked)).rejects.toThrow('away')
    expect(await ofShop()).toMatchObject([{ state: 'open', asked: { state: 'waiting', promptId: null } }])
    world.world.paymentAway = false
    expect(await open(byPrompt, asked)).toMatchObject({ asked: { promptId: 'prompt 1' } })
  })
  test('is known to its own shop only', async () => {
    const { bookingId, asked } = await open()
    expect(await ofShop(thika)).toEqual([])
    expect(await world.delivery().bookingAt({ shop: thika, bookingId })).toBeNull()
    const promptId = asked?.promptId ?? ''
    expect(await world.delivery().hasBookingOfPrompt({ shop: thika, promptId })).toEqual({ found: false })
    expect(await world.delivery().hasBookingOfPrompt({ shop: cbd, promptId })).toEqual({ found: true })
    for (const what of ['cancelBooking', 'bookForCash'] as const)
      await expect(change(what, bookingId, world.asked(thikaAgent))).rejects.toEqual(refused('not_found'))
    await expect(open(byPrompt, world.asked(wanjiku))).rejects.toEqual(refused('not_allowed'))
  })
})

describe('another way', () => {
  const refuse = async () => {
    const booking = await open()
    const { promptId } = world.bookingPayment.fails()
    await hear(promptId, 'failed')
    expect(await one(booking.bookingId)).toMatchObject({
      state: 'open',
      asked: { state: 'refused', code: 'cancelled' },
    })
    return booking.bookingId
  }
  const pay = (bookingId: string, how: object, asked: CommandContext = world.asked(cbdAgent)) =>
    world.delivery().payBooking({ asked, bookingId, pay: { ...byPrompt, ...how } })

  test('cash books the parcel, and money that comes later is not used', async () => {
    const bookingId = await refuse()
    const asked = world.asked(cbdAgent)
    const first = await change('bookForCash', bookingId, asked)
    expect(first).toMatchObject({ state: 'other_way', parcel: { id: expect.any(String) } })
    expect((await change('bookForCash', bookingId, asked)).parcel).toEqual(first.parcel)
    const { promptId } = world.bookingPayment.pays(200)
    await hear(promptId)
    const rows = await parcels()
    expect(rows.map(({ counter }) => counter?.how)).toEqual(['cash'])
  })
  test('another phone is asked, and the first one may still pay', async () => {
    const bookingId = await refuse()
    const first = world.bookingPayment.last()
    await expect(pay(bookingId, { phone: '254722999888' })).resolves.toMatchObject({ asked: { state: 'waiting' } })
    expect(world.bookingPayment.asked().map(({ phone }) => phone)).toEqual(['254712345678', '254722999888'])
    world.bookingPayment.pays(200, first)
    await world.restart()
    await untilState(bookingId, 'booked')
    expect(await parcels()).toHaveLength(1)
  })
  test('a second prompt waits for the first', async () => {
    const { bookingId } = await open()
    await expect(pay(bookingId, {})).rejects.toEqual(refused('prompt_open'))
  })
  test('a cancelled booking takes money 29 minutes after the prompt’s end, and no later money', async () => {
    const cancelled = async () => {
      later(0)
      const bookingId = await refuse()
      await change('cancelBooking', bookingId)
      return bookingId
    }
    const [one, other] = [await cancelled(), await cancelled()]
    const [first, second] = world.bookingPayment.all()
    later(29)
    await hear(world.bookingPayment.pays(200, first).promptId)
    later(31)
    await hear(world.bookingPayment.pays(200, second).promptId)
    await untilState(one, 'booked')
    await untilState(other, 'cancelled')
    expect(await parcels()).toHaveLength(1)
  })
  test('a booking without money lapses after a day', async () => {
    const bookingId = await refuse()
    later(24 * 60 + 1)
    await world.restart()
    await untilState(bookingId, 'lapsed')
    await expect(pay(bookingId, {})).rejects.toEqual(refused('booking_ended'))
  })
  test('short money stays, says what remains, and is topped up', async () => {
    const booking = await open(byTill)
    world.bookingPayment.tellsOf('UKN6H7T3GZ', 150)
    expect(await pay(booking.bookingId, byTill)).toMatchObject({ state: 'open', paid: 150 })
    await pay(booking.bookingId, {})
    expect(world.bookingPayment.asked()).toEqual([{ phone: '254712345678', amount: 50 }])
    const { promptId } = world.bookingPayment.pays(200)
    await hear(promptId)
    await untilState(booking.bookingId, 'booked')
  })
})

describe('a booking by a receipt of the till', () => {
  test('books at once where M-Pesa has told of it', async () => {
    world.bookingPayment.tellsOf('UKN6H7T3GZ', 200)
    expect(await open(byTill)).toMatchObject({ state: 'booked', parcel: { id: expect.any(String) } })
    expect(await parcels()).toMatchObject([{ counter: { how: 'till' }, paid: true }])
  })
  test('waits where M-Pesa has not, and looks again without counting it as a guess', async () => {
    const { bookingId } = await open(byTill)
    expect(await one(bookingId)).toMatchObject({ state: 'open', asked: { how: 'till', state: 'waiting' } })
    world.bookingPayment.tellsOf('UKN6H7T3GZ', 200)
    await world.restart()
    await untilState(bookingId, 'booked')
    expect(world.bookingPayment.claimed.map(({ again }) => again)).toEqual([false, true])
  })
  test('is refused for a payment that was used, and for another payer', async () => {
    world.bookingPayment.refuses('UKN6H7T3GZ')
    await expect(open(byTill)).rejects.toEqual(refused('payment_used'))
    world.bookingPayment.refuses('UKN6H7T3GZ', 'receipt_unknown')
    await expect(open(byTill)).rejects.toEqual(refused('payer_differs'))
    expect(await ofShop()).toEqual([])
  })
})

test('a shop that was retired between leaves the money to the office, and says so', async () => {
  const { bookingId } = await open()
  const locationId = getLocationId('THIKA')
  await world.delivery().retireShop({ asked: world.asked(admin), locationId, pickupPoint: 'Main Stage', agents: 0 })
  await hear(world.bookingPayment.pays(200).promptId)
  expect(await one(bookingId)).toMatchObject({ state: 'failed', failedBy: 'unknown_shop', paid: 200, parcel: null })
  expect(await parcels()).toEqual([])
})

describe('a person who is erased by phone', () => {
  const erase = () =>
    world.delivery().erasePhone({ asked: world.asked(admin), phone: '254712345678', seen: [], owed: [] })
  test('ends a booking that waits, and later money is not used', async () => {
    const { bookingId } = await open()
    await erase()
    expect(await one(bookingId)).toMatchObject({ state: 'cancelled', sender: null, receiver: null })
    await hear(world.bookingPayment.pays(200).promptId)
    expect(await parcels()).toEqual([])
  })
  test('is booked first where the money is there', async () => {
    const { bookingId } = await open()
    world.bookingPayment.pays(200)
    await erase()
    expect(await one(bookingId)).toMatchObject({ state: 'booked' })
    expect(await parcels()).toHaveLength(1)
  })
})

test('people of a booking without a parcel are forgotten seven days after its end', async () => {
  const { bookingId } = await open()
  await change('cancelBooking', bookingId)
  expect((await one(bookingId))?.sender).toEqual({ name: 'Wanjiku', phone: '254712345678' })
  later(8 * 24 * 60)
  await world.restart()
  await vi.waitFor(async () => expect(await one(bookingId)).toMatchObject({ sender: null, receiver: null }), patience)
})

test('rebuilt bookings equal the former ones, also where their people are erased', async () => {
  await open()
  await hear(world.bookingPayment.pays(200).promptId)
  await change('cancelBooking', (await open(byPrompt, world.asked(cbdAgent), { sender: other })).bookingId)
  await change('bookForCash', (await open(byTill)).bookingId)
  await world.restart()
  await vi.waitFor(async () => expect((await all()).filter(({ tended }) => tended === 'no')).toHaveLength(2), patience)
  const before = await all()
  const collection = { ...bookingsView.collection, name: 'anew-bookings-v1' as const }
  const engines = world.engines()
  const views = [ofStreams(['booking'], { ...bookingsView, collection })]
  const onFault = (error: unknown) => world.faults.push(error)
  const rebuilt = await openStreams({ service: 'delivery', engines, types: storedEvents, views, onFault })
  await rebuilt.projector.caughtUp()
  const anew = await engines.documents.collection(collection)
  expect(await Array.fromAsync(everyDocument(anew))).toEqual(before)
  await rebuilt.close()
})
