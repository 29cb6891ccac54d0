import { EngineAway } from '@tuma/platform/ports'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { doorstepForm, dukaniForm, openNetwork, openWorld, people, type World } from '../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
  await openNetwork(world)
})
afterAll(async () => {
  await world.close()
  expect(world.faults).toEqual([])
})

const { wanjiku, admin } = people
const refused = (code: string, details?: object) =>
  expect.objectContaining({ name: 'Refused', code, ...(details && { details }) })
const press = () => world.asked(wanjiku, { requestHash: 'body' })
type Requested = Awaited<ReturnType<ReturnType<typeof world.delivery>['requestDukani']>>
/** The requested parcel, new or not. */
const getParcel = ({ deliveryId, trackingId, totalAmount }: Requested) => ({ deliveryId, trackingId, totalAmount })
const forms = {
  dukani: async (reference: string, asked = press()) =>
    getParcel(await world.delivery().requestDukani({ asked, ...dukaniForm(reference) })),
  doorstep: async (reference: string, asked = press()) => {
    const form = doorstepForm({ paymentMethod: 'payNow', paymentReference: reference })
    return getParcel(await world.delivery().requestDoorstep({ asked, ...form }))
  },
}

describe.each([
  ['dukani', forms.dukani],
  ['doorstep', forms.doorstep],
])('a %s parcel of a payer who has two payments under one reference', (_form, request) => {
  test('is one parcel, however often its command is sent, and the second payment stays unused', async () => {
    const reference = world.pay(wanjiku, 700)
    const asked = press()
    const first = await request(reference, asked)
    world.pay(wanjiku, 700, reference)
    for (let again = 0; again < 3; again += 1) expect(await request(reference, asked)).toEqual(first)
    const next = await request(reference, world.asked(wanjiku, { requestHash: 'another body' }))
    expect(next.deliveryId).not.toBe(first.deliveryId)
  })

  test('is one parcel even if payment was notified of it and now lists the other payment first', async () => {
    const reference = world.pay(wanjiku, 700)
    const asked = press()
    const first = await request(reference, asked)
    world.pay(wanjiku, 700, reference)
    world.paymentHears(reference, first.deliveryId)
    expect(await request(reference, asked)).toEqual(first)
  })

  test('is one parcel even if it took the second payment', async () => {
    const reference = world.pay(wanjiku, 100)
    world.pay(wanjiku, 700, reference)
    const asked = press()
    const first = await request(reference, asked)
    world.pay(wanjiku, 700, reference)
    expect(await request(reference, asked)).toEqual(first)
  })

  test('is one parcel even if its command is sent twice at once, before and after the second payment', async () => {
    const reference = world.pay(wanjiku, 700)
    const asked = press()
    const one = request(reference, asked)
    world.pay(wanjiku, 700, reference)
    expect(await request(reference, asked)).toEqual(await one)
  })

  test('becomes two if two commands compete for the first payment, each with its own payment', async () => {
    const reference = world.pay(wanjiku, 700)
    world.pay(wanjiku, 700, reference)
    const presses = ['one body', 'another body'].map((requestHash) => world.asked(wanjiku, { requestHash }))
    const sent = await Promise.all(presses.map((asked) => request(reference, asked)))
    expect(new Set(sent.map(({ deliveryId }) => deliveryId)).size).toBe(2)
    expect(await Promise.all(presses.map((asked) => request(reference, asked)))).toEqual(sent)
    const third = request(reference, world.asked(wanjiku, { requestHash: 'a third body' }))
    await expect(third).rejects.toEqual(refused('payment_used'))
  })

  test('is one parcel even if the process ended between the payment and the request', async () => {
    const reference = world.pay(wanjiku, 700)
    const asked = press()
    world.world.paymentAway = true
    await expect(request(reference, asked)).rejects.toBeInstanceOf(EngineAway)
    world.world.paymentAway = false
    await world.restart()
    world.pay(wanjiku, 700, reference)
    const first = await request(reference, asked)
    await world.restart()
    expect(await request(reference, asked)).toEqual(first)
  })

  test('is refused under the same key with different fields, and takes no second payment', async () => {
    const reference = world.pay(wanjiku, 700)
    const asked = press()
    await request(reference, asked)
    world.pay(wanjiku, 700, reference)
    const another = request(reference, { ...asked, requestHash: 'another body' })
    await expect(another).rejects.toEqual(refused('key_reused'))
  })

  test('gets its first answer even if it was deleted since', async () => {
    const reference = world.pay(wanjiku, 700)
    const asked = press()
    const first = await request(reference, asked)
    await world.delivery().deleteDelivery({ asked: world.asked(admin), deliveryId: first.deliveryId })
    world.pay(wanjiku, 700, reference)
    expect(await request(reference, asked)).toEqual(first)
  })
})

test('if all payments are too small, the newest one’s missing amount is shown', async () => {
  const reference = world.pay(wanjiku, 50)
  world.pay(wanjiku, 150, reference)
  await expect(forms.dukani(reference)).rejects.toEqual(
    refused('payment_short', { missing: 50, amount: 150, due: 200 }),
  )
})

test('a page that is reloaded without a key is recognised by its payment', async () => {
  const reference = world.pay(wanjiku, 200)
  const first = await forms.dukani(reference)
  expect(await forms.dukani(reference)).toEqual(first)
})

test('with pay on delivery one command is one parcel, whatever was paid under a reference', async () => {
  const asked = press()
  const request = () => world.delivery().requestDoorstep({ asked, ...doorstepForm() })
  const first = await request()
  world.pay(wanjiku, 700)
  expect(await request()).toEqual({ ...first, repeated: true })
})
