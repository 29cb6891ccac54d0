import type { Actor, DeliveryRecord } from '@tuma/contracts/services'
import { type ReceivingGroup, receivingGroups } from '@tuma/contracts/vocabulary'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cbd, kimbo, thika, thikaMarket } from '../testing/parcels.ts'
import {
  doorstepForm,
  dukaniForm,
  fromCbd,
  openNetwork,
  openWorld,
  people,
  toThikaDoor,
  type World,
} from '../testing/world.ts'

const { wanjiku, otieno, visitor, admin, cbdAgent, thikaAgent, thikaMarketAgent, kimboAgent } = people
let world: World
const named = new Map<string, string>()
const nameOf = ({ _id }: DeliveryRecord) => named.get(_id)
const page = { status: null, limit: 100, cursor: null }

/** Parcels by name, a minute apart, in this order. */
const parcels: [name: string, sender: Actor, form: 'dukani' | 'doorstep', from: 'cbd' | 'thika', steps: number][] = [
  ['dukani dropping', wanjiku, 'dukani', 'cbd', 0],
  ['dukani in transit', wanjiku, 'dukani', 'cbd', 2],
  ['dukani delivered', visitor, 'dukani', 'cbd', 3],
  ['dukani collected', wanjiku, 'dukani', 'cbd', 4],
  ['doorstep waiting', wanjiku, 'doorstep', 'cbd', 1],
  ['doorstep in transit', otieno, 'doorstep', 'cbd', 2],
  ['doorstep delivered', wanjiku, 'doorstep', 'cbd', 3],
  ['dukani within the shop', visitor, 'dukani', 'thika', 3],
  ['doorstep within Thika', visitor, 'doorstep', 'thika', 2],
  ['another dukani in transit', visitor, 'dukani', 'cbd', 2],
]
const steps = ['uncollected', 'inTransit', 'delivered', 'collected'] as const

const send = async ([name, sender, form, from, taken]: (typeof parcels)[number], minute: number, riderId: string) => {
  const { delivery, asked, pay } = world
  world.world.now = `2026-11-16T09:${String(minute).padStart(2, '0')}:00.000Z`
  const sent = { sender: from === 'cbd' ? fromCbd : { ...fromCbd, location: 'THIKA', dropoffAgent: 'Main Stage' } }
  const { deliveryId } =
    form === 'dukani'
      ? await delivery().requestDukani({
          asked: asked(sender),
          ...dukaniForm(pay(sender, 1000), sent),
        })
      : await delivery().requestDoorstep({ asked: asked(sender), ...doorstepForm(sent) })
  named.set(deliveryId, name)
  const agent = from === 'cbd' ? cbdAgent : thikaAgent
  if (form === 'doorstep') await delivery().assignRider({ asked: asked(agent), deliveryId, riderId, revision: null })
  for (const to of steps.slice(0, taken)) {
    const by = to === 'uncollected' || to === 'inTransit' ? agent : thikaAgent
    await delivery().move({ asked: asked(by), deliveryId, to, revision: null })
  }
}

beforeAll(async () => {
  world = await openWorld()
  const { riderId } = await openNetwork(world)
  for (const [minute, parcel] of parcels.entries()) await send(parcel, minute, riderId)
  await sort('doorstep waiting')
})

const parcelNamed = (name: string) => [...named].find(([, one]) => one === name)?.[0] ?? ''

/** Only an admin can set a parcel to sorting. */
const sort = (name: string) => {
  const override = { deliveryId: parcelNamed(name), status: 'sorting', trackingId: null } as const
  return world.delivery().overrideStatus({ asked: world.asked(admin), ...override })
}
afterAll(async () => {
  await world.close()
  expect(world.faults).toEqual([])
})

describe('sending shows the shop’s own parcels, newest first', () => {
  test('at any status', async () => {
    const { rows, total, next } = await world.delivery().sending({ shop: thika, ...page })
    expect(rows.map(nameOf)).toEqual(['doorstep within Thika', 'dukani within the shop'])
    expect([total, next]).toEqual([2, null])
    expect((await world.delivery().sending({ shop: cbd, ...page })).total).toBe(8)
  })
  test('or at one, where sorting counts as uncollected', async () => {
    const { rows, total } = await world.delivery().sending({ shop: cbd, ...page, status: 'uncollected' })
    expect(rows.map(nameOf)).toEqual(['doorstep waiting'])
    expect(total).toBe(1)
  })
})

