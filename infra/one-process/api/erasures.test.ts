import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type Fixtures, openFixtures } from './fixtures.ts'
import { doorstepForm } from './parcels.ts'
import { sentReceipt } from './sent-receipt.ts'
import { openTestProduct, type TestProduct } from './test-product.ts'
import type { Visitor } from './visitor.ts'

let product: TestProduct
let fixtures: Fixtures
beforeAll(async () => {
  product = await openTestProduct()
  fixtures = await openFixtures(product)
})
afterAll(() => product.close())

const erase = (phone: string, seen?: string[]) =>
  fixtures.admin.post('/api/admin/erasures', { phone, again: phone, ...(seen && { seen }) })
const getPreview = async (phone: string) => (await fixtures.admin.post('/api/admin/erasures/preview', { phone })).body
const due = async () => (await fixtures.admin.get('/api/admin/erasures')).body
const recorded = async () => (await fixtures.admin.get('/api/admin/audit?kind=admin-act')).body

const quillfeather = 'Zanzibarra Quillfeather'
const sentBy = async (who: Visitor, phone: string): Promise<string> => {
  const sender = { ...doorstepForm.sender, name: quillfeather, phone }
  const { status, body } = await who.post('/api/doorstep/deliveries', { ...doorstepForm, sender })
  expect(status).toBe(201)
  return body._id
}
const sentTo = async (phone: string): Promise<string> => {
  const receiver = { ...doorstepForm.receiver, name: quillfeather, phone }
  return (await product.stranger().post('/api/doorstep/deliveries', { ...doorstepForm, receiver })).body._id
}
const onItsWay = async (id: string) => {
  const { body: riders } = await fixtures.admin.get('/api/admin/all')
  await fixtures.cbd.put(`/api/doorstep/assign-rider/${id}`, { riderId: riders[0]._id })
  expect((await fixtures.cbd.put(`/api/agent/update-intransit/${id}`, {})).status).toBe(200)
}
const handedOver = async (id: string) => {
  const taken = { how: 'cash' }
  expect((await fixtures.thika.put(`/api/agent/update-received/${id}`, { taken })).status).toBe(200)
  expect((await fixtures.thika.put(`/api/agent/update-collected/${id}`, {})).status).toBe(200)
}
const ended = async (id: string): Promise<string> => {
  await onItsWay(id)
  await handedOver(id)
  return id
}
const getParcel = async (id: string) => (await fixtures.admin.get(`/api/deliveries/doorstep/${id}`)).body
const isErased = (id: string, role: 'sender' | 'receiver') => async () =>
  (await getParcel(id))[role].phone === '(erased)'
const within = { timeout: 60_000, interval: 50 }
const monthLater = /^20\d\d-/

test('a person with a phone and no account is removed from parcels and marketing, which is recorded (A5 iii)', async () => {
  const id = await ended(await sentTo('0799 123 456'))
  const { _id } = await getPreview('0799123456')
  const { status, body } = await erase('+254 799 123456')
  expect([status, body]).toEqual([200, { _id, message: 'Nothing of this phone is left.', parcels: 1, until: null }])
  expect((await getParcel(id)).receiver).toMatchObject({ name: '(erased)', phone: '(erased)' })
  const search = async (path: string) => (await fixtures.admin.get(`${path}0799123456`)).body
  expect(await search('/api/admin/sms-contacts?search=')).toEqual([])
  expect(await search('/api/admin/deliveries?search=')).toEqual([])
  const campaign = { phoneNumbers: ['0799123456'], message: 'Half price' }
  const { results } = (await fixtures.admin.post('/api/admin/send-bulk-sms', campaign)).body
  expect(results).toMatchObject([{ accepted: false, reason: 'opted_out' }])
  const act = expect.objectContaining({ what: 'erasures.erase', outcome: 'done', about: _id })
  await expect.poll(recorded).toContainEqual(act)
  expect(_id).toMatch(/^[0-9a-f]{64}$/)
  expect(JSON.stringify(await recorded())).not.toContain('799123456')
})

