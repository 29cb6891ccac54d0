import { textOf, toTexts } from '@tuma/bff/testing/pdf-text'
import { destinations } from '@tuma/contracts/vocabulary'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Fixtures, openFixtures } from './fixtures.ts'
import { doorstepForm } from './parcels.ts'
import { openTestProduct, type TestProduct } from './test-product.ts'
import type { Visitor } from './visitor.ts'

let product: TestProduct
let fixtures: Fixtures
beforeAll(async () => {
  product = await openTestProduct()
  fixtures = await openFixtures(product)
})
afterAll(() => product.close())

const getLabels = (person: Visitor, ids: readonly string[], size = 'a6') =>
  person.post('/api/agent/labels', { ids, size })
const idsOn = (pdf: Buffer) => toTexts(pdf).flatMap(({ text }) => (text.startsWith('TM-') ? [text] : []))

describe('the labels of several parcels', () => {
  test('come in one file, in the order in which they were asked for', async () => {
    const parcels = [await fixtures.dukani(), await fixtures.doorstep(), await fixtures.dukani()].toReversed()
    const ids = parcels.map(({ _id }) => _id)
    const { status, headers, body } = await getLabels(fixtures.cbd, ids, 'a4')
    expect([status, headers.get('content-type')]).toEqual([200, 'application/pdf'])
    expect(idsOn(body)).toEqual(parcels.map(({ trackingId }) => trackingId))
  })
  test('are given all or none, to their sender too: another shop’s or another client’s parcel is answered as not found', async () => {
    const [dukani, doorstep] = [await fixtures.dukani(), await fixtures.doorstep()]
    const ids = [dukani._id, doorstep._id]
    const { cbd, admin, client, kitengela, otherClient } = fixtures
    const asked = [cbd, admin, client, kitengela, otherClient, product.stranger()]
    const statuses = await Promise.all(asked.map(async (person) => (await getLabels(person, ids)).status))
    expect(statuses).toEqual([200, 200, 200, 404, 404, 401])
    expect((await getLabels(fixtures.cbd, [...ids, 'no-parcel'])).body.code).toBe('not_found')
  })
  test.each([
    ['none', []],
    ['more than a hundred', Array.from({ length: 101 }, (_, index) => `p${index}`)],
  ])('of %s are refused', async (_what, ids) => expect((await getLabels(fixtures.cbd, ids)).status).toBe(400))
  test('are recorded one by one where an admin looks', async () => {
    const ids = [(await fixtures.dukani())._id, (await fixtures.dukani())._id]
    await getLabels(fixtures.admin, ids)
    const log = async () => (await fixtures.admin.get('/api/admin/audit?kind=personal-data&limit=500')).body
    const about = async () =>
      (await log())
        .filter(({ what }: { what: string }) => what === 'counter.labels')
        .map((row: { about: string }) => row.about)
    await expect.poll(about).toEqual(expect.arrayContaining(ids))
  })
})

describe('the code of a place', () => {
  const codes = async (): Promise<{ place: string; code: string }[]> =>
    (await fixtures.admin.get('/api/admin/place-codes')).body
  const getCode = async (place: string) => (await codes()).find((one) => one.place === place)?.code
  const change = (place: string, code: string, by = fixtures.admin) => by.put('/api/admin/place-codes', { place, code })
  const sendTo = async (pickupLocation: string) => {
    const form = { ...doorstepForm, receiver: { ...doorstepForm.receiver, pickupLocation } }
    return (await fixtures.client.post('/api/doorstep/deliveries', form)).body
  }

  test('exists for each of the fifteen places, and no two of their labels look alike in print', async () => {
    expect((await codes()).map(({ place }) => place)).toEqual(expect.arrayContaining([...destinations]))
    const sent = await Promise.all(destinations.map(sendTo))
    const { body } = await getLabels(
      fixtures.cbd,
      sent.map(({ _id }) => _id),
      '58',
    )
    const routes = [...textOf(body).matchAll(/\nTO\n([\s\S]*?)\nSection 9/g)].map(([, route = '']) =>
      route.replace(/\s+/g, ' '),
    )
    const expected = await Promise.all(destinations.map(async (place) => `${await getCode(place)} ${place}`))
    expect(routes).toEqual(expected)
    expect(new Set(routes.map((route) => route.split(' ')[0])).size).toBe(destinations.length)
  })
  test('is given with the first price or shop of a place, and stays when others are added', async () => {
    const before = await codes()
    const price = { place: 'Mũrang’a Town', deliveryType: 'express', price: 500 }
    await fixtures.admin.post('/api/admin/prices', price)
    await fixtures.admin.post('/api/admin/add-location', {
      locationName: 'MURANG’A TOWN EAST',
      pickupPoints: ['Kiosk'],
    })
    expect([await getCode('Mũrang’a Town'), await getCode('MURANG’A TOWN EAST')]).toEqual(['MAT', 'MAE'])
    expect(await codes()).toEqual(expect.arrayContaining(before))
  })
  test('is changed by an admin, in capitals, and printed from then on', async () => {
    const { _id } = await sendTo('ROYSAMBU')
    const { status, body } = await change(' roysambu', 'rys')
    expect([status, body]).toEqual([200, { place: 'roysambu', code: 'RYS' }])
    expect(textOf((await getLabels(fixtures.cbd, [_id])).body).split('\n')).toContain('RYS')
  })
  test('that another place has or had is refused, and so is the code of an unknown place', async () => {
    expect(await getCode('KIMBO')).toBe('KMB')
    await change('KIMBO', 'KIM')
    expect((await change('THIKA', 'kmb')).body).toMatchObject({ code: 'place_code_taken', place: 'KIMBO' })
    expect((await change('THIKA', 'K1M')).status).toBe(409)
    expect((await change('ATLANTIS', 'ATL')).status).toBe(404)
    for (const code of ['TH', 'THIKA', 'T-A', 'ṪHK']) expect((await change('THIKA', code)).status).toBe(400)
    for (const person of [fixtures.cbd, fixtures.client])
      expect((await change('THIKA', 'TKA', person)).status).toBe(403)
  })
  test('of a place where parcels no longer go is not listed', async () => {
    const { _id } = (
      await fixtures.admin.post('/api/admin/prices', { place: 'LAMU', deliveryType: 'express', price: 900 })
    ).body
    expect(await getCode('LAMU')).toBe('LMA')
    await fixtures.admin.delete(`/api/admin/prices/${_id}`)
    expect(await getCode('LAMU')).toBeUndefined()
  })
})
