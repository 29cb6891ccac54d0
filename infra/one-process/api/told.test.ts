import { randomInt } from 'node:crypto'
import type { Delivery, ParcelMessages } from '@tuma/contracts/api'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { collectionCodeIn } from './collection-code.ts'
import { type Fixtures, openFixtures, type Parcel } from './fixtures.ts'
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

const within = { timeout: 60_000, interval: 50 }
const all = '/api/admin/deliveries'
const anyMobile = () => `07${randomInt(10_000_000, 99_999_999)}`
const sentTo = async (phoneNumber: string, who: Visitor = fixtures.client): Promise<Parcel> => {
  const receiver = { ...dukaniForm.receiver, phoneNumber }
  const form = { ...dukaniForm, receiver, paymentReferenceId: await paid(who, dukaniFee) }
  return (await who.post('/api/dukani/deliveries', form)).body
}
const atShop = async (phone = anyMobile()): Promise<Parcel> => {
  const parcel = await sentTo(phone)
  for (const [agent, step] of [
    [fixtures.cbd, 'update-status'],
    [fixtures.cbd, 'update-intransit'],
    [fixtures.thika, 'update-received'],
  ] as const)
    expect((await agent.put(`/api/agent/${step}/${parcel._id}`, {})).status).toBe(200)
  return parcel
}
const getMessages = async ({ _id }: Pick<Parcel, '_id'>): Promise<ParcelMessages> =>
  (await fixtures.admin.get(`${all}/${_id}/messages`)).body
const toMessage = (parcel: Parcel, template: string) =>
  vi.waitFor(async () => {
    const found = (await getMessages(parcel)).rows.find((row) => row.template === template && row.state !== 'waiting')
    expect(found).toBeDefined()
    return found as ParcelMessages['rows'][number]
  }, within)
const smsTo = async (phone: string, { trackingId }: Parcel): Promise<string[]> => {
  const { body } = await product.stranger({ accept: 'application/json' }).get('/dev/outbox')
  const sms: { to: string; text: string }[] = body
  return sms.filter(({ to, text }) => to === phone && text.includes(trackingId)).map(({ text }) => text)
}
const again = ({ _id }: Parcel, messageId: string, who: Visitor = fixtures.admin) =>
  who.post(`${all}/${_id}/messages/${messageId}/again`, {})
const history = async ({ _id }: Parcel): Promise<{ type: string; details: Record<string, string> }[]> =>
  (await fixtures.admin.get(`${all}/${_id}/history`)).body

