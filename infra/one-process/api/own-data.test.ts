import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Fixtures, openFixtures } from './fixtures.ts'
import { doorstepForm, dukaniFee, dukaniForm, paid } from './parcels.ts'
import { openTestProduct, type TestProduct } from './test-product.ts'
import type { Visitor } from './visitor.ts'

let product: TestProduct
let fixtures: Fixtures
beforeAll(async () => {
  product = await openTestProduct()
  fixtures = await openFixtures(product)
})
afterAll(() => product.close())

const readHeld = async (person: Visitor) => {
  const { status, body } = await person.get('/api/users/me/data')
  expect(status).toBe(200)
  return body
}

test('an account gets all the data that is held about it, and no data about others', async () => {
  const person = await product.registered('everything')
  const sent = await person.post('/api/doorstep/deliveries', doorstepForm)
  const reference = await paid(person, dukaniFee, 'Baraka Mwita')
  const bought = await person.post('/api/dukani/deliveries', { ...dukaniForm, paymentReferenceId: reference })
  expect([sent.status, bought.status]).toEqual([201, 201])
  await product.messageTo('0711333444')
  const { _id: accountId } = (await person.get('/api/users/me')).body
  const written = { accountId, deliveryIds: [sent.body._id, bought.body._id] }
  await expect.poll(() => product.services.notification.messagesTo(written)).toHaveLength(3)
  const held = await readHeld(person)
  expect(held.account).toEqual((await person.get('/api/users/me')).body)
  expect(held.payTo).toEqual({ name: held.account.name, phone: held.account.phone })
  expect(held.parcels.map(({ _id }: { _id: string }) => _id).sort()).toEqual([sent.body._id, bought.body._id].sort())
  expect(held.parcels[0]).toMatchObject({
    receiver: { name: 'Juma Odinga Were' },
    history: [{ status: expect.any(String) }],
  })
  expect(held.payments).toEqual([
    {
      ...{ reference, senderName: 'Baraka Mwita', amount: dukaniFee },
      ...{ message: expect.stringContaining('Ksh'), paidAt: expect.any(String), claimedAt: expect.any(String) },
    },
  ])
  const templates = held.messages.map(({ template }: { template: string }) => template)
  expect(new Set(templates)).toEqual(new Set(['verify', 'requestedToSender']))
  // A login is recorded a moment later.
  const recorded = { accountId, kind: null, from: null, to: null, limit: 9, cursor: null }
  await expect.poll(async () => (await product.services.identity.securityEvents(recorded)).total).toBe(2)
  const done = (await readHeld(person)).securityEvents.map(({ what }: { what: string }) => what)
  expect(done).toEqual(expect.arrayContaining(['users.login', 'ownData.download']))

  expect(held.sessions).toMatchObject([{ network: '127.0.0.1', current: true }])

  const ofOther = await readHeld(fixtures.otherClient)
  expect([ofOther.parcels, ofOther.payments]).toEqual([[], []])
  expect(JSON.stringify(ofOther)).not.toContain('everything@tuma.test')
})

test('a sender sees of the person who collected what they see elsewhere, and no national id', async () => {
  const parcel = await fixtures.dukani('delivered')
  const picker = { pickerName: 'Neema Chebet', pickerPhone: '0733222111', pickerNationalId: '55667788' }
  expect((await fixtures.thika.put(`/api/dukani/assign-picker/${parcel._id}`, picker)).status).toBe(200)
  const held = await readHeld(fixtures.client)
  const found = held.parcels.find(({ _id }: { _id: string }) => _id === parcel._id)
  expect(found.picker).toMatchObject({ pickerName: 'Neema Chebet', pickerNationalId: null })
  expect(JSON.stringify(held)).not.toMatch(/55667788|0733222111|254733222111/)
})

test('agents and admins get theirs', async () => {
  // The other fields of `me` are about this session, not about the person.
  for (const person of [fixtures.cbd, fixtures.admin])
    expect((await person.get('/api/users/me')).body).toMatchObject((await readHeld(person)).account)
})

test('a person who is not signed in gets nothing', async () => {
  expect((await product.stranger().get('/api/users/me/data')).body.code).toBe('not_signed_in')
})
