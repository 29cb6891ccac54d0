import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Fixtures, openFixtures } from './fixtures.ts'
import { doorstepForm } from './parcels.ts'
import { openTestProduct, type TestProduct } from './test-product.ts'
import type { Visitor } from './visitor.ts'

let product: TestProduct
let fixtures: Fixtures
/** A second admin. */
let colleague: Visitor

beforeAll(async () => {
  product = await openTestProduct()
  fixtures = await openFixtures(product)
  colleague = await product.signedIn((await fixtures.expendable('admin')).username)
})
afterAll(() => product.close())

const refused = ({ status, body }: { status: number; body: { code?: string } }) => [status, body.code]
const own = [403, 'own_money']
const getPhone = async (by: Visitor): Promise<string> => (await by.get('/api/users/me')).body.phone

/** A parcel whose receiver is the demonstration's admin. */
const toAdmin = async (): Promise<string> => {
  const { receiver, ...form } = doorstepForm
  const phone = await getPhone(fixtures.admin)
  const { body } = await fixtures.client.post('/api/doorstep/deliveries', { ...form, receiver: { ...receiver, phone } })
  return body._id
}
const setStatus = (by: Visitor, id: string, status: string) =>
  by.ask('PATCH', `/api/admin/deliveries/${id}/status`, { status })

test('an admin cannot set the status of a parcel that they are to receive, and a colleague can', async () => {
  const id = await toAdmin()
  expect(refused(await setStatus(fixtures.admin, id, 'delivered'))).toEqual(own)
  expect((await setStatus(colleague, id, 'delivered')).status).toBe(200)
})

test('an admin cannot release a hold on it', async () => {
  const id = await toAdmin()
  await setStatus(colleague, id, 'uncollected')
  expect((await fixtures.cbd.put(`/api/agent/hold/${id}`, { code: 'other', note: 'Not paid' })).status).toBe(200)
  const lift = (by: Visitor) => by.put(`/api/agent/lift/${id}`, { code: 'other' })
  expect(refused(await lift(fixtures.admin))).toEqual(own)
  expect((await lift(colleague)).status).toBe(200)
})

test('an admin cannot let the payment of a parcel that they are to receive pass', async () => {
  const { body } = await fixtures.client.get('/dev/mpesa-message?amount=350', {
    headers: { accept: 'application/json' },
  })
  const paymentReferenceId = `PAY-${Date.now()}`.slice(0, 10)
  const senderName = doorstepForm.sender.name
  await fixtures.client.post('/api/payment/verify-payment', {
    paymentReferenceId,
    senderName,
    mpesaMessage: body.message,
  })
  const receiver = { ...doorstepForm.receiver, phone: await getPhone(fixtures.admin) }
  const paid = { ...doorstepForm, receiver, paymentMethod: 'payNow', paymentReferenceId }
  const sent = await fixtures.client.post('/api/doorstep/deliveries', paid)
  expect(sent.status).toBe(201)
  const path = `/api/admin/payments?search=${paymentReferenceId}`
  await expect.poll(async () => (await fixtures.admin.get(path)).body[0]?.usedBy).toBe(sent.body._id)
  const [{ _id }] = (await fixtures.admin.get(path)).body
  const letPass = (by: Visitor) => by.post(`/api/admin/payments/${_id}/let-pass`, { reason: 'I know them' })
  expect(refused(await letPass(fixtures.admin))).toEqual(own)
  expect(refused(await letPass(colleague))).toEqual([409, 'payment_not_doubted'])
})

test('an admin cannot declare cash that they took as an agent a shortage', async () => {
  const parcel = await fixtures.toBePaid()
  const agent = (await fixtures.thika.get('/api/users/me')).body
  const receipt = `UKQ${randomUUID()
    .replaceAll(/[^a-f]/g, '')
    .toUpperCase()}ABCDEFG`.slice(0, 10)
  const took = await fixtures.thika.put(`/api/agent/update-received/${parcel._id}`, {
    taken: { how: 'cash', receipt },
  })
  expect(took.status).toBe(200)
  await fixtures.admin.post('/api/admin/approvals', { kind: 'make_admin', subject: agent._id })
  expect((await fixtures.admin.ask('PATCH', `/api/admin/users/${agent._id}`, { role: 'admin' })).body).toMatchObject({
    role: 'admin',
  })
  const now = await product.signedIn('agent.thika')
  const explain = (by: Visitor) =>
    by.post(`/api/admin/books/unexplained/${parcel._id}`, { as: 'shortage', reason: 'Lost on the way' })
  expect(refused(await explain(now))).toEqual(own)
  // Another admin may explain it; this answer only says that the cash is already in the drawer.
  expect(refused(await explain(colleague))).toEqual([409, 'stale'])
})
