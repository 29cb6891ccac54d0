import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { doorstepForm, dukaniFee, dukaniForm, paid } from './parcels.ts'
import { openTestProduct, type TestProduct } from './test-product.ts'
import type { Visitor } from './visitor.ts'

let product: TestProduct
beforeAll(async () => {
  product = await openTestProduct()
})
afterAll(() => product.close())

const toDoor = (by: Visitor, receiver: object = {}) =>
  by.post('/api/doorstep/deliveries', { ...doorstepForm, receiver: { ...doorstepForm.receiver, ...receiver } })
const getNames = async (person: Visitor, query = '') =>
  (await person.get(`/api/people${query}`)).body.people.map(({ name }: { name: string }) => name)

describe('a person to whom an account has sent', () => {
  test('is saved for the next parcel, with where the account sent from last', async () => {
    const person = await product.registered('sends-again')
    expect((await person.get('/api/people')).body).toEqual({ people: [], last: null })
    await toDoor(person)
    expect((await person.get('/api/people')).body).toEqual({
      people: [
        {
          _id: expect.stringMatching(/^[0-9a-f]{32}$/),
          name: 'Juma Odinga Were',
          phone: '254722555666',
          deliveryType: 'doorstep',
          pricingTier: 'same-day',
          location: 'THIKA',
          pickupAgent: null,
          pickupAddress: 'Section 9, green gate',
          moreDetails: 'Ring twice',
          sentAt: expect.any(String),
        },
      ],
      last: { phone: '254711333444', location: 'NAIROBI CBD', dropoffAgent: 'Moi Avenue Stationers' },
    })
    expect(await getNames(person, '?search=odin')).toEqual(['Juma Odinga Were'])
    expect(await getNames(person, '?search=zawadi')).toEqual([])
    expect(await getNames(await product.registered('sends-nothing'))).toEqual([])
  })

  test('is one of at most 20, the newest first', async () => {
    const person = await product.registered('sends-much')
    for (let number = 0; number < 21; number += 1) {
      const reference = await paid(person, dukaniFee)
      const receiver = { ...dukaniForm.receiver, phoneNumber: `07225550${10 + number}` }
      await person.post('/api/dukani/deliveries', { ...dukaniForm, receiver, paymentReferenceId: reference })
    }
    const { people } = (await person.get('/api/people')).body
    expect(people).toHaveLength(20)
    expect([people[0].phone, people.at(-1).phone]).toEqual(['254722555030', '254722555011'])
  })

  test('can be forgotten one by one or all together, only by that account, and is saved again with the next parcel', async () => {
    const person = await product.registered('forgets')
    const other = await product.registered('forgets-not')
    await toDoor(person)
    await toDoor(person, { name: 'Kiprop Cheruiyot', phone: '0733111222' })
    await toDoor(other)
    const [kiprop, juma] = (await person.get('/api/people')).body.people
    expect((await other.delete(`/api/people/${juma._id}`)).status).toBe(200)
    expect(await getNames(person)).toEqual([kiprop.name, juma.name])
    for (const _again of ['', 'again']) expect((await person.delete(`/api/people/${juma._id}`)).status).toBe(200)
    expect(await getNames(person)).toEqual([kiprop.name])
    expect((await person.delete('/api/people')).status).toBe(200)
    expect([await getNames(person), await getNames(other)]).toEqual([[], [juma.name]])
    await toDoor(person)
    expect(await getNames(person)).toEqual([juma.name])
    expect((await person.get('/api/users/me/data')).body.parcels).toHaveLength(3)
  })
})

describe('a follower of a parcel', () => {
  const seen = async (trackingId: string) => {
    const { shop, due } = (await product.stranger().get(`/api/agent/track/${trackingId}`)).body
    return { shop, due }
  }
  const about = expect.objectContaining({ landmark: expect.any(String) })
  const cbdShop = { name: 'Moi Avenue Stationers', place: 'NAIROBI CBD', about }
  const thikaShop = { name: 'Thika Arcade Bookshop', place: 'THIKA', about }

  test('sees at which shop it is or will be, and nothing about earlier payments', async () => {
    const client = await product.registered('follows')
    const [cbd, thika] = [await product.signedIn('agent.cbd'), await product.signedIn('agent.thika')]
    const reference = await paid(client, dukaniFee)
    const { body } = await client.post('/api/dukani/deliveries', { ...dukaniForm, paymentReferenceId: reference })
    expect(await seen(body.trackingId)).toEqual({ shop: cbdShop })
    const { sender, receiver } = (await product.stranger().get(`/api/agent/track/${body.trackingId}`)).body
    expect([sender.shop, receiver.shop]).toEqual([cbdShop.name, thikaShop.name])
    await cbd.put(`/api/agent/update-status/${body._id}`, {})
    expect(await seen(body.trackingId)).toEqual({ shop: cbdShop })
    await cbd.put(`/api/agent/update-intransit/${body._id}`, {})
    expect(await seen(body.trackingId)).toEqual({ shop: thikaShop })
    await thika.put(`/api/agent/update-received/${body._id}`, {})
    expect(await seen(body.trackingId)).toEqual({ shop: thikaShop })
    await thika.put(`/api/agent/update-collected/${body._id}`, {})
    expect(await seen(body.trackingId)).toEqual({})
  })

  test('sees what is due at the door until it is paid, and then no shop', async () => {
    const cbd = await product.signedIn('agent.cbd')
    const { body } = await toDoor(await product.registered('is-owed'))
    expect(await seen(body.trackingId)).toEqual({ shop: cbdShop, due: 1850 })
    const [rider] = (await cbd.get('/api/admin/all')).body
    await cbd.put(`/api/doorstep/assign-rider/${body._id}`, { riderId: rider._id })
    await cbd.put(`/api/agent/update-intransit/${body._id}`, {})
    expect(await seen(body.trackingId)).toEqual({ due: 1850 })
    await cbd.put(`/api/agent/update-received/${body._id}`, {})
    expect(await seen(body.trackingId)).toEqual({})
  })
})

describe('a sender', () => {
  test('finds one of their parcels by a name and by status, and its history on its page', async () => {
    const person = await product.registered('looks')
    const { body } = await toDoor(person)
    const { username } = (await person.get('/api/users/me')).body
    const found = async (query: string) => (await person.get(`/api/doorstep/getall/${username}?${query}`)).body.length
    expect(await found('search=odinga')).toBe(1)
    expect(await found('search=odinga&status=uncollected')).toBe(1)
    expect(await found('search=odinga&status=delivered')).toBe(0)
    expect(await found('search=nobody')).toBe(0)
    const { history } = (await person.get(`/api/deliveries/doorstep/${body._id}`)).body
    expect(history).toEqual([{ status: 'uncollected', at: expect.any(String) }])
  })
})
