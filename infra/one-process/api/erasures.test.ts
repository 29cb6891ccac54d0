import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type OpenHouse, openHouse } from './open-house.ts'
import { doorstepForm } from './parcels.ts'
import { openStage, type Stage } from './stage.ts'
import type { Visitor } from './visitor.ts'

let house: OpenHouse
let stage: Stage
beforeAll(async () => {
  house = await openHouse()
  stage = await openStage(house)
})
afterAll(() => house.close())

const erase = (phone: string, seen?: string[]) =>
  stage.admin.post('/api/admin/erasures', { phone, ...(seen && { seen }) })
const sentBy = async (who: Visitor, phone: string): Promise<string> => {
  const sender = { ...doorstepForm.sender, name: 'Zanzibarra Quillfeather', phone }
  const { status, body } = await who.post('/api/doorstep/deliveries', { ...doorstepForm, sender })
  expect(status).toBe(201)
  return body._id
}
const senderOf = async (id: string): Promise<string> =>
  (await stage.admin.get(`/api/deliveries/doorstep/${id}`)).body.sender.phone

test('whoever has a phone and no account is taken out of parcels and marketing, which is written down', async () => {
  const id = await sentBy(house.stranger(), '0799 123 456')
  expect(await senderOf(id)).toBe('254799123456')
  const { status, body } = await erase('+254 799 123456')
  expect([status, body]).toEqual([200, { message: 'Nothing of this phone is left.', parcels: 1 }])
  expect(await senderOf(id)).toBe('(erased)')
  const search = async (path: string) => (await stage.admin.get(`${path}0799123456`)).body
  expect(await search('/api/admin/sms-contacts?search=')).toEqual([])
  expect(await search('/api/admin/deliveries?search=')).toEqual([])
  const campaign = { phoneNumbers: ['0799123456'], message: 'Half price' }
  const { results } = (await stage.admin.post('/api/admin/send-bulk-sms', campaign)).body
  expect(results).toMatchObject([{ accepted: false, reason: 'opted_out' }])
  const recorded = async () => (await stage.admin.get('/api/admin/audit?kind=admin-act')).body
  await expect.poll(recorded).toContainEqual(expect.objectContaining({ what: 'erasures.erase', outcome: 'done' }))
  expect(JSON.stringify(await recorded())).not.toContain('799123456')
})

test('with which somebody has sent under an account it is refused until the admin has seen whose it is', async () => {
  const me = (await stage.otherClient.get('/api/users/me')).body
  const owned = await sentBy(stage.otherClient, '0799 654 321')
  const guests = await sentBy(house.stranger(), '0799 654 321')
  const refused = await erase('0799654321')
  expect([refused.status, refused.body]).toEqual([
    409,
    expect.objectContaining({
      ...{ code: 'phone_of_account', accountIds: me._id, accounts: 1, parcels: 1, names: `${me.name} (1)` },
    }),
  ])
  expect((await erase('0799654321', ['somebody'])).status).toBe(409)
  expect(await senderOf(guests)).toBe('254799654321')
  expect((await erase('0799654321', [me._id])).body).toMatchObject({ parcels: 1 })
  expect([await senderOf(owned), await senderOf(guests)]).toEqual(['254799654321', '(erased)'])
})

test('to whom Tuma owes a parcel’s price is refused until it is paid out', async () => {
  const id = await sentBy(house.stranger(), '0799 777 111')
  await stage.admin.ask('PATCH', `/api/admin/deliveries/${id}/status`, { status: 'delivered' })
  const { delivery, revenue } = house.services
  const { owedTo } = await delivery.owedTo({ phone: '254799777111' })
  const held = async () => (await revenue.owed({ owedTo })).cents
  await vi.waitUntil(async () => (await held()) > 0, { timeout: 30_000, interval: 50 })
  const { status, body } = await erase('0799777111')
  expect([status, body]).toEqual([409, expect.objectContaining({ code: 'money_owed', amount: (await held()) / 100 })])
  expect(await senderOf(id)).toBe('254799777111')
})

test('that is none is refused', async () => {
  expect((await erase('nobody')).body).toMatchObject({ code: 'bad_input', field: 'phone' })
})