describe('the messages of a parcel', () => {
  test('are listed for the office by name and time, with masked phones and without any code', async () => {
    const parcel = await atShop('0722111987')
    await toMessage(parcel, 'waitingAtShop')
    const { rows, left } = await getMessages(parcel)
    expect(left).toBe(3)
    expect(rows.map(({ template, to, phone }) => [template, to, phone])).toEqual([
      ['waitingAtShop', 'receiver', '07** *** 987'],
      ['inTransit', 'receiver', '07** *** 987'],
      ...[
        ['requestedToSender', 'sender', '07** *** 444'],
        ['requestedToReceiver', 'receiver', '07** *** 987'],
      ].sort(
        (one, other) =>
          rows.findIndex((row) => row.template === one[0]) - rows.findIndex((row) => row.template === other[0]),
      ),
    ])
    const code = await fixtures.getCode(parcel)
    expect(JSON.stringify(rows)).not.toContain(code)
    for (const who of [fixtures.cbd, fixtures.client, product.stranger()])
      expect((await who.get(`${all}/${parcel._id}/messages`)).status).toBeGreaterThan(400)
    expect((await fixtures.admin.get(`${all}/nothing/messages`)).body.code).toBe('not_found')
  })

  test('show the phone that each went to, even if the parcel has another one since', async () => {
    const parcel = await atShop('0722111988')
    await toMessage(parcel, 'waitingAtShop')
    const change = await fixtures.client.put(`/api/deliveries/${parcel._id}/receiver-phone`, { phone: '0733222111' })
    expect(change.status).toBe(200)
    expect(await toMessage(parcel, 'numberGiven')).toMatchObject({ phone: '07** *** 111' })
    expect(await toMessage(parcel, 'numberChanged')).toMatchObject({ phone: '07** *** 988', canSendAgain: false })
    expect(await toMessage(parcel, 'waitingAtShop')).toMatchObject({ phone: '07** *** 988' })
  })

  test('carry the current code when they are sent again, and make no new one', async () => {
    const phone = anyMobile()
    const parcel = await atShop(phone)
    const { _id } = await toMessage(parcel, 'waitingAtShop')
    const issued = async () => (await history(parcel)).filter(({ type }) => type === 'CollectionCodeIssued').length
    const before = await issued()
    expect((await again(parcel, _id)).status).toBe(200)
    await vi.waitFor(async () => {
      const { rows } = await getMessages(parcel)
      const gone = rows.filter(({ template, state }) => template === 'waitingAtShop' && state !== 'waiting')
      expect(gone).toHaveLength(2)
    }, within)
    const codes = (await smsTo(phone, parcel)).filter((text) => /waiting/.test(text)).map(collectionCodeIn)
    expect(codes).toEqual(Array(2).fill(await fixtures.getCode(parcel)))
    expect(await issued()).toBe(before)
    expect((await getMessages(parcel)).left).toBe(2)
    const { body: acts } = await fixtures.admin.get('/api/admin/audit?kind=admin-act')
    expect(acts).toContainEqual(expect.objectContaining({ what: 'parcelMessages.sendAgain', about: parcel._id }))
  })

  test('are sent once when two admins send again at once', async () => {
    const parcel = await atShop()
    const { _id } = await toMessage(parcel, 'waitingAtShop')
    const answers = await Promise.all([again(parcel, _id), again(parcel, _id)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(answers.find(({ status }) => status === 409)?.body.code).toBe('sent_just_now')
    await vi.waitFor(async () => expect((await getMessages(parcel)).rows).toHaveLength(5), within)
    const { rows } = await getMessages(parcel)
    expect(rows.filter(({ template }) => template === 'waitingAtShop')).toHaveLength(2)
  })

  test('about an erased person are gone', async () => {
    const phone = anyMobile()
    const parcel = await atShop(phone)
    const code = await fixtures.getCode(parcel)
    expect((await fixtures.thika.put(`/api/agent/collect/${parcel._id}`, { code })).status).toBe(200)
    await toMessage(parcel, 'collected')
    expect((await fixtures.admin.post('/api/admin/erasures', { phone, again: phone })).status).toBe(200)
    await vi.waitFor(async () => {
      const { rows } = await getMessages(parcel)
      expect(rows.map(({ to }) => to)).toEqual(['sender'])
    }, within)
  })
})

describe('a person who cannot get SMS', () => {
  const landline = '020 222 3333'
  const shownTo = async (who: Visitor, { _id }: Parcel): Promise<Delivery> =>
    (await who.get(`/api/deliveries/parcelDukani/${_id}`)).body
  const problems = async (): Promise<string[]> =>
    (await fixtures.admin.get(`${all}?needs=untold&limit=500`)).body.map((row: Delivery) => row.trackingId)

  test('because of a landline is shown to both shops, the office and the sender at once', async () => {
    const parcel = await sentTo(landline)
    for (const who of [fixtures.cbd, fixtures.thika, fixtures.admin, fixtures.client])
      expect((await shownTo(who, parcel)).cantBeTold).toEqual(['receiver'])
    const { body: rows } = await fixtures.cbd.get('/api/agent/dropping-deliveries?status=dropping&limit=500')
    expect(rows.find((row: Delivery) => row._id === parcel._id).cantBeTold).toEqual(['receiver'])
    expect(await problems()).toContain(parcel.trackingId)
    expect((await fixtures.admin.get('/api/admin/problems')).body.counts.untold.count).toBeGreaterThan(0)
    const { body: tracked } = await product.stranger().get(`/api/agent/track/${parcel.trackingId}`)
    expect(JSON.stringify(tracked)).not.toContain('cantBeTold')
  })

  test('because their SMS expire is shown to staff only, until the parcel has another phone', async () => {
    const parcel = await sentTo(anyMobile())
    expect((await shownTo(fixtures.thika, parcel)).cantBeTold).toBeUndefined()
    await product.services.delivery.noteReach({
      ...{ asked: { actor: { kind: 'system', name: 'test' }, commandId: parcel._id, correlationId: 'test' } },
      ...{ deliveryId: parcel._id, role: 'receiver', reached: false },
    })
    await vi.waitFor(
      async () => expect((await shownTo(fixtures.thika, parcel)).cantBeTold).toEqual(['receiver']),
      within,
    )
    expect((await shownTo(fixtures.client, parcel)).cantBeTold).toBeUndefined()
    expect(await problems()).toContain(parcel.trackingId)
    const change = await fixtures.client.put(`/api/deliveries/${parcel._id}/receiver-phone`, { phone: anyMobile() })
    expect(change.body.cantBeTold).toBeUndefined()
    await vi.waitFor(async () => expect(await problems()).not.toContain(parcel.trackingId), within)
  })
})

describe('a parcel that the office deletes', () => {
  const deleted = (trackingId: string, who = fixtures.admin) => who.get(`${all}/deleted/${trackingId}`)

  test('is found by its whole id with who, when and why, and is in no list, count, tracking or file', async () => {
    const parcel = await fixtures.dukani('uncollected')
    const { total } = (await fixtures.admin.get(`${all}/counts`)).body
    const why = { reason: 'sent_twice', note: 'Both were for one order.' }
    const { status, body } = await fixtures.admin.delete(`${all}/${parcel._id}`, {}, why)
    expect([status, body]).toEqual([200, { message: 'Delivery deleted successfully!' }])

    const { name } = (await fixtures.admin.get('/api/users/me')).body
    const found = await deleted(parcel.trackingId.toLowerCase().replaceAll('-', ''))
    expect(found.body).toMatchObject([{ trackingId: parcel.trackingId, by: { role: 'admin', name }, ...why }])
    expect((await history(parcel)).at(-1)?.details).toMatchObject(why)

    expect((await fixtures.admin.get(`${all}?search=${parcel.trackingId}`)).body).toEqual([])
    expect((await fixtures.admin.get(`${all}.csv`)).body).not.toContain(parcel.trackingId)
    expect((await fixtures.admin.get(`${all}/counts`)).body.total).toBe(total - 1)
    expect((await fixtures.cbd.get(`/api/agent/find?search=${parcel.trackingId}`)).body).toEqual([])
    expect((await product.stranger().get(`/api/agent/track/${parcel.trackingId}`)).body.code).toBe('parcel_not_found')
    expect((await fixtures.client.get(`/api/deliveries/parcelDukani/${parcel._id}`)).body.code).toBe('not_found')
    for (const who of [fixtures.cbd, fixtures.client, product.stranger()])
      expect((await deleted(parcel.trackingId, who)).status).toBeGreaterThan(400)
  })

  test('without a reason is deleted as before', async () => {
    const parcel = await fixtures.dukani()
    expect((await fixtures.admin.delete(`${all}/${parcel._id}`)).status).toBe(200)
    expect((await deleted(parcel.trackingId)).body).toMatchObject([{ reason: null, note: null }])
  })

  test('is not found by a part of its id, and a parcel that exists or never existed is not found either', async () => {
    const { trackingId } = await fixtures.dukani()
    for (const id of [trackingId, trackingId.slice(0, 9), 'TM-0000-0000-0000'])
      expect((await deleted(id)).body).toEqual([])
  })

  test('must have a known reason, and at most 200 characters', async () => {
    const parcel = await fixtures.dukani()
    const remove = (why: object) => fixtures.admin.delete(`${all}/${parcel._id}`, {}, why)
    expect((await remove({ reason: 'because' })).body).toMatchObject({ code: 'bad_input', field: 'reason' })
    expect((await remove({ note: 'x'.repeat(201) })).body).toMatchObject({ code: 'bad_input', field: 'note' })
  })

  test('loses the words of the reason once its sender’s account is erased', async () => {
    const username = `gone-${randomInt(1_000_000)}`
    const sender = await product.registered(username)
    const { body: parcel } = await sender.post('/api/doorstep/deliveries', doorstepForm)
    await fixtures.admin.delete(`${all}/${parcel._id}`, {}, { reason: 'other', note: 'Mwende called us.' })
    expect((await deleted(parcel.trackingId)).body[0].note).toBe('Mwende called us.')
    const { body: accounts } = await fixtures.admin.get(`/api/admin/users?search=${username}`)
    expect((await fixtures.admin.delete(`/api/admin/users/${accounts[0]._id}`)).status).toBe(200)
    await vi.waitFor(async () => expect((await deleted(parcel.trackingId)).body[0].note).toBe('(erased)'), within)
  })
})
