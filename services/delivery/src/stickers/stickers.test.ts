import { EngineAway } from '@tuma/platform/ports'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { hearPrompt } from '../testing/hear-prompts.ts'
import { cbd, kimbo } from '../testing/parcels.ts'
import { dukaniForm, openNetwork, openWorld, people, type World } from '../testing/world.ts'

const { admin, cbdAgent, thikaAgent, kimboAgent, visitor, wanjiku } = people
const patience = { timeout: 60_000 }
const opens = '2026-11-16T06:00:00.000Z'

let world: World
let printed: string[]
beforeEach(async () => {
  world = await openWorld()
  await openNetwork(world)
  printed = (await makeRoll(40)).stickers
})
afterEach(async () => {
  await world.close()
  expect(world.faults).toEqual([])
})

const makeRoll = (count: number, asked = world.asked(admin), shop: typeof cbd | null = null) =>
  world.delivery().makeStickerRoll({ asked, count, shop })
const nth = (n: number): string => {
  const one = printed[n]
  if (one === undefined) throw new Error('the roll is too short')
  return one
}
const form = {
  sender: { name: 'Wanjiku', phone: '254712345678' },
  receiver: { name: 'Otieno', phone: '254722000111' },
  to: { shop: { location: 'THIKA', address: 'Main Stage' } },
  ...{ parcelDescription: 'Shoes', deliveryFee: 200 },
}
const takeIn = (sticker: string, asked = world.asked(cbdAgent), more: object = {}) =>
  world.delivery().takeInAtCounter({ asked, ...form, pay: { how: 'cash', productPrice: 0 }, sticker, ...more })
const open = (sticker: string, pay: object = {}) =>
  world.delivery().openBooking({
    ...{ asked: world.asked(cbdAgent), ...form, sticker },
    pay: { how: 'prompt', phone: null, receipt: null, payer: null, ...pay },
  })
const sendIn = async (): Promise<{ deliveryId: string; trackingId: string }> => {
  const reference = world.pay(visitor, 200)
  return world.delivery().requestDukani({ asked: world.asked(visitor), ...dukaniForm(reference) })
}
const add = (deliveryId: string, sticker: string, by: Parameters<World['asked']>[0] = cbdAgent) =>
  world.delivery().addSticker({ asked: world.asked(by), deliveryId, sticker })
const track = async (trackingId: string, viewer: Parameters<World['asked']>[0] = visitor) =>
  (await world.delivery().track({ viewer, trackingId }))?.delivery.trackingId
const refused = (code: string) => expect.objectContaining({ name: 'Refused', code })
const later = (minutes: number): void => {
  world.world.now = new Date(Date.parse(opens) + minutes * 60_000).toISOString()
}
/** The next append to such a stream does not happen, as if the process was killed before. */
const crashBefore = (stream: string): void => {
  const { events } = world.engines()
  const append = events.append.bind(events)
  const crash = vi.spyOn(events, 'append').mockImplementation(async (name, ...others) => {
    if (!name.startsWith(stream)) return append(name, ...others)
    crash.mockRestore()
    throw new EngineAway('the process was killed')
  })
}

describe('a roll', () => {
  test('has as many stickers as were asked for, all different, and none of another roll', async () => {
    const { roll, stickers } = await makeRoll(2000)
    expect(roll).toBe(2)
    expect(new Set([...printed, ...stickers]).size).toBe(2040)
    expect(await world.delivery().stickerRolls()).toMatchObject([
      { roll: 2, count: 2000, shop: null },
      { roll: 1, count: 40, shop: null },
    ])
  })
  test('is printed again by the same command', async () => {
    const asked = world.asked(admin)
    expect(await makeRoll(10, asked)).toEqual(await makeRoll(10, asked))
    expect(await world.delivery().stickerRolls()).toHaveLength(2)
  })
  test('is for a shop that is ours, and made by the office', async () => {
    const of = (shop: typeof cbd) => makeRoll(10, world.asked(admin), shop)
    await of({ location: ' kimbo', address: 'CORNER SHOP' })
    expect((await world.delivery().stickerRolls())[0]).toMatchObject({ shop: kimbo })
    await expect(of({ location: 'KIMBO', address: 'No such shop' })).rejects.toEqual(refused('unknown_shop'))
    await expect(makeRoll(10, world.asked(cbdAgent))).rejects.toEqual(refused('not_allowed'))
    await expect(makeRoll(2001)).rejects.toEqual(refused('bad_input'))
  })
})

