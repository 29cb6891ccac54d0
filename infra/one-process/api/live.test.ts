import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { type Fixtures, openFixtures, type Parcel } from './fixtures.ts'
import { doorstepForm } from './parcels.ts'
import { openTestProduct, type TestProduct } from './test-product.ts'
import type { Visitor } from './visitor.ts'

let product: TestProduct
let fixtures: Fixtures
beforeAll(async () => {
  product = await openTestProduct({ LIVE_SESSION_CHECK_MS: '100', LIVE_CONNECTIONS: '8', LIVE_CONNECTIONS_EACH: '3' })
  fixtures = await openFixtures(product)
})
afterAll(() => product.close())

type Listening = Awaited<ReturnType<Visitor['listen']>>
const listening: Listening[] = []
const listen = async (person: Visitor, query = ''): Promise<Listening> => {
  const one = await person.listen(`/api/events${query}`)
  listening.push(one)
  return one
}
afterEach(() => Promise.all(listening.splice(0).map(({ stop }) => stop())))

const changed = (id: string) => ({ kind: 'delivery', id })
const hears = (one: Listening, id: string) =>
  vi.waitUntil(() => one.events().some((event: { id: string }) => event.id === id), { timeout: 60_000, interval: 10 })
const drop = ({ _id }: Parcel) => fixtures.cbd.put(`/api/agent/update-status/${_id}`, {})

describe('an open screen gets an event', () => {
  test('when a parcel that its person may see has changed, with nothing but its id', async () => {
    const parcel = await fixtures.dukani()
    const those = [fixtures.client, fixtures.cbd, fixtures.thika, fixtures.admin]
    const others = [fixtures.otherClient, fixtures.kitengela]
    const told = await Promise.all(those.map((person) => listen(person)))
    const untold = await Promise.all(others.map((person) => listen(person)))
    await drop(parcel)
    for (const one of told) await hears(one, parcel._id)
    for (const one of told) expect(one.events()).toEqual([changed(parcel._id)])

    // The later event has arrived, so an earlier one would have arrived too.
    const own = await fixtures.otherClient.post('/api/doorstep/deliveries', doorstepForm)
    await hears(untold[0] as Listening, own.body._id)
    expect(untold.map((one) => one.events())).toEqual([[changed(own.body._id)], []])
  })

  test('about a new parcel as soon as it can be read', async () => {
    const shop = await listen(fixtures.cbd)
    const parcel = await fixtures.dukani()
    await hears(shop, parcel._id)
    expect((await fixtures.cbd.get(`/api/deliveries/parcelDukani/${parcel._id}`)).status).toBe(200)
  })

  test('without an account, about the one parcel whose tracking id it has, by that id', async () => {
    const [parcel, other] = [await fixtures.dukani(), await fixtures.dukani()]
    const visitor = await listen(product.stranger(), `?trackingId=${parcel.trackingId.toLowerCase()}`)
    await drop(other)
    await drop(parcel)
    await hears(visitor, parcel.trackingId)
    expect(visitor.events()).toEqual([changed(parcel.trackingId)])
  })

  test('when an admin deletes a parcel, if its person could see or follow it, and only then', async () => {
    const [parcel, next] = [await fixtures.dukani(), await fixtures.doorstep()]
    const those = [fixtures.admin, fixtures.client, fixtures.cbd, fixtures.thika]
    const told = await Promise.all(those.map((person) => listen(person)))
    const untold = await Promise.all([fixtures.otherClient, fixtures.kitengela].map((person) => listen(person)))
    const visitor = await listen(product.stranger(), `?trackingId=${parcel.trackingId}`)
    for (const { _id } of [parcel, next]) await fixtures.admin.delete(`/api/admin/deliveries/${_id}`)
    for (const one of told) await hears(one, parcel._id)
    await hears(visitor, parcel.trackingId)

    // The later event has arrived, so an earlier one would have arrived too.
    await hears(told[0] as Listening, next._id)
    expect(untold.map((one) => one.events())).toEqual([[], []])
  })
})

