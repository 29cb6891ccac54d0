import { textOf } from '@tuma/bff/testing/pdf-text'
import type { Delivery, Rider, StepAnswer } from '@tuma/contracts/api'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Fixtures, openFixtures } from './fixtures.ts'
import { doorstepFee, doorstepForm } from './parcels.ts'
import { openTestProduct, type TestProduct } from './test-product.ts'
import type { Visitor } from './visitor.ts'

let product: TestProduct
let fixtures: Fixtures
beforeAll(async () => {
  product = await openTestProduct()
  fixtures = await openFixtures(product)
})
afterAll(() => product.close())

const sending = async (agent: Visitor, status: string): Promise<Delivery[]> =>
  (await agent.get(`/api/agent/dropping-deliveries?limit=500&status=${status}`)).body
const ids = (rows: { trackingId: string }[]) => rows.map(({ trackingId }) => trackingId)

describe('the tabs of an agent', () => {
  test('say how many parcels each has, and change with every step', async () => {
    const counts = async () => (await fixtures.cbd.get('/api/agent/tab-counts')).body
    const before = await counts()
    expect(before.sending.dropping).toBe((await sending(fixtures.cbd, 'dropping')).length)
    const { _id } = await fixtures.dukani('dropping')
    expect((await counts()).sending).toEqual({
      ...before.sending,
      dropping: before.sending.dropping + 1,
      all: before.sending.all + 1,
    })
    await fixtures.cbd.put(`/api/agent/update-status/${_id}`, {})
    const { dropping, uncollected } = (await counts()).sending
    expect([dropping, uncollected]).toEqual([before.sending.dropping, before.sending.uncollected + 1])
  })

  test('are empty for an agent without a shop', async () => {
    const { email } = await fixtures.expendable('agent')
    const person = product.stranger()
    await person.post('/api/users/login', { email, password: 'tuma-demo' })
    expect((await person.get('/api/agent/tab-counts')).body.sending.all).toBe(0)
    expect((await person.get('/api/agent/find?search=wanjiku')).body).toEqual([])
  })
})

describe('a parcel is found by both its shops, whatever its status,', () => {
  test.each([
    ['the last four of its id', (id: string) => id.slice(-4)],
    ['how the sender’s names begin', () => 'zawadi mw'],
  ])('by %s', async (_what, typed) => {
    const { trackingId } = await fixtures.dukani('dropping')
    for (const agent of [fixtures.cbd, fixtures.thika]) {
      const found = await agent.get(`/api/agent/find?search=${encodeURIComponent(typed(trackingId))}`)
      expect(ids(found.body)[0]).toBe(trackingId)
    }
    const elsewhere = await fixtures.kitengela.get(`/api/agent/find?search=${trackingId}`)
    expect(elsewhere.body).toEqual([])
  })
})

