import type { Visitor } from '@tuma/one-process/visitor'

/** The first admin, as settings name them, and everybody's password. */
export const owner = { ADMIN_EMAIL: 'owner@tuma.test', ADMIN_PASSWORD: 'correct horse battery' }
export const shops = {
  from: { location: 'NAIROBI CBD', address: 'Moi Avenue Stationers' },
  to: { location: 'THIKA', address: 'Thika Arcade Bookshop' },
}
/** Of a parcel from shop to shop. */
export const fee = 250

export type Network = {
  readonly admin: Visitor
  readonly client: Visitor
  /** Of the shop that parcels are sent from, and of that which they are sent to. */
  readonly sending: Visitor
  readonly receiving: Visitor
  readonly riderId: string
}

const assertDone = async (asked: Promise<{ status: number; body: unknown }>): Promise<unknown> => {
  const { status, body } = await asked
  if (status >= 300) throw new Error(`the network could not be set up: ${status} ${JSON.stringify(body)}`)
  return body
}

const account = async (person: Visitor, username: string): Promise<void> => {
  const of = { name: `Person ${username}`, username, email: `${username}@tuma.test`, phone: '0711000000' }
  await assertDone(person.post('/api/users/register', { ...of, password: owner.ADMIN_PASSWORD }))
}
const logIn = (person: Visitor, email: string) =>
  assertDone(person.post('/api/users/login', { email, password: owner.ADMIN_PASSWORD }))

/** Two shops with an agent each, a rider and a client, by the API as an owner does it in an empty installation. */
export const setUp = async (stranger: () => Visitor): Promise<Network> => {
  const admin = stranger()
  await logIn(admin, owner.ADMIN_EMAIL)
  for (const { location: locationName, address } of Object.values(shops))
    await assertDone(admin.post('/api/admin/add-location', { locationName, pickupPoints: [address], price: fee }))
  await assertDone(admin.post('/api/admin/prices', { place: shops.to.location, deliveryType: 'same-day', price: 350 }))
  const rider = (await assertDone(admin.post('/api/admin/add', { name: 'Kiprono Bett', phone: '0711777666' }))) as {
    _id: string
  }
  const opened = async (username: string, shop?: (typeof shops)['from']): Promise<Visitor> => {
    const person = stranger()
    await account(person, username)
    const [{ _id } = { _id: '' }] = (await assertDone(admin.get(`/api/admin/users?search=${username}`))) as {
      _id: string
    }[]
    await assertDone(admin.post(`/api/admin/users/${_id}/verify`, {}))
    if (shop) {
      await assertDone(admin.patch(`/api/admin/users/${_id}`, { role: 'agent' }))
      await assertDone(admin.put(`/api/admin/agents/${_id}`, shop))
    }
    await logIn(person, `${username}@tuma.test`)
    return person
  }
  return {
    admin,
    client: await opened('client'),
    sending: await opened('sending', shops.from),
    receiving: await opened('receiving', shops.to),
    riderId: rider._id,
  }
}
