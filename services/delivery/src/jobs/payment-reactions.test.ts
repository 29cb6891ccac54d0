import { deliveryEvents, paymentEvents } from '@tuma/contracts/events'
import type { Message } from '@tuma/platform/ports'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { doorstepForm, dukaniForm, openNetwork, openWorld, people, type World } from '../testing/world.ts'

let world: World
beforeEach(async () => {
  world = await openWorld()
  await openNetwork(world)
})
afterEach(async () => {
  await world.close()
  expect(world.faults).toEqual([])
})

const { wanjiku, admin, cbdAgent, thikaAgent } = people
const patience = { timeout: 60_000 }
const refused = expect.objectContaining({
  name: 'Refused',
  code: 'parcel_held',
  details: { code: 'payment_doubted' },
})

const sendWith = async (reference: string) =>
  (await world.delivery().requestDukani({ asked: world.asked(wanjiku), ...dukaniForm(reference) })).deliveryId
const move = async (by: typeof cbdAgent | typeof thikaAgent, deliveryId: string, to: 'uncollected' | 'inTransit') =>
  (await world.delivery().move({ asked: world.asked(by), deliveryId, to, revision: null })).delivery
const getRow = (deliveryId: string) => world.delivery().get({ viewer: thikaAgent, deliveryId })

const said = { doubted: paymentEvents.doubted, cleared: paymentEvents.cleared, reversed: paymentEvents.reversed }
const about = {
  doubted: { deliveryId: null, because: 'no_such_transaction' },
  cleared: { deliveryId: null, by: 'evidence' },
  reversed: { deliveryId: null, cents: 20_000 },
}
const toMessage = (reference: string, what: keyof typeof said, minute: number, more: object = {}): Message => {
  const { type, version } = said[what]
  const paymentId = `payment of ${reference}`
  const at = `2026-11-16T08:${String(minute).padStart(2, '0')}:00.000Z`
  const data = { paymentId, at, ...about[what], ...more }
  return { id: `${reference} ${what} ${minute}`, key: `payment-${paymentId}`, type, version, data, headers: {} }
}
/** Publishes messages of payment and waits until they are handled. */
const says = async (...messages: Message[]) => {
  const { bus } = world.engines()
  await bus.publish('payment', messages)
  await vi.waitFor(async () => expect(await bus.lag('payment', 'delivery')).toBe(0), patience)
  expect(await bus.parked('delivery')).toEqual([])
  await world.caughtUp()
}
const holdsTold = async () => {
  const messages: Message[] = []
  const onMessage = async (message: Message) => void messages.push(message)
  const { bus } = world.engines()
  const consumer = bus.consume({ topic: 'delivery', group: 'test', onMessage })
  await vi.waitFor(async () => expect(await bus.lag('delivery', 'test')).toBe(0), patience)
  await consumer.close()
  return messages.filter(({ type }) => type === deliveryEvents.held.type).map(({ data }) => data)
}

test('a parcel with a doubted payment stops until it is cleared, and all who may know see it', async () => {
  const reference = world.pay(wanjiku, 200)
  const deliveryId = await sendWith(reference)
  await says(toMessage(reference, 'doubted', 0))
  expect(await move(cbdAgent, deliveryId, 'uncollected')).toMatchObject({
    status: 'uncollected',
    held: ['payment_doubted'],
    nextStep: { step: 'putInTransit', mine: true, heldBy: 'payment_doubted' },
  })
  await expect(move(cbdAgent, deliveryId, 'inTransit')).rejects.toEqual(refused)
  const row = await getRow(deliveryId)
  expect(row).toMatchObject({ status: 'uncollected', held: ['payment_doubted'] })
  const track = { viewer: people.visitor, trackingId: row?.trackingId ?? '' }
  expect((await world.delivery().track(track))?.delivery.held).toEqual(['payment_doubted'])

  await says(toMessage(reference, 'cleared', 1))
  expect(await getRow(deliveryId)).not.toHaveProperty('held')
  expect(await move(cbdAgent, deliveryId, 'inTransit')).toMatchObject({ status: 'inTransit', revision: 5 })
  const told = { deliveryId, deliveryType: 'parcelDukani' }
  expect(await holdsTold()).toEqual([
    { ...told, holds: ['payment_doubted'], at: '2026-11-16T08:00:00.000Z' },
    { ...told, holds: [], at: '2026-11-16T08:01:00.000Z' },
  ])
})

test('admins see what held it, and who let it pass', async () => {
  const reference = world.pay(wanjiku, 200)
  const deliveryId = await sendWith(reference)
  await says(toMessage(reference, 'reversed', 0), toMessage(reference, 'cleared', 1, { by: 'admin' }))
  expect((await world.delivery().history({ deliveryId }))?.slice(2)).toMatchObject([
    {
      type: 'ParcelHeld',
      by: { kind: 'system', id: 'delivery' },
      details: { code: 'payment_doubted', because: 'reversed' },
    },
    { type: 'HoldReleased', details: { code: 'payment_doubted', releasedBy: 'let_pass' } },
  ])
})

