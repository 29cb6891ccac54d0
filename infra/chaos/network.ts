import type { Visitor } from '@tuma/one-process/visitor'

/** The first admin, as settings name them, and the password of all accounts. */
export const owner = { ADMIN_EMAIL: 'owner@tuma.test', ADMIN_PASSWORD: 'correct horse battery' }
export const shops = {
  from: { location: 'NAIROBI CBD', address: 'Moi Avenue Stationers' },
  to: { location: 'THIKA', address: 'Thika Arcade Bookshop' },
}
/** The fee of a parcel from shop to shop. */
export const fee = 250

export type Network = {
  readonly admin: Visitor
  readonly client: Visitor
  /** Agents of the sending shop and of the receiving shop. */
  readonly sending: Visitor
  readonly receiving: Visitor
  /** Another agent of the receiving shop. */
  readonly colleague: Visitor
  readonly ids: { readonly sending: string; readonly receiving: string; readonly colleague: string }
  readonly secondAdmin: Visitor
  /** A new visitor without cookies. */
  readonly stranger: () => Visitor
  readonly riderId: string
}

const assertDone = async (asked: Promise<{ status: number; body: unknown }>): Promise<unknown> => {
  const { status, body } = await asked
  if (status >= 300) throw new Error(`the network could not be set up: ${status} ${JSON.stringify(body)}`)
  return body
}

const register = async (person: Visitor, username: string, phone: string): Promise<void> => {
  const of = { name: `Person ${username}`, username, email: `${username}@tuma.test`, phone }
  await assertDone(person.post('/api/users/register', { ...of, password: owner.ADMIN_PASSWORD }))
}
export const logIn = (person: Visitor, email: string) =>
  assertDone(person.post('/api/users/login', { email, password: owner.ADMIN_PASSWORD }))

type Account = { readonly person: Visitor; readonly id: string }

/**
 * Sets up two shops with an agent each, a rider, a client and a second admin, by the API, as the owner of an empty
 * installation does.
 */
export const setUpNetwork = async (stranger: () => Visitor): Promise<Network> => {
  const admin = stranger()
  await logIn(admin, owner.ADMIN_EMAIL)
  for (const { location: locationName, address } of Object.values(shops))
    await assertDone(admin.post('/api/admin/add-location', { locationName, pickupPoints: [address], price: fee }))
  await assertDone(admin.post('/api/admin/prices', { place: shops.to.location, deliveryType: 'same-day', price: 350 }))
  const rider = (await assertDone(admin.post('/api/admin/add', { name: 'Kiprono Bett', phone: '0711777666' }))) as {
    _id: string
  }
  const opened = async (username: string, phone: string, roles: (id: string) => Promise<void>): Promise<Account> => {
    const person = stranger()
    await register(person, username, phone)
    const [{ _id: id } = { _id: '' }] = (await assertDone(admin.get(`/api/admin/users?search=${username}`))) as {
      _id: string
    }[]
    await assertDone(admin.post(`/api/admin/users/${id}/verify`, {}))
    await roles(id)
    await logIn(person, `${username}@tuma.test`)
    return { person, id }
  }
  const becomes = (role: 'agent' | 'admin') => async (id: string) =>
    void (await assertDone(admin.patch(`/api/admin/users/${id}`, { role })))
  const agentAt = (shop: (typeof shops)['from']) => async (id: string) => {
    await becomes('agent')(id)
    await assertDone(admin.put(`/api/admin/agents/${id}`, shop))
  }
  const { person: client } = await opened('client', '0711000001', async () => {})
  const sending = await opened('sending', '0711000002', agentAt(shops.from))
  const receiving = await opened('receiving', '0711000003', agentAt(shops.to))
  const colleague = await opened('colleague', '0711000005', agentAt(shops.to))
  // This admin has no money of their own, because an admin may move none to themselves.
  const { person: secondAdmin } = await opened('second', '0711000004', becomes('admin'))
  return {
    ...{ admin, client, secondAdmin, stranger },
    ...{ sending: sending.person, receiving: receiving.person, colleague: colleague.person, riderId: rider._id },
    ids: { sending: sending.id, receiving: receiving.id, colleague: colleague.id },
  }
}