describe('a shop’s search', () => {
  const found = async (shop: typeof cbd, search: string | null, limit = 100) => {
    const rows: DeliveryRecord[] = []
    let cursor: string | null = null
    do {
      const page: Awaited<ReturnType<ReturnType<World['delivery']>['ofShop']>> = await world
        .delivery()
        .ofShop({ shop, search, limit, cursor })
      rows.push(...page.rows)
      cursor = page.next
    } while (cursor !== null)
    return rows.map(nameOf)
  }
  const thikas = [...parcels.keys()].map((index) => parcels.at(-1 - index)?.[0])

  test('finds all parcels sent from it or to it, at any status, each once', async () => {
    expect(await found(thika, null)).toEqual(thikas)
    expect(await found(thikaMarket, null)).toEqual(thikas.filter((name) => name?.startsWith('doorstep')))
    expect(await found(kimbo, null)).toEqual([])
  })
  test('gives the same in pages', async () => expect(await found(thika, null, 1)).toEqual(thikas))
  test('works by names, phones and the last part of the tracking id', async () => {
    expect(await found(thika, 'otieno ou')).toEqual(thikas)
    expect(await found(cbd, '0722 000 111')).toHaveLength(8)
    const { trackingId } = (await world.delivery().ofShop({ shop: thika, search: null, limit: 1, cursor: null }))
      .rows[0] as DeliveryRecord
    expect(await found(thika, trackingId.slice(-4))).toEqual(['another dukani in transit'])
    expect(await found(kimbo, trackingId)).toEqual([])
    expect(await found(thika, 'nobody')).toEqual([])
  })
  test('works by the destination’s place and shop, also together with a name', async () => {
    const all = await found(cbd, null)
    const toShop = all.filter((name) => name?.includes('dukani'))
    expect([all.length, toShop.length]).toEqual([8, 5])
    for (const search of ['thika', 'Thi', 'otieno thika', 'THIKA ouma']) {
      expect([search, await found(cbd, search)]).toEqual([search, all])
      expect([search, await found(cbd, search, 1)]).toEqual([search, all])
    }
    for (const search of ['main stage', 'stage', 'kamau stage']) {
      expect([search, await found(cbd, search)]).toEqual([search, toShop])
    }
    // No parcel goes there from this shop, and a parcel to a door does not go to the shop that it leaves.
    for (const search of ['market', 'kimbo', 'akinyi thika', 'tuma house', 'nairobi']) {
      expect([search, await found(cbd, search)]).toEqual([search, []])
    }
  })
})

test('a shop’s tab counts match its lists', async () => {
  for (const shop of [cbd, thika, thikaMarket, kimbo]) {
    const counts = await world.delivery().tabCounts({ shop })
    const { sending, receiving, lying } = world.delivery()
    for (const [status, count] of Object.entries(counts.sending)) {
      const asked = { shop, ...page, status: status === 'all' ? null : (status as 'dropping') }
      expect([shop, status, count]).toEqual([shop, status, (await sending(asked)).total])
    }
    const { waiting, inTransitBy, deliveredBy, ...arrived } = counts.receiving
    for (const [status, counted] of [
      ['inTransit', inTransitBy],
      ['delivered', deliveredBy],
    ] as const)
      for (const by of receivingGroups) {
        const { total, more } = await receiving({ shop, ...page, status, by })
        expect([shop, status, by, counted[by], false]).toEqual([shop, status, by, total, more])
      }
    expect([shop, waiting]).toEqual([shop, (await lying({ shop, ...page })).total])
    for (const [status, count] of Object.entries(arrived)) {
      const { total } = await receiving({ shop, ...page, status: status as 'inTransit' })
      expect([shop, status, count]).toEqual([shop, status, total])
    }
  }
})