test('a person whose parcel is on its way is shown first, still gets the parcel, and is erased when it has ended (A5 i, S6)', async () => {
  const id = await sentTo('0799 222 111')
  await onItsWay(id)
  const seen = await getPreview('0799222111')
  expect(seen).toMatchObject({ names: [quillfeather], total: 1, underWay: 1, owed: 0, coming: 0, due: null })
  expect(seen.parcels).toMatchObject([
    { _id: id, status: 'inTransit', roles: ['receiver'], to: { location: 'THIKA', address: null } },
  ])
  const { body } = await erase('0799222111')
  expect(body).toMatchObject({ _id: seen._id, parcels: 0, until: expect.stringMatching(monthLater) })
  expect((await getParcel(id)).receiver).toMatchObject({ name: quillfeather, phone: '254799222111' })
  expect(await product.services.delivery.collectionCode({ deliveryId: id })).toMatchObject({ code: expect.any(String) })
  expect(await due()).toContainEqual({
    ...{ _id: seen._id, phone: '254799222111', unpaid: 0, askedAt: expect.any(String), dueBy: body.until },
  })
  await handedOver(id)
  await vi.waitUntil(isErased(id, 'receiver'), within)
  await expect.poll(due).not.toContainEqual(expect.objectContaining({ _id: seen._id }))
})

test('a phone that an account has sent with is refused until the admin has seen whose it is', async () => {
  const me = (await fixtures.otherClient.get('/api/users/me')).body
  const owned = await sentBy(fixtures.otherClient, '0799 654 321')
  const guests = await sentTo('0799 654 321')
  const refused = await erase('0799654321')
  expect([refused.status, refused.body]).toEqual([
    409,
    expect.objectContaining({
      ...{ code: 'phone_of_account', accountIds: me._id, accounts: 1, parcels: 1, names: `${me.name} (1)` },
    }),
  ])
  expect((await erase('0799654321', ['another'])).status).toBe(409)
  expect((await getPreview('0799654321')).accounts).toEqual([{ id: me._id, name: me.name, parcels: 1 }])
  await ended(guests)
  expect((await erase('0799654321', [me._id])).body).toMatchObject({ parcels: 1, until: null })
  expect((await getParcel(owned)).sender.phone).toBe('254799654321')
  expect(await isErased(guests, 'receiver')()).toBe(true)
})

test('a person to whom Tuma will owe a parcel’s price is kept until it is paid out (A5 ii)', async () => {
  const id = await sentBy(product.stranger(), '0799 777 111')
  expect(await getPreview('0799777111')).toMatchObject({ owed: 0, coming: doorstepForm.productPrice })
  const { body } = await erase('0799777111')
  expect(body.until).toMatch(monthLater)
  await ended(id)
  const { owedTo } = await product.services.delivery.owedTo({ phone: '254799777111' })
  const payee = async () =>
    (await fixtures.admin.get(`/api/admin/books/payee?owedTo=${encodeURIComponent(owedTo)}`)).body
  await vi.waitUntil(async () => (await payee()).cents > 0, within)
  expect(await getPreview('0799777111')).toMatchObject({ owed: doorstepForm.productPrice, underWay: 0 })
  expect((await due()).find((one: { _id: string }) => one._id === body._id)).toMatchObject({ unpaid: 1 })

  const { body: drawer } = await fixtures.thika.get('/api/agent/cash')
  await fixtures.thika.post('/api/agent/cash/hand-overs', { amount: drawer.cents / 100, inDrawer: drawer.cents })
  const [waiting] = (await fixtures.admin.get('/api/admin/books/hand-overs?waiting=true')).body
  const received = `/api/admin/books/drawers/${waiting.agentId}/hand-overs/${waiting._id}`
  await fixtures.admin.post(received, { amount: drawer.cents / 100 })
  await vi.waitUntil(async () => (await payee()).ready > 0, within)
  const { name, phone, ready } = await payee()
  expect([name, phone]).toEqual([quillfeather, '254799777111'])
  const payout = { owedTo, cents: ready, reference: sentReceipt() }
  expect((await fixtures.admin.post('/api/admin/books/payouts', payout)).status).toBe(200)
  await vi.waitUntil(isErased(id, 'sender'), within)
})

test('a phone that is typed in two different ways, or is not a phone, is refused', async () => {
  const differing = { phone: '0799123456', again: '0799123465' }
  for (const path of ['/api/admin/erasures', '/api/admin/erasures/approval'])
    expect((await fixtures.admin.post(path, differing)).body).toMatchObject({ code: 'phones_differ', field: 'again' })
  expect((await erase('nobody')).body).toMatchObject({ code: 'bad_input', field: 'phone' })
})