describe('a message about a payment', () => {
  test('that is repeated adds nothing, at any time', async () => {
    const reference = world.pay(wanjiku, 200)
    const deliveryId = await sendWith(reference)
    const [doubted, cleared] = [toMessage(reference, 'doubted', 0), toMessage(reference, 'cleared', 1)]
    await says(doubted, cleared, doubted, { ...doubted, id: 'told anew' })
    expect(await getRow(deliveryId)).not.toHaveProperty('held')
    await says(toMessage(reference, 'doubted', 2), cleared, { ...cleared, id: 'told anew, too' })
    expect(await getRow(deliveryId)).toMatchObject({ held: ['payment_doubted'], revision: 4 })
  })
  test('before the payment’s parcel exists records nothing, and holds the parcel when it is repeated', async () => {
    const reference = world.pay(wanjiku, 200)
    await says(
      toMessage(reference, 'doubted', 0),
      toMessage(reference, 'cleared', 1),
      toMessage(reference, 'doubted', 2),
    )
    expect((await world.delivery().counts()).total).toBe(0)
    const deliveryId = await sendWith(reference)
    expect(await getRow(deliveryId)).not.toHaveProperty('held')
    await says(toMessage(reference, 'doubted', 3, { deliveryId }))
    expect(await getRow(deliveryId)).toMatchObject({ held: ['payment_doubted'] })
  })
  test('does not hold a deleted parcel, but the next one that it pays for', async () => {
    const reference = world.pay(wanjiku, 200)
    const deliveryId = await sendWith(reference)
    await world.delivery().deleteDelivery({ asked: world.asked(admin), deliveryId })
    await says(toMessage(reference, 'doubted', 0))
    expect(await world.delivery().history({ deliveryId })).toHaveLength(3)
    expect(await sendWith(reference)).toBe(deliveryId)
    await says(toMessage(reference, 'doubted', 1))
    expect(await getRow(deliveryId)).toMatchObject({ held: ['payment_doubted'] })
  })
  test('holds no parcel with another payment, or without one', async () => {
    const [reference, other] = [world.pay(wanjiku, 200), world.pay(wanjiku, 200)]
    const deliveryId = await sendWith(reference)
    const atTheDoor = await world.delivery().requestDoorstep({ asked: world.asked(wanjiku), ...doorstepForm() })
    await says(toMessage(other, 'doubted', 0))
    expect(await getRow(deliveryId)).not.toHaveProperty('held')
    expect(await getRow(atTheDoor.deliveryId)).not.toHaveProperty('held')
  })
  test('with a reason of a later release still holds the parcel', async () => {
    const reference = world.pay(wanjiku, 200)
    const deliveryId = await sendWith(reference)
    await says(toMessage(reference, 'doubted', 0, { because: 'too_good_to_be_true' }))
    expect(await getRow(deliveryId)).toMatchObject({ held: ['payment_doubted'] })
    await says(toMessage(reference, 'cleared', 1, { by: 'somebody' }))
    expect(await getRow(deliveryId)).not.toHaveProperty('held')
  })
  test('about a collected parcel holds it once the office sets it back on its way', async () => {
    const reference = world.pay(wanjiku, 200)
    const deliveryId = await sendWith(reference)
    const trackingId = (await getRow(deliveryId))?.trackingId ?? ''
    const override = (to: 'delivered' | 'inTransit') =>
      world.delivery().overrideStatus({ asked: world.asked(admin), deliveryId, status: to, trackingId })
    const press = (to: 'delivered' | 'collected') =>
      world.delivery().move({ asked: world.asked(thikaAgent), deliveryId, to, revision: null })
    await override('delivered')
    await press('collected')
    await says(toMessage(reference, 'reversed', 0))
    expect(await getRow(deliveryId)).not.toHaveProperty('held')
    await override('inTransit')
    await expect(press('delivered')).rejects.toEqual(refused)
    await world.caughtUp()
    expect(await getRow(deliveryId)).toMatchObject({ status: 'inTransit', held: ['payment_doubted'] })
  })
  test('keeps its effect after a restart', async () => {
    const reference = world.pay(wanjiku, 200)
    const deliveryId = await sendWith(reference)
    await says(toMessage(reference, 'doubted', 0))
    await move(cbdAgent, deliveryId, 'uncollected')
    await world.restart()
    await expect(move(cbdAgent, deliveryId, 'inTransit')).rejects.toEqual(refused)
  })
})