describe('a sticker on a parcel that is at the counter', () => {
  test('becomes its tracking id', async () => {
    const { delivery } = await takeIn(nth(0).toLowerCase())
    expect(delivery.trackingId).toBe(nth(0))
    expect(await track(nth(0))).toBe(nth(0))
  })
  test('of a roll for another shop is taken too: stickers are lent', async () => {
    const { stickers } = await makeRoll(1, world.asked(admin), kimbo)
    const [ofKimbo = ''] = stickers
    expect((await takeIn(ofKimbo)).delivery.trackingId).toBe(ofKimbo)
  })
  test('of another parcel is refused, and nothing is booked', async () => {
    await takeIn(nth(0))
    await expect(takeIn(nth(0))).rejects.toEqual(refused('sticker_used'))
    await expect(open(nth(0))).rejects.toEqual(refused('sticker_used'))
    expect(await ofShop()).toHaveLength(1)
    expect(await bookings()).toEqual([])
  })
  test('that we have not printed is refused', async () => {
    const { trackingId } = await sendIn()
    for (const typed of [trackingId, 'TM-7K3M-Q2XV-90TB', 'no id']) {
      await expect(takeIn(typed)).rejects.toEqual(refused('sticker_unknown'))
      await expect(open(typed)).rejects.toEqual(refused('sticker_unknown'))
    }
  })
  test('stays free where its parcel is refused', async () => {
    await expect(takeIn(nth(0), world.asked(cbdAgent), { deliveryFee: 10 })).rejects.toEqual(refused('fee_changed'))
    expect((await takeIn(nth(0))).delivery.trackingId).toBe(nth(0))
  })
  test('the same press twice is one parcel with one sticker', async () => {
    const asked = world.asked(cbdAgent, { requestHash: 'one form' })
    const [first, again] = [await takeIn(nth(0), asked), await takeIn(nth(0), asked)]
    expect(again).toEqual(first)
    await expect(takeIn(nth(1), { ...asked, requestHash: 'another' })).rejects.toEqual(refused('key_reused'))
    expect((await takeIn(nth(1))).delivery.trackingId).toBe(nth(1))
  })
  test('two presses at once: one of them has it', async () => {
    const both = await Promise.allSettled([takeIn(nth(0)), takeIn(nth(0))])
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await ofShop()).toHaveLength(1)
  })
  test('of a cancelled parcel is not used again, and still leads to it', async () => {
    const { delivery } = await takeIn(nth(0))
    await world.delivery().voidCounterParcel({ asked: world.asked(cbdAgent), deliveryId: delivery._id, reason: 'No' })
    expect(await track(nth(0))).toBe(nth(0))
    await expect(takeIn(nth(0))).rejects.toEqual(refused('sticker_used'))
  })
})

describe('a sticker on a parcel that waits for its money', () => {
  test('becomes the tracking id once it is paid by a prompt', async () => {
    await open(nth(0))
    const { promptId } = world.bookingPayment.pays(200)
    await hearPrompt(world, promptId, 'paid')
    expect(await track(nth(0))).toBe(nth(0))
  })
  test('or to the till', async () => {
    const till = { how: 'till', receipt: 'UKN6H7T3GZ', payer: 'Wanjiku' }
    world.bookingPayment.tellsOf('UKN6H7T3GZ', 200)
    await open(nth(0), till)
    expect(await track(nth(0))).toBe(nth(0))
  })
  test('or in cash after all', async () => {
    const { bookingId } = await open(nth(0))
    const booked = await world.delivery().bookForCash({ asked: world.asked(cbdAgent), bookingId })
    expect(booked.parcel?.trackingId).toBe(nth(0))
  })
  test('is only looked at: another parcel may take it, and the paid one gets an id without a sticker', async () => {
    await open(nth(0))
    await takeIn(nth(0))
    const { promptId } = world.bookingPayment.pays(200)
    await hearPrompt(world, promptId, 'paid')
    const ids = (await ofShop()).map(({ trackingId }) => trackingId)
    expect(ids).toHaveLength(2)
    expect(ids.filter((one) => one === nth(0))).toHaveLength(1)
  })
})

