import { identityEvents } from '@tuma/contracts/events'
import type { Actor, CommandContext } from '@tuma/contracts/services'
import type { PromptState } from '@tuma/contracts/vocabulary'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { getLocationId } from '../ids.ts'
import { hearPrompt } from '../testing/hear-prompts.ts'
import { cbd } from '../testing/parcels.ts'
import { openNetwork, openWorld, people, type World } from '../testing/world.ts'

const { admin, cbdAgent } = people
const wanjiku: Extract<Actor, { kind: 'user' }> = {
  ...{ kind: 'user', userId: 'wanjiku', username: 'wanjiku', role: 'user', shop: null },
}
const visitor: Actor = { kind: 'visitor', visitorId: 'a browser' }
const stranger: Actor = { kind: 'visitor', visitorId: 'another browser' }
const patience = { timeout: 60_000 }
const reference = 'PAY-123456'

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
  sender: { name: 'Wanjiku Kamau', phone: '254712345678' },
  senderShop: { location: 'NAIROBI CBD', address: 'Tuma House' },
  receiver: { name: 'Lilian Otieno', phone: '254722000111' },
  to: { shop: { location: 'THIKA', address: 'Main Stage' } },
  ...{ parcelDescription: 'Shoes', deliveryFee: 200 },
}
const wanted = { reference, payerName: 'Wanjiku Kamau', phone: '254712345678', formHash: 'form 1', ...form }
const pay = (asked: CommandContext = world.asked(visitor), more: object = {}) =>
  world.delivery().bookByPrompt({ asked, ...wanted, ...more })
const ofPayer = (payer: Actor = visitor) => world.delivery().bookingsOfPayer({ payer })
const ofPrompt = (promptId: string) => world.delivery().senderBookingOfPrompt({ promptId })
const later = (minutes: number): void => {
  world.world.now = new Date(Date.parse(world.world.now) + minutes * 60_000).toISOString()
}
const refused = (code: string) => expect.objectContaining({ name: 'Refused', code })

const hear = (promptId: string, state: PromptState = 'paid', times = 1) => hearPrompt(world, promptId, state, times)
const parcels = async () => {
  return (await world.delivery().sending({ shop: cbd, status: null, limit: 20, cursor: null })).rows
}
const untilState = (promptId: string, state: string) =>
  vi.waitFor(async () => expect((await ofPrompt(promptId))?.state).toBe(state), patience)

const deleteAccount = async (accountId: string) => {
  const { type, version, topic } = identityEvents.accountDeleted
  const data = { accountId, at: world.world.now }
  await world.engines().bus.publish(topic, [{ id: 'deleted', key: accountId, type, version, data, headers: {} }])
  await world.caughtUp()
}

/** The same form as a request of its own. */
const sendForm = () => {
  const { sender, senderShop, receiver, parcelDescription } = form
  return world.delivery().requestDukani({
    asked: world.asked(visitor, { requestHash: 'form 1' }),
    sender: { ...sender, location: senderShop.location, dropoffAgent: senderShop.address },
    receiver: { ...receiver, location: 'THIKA', pickupAgent: 'Main Stage' },
    ...{ parcelDescription, deliveryFee: 200, paymentReference: reference },
  })
}

