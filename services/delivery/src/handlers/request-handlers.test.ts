import type { Actor } from '@tuma/contracts/services'
import { EngineAway } from '@tuma/platform/ports'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  doorstepForm,
  dukaniForm,
  fromCbd,
  openNetwork,
  openWorld,
  people,
  toThikaDoor,
  toThikaShop,
  type World,
} from '../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
  await openNetwork(world)
})
afterAll(async () => {
  await world.close()
  expect(world.faults).toEqual([])
})

const { wanjiku, otieno, visitor, admin } = people
const refused = (code: string, details?: object) =>
  expect.objectContaining({ name: 'Refused', code, ...(details && { details }) })
const eventsStored = async () => (await world.engines().events.readAll(null, 1000)).length

const requestDukani = (actor: Actor, form: ReturnType<typeof dukaniForm>, asked = world.asked(actor)) =>
  world.delivery().requestDukani({ asked, ...form })
const requestDoorstep = (actor: Actor, form: ReturnType<typeof doorstepForm>, asked = world.asked(actor)) =>
  world.delivery().requestDoorstep({ asked, ...form })

describe('a dukani request', () => {
  test('returns a tracking id and the fee of the receiving location', async () => {
    const paymentReference = world.pay(wanjiku, 200)
    const answer = await requestDukani(wanjiku, dukaniForm(paymentReference))
    expect(answer).toEqual({
      deliveryId: expect.stringMatching(/^[0-9a-f]{32}$/),
      trackingId: expect.stringMatching(/^TM-[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}$/),
      totalAmount: 200,
      repeated: false,
    })
    expect(await world.delivery().get({ viewer: wanjiku, deliveryId: answer.deliveryId })).toMatchObject({
      trackingId: answer.trackingId,
      ownerId: 'wanjiku',
      status: 'dropping',
      paid: true,
      deliveryFee: 200,
      paymentReferenceId: paymentReference,
      sender: { userName: 'wanjiku.ke', location: 'NAIROBI CBD', dropoffAgent: 'Tuma House' },
      receiver: { location: 'THIKA', pickupAgent: 'Main Stage' },
    })
  })
  test('costs the network’s fee if the location has no price', async () => {
    const receiver = { ...toThikaShop, location: 'KIMBO', pickupAgent: 'Corner Shop' }
    const answer = await requestDukani(visitor, dukaniForm(world.pay(visitor, 150), { receiver }))
    expect(answer.totalAmount).toBe(150)
  })
})

describe('a doorstep request', () => {
  test('that is paid on delivery owes the fee and the product', async () => {
    const { deliveryId, totalAmount } = await requestDoorstep(visitor, doorstepForm())
    expect(totalAmount).toBe(1250)
    expect(await world.delivery().get({ viewer: admin, deliveryId })).toMatchObject({
      ownerId: null,
      status: 'uncollected',
      pricingTier: 'same-day',
      paid: false,
      paymentReferenceId: '',
      productPrice: 1000,
      receiver: { location: 'THIKA', pickupAddress: 'Blue gate, Section 9' },
    })
  })
  test('that is paid now owes the fee alone', async () => {
    const paymentReference = world.pay(wanjiku, 600)
    const form = doorstepForm({ paymentMethod: 'payNow', paymentReference, deliveryFee: 600 })
    const { deliveryId, totalAmount } = await requestDoorstep(wanjiku, form)
    expect(totalAmount).toBe(600)
    expect(await world.delivery().get({ viewer: wanjiku, deliveryId })).toMatchObject({
      pricingTier: 'express',
      paid: true,
      productPrice: 0,
    })
  })
})