test('a held parcel stays on the shelf, and is counted there', async () => {
  const about = { deliveryId: parcelNamed('dukani delivered'), code: 'damaged' } as const
  const waiting = async () => (await world.delivery().tabCounts({ shop: thika })).receiving.waiting
  const before = await waiting()
  await world.delivery().putOnHold({ asked: world.asked(thikaAgent), ...about, note: '', toSender: '' })
  const { rows, total } = await world.delivery().lying({ shop: thika, ...page })
  expect(rows.map(({ delivery }) => nameOf(delivery))).toContain('dukani delivered')
  expect([total, await waiting()]).toEqual([before, before])
  await world.delivery().liftHold({ asked: world.asked(thikaAgent), ...about })
})

const comingToThika = [
  'another dukani in transit',
  'doorstep within Thika',
  'dukani within the shop',
  'doorstep delivered',
  'doorstep in transit',
  'dukani collected',
  'dukani delivered',
  'dukani in transit',
]
describe('receiving shows parcels on their way, arrived or collected, newest first', () => {
  test.each([
    ['dukani to the shop and doorstep to its place', thika, comingToThika],
    [
      'doorstep to the place alone, for another shop there',
      thikaMarket,
      comingToThika.filter((name) => name.startsWith('doorstep')),
    ],
    ['doorstep sent from the shop', cbd, ['doorstep delivered', 'doorstep in transit']],
    ['nothing elsewhere', kimbo, []],
  ])('%s', async (_what, shop, names) => {
    const { rows, total } = await world.delivery().receiving({ shop, ...page })
    expect(rows.map(nameOf)).toEqual(names)
    expect(total).toBe(names.length)
  })
  test('in one status', async () => {
    const { rows, total } = await world.delivery().receiving({ shop: thika, ...page, status: 'delivered' })
    expect(rows.map(nameOf)).toEqual(['dukani within the shop', 'doorstep delivered', 'dukani delivered'])
    expect(total).toBe(3)
  })
  /** All pages, two rows each. */
  const inGroup = async (shop: typeof cbd, by: ReceivingGroup | null, limit = 2) => {
    const found: unknown[] = []
    let cursor: string | null = null
    do {
      const asked = { shop, status: null, by, limit, cursor }
      const { rows, next }: Awaited<ReturnType<ReturnType<World['delivery']>['receiving']>> = await world
        .delivery()
        .receiving(asked)
      found.push(...rows.map(nameOf))
      cursor = next
    } while (cursor !== null)
    return found
  }
  test.each<[string, ReceivingGroup, typeof cbd, string[]]>([
    ['what comes to the shop itself', 'shop', thika, comingToThika.filter((name) => name.includes('dukani'))],
    ['what its own riders bring, in its place', 'riders', thika, ['doorstep within Thika']],
    ['what its own riders bring to other places', 'riders', cbd, ['doorstep delivered', 'doorstep in transit']],
    ['what riders of other shops bring to its place', 'near', thika, ['doorstep delivered', 'doorstep in transit']],
    [
      'what riders of all other shops bring there',
      'near',
      thikaMarket,
      comingToThika.filter((name) => !name.includes('dukani')),
    ],
    ['nothing that its own riders bring, as of others', 'near', cbd, []],
    ['nothing where it receives no dukani parcels', 'shop', cbd, []],
  ])('in one group: %s', async (_what, by, shop, names) => expect(await inGroup(shop, by)).toEqual(names))
  test('in groups, with each parcel in exactly one', async () => {
    for (const shop of [cbd, thika, thikaMarket, kimbo]) {
      const each = await Promise.all(receivingGroups.map((by) => inGroup(shop, by)))
      expect(each.flat().sort()).toEqual((await inGroup(shop, null)).sort())
    }
  })
  test('with the next step, and whether it is this shop’s', async () => {
    const offered = async (list: 'sending' | 'receiving', shop: typeof cbd) => {
      const { rows } = await world.delivery()[list]({ shop, ...page })
      return Object.fromEntries(rows.map((row) => [nameOf(row), row.nextStep]))
    }
    expect(await offered('receiving', thika)).toMatchObject({
      'dukani in transit': { step: 'markDelivered', mine: true },
      'doorstep delivered': { step: 'confirmReceipt', mine: true },
      'dukani collected': { step: 'assignPicker', mine: true },
    })
    expect(await offered('sending', cbd)).toMatchObject({
      'dukani dropping': { step: 'drop', mine: true },
      'dukani in transit': { step: 'markDelivered', mine: false },
      'doorstep in transit': { step: 'markDelivered', mine: true },
    })
  })
  test('without parcels that have not left yet', async () => {
    expect(await world.delivery().receiving({ shop: thika, ...page, status: 'uncollected' })).toEqual({
      rows: [],
      next: null,
      total: 0,
      more: false,
    })
  })
  test('in pages without repeats or gaps', async () => {
    const found: unknown[] = []
    let cursor: string | null = null
    do {
      const { rows, next, total }: Awaited<ReturnType<ReturnType<World['delivery']>['receiving']>> = await world
        .delivery()
        .receiving({ shop: thika, status: null, limit: 2, cursor })
      expect(rows).toHaveLength(2)
      expect(total).toBe(8)
      found.push(...rows.map(nameOf))
      cursor = next
    } while (cursor !== null)
    expect(found).toEqual(comingToThika)
  })
  test('an unknown cursor is refused', async () => {
    const turned = world.delivery().receiving({ shop: thika, ...page, cursor: 'nonsense' })
    await expect(turned).rejects.toMatchObject({ code: 'bad_input', details: { field: 'cursor' } })
  })
})