describe('a sticker on a booked parcel', () => {
  test('is a second id: both find it, and rows show the last four', async () => {
    const { deliveryId, trackingId } = await sendIn()
    const { delivery } = await add(deliveryId, nth(0))
    expect(delivery.sticker).toBe(nth(0).slice(-4))
    expect(await track(nth(0))).toBe(trackingId)
    expect(await track(trackingId)).toBe(trackingId)
    expect(await found(nth(0))).toEqual([trackingId])
    expect(await found(nth(0).slice(-4))).toEqual([trackingId])
    expect(await byOffice(nth(0))).toEqual([trackingId])
  })
  test('that was lost is replaced, and the lost one still finds it', async () => {
    const { deliveryId, trackingId } = await sendIn()
    await add(deliveryId, nth(0))
    const { delivery } = await add(deliveryId, nth(1), thikaAgent)
    expect(delivery.sticker).toBe(nth(1).slice(-4))
    expect(await track(nth(0))).toBe(trackingId)
    expect(await track(nth(1))).toBe(trackingId)
  })
  test('is put on by agents of its shops alone', async () => {
    const { deliveryId } = await sendIn()
    await expect(add(deliveryId, nth(0), kimboAgent)).rejects.toEqual(refused('not_found'))
    for (const other of [admin, wanjiku, visitor])
      await expect(add(deliveryId, nth(0), other)).rejects.toEqual(refused('not_allowed'))
    expect((await add(deliveryId, nth(0))).delivery.sticker).toBe(nth(0).slice(-4))
  })
  test('is refused where another parcel has it, or where it is none of ours', async () => {
    const [one, other] = [await sendIn(), await sendIn()]
    await add(one.deliveryId, nth(0))
    await expect(add(other.deliveryId, nth(0))).rejects.toEqual(refused('sticker_used'))
    for (const typed of [one.trackingId, 'TM-7K3M-Q2XV-90TB', 'no id'])
      await expect(add(other.deliveryId, typed)).rejects.toEqual(refused('sticker_unknown'))
  })
  test('of a cancelled parcel leads to it, and a cancelled parcel takes none', async () => {
    const { delivery } = await takeIn(nth(0))
    await add(delivery._id, nth(1))
    await world.delivery().voidCounterParcel({ asked: world.asked(cbdAgent), deliveryId: delivery._id, reason: 'No' })
    expect(await track(nth(1))).toBe(nth(0))
    await expect(add(delivery._id, nth(2))).rejects.toEqual(refused('parcel_cancelled'))
    await expect(track(nth(2))).rejects.toEqual(refused('sticker_free'))
  })
})

describe('a free sticker', () => {
  test('says so to everyone who looks for it', async () => {
    for (const viewer of [visitor, cbdAgent, admin])
      await expect(track(nth(0), viewer)).rejects.toEqual(refused('sticker_free'))
  })
  test('that was never printed is no parcel', async () => expect(await track('TM-7K3M-Q2XV-90TB')).toBeUndefined())
})

describe('a crash after the sticker was bound', () => {
  test('is finished by the service: the parcel gets its sticker', async () => {
    const { deliveryId, trackingId } = await sendIn()
    crashBefore('delivery-')
    await expect(add(deliveryId, nth(0))).rejects.toThrow('away')
    expect(await track(nth(0))).toBeUndefined()
    await world.restart()
    await vi.waitFor(async () => expect(await track(nth(0))).toBe(trackingId), patience)
  })
  test('is finished by the same press', async () => {
    const asked = world.asked(cbdAgent)
    crashBefore('delivery-')
    await expect(takeIn(nth(0), asked)).rejects.toThrow('away')
    await expect(takeIn(nth(0))).rejects.toEqual(refused('sticker_used'))
    expect((await takeIn(nth(0), asked)).delivery.trackingId).toBe(nth(0))
  })
  test('loses no sticker: it is free after ten minutes, and the late press does not get it back', async () => {
    const asked = world.asked(cbdAgent)
    crashBefore('delivery-')
    await expect(takeIn(nth(0), asked)).rejects.toThrow('away')
    later(11)
    await expect(track(nth(0))).rejects.toEqual(refused('sticker_free'))
    const { delivery } = await takeIn(nth(0))
    expect(delivery.trackingId).toBe(nth(0))
    await expect(takeIn(nth(0), asked)).rejects.toEqual(refused('sticker_used'))
  })
  test('books the parcel of a booking with its sticker', async () => {
    await open(nth(0))
    crashBefore('delivery-')
    const { promptId } = world.bookingPayment.pays(200)
    await hearPrompt(world, promptId, 'paid')
    expect(await track(nth(0))).toBe(nth(0))
    expect(await ofShop()).toHaveLength(1)
  })
})

const ofShop = async () => (await world.delivery().sending({ shop: cbd, status: null, limit: 20, cursor: null })).rows
const bookings = () => world.delivery().bookingsOfShop({ shop: cbd, day: '2026-11-16' })
const found = async (search: string) =>
  (await world.delivery().ofShop({ shop: cbd, search, limit: 20, cursor: null })).rows.map((row) => row.trackingId)
const byOffice = async (search: string) => {
  const filter = { status: null, deliveryType: null, search, from: null, to: null, limit: 20, cursor: null }
  return (await world.delivery().all(filter)).rows.map((row) => row.trackingId)
}