describe('the same request again', () => {
  test('under the same command returns the same tracking id and adds nothing', async () => {
    const form = dukaniForm(world.pay(wanjiku, 200))
    const asked = world.asked(wanjiku, { requestHash: 'body' })
    const first = await requestDukani(wanjiku, form, asked)
    const stored = await eventsStored()
    expect(await requestDukani(wanjiku, form, asked)).toEqual({ ...first, repeated: true })
    expect(await eventsStored()).toBe(stored)
  })
  test.each([
    ['with the hash of its body', { requestHash: 'body' }],
    ['without one', {}],
  ])('under another command, %s, is recognised by its payment', async (_how, more) => {
    const form = dukaniForm(world.pay(wanjiku, 200))
    const first = await requestDukani(wanjiku, form, world.asked(wanjiku, more))
    const stored = await eventsStored()
    expect(await requestDukani(wanjiku, form, world.asked(wanjiku, more))).toEqual({ ...first, repeated: true })
    expect(await eventsStored()).toBe(stored)
  })
  test('is the same request even if its SMS are held by then', async () => {
    const form = dukaniForm(world.pay(wanjiku, 200))
    const asked = world.asked(wanjiku, { requestHash: undefined })
    const first = await requestDukani(wanjiku, form, asked)
    const stored = await eventsStored()
    const held = { sender: 'too-many-to-phone', receiver: null } as const
    expect(await world.delivery().requestDukani({ asked, ...form, held })).toEqual({ ...first, repeated: true })
    expect(await eventsStored()).toBe(stored)
  })

  test('sent twice at once is one delivery', async () => {
    const form = dukaniForm(world.pay(wanjiku, 200))
    const stored = await eventsStored()
    const [first, second] = await Promise.all([requestDukani(wanjiku, form), requestDukani(wanjiku, form)])
    expect([first.repeated, second.repeated].sort()).toEqual([false, true])
    expect(second).toEqual({ ...first, repeated: second.repeated })
    expect(await eventsStored()).toBe(stored + 2)
  })
  test('with pay on delivery is recognised by its command', async () => {
    const asked = world.asked(visitor, { requestHash: 'body' })
    const first = await requestDoorstep(visitor, doorstepForm(), asked)
    expect(await requestDoorstep(visitor, doorstepForm(), asked)).toEqual({ ...first, repeated: true })
    expect((await requestDoorstep(visitor, doorstepForm())).deliveryId).not.toBe(first.deliveryId)
  })
  test('with pay on delivery by another payer is another delivery', async () => {
    const asked = world.asked(wanjiku)
    const first = await requestDoorstep(wanjiku, doorstepForm(), asked)
    const second = await requestDoorstep(otieno, doorstepForm(), { ...asked, actor: otieno })
    expect(second.deliveryId).not.toBe(first.deliveryId)
  })
  test('with another body under the same command is refused', async () => {
    const asked = world.asked(visitor, { requestHash: 'body' })
    await requestDoorstep(visitor, doorstepForm(), asked)
    const again = requestDoorstep(visitor, doorstepForm(), { ...asked, requestHash: 'another body' })
    await expect(again).rejects.toEqual(refused('key_reused'))
  })
})

describe('a request is refused', () => {
  test('with a payment that another request has used', async () => {
    const paymentReference = world.pay(wanjiku, 200)
    await requestDukani(wanjiku, dukaniForm(paymentReference))
    const another = requestDukani(wanjiku, dukaniForm(paymentReference, { parcelDescription: 'A red suitcase' }))
    await expect(another).rejects.toEqual(refused('payment_used'))
  })
  test('with a payment that a request with different fields has used', async () => {
    const form = dukaniForm(world.pay(wanjiku, 200))
    await requestDukani(wanjiku, form, world.asked(wanjiku, { requestHash: 'body' }))
    const another = requestDukani(wanjiku, form, world.asked(wanjiku, { requestHash: 'another body' }))
    await expect(another).rejects.toEqual(refused('payment_used'))
  })
  test('without a payment', async () => {
    await expect(requestDukani(wanjiku, dukaniForm(''))).rejects.toEqual(refused('payment_missing'))
  })
  test('with a payment that does not exist, or belongs to another payer', async () => {
    await expect(requestDukani(wanjiku, dukaniForm('PAY-999999'))).rejects.toEqual(refused('payment_not_found'))
    const ofOtieno = world.pay(otieno, 200)
    await expect(requestDukani(wanjiku, dukaniForm(ofOtieno))).rejects.toEqual(refused('payment_not_found'))
  })
  test('with a payment that is too small', async () => {
    const short = requestDukani(wanjiku, dukaniForm(world.pay(wanjiku, 150)))
    await expect(short).rejects.toEqual(refused('payment_short', { missing: 50, amount: 150, due: 200 }))
  })
  test('from and to shops that do not exist', async () => {
    const paymentReference = world.pay(wanjiku, 200)
    const sender = { ...fromCbd, dropoffAgent: 'Nowhere' }
    const from = requestDukani(wanjiku, dukaniForm(paymentReference, { sender }))
    await expect(from).rejects.toEqual(refused('unknown_shop', { field: 'sender.dropoffAgent' }))
    const receiver = { ...toThikaShop, location: 'MOMBASA' }
    const to = requestDukani(wanjiku, dukaniForm(paymentReference, { receiver }))
    await expect(to).rejects.toEqual(refused('unknown_shop', { field: 'receiver.pickupAgent' }))
  })
  test('to a doorstep without a price', async () => {
    const form = doorstepForm({ receiver: { ...toThikaDoor, pickupLocation: 'KIMBO' } })
    const unknown = refused('unknown_place', { field: 'receiver.pickupLocation' })
    await expect(requestDoorstep(wanjiku, form)).rejects.toEqual(unknown)
  })
  test('with one name, unless it is the signed-in sender’s username', async () => {
    const named = (name: string) => requestDoorstep(wanjiku, doorstepForm({ sender: { ...fromCbd, name } }))
    await expect(named('Wanjiku')).rejects.toEqual(refused('names_incomplete', { field: 'sender.name' }))
    await expect(named('wanjiku.ke')).resolves.toMatchObject({ totalAmount: 1250 })
  })
  test('with an outdated fee, and nothing is written', async () => {
    const stored = await eventsStored()
    const request = requestDoorstep(wanjiku, doorstepForm({ deliveryFee: 249 }))
    await expect(request).rejects.toEqual(refused('fee_changed', { fee: 250 }))
    expect(await eventsStored()).toBe(stored)
  })
  test('while payment is away, except for pay on delivery', async () => {
    const form = dukaniForm(world.pay(wanjiku, 200))
    world.world.paymentAway = true
    await expect(requestDukani(wanjiku, form)).rejects.toBeInstanceOf(EngineAway)
    await expect(requestDoorstep(wanjiku, doorstepForm())).resolves.toMatchObject({ totalAmount: 1250 })
    world.world.paymentAway = false
  })
})