describe('no event is sent', () => {
  test('without an account or a tracking id, or with an unknown one', async () => {
    const without = await product.stranger().get('/api/events')
    expect([without.status, without.body.code, without.body.field]).toEqual([400, 'bad_input', 'trackingId'])
    for (const id of ['TM-0000-0000-0000', 'nothing']) {
      const { status, body } = await product.stranger().get(`/api/events?trackingId=${id}`)
      expect([status, body.code]).toEqual([404, 'parcel_not_found'])
    }
  })

  test('after the person has logged out', async () => {
    const person = await product.signedIn('client')
    const one = await listen(person)
    await person.get('/api/users/logout')
    await one.ended
  })

  test('after the session has ended, even when sessions are checked seldom', async () => {
    const seldom = await openTestProduct({ LIVE_SESSION_CHECK_MS: '3600000' })
    const sessions = await Promise.all(['admin', 'client', 'client', 'agent.cbd'].map((who) => seldom.signedIn(who)))
    const [admin, leaving, client, agent] = sessions as [Visitor, Visitor, Visitor, Visitor]
    const told = await admin.listen('/api/events')
    const untold = [await leaving.listen('/api/events'), await agent.listen('/api/events')]
    listening.push(told, ...untold)
    const { _id: agentId } = (await agent.get('/api/users/me')).body
    expect((await leaving.get('/api/users/logout')).status).toBe(200)
    expect((await admin.patch(`/api/admin/users/${agentId}`, { role: 'user' })).status).toBe(200)
    const { body } = await client.post('/api/doorstep/deliveries', doorstepForm)
    await hears(told, body._id)
    for (const { ended } of untold) await ended
    expect(untold.map((one) => one.events())).toEqual([[], []])
    await seldom.close()
  })

  test('to more screens than the limit allows; closing one makes room', async () => {
    const three = [await listen(fixtures.client), await listen(fixtures.client), await listen(fixtures.client)]
    const fourth = await fixtures.client.get('/api/events')
    expect([fourth.status, fourth.body.code]).toEqual([429, 'too_many'])
    await three[0]?.stop()
    await vi.waitUntil(async () => (await fixtures.client.get('/api/events')).status === 200, 60_000)

    for (const person of [fixtures.cbd, fixtures.thika]) for (let n = 0; n < 3; n += 1) await listen(person)
    const ninth = await fixtures.admin.get('/api/events')
    expect([ninth.status, ninth.body.code]).toEqual([503, 'busy'])
  })
})

test('strangers of many networks leave room for staff and clients', async () => {
  const small = await openTestProduct({ LIVE_CONNECTIONS: '8', LIVE_CONNECTIONS_EACH: '3', TRUSTED_PROXIES: '1' })
  const [admin, client] = [await small.signedIn('admin'), await small.signedIn('client')]
  const { trackingId } = (await client.post('/api/doorstep/deliveries', doorstepForm)).body
  const path = `/api/events?trackingId=${trackingId}`
  const from = (network: number) => small.stranger({ 'x-forwarded-for': `10.9.0.${network}` })
  for (let network = 0; network < 4; network += 1) listening.push(await from(network).listen(path))
  for (const network of [4, 5, 0]) {
    const { status, body } = await from(network).get(path)
    expect([status, body.code]).toEqual([503, 'busy'])
  }
  for (const person of [client, client, admin, admin]) listening.push(await person.listen('/api/events'))
  expect((await client.get('/api/events')).status).toBe(503)
  await small.close()
})

test('a stream passes through proxies and is not cached', async () => {
  const { headers } = await fixtures.admin.get('/api/events')
  expect(headers.get('content-type')).toContain('text/event-stream')
  expect(headers.get('cache-control')).toBe('no-store')
  expect(headers.get('x-accel-buffering')).toBe('no')
})

test('closing the product ends every stream without waiting for it', async () => {
  const short = await openTestProduct()
  const one = await (await short.signedIn('client')).listen('/api/events')
  await short.close()
  // A stream that was waited for would be cut off instead, and this promise would not resolve.
  await expect(one.ended).resolves.toBeUndefined()
})
