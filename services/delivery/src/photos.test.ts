import { identityEvents } from '@tuma/contracts/events'
import { openPersonalKeys } from '@tuma/platform/event-sourcing'
import { tracesIn } from '@tuma/platform/testing'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { buildJpeg } from './testing/photos.ts'
import { dukaniForm, openNetwork, openWorld, people, type World } from './testing/world.ts'

const { admin, cbdAgent, thikaAgent, visitor, wanjiku } = people
const photo = buildJpeg({}).toString('base64')

let world: World
let deliveryId: string
beforeEach(async () => {
  world = await openWorld()
  await openNetwork(world)
  const { delivery, asked, pay } = world
  ;({ deliveryId } = await delivery().requestDukani({ asked: asked(visitor), ...dukaniForm(pay(visitor, 200)) }))
  await delivery().move({ asked: asked(cbdAgent), deliveryId, to: 'uncollected', revision: null })
})
afterEach(async () => {
  await world.close()
  expect(world.faults).toEqual([])
})

const shown = async () => {
  const { photos = [] } = (await world.delivery().get({ viewer: admin, deliveryId })) ?? {}
  return photos.map(({ id }) => id)
}
/** The parcel is handed over, so it is not under way. */
const end = async () => {
  const { delivery, asked } = world
  await delivery().move({ asked: asked(cbdAgent), deliveryId, to: 'inTransit', revision: null })
  for (const to of ['delivered', 'collected'] as const)
    await delivery().move({ asked: asked(thikaAgent), deliveryId, to, revision: null })
}
const getPhoto = (photoId: string) => world.delivery().photo({ viewer: admin, deliveryId, photoId })
const addPhoto = async () => {
  const { delivery, asked, caughtUp } = world
  const answer = await delivery().addPhoto({ asked: asked(cbdAgent), deliveryId, photo })
  await caughtUp()
  return answer.delivery.photos?.at(-1)?.id ?? ''
}

test('a photo is shown as it was added, and no file holds it in the clear', async () => {
  const photoId = await addPhoto()
  expect(await getPhoto(photoId)).toEqual({ type: 'image/jpeg', photo })
  expect(await tracesIn(world.folder, ['the picture', photo])).toEqual([])
})

test('a repeated press keeps one photo', async () => {
  const { delivery, asked } = world
  const press = asked(cbdAgent)
  await delivery().addPhoto({ asked: press, deliveryId, photo })
  await delivery().addPhoto({ asked: press, deliveryId, photo })
  await world.caughtUp()
  expect(await shown()).toHaveLength(1)
})

test('after ninety days the photo is deleted, and its row no longer names it', async () => {
  const photoId = await addPhoto()
  const after = (days: number) => new Date(Date.parse('2026-11-16T06:00:00.000Z') + days * 86_400_000).toISOString()
  world.world.now = after(89)
  await world.restart()
  expect(await shown()).toEqual([photoId])
  world.world.now = after(92)
  await world.restart()
  await expect.poll(shown).toEqual([])
  await expect(getPhoto(photoId)).rejects.toMatchObject({ code: 'not_found' })
})

test('erasing the sender erases the photo', async () => {
  const photoId = await addPhoto()
  const { delivery, asked, caughtUp } = world
  await end()
  await delivery().erasePhone({ asked: asked(admin), phone: '254712345678', seen: [], owed: [] })
  await caughtUp()
  await expect(getPhoto(photoId)).rejects.toMatchObject({ code: 'not_found' })
  expect(await shown()).toEqual([])
})

test('erasing the receiver erases the photo too, because its label names them', async () => {
  const photoId = await addPhoto()
  const { delivery, asked, caughtUp } = world
  await end()
  await delivery().erasePhone({ asked: asked(admin), phone: '254722000111', seen: [], owed: [] })
  await caughtUp()
  await expect(getPhoto(photoId)).rejects.toMatchObject({ code: 'not_found' })
  expect(await shown()).toEqual([])
  const records = await world
    .engines()
    .documents.collection({ name: 'photos-v1', fields: { at: 'text' }, indexes: [], sortBy: 'at' })
  expect(await records.count()).toBe(0)
})

test('a photo that is added after the sender’s erasure is erased with the receiver', async () => {
  const { delivery, asked, caughtUp } = world
  await end()
  await delivery().erasePhone({ asked: asked(admin), phone: '254712345678', seen: [], owed: [] })
  const setTo = (status: 'delivered' | 'inTransit') =>
    delivery().overrideStatus({ asked: asked(admin), deliveryId, status, trackingId: null })
  await setTo('inTransit')
  const photoId = await addPhoto()
  expect(await getPhoto(photoId)).toEqual({ type: 'image/jpeg', photo })
  await setTo('delivered')
  await delivery().move({ asked: asked(thikaAgent), deliveryId, to: 'collected', revision: null })
  await delivery().erasePhone({ asked: asked(admin), phone: '254722000111', seen: [], owed: [] })
  await caughtUp()
  await expect(getPhoto(photoId)).rejects.toMatchObject({ code: 'not_found' })
  expect(await shown()).toEqual([])
})

test('deleting an account erases the photos of its parcels', async () => {
  const { delivery, asked, pay, caughtUp } = world
  const form = dukaniForm(pay(wanjiku, 200))
  ;({ deliveryId } = await delivery().requestDukani({ asked: asked(wanjiku), ...form }))
  await delivery().move({ asked: asked(cbdAgent), deliveryId, to: 'uncollected', revision: null })
  const photoId = await addPhoto()
  expect(await getPhoto(photoId)).toEqual({ type: 'image/jpeg', photo })
  const { type, version, topic } = identityEvents.accountDeleted
  const data = { accountId: 'wanjiku', at: world.world.now }
  await world.engines().bus.publish(topic, [{ id: 'deleted', key: 'wanjiku', type, version, data, headers: {} }])
  for (const [by, to] of [
    [cbdAgent, 'inTransit'],
    [thikaAgent, 'delivered'],
    [thikaAgent, 'collected'],
  ] as const)
    await delivery().move({ asked: asked(by), deliveryId, to, revision: null })
  await expect
    .poll(
      () =>
        getPhoto(photoId).then(
          () => 'there',
          ({ code }) => code,
        ),
      { timeout: 20_000 },
    )
    .toBe('not_found')
  await caughtUp()
  expect(await shown()).toEqual([])
  expect(await (await openPersonalKeys(world.engines())).existingKey('account:wanjiku')).toBeNull()
})