test('a shop counts each of its parcels once', async () => {
  expect(await world.delivery().countsOfShop({ shop: thika })).toEqual({
    dropping: 0,
    uncollected: 0,
    sorting: 0,
    inTransit: 4,
    delivered: 3,
    collected: 1,
  })
  expect(await world.delivery().countsOfShop({ shop: cbd })).toEqual({
    dropping: 1,
    uncollected: 0,
    sorting: 1,
    inTransit: 3,
    delivered: 2,
    collected: 1,
  })
})

describe('an owner', () => {
  test('sees lists of each kind, in pages', async () => {
    const kind = { viewer: wanjiku, ownerId: 'wanjiku', deliveryType: 'parcelDukani' as const }
    const first = await world.delivery().owned({ ...kind, limit: 2, cursor: null })
    expect(first.rows.map(nameOf)).toEqual(['dukani collected', 'dukani in transit'])
    const second = await world.delivery().owned({ ...kind, limit: 2, cursor: first.next })
    expect(second.rows.map(nameOf)).toEqual(['dukani dropping'])
    expect([first.total, second.total, second.next]).toEqual([3, 3, null])
  })
  test('sees counts of both kinds together', async () => {
    const count = async (status: 'inTransit' | 'delivered' | null) =>
      (await world.delivery().countOwned({ ownerId: 'wanjiku', status })).count
    expect([await count(null), await count('inTransit'), await count('delivered')]).toEqual([5, 1, 1])
  })
})

