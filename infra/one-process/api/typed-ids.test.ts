import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Fixtures, openFixtures } from './fixtures.ts'
import { doorstepForm, dukaniFee, dukaniForm, paid } from './parcels.ts'
import { openTestProduct, type TestProduct } from './test-product.ts'

/** Tracking ids and phones as people paste them: each call reads them by the same rule. */

let product: TestProduct
let fixtures: Fixtures
let id: string
beforeAll(async () => {
  product = await openTestProduct()
  fixtures = await openFixtures(product)
  id = (await fixtures.dukani('dropping')).trackingId
})
afterAll(() => product.close())

const another = 'TM-AAAA-BBBB-CCC1'
const spelled = (form: string) => form.replaceAll('{id}', id.toLowerCase()).replaceAll('{ID}', id)
const asText = (typed: string) => encodeURIComponent(spelled(typed))
const forms = [
  ...['{ID}.', '"{ID}"', '#{ID}', 'Tracking ID: {ID}', '\u200e{ID}', ']Q1{ID}', '*{ID}*', '{id}'],
  ...[
    'http://x.ke/t/{ID}',
    'https://tuma.test/trackDelivery?id={ID}&lang=sw',
    'Tuma: {ID} is at https://tuma.test/t/{id}.',
  ],
]

describe('a tracking id is read', () => {
  test.each(forms)('in %j, by tracking, the page without script, Find and the office', async (form) => {
    const stranger = product.stranger()
    expect((await stranger.get(`/api/agent/track/${asText(form)}`)).body.trackingId).toBe(id)
    expect((await stranger.get(`/t?id=${asText(form)}`)).status).toBe(200)
    for (const list of ['/api/agent/find', '/api/agent/paid-parcels', '/api/admin/deliveries']) {
      const person = list.includes('admin') ? fixtures.admin : fixtures.cbd
      const rows: { trackingId: string }[] = (await person.get(`${list}?search=${asText(form)}`)).body
      expect(rows.map(({ trackingId }) => trackingId)).toEqual([id])
    }
  })
  test.each(['{ID}.', '{ID})', '{id},', '{ID}%E2%80%9D'])('at the address /t/%s', async (form) =>
    expect((await product.stranger().get(`/t/${spelled(form)}`)).status).toBe(200),
  )
  test('with dashes of other kinds', async () => {
    for (const dash of ['–', '\u2011', '\u2212', ' ', 'ß'])
      expect(
        (await product.stranger().get(`/api/agent/track/${encodeURIComponent(id.replaceAll('-', dash))}`)).status,
      ).toBe(200)
  })
})

describe('two different tracking ids', () => {
  const two = () => encodeURIComponent(`${id} ${another}`)
  const sentence = 'You entered two Tracking IDs. Enter one.'
  test('are refused with a sentence, wherever one is asked for', async () => {
    const answers = [
      await product.stranger().get(`/api/agent/track/${two()}`),
      await fixtures.cbd.get(`/api/agent/find?search=${two()}`),
      await fixtures.admin.get(`/api/admin/deliveries?search=${two()}`),
    ]
    for (const { status, body } of answers)
      expect([status, body.code, body.message]).toEqual([400, 'bad_input', sentence])
  })
  test('are refused by the page without script, in the language that it is read in', async () => {
    const { status, body } = await product.stranger().get(`/t?id=${two()}&lang=sw`)
    expect([status, body.toString()]).toEqual([400, expect.stringContaining('Umeandika nambari mbili za ufuatiliaji.')])
  })
})

describe('a phone is taken', () => {
  const request = async (phoneNumber: string) => {
    const person = product.stranger()
    const paymentReferenceId = await paid(person, dukaniFee, doorstepForm.sender.name)
    const receiver = { ...dukaniForm.receiver, phoneNumber }
    return (await person.post('/api/dukani/deliveries', { ...dukaniForm, receiver, paymentReferenceId })).body
  }
  test.each([
    ['0140 555 661', '0140555661'],
    ['+254 199 555 662', '0199555662'],
    ['+254 (0)722 555 663', '0722555663'],
    ['+2540722555664', '0722555664'],
    ['00254 722 555 665', '0722555665'],
  ])('as %s, gets SMS, and is found by the same text', async (typed, shown) => {
    const { _id, trackingId } = await request(typed)
    await fixtures.cbd.put(`/api/agent/update-status/${_id}`, {})
    await product.messageTo(shown)
    const found = (await fixtures.cbd.get(`/api/agent/find?search=${encodeURIComponent(typed)}`)).body
    expect(found.map((row: { trackingId: string }) => row.trackingId)).toEqual([trackingId])
    const file = (
      await fixtures.admin.get(`/api/admin/deliveries.csv?search=${encodeURIComponent(typed)}`)
    ).body.toString()
    expect(file).toContain(`,${shown.replace(/^(.{4})(.{3})/, '$1 $2 ')},`)
  })
})