describe('a sender’s booking', () => {
  test('books one parcel when the money is there, though its sender does not come back', async () => {
    const booking = await pay()
    expect(booking).toMatchObject({ state: 'open', reference, receiver: 'Lilian Otieno', parcel: null })
    expect(world.bookingPayment.asked()).toEqual([{ phone: '254712345678', amount: 200 }])
    expect(await parcels()).toEqual([])
    const { promptId } = world.bookingPayment.pays(200)
    await hear(promptId, 'paid', 2)
    await world.restart()
    const [parcel, ...others] = await parcels()
    expect(others).toEqual([])
    expect(parcel).toMatchObject({ status: 'dropping', paid: true, deliveryFee: 200, paymentReferenceId: reference })
    expect(await ofPrompt(promptId)).toMatchObject({ state: 'booked', receiver: null, parcel: { id: parcel?._id } })
    expect(await ofPayer()).toEqual([])
  })

  test('belongs to the account that paid', async () => {
    await pay(world.asked(wanjiku))
    await hear(world.bookingPayment.pays(200).promptId)
    const [parcel] = await parcels()
    expect(parcel).toMatchObject({ ownerId: wanjiku.userId })
  })

  test('is booked by the next look where the news is lost', async () => {
    const { promptId } = await pay()
    world.bookingPayment.pays(200)
    await world.restart()
    await untilState(promptId ?? '', 'booked')
    expect(await parcels()).toHaveLength(1)
  })

  test('goes on where payment was away, by the same press', async () => {
    const asked = world.asked(visitor)
    world.world.paymentAway = true
    await expect(pay(asked)).rejects.toThrow()
    world.world.paymentAway = false
    await pay(asked)
    expect(world.bookingPayment.asked()).toHaveLength(1)
    await hear(world.bookingPayment.pays(200).promptId)
    expect(await parcels()).toHaveLength(1)
  })

  test('asks another phone with the form as it is now, and late money of the first one books that', async () => {
    await pay()
    const first = world.bookingPayment.fails()
    await hear(first.promptId, 'failed')
    const receiver = { name: 'Halima Yusuf', phone: '254799888777' }
    await pay(world.asked(visitor), { phone: '254722999888', receiver, formHash: 'form 2' })
    expect(world.bookingPayment.asked().map(({ phone }) => phone)).toEqual(['254712345678', '254722999888'])
    world.bookingPayment.pays(200, first)
    await world.restart()
    await vi.waitFor(async () => expect(await parcels()).toHaveLength(1), patience)
    const [parcel] = await parcels()
    expect(parcel).toMatchObject({ receiver: { name: 'Halima Yusuf' } })
  })

  test('stays open where too little has come, and asks for the rest', async () => {
    const { promptId } = await pay()
    await hear(world.bookingPayment.pays(150).promptId)
    expect(await ofPrompt(promptId ?? '')).toMatchObject({ state: 'open', missing: 50 })
    later(3)
    await pay(world.asked(visitor))
    expect(world.bookingPayment.asked()).toMatchObject([{ amount: 200 }, { amount: 50 }])
    await hear(world.bookingPayment.pays(200).promptId)
    expect(await parcels()).toHaveLength(1)
  })

  test('is not paid twice: a press after the money answers the booked parcel', async () => {
    await pay()
    world.bookingPayment.pays(200)
    const again = await pay(world.asked(visitor))
    expect(again).toMatchObject({ state: 'booked' })
    expect(world.bookingPayment.asked()).toHaveLength(1)
    expect(await parcels()).toHaveLength(1)
  })

  test('ends where its form is sent with another payment, and later money of the prompt books nothing', async () => {
    const { promptId } = await pay()
    world.pay(visitor, 200, reference)
    await sendForm()
    expect(await ofPrompt(promptId ?? '')).toMatchObject({ state: 'other_way' })
    await hear(world.bookingPayment.pays(200).promptId)
    expect(await parcels()).toHaveLength(1)
  })

  test('is the same parcel as its form that is sent by itself with the same money', async () => {
    const { promptId } = await pay()
    await hear(world.bookingPayment.pays(200).promptId)
    const [booked] = await parcels()
    const paymentId = `payment of ${promptId}`
    world.knowPayment({ payer: visitor, reference, paymentId, amount: 200 })
    const sent = await sendForm()
    expect(sent).toMatchObject({ deliveryId: booked?._id, repeated: true })
    expect(await parcels()).toHaveLength(1)
  })

  test('is not known to others: not to a stranger, and not to the agents of its shop', async () => {
    const { bookingId } = await pay()
    const shop = cbd
    expect(await ofPayer(stranger)).toEqual([])
    expect(await ofPayer()).toMatchObject([{ bookingId }])
    expect(await world.delivery().bookingsOfShop({ shop, day: '2026-11-16' })).toEqual([])
    expect(await world.delivery().bookingAt({ shop, bookingId })).toBeNull()
    const asked = world.asked(cbdAgent)
    await expect(world.delivery().cancelBooking({ asked, bookingId })).rejects.toEqual(refused('not_found'))
    await expect(world.delivery().bookForCash({ asked, bookingId })).rejects.toEqual(refused('not_found'))
  })

  test('of a visitor who has an account by now is the account’s too', async () => {
    const { bookingId } = await pay()
    expect(await ofPayer({ ...wanjiku, visitorId: 'a browser' })).toMatchObject([{ bookingId }])
  })

  test('keeps the form of a shop that was retired meanwhile, says why, and leaves the money to its payer', async () => {
    const { promptId } = await pay()
    const locationId = getLocationId('THIKA')
    await world.delivery().retireShop({ asked: world.asked(admin), locationId, pickupPoint: 'Main Stage', agents: 0 })
    await hear(world.bookingPayment.pays(200).promptId)
    expect(await ofPrompt(promptId ?? '')).toMatchObject({ state: 'failed', failedBy: 'unknown_shop', parcel: null })
    expect(await ofPayer()).toMatchObject([{ reference, failedBy: 'unknown_shop' }])
    expect(await parcels()).toEqual([])
  })

  test('is refused where the form is wrong, and then no phone is asked', async () => {
    const wrong: [object, string][] = [
      [{ sender: { name: 'Wanjiku', phone: '254712345678' } }, 'names_incomplete'],
      [{ to: { shop: { location: 'THIKA', address: 'Nowhere' } } }, 'unknown_shop'],
      [{ to: { door: { place: 'NOWHERE', tier: 'express', address: 'x', moreDetails: 'y' } } }, 'unknown_place'],
      [{ deliveryFee: 1 }, 'fee_changed'],
    ]
    for (const [more, code] of wrong) await expect(pay(world.asked(visitor), more)).rejects.toEqual(refused(code))
    expect(world.bookingPayment.asked()).toEqual([])
  })

  test('forgets the form at once where payment asks no phone', async () => {
    world.world.promptsOff = true
    await expect(pay()).rejects.toEqual(refused('prompts_off'))
    expect(await ofPayer()).toMatchObject([{ state: 'failed', receiver: null }])
    world.world.promptsOff = false
    expect(await pay()).toMatchObject({ state: 'open', promptId: 'prompt 1' })
  })

  test('waits for money three times at most for a visitor', async () => {
    for (const number of [1, 2, 3]) await pay(world.asked(visitor), { reference: `PAY-00000${number}` })
    await expect(pay(world.asked(visitor), { reference: 'PAY-000004' })).rejects.toEqual(refused('too_many'))
    later(24 * 60 + 1)
    await world.restart()
    await vi.waitFor(async () => {
      expect((await ofPayer()).map(({ state }) => state)).toEqual(['lapsed', 'lapsed', 'lapsed'])
    }, patience)
    expect(await pay(world.asked(visitor), { reference: 'PAY-000004' })).toMatchObject({ state: 'open' })
  })

  test('ends when its account is deleted; a paid one is booked first', async () => {
    const first = await pay(world.asked(wanjiku))
    const paid = await pay(world.asked(wanjiku), { reference: 'PAY-000002' })
    world.bookingPayment.pays(200)
    await deleteAccount(wanjiku.userId)
    await untilState(paid.promptId ?? '', 'booked')
    await vi.waitFor(async () => {
      expect(await ofPrompt(first.promptId ?? '')).toMatchObject({ state: 'cancelled', receiver: null })
    }, patience)
  })
})
