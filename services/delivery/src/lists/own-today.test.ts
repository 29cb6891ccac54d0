import type { Actor } from '@tuma/contracts/services'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { doorstepForm, dukaniForm, fromCbd, openNetwork, openWorld, people, type World } from '../testing/world.ts'

const { wanjiku, otieno, admin, cbdAgent, thikaAgent } = people
let world: World
let minute = 0
const named = new Map<string, string>()

const send = async (
  name: string,
  form: 'dukani' | 'doorstep',
  shop: 'cbd' | 'thika' = 'cbd',
  sender: Actor = wanjiku,
) => {
  const { delivery, asked, pay } = world
  minute += 1
  world.world.now = `2026-11-16T09:${String(minute).padStart(2, '0')}:00.000Z`
  const sent = { sender: shop === 'cbd' ? fromCbd : { ...fromCbd, location: 'THIKA', dropoffAgent: 'Main Stage' } }
  const { deliveryId } = await (form === 'dukani'
    ? delivery().requestDukani({ asked: asked(sender), ...dukaniForm(pay(sender, 1000), sent) })
    : delivery().requestDoorstep({ asked: asked(sender), ...doorstepForm(sent) }))
  named.set(deliveryId, name)
  return deliveryId
}
const move = async (deliveryId: string, ...steps: ('uncollected' | 'inTransit' | 'delivered' | 'collected')[]) => {
  const { delivery, asked } = world
  for (const to of steps) {
    const by = to === 'uncollected' || to === 'inTransit' ? cbdAgent : thikaAgent
    await delivery().move({ asked: asked(by), deliveryId, to, revision: null })
  }
}
const names = (rows: readonly { _id: string }[]) => rows.map(({ _id }) => named.get(_id))
const today = (ownerId: 'wanjiku' | 'otieno' = 'wanjiku') =>
  world.delivery().ownToday({ viewer: people[ownerId], ownerId })

beforeAll(async () => {
  world = await openWorld()
  const { riderId } = await openNetwork(world)
  const { delivery, asked } = world
  await send('brought to Thika', 'dukani', 'thika')
  await send('brought to CBD', 'dukani')
  await send('for a door', 'doorstep')
  const ridden = await send('with a rider', 'doorstep')
  await delivery().assignRider({ asked: asked(cbdAgent), deliveryId: ridden, riderId, revision: null })
  await move(await send('at the shop', 'dukani'), 'uncollected')
  await move(await send('on its way', 'dukani'), 'uncollected', 'inTransit')
  await move(await send('ready', 'dukani'), 'uncollected', 'inTransit', 'delivered')
  await move(await send('collected', 'dukani'), 'uncollected', 'inTransit', 'delivered', 'collected')
  const held = await send('on hold', 'dukani')
  await move(held, 'uncollected')
  await delivery().putOnHold({ asked: asked(cbdAgent), deliveryId: held, code: 'damaged', note: '', toSender: 'Wet' })
  const back = await send('going back', 'dukani')
  await move(back, 'uncollected', 'inTransit', 'delivered')
  await delivery().sendBack({ asked: asked(admin), deliveryId: back })
  const lost = await send('lost', 'dukani')
  await move(lost, 'uncollected', 'inTransit')
  await delivery().reportLost({ asked: asked(admin), deliveryId: lost, lost: true })
  await send('of another sender', 'dukani', 'cbd', otieno)
})
afterAll(() => world.close())

test('what is to bring is by shop, with the ids for its labels; the shop with the most first', async () => {
  const { toBring } = await today()
  expect([toBring.count, toBring.more]).toEqual([3, false])
  expect(toBring.shops.map(({ shop, count, rows }) => [shop.location, count, names(rows)])).toEqual([
    ['NAIROBI CBD', 2, ['for a door', 'brought to CBD']],
    ['THIKA', 1, ['brought to Thika']],
  ])
  expect(toBring.shops[0]?.deliveryIds.map((id) => named.get(id))).toEqual(['for a door', 'brought to CBD'])
})

test('what is under way or in trouble is counted, some rows are there, and what has ended is in neither', async () => {
  const { total, underWay, trouble } = await today()
  expect([total, underWay.count, trouble.count]).toEqual([11, 4, 3])
  expect(names(underWay.rows)).toEqual(['ready', 'on its way', 'at the shop'])
  expect(names(trouble.rows)).toEqual(['lost', 'on hold', 'going back'])
})

test('a parcel that its sender must decide about comes first', async () => {
  const asks = await send('not collected', 'dukani')
  await move(asks, 'uncollected', 'inTransit', 'delivered')
  world.world.now = '2026-11-24T09:00:00.000Z'
  await world.restart()
  await expect.poll(async () => (await today()).trouble.count).toBe(5)
  const { trouble, underWay } = await today()
  const [first, second] = names(trouble.rows)
  expect([first, second].sort()).toEqual(['not collected', 'ready'])
  expect([trouble.count, underWay.count]).toEqual([5, 3])
  expect(trouble.rows[0]?.waiting).toMatchObject({ asked: true, longerUntil: expect.any(String) })
})

test('the whole lists have what the day counts', async () => {
  const list = async (group: 'toBring' | 'underWay' | 'trouble', deliveryType: 'doorstep' | 'parcelDukani') => {
    const asked = { viewer: wanjiku, ownerId: 'wanjiku', deliveryType, group, limit: 100, cursor: null }
    const { rows, total } = await world.delivery().owned(asked)
    expect(total).toBe(rows.length)
    return names(rows)
  }
  expect(await list('toBring', 'doorstep')).toEqual(['for a door'])
  expect(await list('toBring', 'parcelDukani')).toEqual(['brought to CBD', 'brought to Thika'])
  expect(await list('underWay', 'doorstep')).toEqual(['with a rider'])
  expect((await list('trouble', 'parcelDukani')).toSorted()).toEqual([
    'going back',
    'lost',
    'not collected',
    'on hold',
    'ready',
  ])
})

test('another sender has only their own', async () => {
  const { total, toBring } = await today('otieno')
  expect([total, toBring.shops.flatMap(({ rows }) => names(rows))]).toEqual([1, ['of another sender']])
})