describe('a parcel is found', () => {
  const seenBy = async (viewer: Actor, name: string) =>
    (await world.delivery().get({ viewer, deliveryId: parcelNamed(name) })) !== null

  test.each<[string, Actor, boolean]>([
    ['its owner', wanjiku, true],
    ['another client', otieno, false],
    ['the sender’s shop', cbdAgent, true],
    ['the receiving shop', thikaAgent, true],
    ['another shop there', thikaMarketAgent, false],
    ['a shop elsewhere', kimboAgent, false],
    ['an admin', admin, true],
    ['a visitor', visitor, false],
  ])('by its id: %s, %s', async (_who, viewer, seen) => expect(await seenBy(viewer, 'dukani in transit')).toBe(seen))

  test('by an agent with the next step, which others do not see', async () => {
    const offered = async (viewer: Actor) =>
      (await world.delivery().get({ viewer, deliveryId: parcelNamed('dukani in transit') }))?.nextStep
    expect(await offered(thikaAgent)).toEqual({ step: 'markDelivered', mine: true })
    expect(await offered(cbdAgent)).toEqual({ step: 'markDelivered', mine: false })
    for (const viewer of [wanjiku, admin]) expect(await offered(viewer)).toBeUndefined()
    const { rows } = await world
      .delivery()
      .owned({ viewer: wanjiku, ownerId: 'wanjiku', deliveryType: 'doorstep', limit: 9, cursor: null })
    expect(rows.map(({ nextStep }) => nextStep)).toEqual([undefined, undefined])
  })
  describe('by its owner, in their own parcels', () => {
    const found = async (asked: object, limit = 9) => {
      const own = { viewer: wanjiku, ownerId: 'wanjiku', deliveryType: 'parcelDukani', cursor: null } as const
      const { rows, total } = await world.delivery().owned({ ...own, limit, ...asked })
      return { names: rows.map(nameOf), total }
    }
    test('of one status', async () => {
      expect(await found({ status: 'inTransit' })).toEqual({ names: ['dukani in transit'], total: 1 })
      expect(await found({ status: 'delivered' })).toEqual({ names: [], total: 0 })
    })
    test('by a name, a phone or a group of the tracking id, among their own only', async () => {
      const all = ['dukani collected', 'dukani in transit', 'dukani dropping']
      for (const search of ['ouma', '0722000111', '00011', '25472200'])
        expect((await found({ search })).names).toEqual(all)
      const deliveryId = parcelNamed('dukani in transit')
      const trackingId = (await world.delivery().get({ viewer: admin, deliveryId }))?.trackingId ?? ''
      const [, , second, third] = trackingId.split('-')
      const groups = { search: `${second?.slice(1)} ${third?.toLowerCase()}` }
      expect(await found(groups)).toEqual({ names: ['dukani in transit'], total: 1 })
      expect(await found({ ...groups, status: 'collected' })).toEqual({ names: [], total: 0 })
      expect((await found({ search: 'nobody' })).total).toBe(0)
      expect((await found({ search: '0111', by: 'phone' })).names).toEqual(all)
      expect((await found({ search: 'ouma', by: 'phone' })).names).toEqual([])
      expect((await found({ search: '0722000111', by: 'trackingId' })).names).toEqual([])
      expect(
        (
          await world.delivery().owned({
            viewer: people.otieno,
            ownerId: 'otieno',
            deliveryType: 'parcelDukani',
            limit: 9,
            cursor: null,
            ...groups,
          })
        ).rows,
      ).toEqual([])
    })
    test('in pages', async () => {
      const own = { viewer: wanjiku, ownerId: 'wanjiku', deliveryType: 'parcelDukani' as const }
      const asked = { ...own, search: 'ouma', limit: 2 }
      const first = await world.delivery().owned({ ...asked, cursor: null })
      const second = await world.delivery().owned({ ...asked, cursor: first.next })
      expect([...first.rows, ...second.rows].map(nameOf)).toEqual([
        'dukani collected',
        'dukani in transit',
        'dukani dropping',
      ])
      expect([first.total, second.next]).toEqual([3, null])
    })
  })
  test('by its tracking id, in full only for the people whom it concerns', async () => {
    const deliveryId = parcelNamed('dukani in transit')
    const trackingId = (await world.delivery().get({ viewer: admin, deliveryId }))?.trackingId ?? ''
    const typed = trackingId.toLowerCase().replaceAll('-', ' ')
    expect(await world.delivery().track({ viewer: wanjiku, trackingId: typed })).toMatchObject({
      delivery: { _id: deliveryId },
      inFull: true,
    })
    expect(await world.delivery().track({ viewer: visitor, trackingId })).toMatchObject({ inFull: false })
  })
  test('by no other tracking id', async () => {
    expect(await world.delivery().track({ viewer: admin, trackingId: 'TM-0000-0000-0000' })).toBeNull()
    expect(await world.delivery().track({ viewer: admin, trackingId: 'nonsense' })).toBeNull()
  })
  test('with its parties, for messages', async () => {
    expect(await world.delivery().parties({ deliveryId: parcelNamed('dukani in transit') })).toEqual({
      trackingId: expect.stringMatching(/^TM-/),
      ownerId: 'wanjiku',
      deliveryType: 'parcelDukani',
      handled: true,
      knownSender: true,
      paid: expect.any(Number),
      sender: { name: 'Wanjiku Kamau', phone: '254712345678', location: 'NAIROBI CBD', dropoffAgent: 'Tuma House' },
      receiver: { name: 'Otieno Ouma', phone: '254722000111' },
      receiverPlace: 'THIKA',
      pickupAgent: 'Main Stage',
    })
    expect(await world.delivery().parties({ deliveryId: parcelNamed('doorstep delivered') })).toMatchObject({
      receiverPlace: toThikaDoor.pickupLocation.toUpperCase(),
      pickupAgent: null,
    })
    expect(await world.delivery().parties({ deliveryId: 'none' })).toBeNull()
  })
})