describe('one press for many', () => {
  const take = async (agent: Visitor, body: object, key?: string): Promise<StepAnswer[]> =>
    (await agent.ask('POST', '/api/agent/steps', body, key ? { headers: { 'idempotency-key': key } } : {})).body
  const inOrder = (answers: StepAnswer[]) => answers.map(({ id, delivery, code }) => [id, code ?? delivery?.status])

  test('moves each parcel a step further, in the order asked, and a refused one does not stop the others', async () => {
    const [one, other] = [await fixtures.dukani('dropping'), await fixtures.dukani('dropping')]
    const ahead = await fixtures.dukani('inTransit')
    const foreign = (await sending(fixtures.kitengela, 'dropping'))[0] as Delivery
    const stale = await fixtures.dukani('dropping')
    const { _id: rides } = await fixtures.doorstep()
    const parcels = [
      { id: other._id, revision: other.revision },
      { id: 'no-such-parcel' },
      { id: foreign?._id ?? 'x' },
      { id: ahead._id },
      { id: one._id },
      { id: stale._id, revision: stale.revision - 1 },
    ]
    expect(inOrder(await take(fixtures.cbd, { step: 'drop', parcels }))).toEqual([
      [other._id, 'uncollected'],
      ['no-such-parcel', 'not_found'],
      [foreign?._id ?? 'x', 'not_found'],
      [ahead._id, 'inTransit'],
      [one._id, 'uncollected'],
      [stale._id, 'stale'],
    ])
    const onward = await take(fixtures.cbd, { step: 'putInTransit', parcels: [{ id: rides }, { id: one._id }] })
    expect(inOrder(onward)).toEqual([
      [rides, 'rider_needed'],
      [one._id, 'inTransit'],
    ])
    expect(onward[0]?.message).toBe('Please select a rider!')
  })

  test('shows a parcel that another person has changed as it is now', async () => {
    const { _id: id, revision } = await fixtures.dukani('dropping')
    await fixtures.cbd.put(`/api/agent/update-status/${id}`, {})
    const [answer] = await take(fixtures.cbd, { step: 'putInTransit', parcels: [{ id, revision }] })
    expect([answer?.code, answer?.delivery?.status]).toEqual(['stale', 'uncollected'])
  })

  test('gives all of them one rider, who then has that many more', async () => {
    const [one, other] = [await fixtures.doorstep(), await fixtures.doorstep()]
    const riderId = await fixtures.rider()
    const load = async () =>
      ((await fixtures.cbd.get('/api/admin/all')).body as Rider[]).find(({ _id }) => _id === riderId)?.underway
    expect(await load()).toBe(0)
    const parcels = [{ id: one._id }, { id: other._id }]
    const answers = await take(fixtures.cbd, { step: 'assignRider', parcels, riderId })
    expect(answers.map(({ delivery }) => delivery?.rider?._id)).toEqual([riderId, riderId])
    expect(await load()).toBe(2)
    const withoutRider = await fixtures.cbd.post('/api/agent/steps', { step: 'assignRider', parcels })
    expect([withoutRider.status, withoutRider.body.message]).toEqual([400, 'Please select a rider!'])
  })

  test('changes nothing when it is sent again with its key, even where the parcel could take the step again', async () => {
    const [one, other] = [await fixtures.dukani('uncollected'), await fixtures.dukani('uncollected')]
    const body = { step: 'putInTransit', parcels: [{ id: one._id }, { id: other._id }] }
    const key = 'a press at the counter'
    expect(inOrder(await take(fixtures.cbd, body, key))).toEqual([
      [one._id, 'inTransit'],
      [other._id, 'inTransit'],
    ])
    await fixtures.admin.patch(`/api/admin/deliveries/${one._id}/status`, { status: 'uncollected' })
    expect(inOrder(await take(fixtures.cbd, body, key))).toEqual([
      [one._id, 'uncollected'],
      [other._id, 'inTransit'],
    ])
    const another = { ...body, step: 'markDelivered' }
    expect(await take(fixtures.cbd, another, key)).toMatchObject({ code: 'key_reused' })
  })

  test.each([
    ['no parcel', []],
    ['more than a hundred', Array.from({ length: 101 }, (_, index) => ({ id: `p${index}` }))],
  ])('of %s is refused', async (_what, parcels) => {
    expect((await fixtures.cbd.post('/api/agent/steps', { step: 'drop', parcels })).status).toBe(400)
  })
})

describe('a label', () => {
  const getLabel = (person: Visitor, trackingId: string, size = '') =>
    person.get(`/api/agent/label/${trackingId}${size && `?size=${size}`}`)
  const getWidth = (pdf: Buffer) =>
    Math.round(Number(/\/MediaBox \[0 0 ([\d.]+)/.exec(pdf.toString('latin1'))?.[1]) / (72 / 25.4))

  test.each([
    ['a6', 105],
    ['80', 80],
    ['58', 58],
  ])('of %s says where the parcel goes and what to take, on one sheet of that width', async (size, width) => {
    const { trackingId } = await fixtures.doorstep()
    const { headers, body } = await getLabel(fixtures.cbd, trackingId, size)
    expect(headers.get('content-disposition')).toBe(`inline; filename="label_${trackingId}.pdf"`)
    expect(getWidth(body)).toBe(width)
    expect(body.toString('latin1').match(/\/Type \/Page\b/g)).toHaveLength(1)
    const text = textOf(body)
    const due = (doorstepFee + (doorstepForm.productPrice ?? 0)).toLocaleString('en-KE')
    for (const said of [trackingId, 'THIKA', 'Section 9, green gate', '0722555666', `TAKE Ksh ${due}`])
      expect(text).toContain(said)
    expect(text.split('\n')).toContain(trackingId.slice(-4)) // whole, on a line of its own
    expect(text).not.toContain('0711333444')
  })

  test('of a dukani parcel names the shop, and that nothing is due', async () => {
    const { trackingId } = await fixtures.dukani()
    const text = textOf((await getLabel(fixtures.thika, trackingId)).body)
    expect(text).toContain('Thika Arcade Bookshop')
    expect(text).toContain('PAID')
  })

  test('is for its owner, agents of either shop and admins', async () => {
    const { trackingId } = await fixtures.dukani()
    const asked = [
      fixtures.client,
      fixtures.cbd,
      fixtures.thika,
      fixtures.admin,
      fixtures.kitengela,
      fixtures.otherClient,
    ]
    const statuses = await Promise.all(asked.map(async (person) => (await getLabel(person, trackingId)).status))
    expect(statuses).toEqual([200, 200, 200, 200, 404, 404])
    expect((await getLabel(product.stranger(), trackingId)).status).toBe(401)
  })
})
