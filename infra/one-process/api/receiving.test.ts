import type { Delivery, StepAnswer } from '@tuma/contracts/api'
import type { ReceivingGroup } from '@tuma/contracts/vocabulary'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Fixtures, openFixtures, type Parcel } from './fixtures.ts'
import { doorstepFee, doorstepForm, paid } from './parcels.ts'
import { openTestProduct, type TestProduct } from './test-product.ts'

/**
 * A day of a network with a van of 19 parcels for Thika in its lists: 10 come to the shop, 9 are with the shop's
 * riders.
 */
let product: TestProduct
let fixtures: Fixtures
let toShop: Parcel[]
let withRiders: (Parcel & { readonly phone: string })[]
beforeAll(async () => {
  product = await openTestProduct()
  fixtures = await openFixtures(product)
  toShop = await oneByOne(10, () => fixtures.dukani('inTransit'))
  const riderId = await fixtures.rider()
  withRiders = await oneByOne(9, async (number) => {
    const parcel = await doorstepFromThika(`0733100${100 + number}`)
    await fixtures.thika.put(`/api/doorstep/assign-rider/${parcel._id}`, { riderId })
    await fixtures.thika.put(`/api/agent/update-intransit/${parcel._id}`, {})
    return parcel
  })
})
afterAll(() => product.close())

const oneByOne = async <Made>(count: number, make: (number: number) => Promise<Made>): Promise<Made[]> => {
  const all: Made[] = []
  for (let number = 1; number <= count; number += 1) all.push(await make(number))
  return all
}

/** Paid before, so nothing is due at the door. */
const doorstepFromThika = async (phone: string) => {
  const { body } = await fixtures.client.post('/api/doorstep/deliveries', {
    ...doorstepForm,
    sender: { ...doorstepForm.sender, location: 'THIKA', dropoffAgent: 'Thika Arcade Bookshop' },
    receiver: { ...doorstepForm.receiver, phone },
    paymentMethod: 'payNow',
    productPrice: undefined,
    paymentReferenceId: await paid(fixtures.client, doorstepFee),
  })
  return { ...(await fixtures.admin.get(`/api/deliveries/doorstep/${body._id}`)).body, phone }
}

const getIds = (rows: readonly { readonly _id: string }[]) => rows.map(({ _id }) => _id).sort()
const receiving = async (status: string, by?: ReceivingGroup, limit = 500): Promise<Delivery[]> => {
  const rows: Delivery[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const query = new URLSearchParams({
      status,
      limit: `${limit}`,
      ...(by && { by }),
      ...(cursor && { cursor }),
    })
    const { body, headers } = await fixtures.thika.get(`/api/agent/receiving-deliveries?${query}`)
    rows.push(...body)
    cursor = headers.get('x-next-cursor')
  }
  return rows
}
const coming = (by?: ReceivingGroup, limit?: number) => receiving('inTransit', by, limit)
const counts = async () => (await fixtures.thika.get('/api/agent/tab-counts')).body.receiving
const outbox = async (): Promise<{ to: string; text: string }[]> =>
  (await product.stranger({ accept: 'application/json' }).get('/dev/outbox')).body
const smsToReceivers = async () => {
  const all = await outbox()
  return withRiders.map(({ phone }) => all.filter(({ to }) => to === phone).map(({ text }) => text))
}

describe('what a shop receives', () => {
  test('is grouped by who brings it, the same on every page, and counted', async () => {
    const [shop, riders, near] = [await coming('shop'), await coming('riders'), await coming('near')]
    expect(getIds(shop)).toEqual(expect.arrayContaining(getIds(toShop)))
    expect(getIds(riders)).toEqual(expect.arrayContaining(getIds(withRiders)))
    expect(getIds([...shop, ...riders, ...near])).toEqual(getIds(await coming()))
    expect(await coming('riders', 2)).toEqual(riders)
    const { inTransit, inTransitBy } = await counts()
    expect(inTransitBy).toEqual({ shop: shop.length, riders: riders.length, near: near.length })
    expect(inTransit).toBe(shop.length + riders.length + near.length)
  })

  test('includes what a rider of another shop brings to a door nearby', async () => {
    const parcel = await fixtures.toBePaid()
    expect(getIds(await coming('near'))).toContain(parcel._id)
    expect(getIds(await coming('riders'))).not.toContain(parcel._id)
  })

  test('has no other groups', async () => {
    const { status, body } = await fixtures.thika.get('/api/agent/receiving-deliveries?by=van')
    expect([status, body.code]).toEqual([400, 'bad_input'])
  })
})

describe('all 19 of a van marked as delivered with one press', () => {
  let answers: StepAnswer[]
  let smsBefore: string[][]
  beforeAll(async () => {
    for (const { phone, trackingId } of withRiders) await product.messageTo(phone, new RegExp(trackingId))
    smsBefore = await smsToReceivers()
    // Those with riders come first: an SMS to one of their receivers would be sent before the others.
    const parcels = [...withRiders, ...toShop].map(({ _id: id }) => ({ id }))
    answers = (await fixtures.thika.post('/api/agent/steps', { step: 'markDelivered', parcels })).body
  })

  test('takes the 10 that came to the shop, and says that a rider has the 9', () => {
    const sentence = 'A rider has this parcel. Mark it delivered by itself.'
    expect(answers.slice(0, 9).map(({ code, message }) => [code, message])).toEqual(
      withRiders.map(() => ['with_rider', sentence]),
    )
    expect(answers.slice(9).map(({ delivery }) => delivery?.status)).toEqual(toShop.map(() => 'delivered'))
  })

  test('sends no SMS to the receivers of the 9', async () => {
    for (const { trackingId } of toShop)
      await product.messageTo('0722555666', new RegExp(`${trackingId}.*code: \\d{6}`))
    expect(await smsToReceivers()).toEqual(smsBefore)
    expect(smsBefore.flat().filter((text) => /has been delivered/.test(text))).toEqual([])
  })

  test('shows the 10 at the shop from then on, apart from what riders bring, and counts them so', async () => {
    const [shop, riders, near] = [
      await receiving('delivered', 'shop'),
      await receiving('delivered', 'riders'),
      await receiving('delivered', 'near'),
    ]
    expect(getIds(shop)).toEqual(expect.arrayContaining(getIds(toShop)))
    expect(getIds([...riders, ...near]).filter((id) => getIds(withRiders).includes(id))).toEqual([])
    const { delivered, deliveredBy } = await counts()
    expect(deliveredBy).toEqual({ shop: shop.length, riders: riders.length, near: near.length })
    expect(delivered).toBe(shop.length + riders.length + near.length)
  })

  test('leaves each of the 9 to a press of its own, which sends an SMS to its receiver', async () => {
    const [{ _id, phone, trackingId }] = withRiders as [(typeof withRiders)[0]]
    const { body } = await fixtures.thika.put(`/api/agent/update-received/${_id}`, {})
    expect(body.status).toBe('delivered')
    await product.messageTo(phone, new RegExp(`${trackingId}.*has been delivered`))
  })
})
