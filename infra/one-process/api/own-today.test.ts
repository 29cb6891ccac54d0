import type { OwnToday } from '@tuma/contracts/api'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Fixtures, openFixtures } from './fixtures.ts'
import { openTestProduct, type TestProduct } from './test-product.ts'
import type { Visitor } from './visitor.ts'

let product: TestProduct
let fixtures: Fixtures
beforeAll(async () => {
  product = await openTestProduct()
  fixtures = await openFixtures(product)
})
afterAll(() => product.close())

const today = async (person: Visitor): Promise<OwnToday> => (await person.get('/api/client/today')).body
const idsIn = ({ toBring, underWay, trouble }: OwnToday): string[] =>
  [...toBring.shops.flatMap(({ parcels }) => parcels), ...underWay.parcels, ...trouble.parcels].map(({ _id }) => _id)
const countsIn = ({ toBring, underWay, trouble }: OwnToday) => [toBring.count, underWay.count, trouble.count]

test('a parcel goes through its sender’s day: to bring, under way, in trouble, and out of it', async () => {
  const { client, cbd, admin } = fixtures
  const before = countsIn(await today(client))
  const { _id } = await fixtures.doorstep()
  const added = async () => countsIn(await today(client)).map((count, at) => count - (before[at] ?? 0))
  expect(await added()).toEqual([1, 0, 0])
  expect(idsIn(await today(client))).toContain(_id)
  await admin.patch(`/api/admin/deliveries/${_id}/status`, { status: 'inTransit' })
  expect(await added()).toEqual([0, 1, 0])
  await cbd.put(`/api/agent/hold/${_id}`, { code: 'damaged', note: '', toSender: 'It is wet' })
  expect(await added()).toEqual([0, 0, 1])
  await cbd.put(`/api/agent/lift/${_id}`, { code: 'damaged' })
  await admin.patch(`/api/admin/deliveries/${_id}/status`, { status: 'delivered' })
  expect(await added()).toEqual([0, 0, 0])
})

test('the parts of the day are filters of the lists, which have as many rows', async () => {
  const { client } = fixtures
  const { toBring, underWay, trouble } = await today(client)
  const { username } = (await client.get('/api/users/me')).body
  const count = async (group: string) => {
    const lists = ['doorstep', 'dukani'].map((kind) =>
      client.get(`/api/${kind}/getall/${username}?group=${group}&limit=500`),
    )
    return (await Promise.all(lists)).reduce((sum, { body }) => sum + body.length, 0)
  }
  expect(await Promise.all(['toBring', 'underWay', 'trouble'].map(count))).toEqual([
    ...[toBring.count, underWay.count, trouble.count],
  ])
  expect((await client.get(`/api/doorstep/getall/${username}?group=tomorrow`)).status).toBe(400)
})

test('another client’s day has none of it, and without a session there is no day', async () => {
  const { _id } = await fixtures.doorstep()
  const theirs = await today(fixtures.otherClient)
  expect(idsIn(theirs)).not.toContain(_id)
  expect(theirs.toBring.shops.flatMap(({ ids }) => ids)).not.toContain(_id)
  expect((await product.stranger().get('/api/client/today')).status).toBe(401)
})