describe('a payment whose parcel was deleted', () => {
  const remove = (deliveryId: string) => world.delivery().deleteDelivery({ asked: world.asked(admin), deliveryId })
  const drop = (deliveryId: string) =>
    world.delivery().move({ asked: world.asked(people.cbdAgent), deliveryId, to: 'uncollected', revision: null })

  test('before hand-over pays for another request, once, under a new tracking id', async () => {
    const form = dukaniForm(world.pay(wanjiku, 200))
    const first = await requestDukani(wanjiku, form)
    await remove(first.deliveryId)
    const second = await requestDukani(wanjiku, { ...form, parcelDescription: 'A red suitcase' })
    expect(second.deliveryId).toBe(first.deliveryId)
    expect(second.trackingId).not.toBe(first.trackingId)
    expect(await world.delivery().track({ viewer: admin, trackingId: first.trackingId })).toBeNull()
    expect(await world.delivery().track({ viewer: admin, trackingId: second.trackingId })).toMatchObject({
      delivery: { parcelDescription: 'A red suitcase', paid: true, status: 'dropping' },
    })
    await expect(requestDukani(wanjiku, form)).rejects.toEqual(refused('payment_used'))
  })
  test('after hand-over pays for no other request', async () => {
    const form = dukaniForm(world.pay(wanjiku, 200))
    const { deliveryId } = await requestDukani(wanjiku, form)
    await drop(deliveryId)
    await remove(deliveryId)
    await expect(requestDukani(wanjiku, form)).rejects.toEqual(refused('payment_used'))
  })
  test('gives a repeated command its first answer, and requests nothing', async () => {
    const form = dukaniForm(world.pay(wanjiku, 200))
    const asked = world.asked(wanjiku, { requestHash: 'body' })
    const first = await requestDukani(wanjiku, form, asked)
    await remove(first.deliveryId)
    expect(await requestDukani(wanjiku, form, asked)).toEqual({ ...first, repeated: true })
    expect(await world.delivery().get({ viewer: admin, deliveryId: first.deliveryId })).toBeNull()
  })
})

describe('changed prices', () => {
  const setPrice = (price: number) =>
    world.delivery().setPrice({ asked: world.asked(admin), place: 'nairobi cbd', tier: 'same-day', price })
  const receiver = { ...toThikaDoor, pickupLocation: 'Nairobi CBD' }
  const paidForm = () =>
    doorstepForm({ receiver, paymentMethod: 'payNow', paymentReference: world.pay(wanjiku, 300), deliveryFee: 300 })

  test('do not change an earlier request, and an earlier payment gets the lower of both', async () => {
    world.world.now = '2026-11-16T07:00:00.000Z'
    const [requested, paid] = [paidForm(), paidForm()]
    const first = await requestDoorstep(wanjiku, requested)
    world.world.now = '2026-11-16T08:00:00.000Z'
    await setPrice(400)
    expect(await requestDoorstep(wanjiku, requested)).toEqual({ ...first, repeated: true })
    expect((await requestDoorstep(wanjiku, paid)).totalAmount).toBe(300)
    await expect(requestDoorstep(wanjiku, paidForm())).rejects.toEqual(refused('fee_changed', { fee: 400 }))
  })
  test('of a location are charged for its dukani parcels from then on', async () => {
    const asked = world.asked(admin)
    await world.delivery().addLocation({ asked, locationName: 'thika', pickupPoints: [], price: 500 })
    const request = requestDukani(wanjiku, dukaniForm(world.pay(wanjiku, 400)))
    await expect(request).rejects.toEqual(refused('payment_short', { missing: 100, amount: 400, due: 500 }))
  })
})
