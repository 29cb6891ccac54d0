import type { Actor, DeliveryClient } from '@tuma/contracts/services'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cbd, kimbo, thika } from '../testing/parcels.ts'
import type { World } from '../testing/world.ts'
import { doorstepForm, dukaniForm, fromCbd, openNetwork, openWorld, people, toThikaShop } from '../testing/world.ts'

const { wanjiku, admin, cbdAgent, thikaAgent } = people
let world: World
const ids = new Map<string, { deliveryId: string; trackingId: string }>()
const named = (name: string) => ids.get(name) ?? { deliveryId: '', trackingId: '' }
const getNames = (rows: readonly { _id: string }[]) =>
  rows.map(({ _id }) => [...ids].find(([, { deliveryId }]) => deliveryId === _id)?.[0])

const send = async (name: string, at: string, form: 'dukani' | 'doorstep' | 'paid doorstep', changes: object = {}) => {
  const { delivery, asked, pay } = world
  world.world.now = at
  const sent =
    form === 'dukani'
      ? await delivery().requestDukani({ asked: asked(wanjiku), ...dukaniForm(pay(wanjiku, 1000), changes) })
      : await delivery().requestDoorstep({
          asked: asked(wanjiku),
          ...doorstepForm(changes),
          ...(form === 'doorstep' ? {} : { paymentMethod: 'payNow', paymentReference: pay(wanjiku, 1000) }),
        })
  ids.set(name, sent)
}
const override = (name: string, status: 'uncollected' | 'sorting' | 'inTransit' | 'delivered') => {
  const { deliveryId } = named(name)
  return world.delivery().overrideStatus({ asked: world.asked(admin), deliveryId, status, trackingId: null })
}
const remove = (name: string, by: Actor = admin) =>
  world.delivery().deleteDelivery({ asked: world.asked(by), deliveryId: named(name).deliveryId })

/** 16 November in Nairobi begins at 21:00 of the 15th in UTC. */
beforeAll(async () => {
  world = await openWorld()
  await openNetwork(world)
  const otieno = { ...fromCbd, name: 'Otieno Ouma', phone: '254722000111' }
  const fromThika = { ...fromCbd, location: 'THIKA', dropoffAgent: 'Market' }
  await send('last of the 15th', '2026-11-15T20:59:59.999Z', 'dukani')
  await send('first of the 16th', '2026-11-15T21:00:00.000Z', 'doorstep', { sender: otieno })
  await send('sorted', '2026-11-16T09:00:00.000Z', 'dukani', { sender: fromThika })
  await send('last of the 16th', '2026-11-16T20:59:59.999Z', 'doorstep')
  await send('first of the 17th', '2026-11-16T21:00:00.000Z', 'paid doorstep')
  await send('to themselves', '2026-11-18T09:00:00.000Z', 'dukani', {
    receiver: { ...toThikaShop, phone: fromCbd.phone },
  })
  await send('a mistake', '2026-11-18T10:00:00.000Z', 'dukani')
  await override('sorted', 'sorting')
  await override('last of the 15th', 'inTransit')
  await override('first of the 16th', 'delivered')
  await remove('a mistake')
})
afterAll(async () => {
  await world.close()
  expect(world.faults).toEqual([])
})

const everything = [
  'to themselves',
  'first of the 17th',
  'last of the 16th',
  'sorted',
  'first of the 16th',
  'last of the 15th',
]
const filters = { status: null, deliveryType: null, search: null, from: null, to: null, limit: 100, cursor: null }
type Filters = Parameters<DeliveryClient['all']>[0]
const found = async (changes: Partial<Filters>) => {
  const { rows, total } = await world.delivery().all({ ...filters, ...changes })
  expect(total).toBe(rows.length)
  return getNames(rows)
}

describe('an admin lists all deliveries', () => {
  test('newest first, without deleted ones', async () => expect(await found({})).toEqual(everything))
  test.each([1, 2, 4, 6])('in pages of %i', async (limit) => {
    const pages: unknown[][] = []
    let cursor: string | null = null
    do {
      const page: Awaited<ReturnType<DeliveryClient['all']>> = await world.delivery().all({ ...filters, limit, cursor })
      expect(page.total).toBe(6)
      pages.push(getNames(page.rows))
      cursor = page.next
    } while (cursor !== null)
    expect(pages.flat()).toEqual(everything)
    expect(pages).toHaveLength(Math.ceil(6 / limit))
  })
  test.each<[Filters['status'], string[]]>([
    ['dropping', ['to themselves']],
    ['uncollected', ['first of the 17th', 'last of the 16th']],
    ['sorting', ['sorted']],
    ['inTransit', ['last of the 15th']],
    ['delivered', ['first of the 16th']],
    ['collected', []],
  ])('in one status, exactly: %s', async (status, names) => expect(await found({ status })).toEqual(names))
  test('of one kind', async () => {
    const doorstep = everything.filter((name) => /first|16th/.test(name))
    expect(await found({ deliveryType: 'doorstep' })).toEqual(doorstep)
    expect(await found({ deliveryType: 'parcelDukani' })).toEqual(everything.filter((name) => !doorstep.includes(name)))
    expect(await found({ deliveryType: 'parcelDukani', status: 'uncollected' })).toEqual([])
  })
  test.each<[string, Partial<Filters>, string[]]>([
    ['of one day', { from: '2026-11-16', to: '2026-11-16' }, ['last of the 16th', 'sorted', 'first of the 16th']],
    ['from a day on', { from: '2026-11-17' }, ['to themselves', 'first of the 17th']],
    ['until a day', { to: '2026-11-15' }, ['last of the 15th']],
    ['until the end of days', { from: '0000-01-01', to: '9999-12-31' }, everything],
    ['of no day', { from: '2026-11-17', to: '2026-11-16' }, []],
  ])('%s, in days of Nairobi', async (_which, days, names) => expect(await found(days)).toEqual(names))
  test.each<[string, Partial<Filters>]>([
    ['from', { from: '2026-02-31' }],
    ['to', { to: '2026-13-01' }],
  ])('but not %s a day that does not exist', async (field, days) => {
    const refused = { code: 'bad_input', details: { field } }
    await expect(world.delivery().all({ ...filters, ...days })).rejects.toMatchObject(refused)
  })
  test('but not with an unknown cursor', async () => {
    const refused = { code: 'bad_input', details: { field: 'cursor' } }
    await expect(world.delivery().all({ ...filters, cursor: 'nonsense' })).rejects.toMatchObject(refused)
  })
})

describe('an admin searches', () => {
  test.each(['0722000111', '+254 722-000-111', '722000111'])('a phone, of senders and receivers: %s', async (search) =>
    expect(await found({ search })).toEqual(everything.filter((name) => name !== 'to themselves')),
  )
  test('a phone that is both the sender’s and the receiver’s, with one result', async () =>
    expect(await found({ search: '0712345678' })).toEqual(everything.filter((name) => name !== 'first of the 16th')))
  test('a tracking id in any spelling', async () => {
    const { trackingId } = named('sorted')
    expect(await found({ search: trackingId })).toEqual(['sorted'])
    expect(await found({ search: trackingId.toLowerCase().replaceAll('-', ' ') })).toEqual(['sorted'])
  })
  test('the beginning of a tracking id', async () => {
    const beginning = named('sorted').trackingId.slice(0, 9)
    const those = [...ids].filter(([, { trackingId }]) => trackingId.startsWith(beginning)).map(([name]) => name)
    expect(await found({ search: beginning })).toEqual(those)
    expect(await found({ search: 'tm' })).toEqual(everything)
    expect(await found({ search: ' ' })).toEqual(everything)
  })
  test('any group of a tracking id, and several in any order', async () => {
    const [, first = '', second = '', third = ''] = named('sorted').trackingId.split('-')
    expect(await found({ search: `${second} ${third}` })).toEqual(['sorted'])
    expect(await found({ search: `${third}-${first.toLowerCase()}` })).toEqual(['sorted'])
  })
  test('any word of a name, its beginning, and several words', async () => {
    const ofOuma = everything.filter((name) => name !== 'to themselves')
    expect(await found({ search: 'ouma' })).toEqual(everything)
    expect(await found({ search: 'Kamau wan' })).toEqual(everything.filter((name) => name !== 'first of the 16th'))
    expect(await found({ search: 'kamau 0111' })).toEqual(ofOuma.filter((name) => name !== 'first of the 16th'))
    expect(await found({ search: 'anjiku' })).toEqual([])
  })
  test('the last four digits of a phone', async () =>
    expect(await found({ search: '5678' })).toEqual(everything.filter((name) => name !== 'first of the 16th')))
  test.each(['nonsense!', 'TM-0000-0000-0000', '0799999999'])('%s, and finds nothing', async (search) =>
    expect(await found({ search })).toEqual([]),
  )
  test('no deleted parcel', async () => expect(await found({ search: named('a mistake').trackingId })).toEqual([]))
  test('within a kind, a status and a day', async () => {
    const narrowed = { deliveryType: 'doorstep', status: 'uncollected', to: '2026-11-16' } as const
    expect(await found({ ...narrowed, search: '0722000111' })).toEqual(['last of the 16th'])
    expect(await found({ ...narrowed, search: named('last of the 16th').trackingId.slice(0, 8) })).toEqual([
      'last of the 16th',
    ])
    expect(await found({ ...narrowed, search: named('first of the 17th').trackingId })).toEqual([])
  })
})

test('an admin counts all deliveries by status', async () =>
  expect(await world.delivery().counts()).toEqual({
    total: 6,
    byStatus: { dropping: 1, uncollected: 2, sorting: 1, inTransit: 1, delivered: 1, collected: 0 },
  }))

describe('paid parcels', () => {
  const page = { search: null, limit: 100, cursor: null }
  const paid = async (changes: Partial<Parameters<DeliveryClient['paid']>[0]>) => {
    const { rows, total } = await world.delivery().paid({ shop: null, ...page, ...changes })
    expect(total).toBe(rows.length)
    return getNames(rows.map(({ delivery }) => delivery))
  }
  const all = everything.filter((name) => name !== 'last of the 16th')

  test('are all that were paid, in advance or at the door', async () => expect(await paid({})).toEqual(all))
  test('are those that a shop sent', async () => {
    expect(await paid({ shop: cbd })).toEqual(all.filter((name) => name !== 'sorted'))
    expect(await paid({ shop: { location: ' thika', address: 'MARKET' } })).toEqual(['sorted'])
    expect(await paid({ shop: kimbo })).toEqual([])
  })
  test('have their payment, except those paid at the door', async () => {
    const { rows } = await world.delivery().paid({ shop: null, ...page })
    const payments = Object.fromEntries(
      rows.map(({ delivery, paymentId }) => [getNames([delivery])[0], [paymentId, delivery.paymentReferenceId]]),
    )
    expect(payments['first of the 16th']).toEqual([null, ''])
    expect(payments.sorted).toEqual([`payment of ${payments.sorted?.[1]}`, expect.stringMatching(/^PAY-/)])
  })
  test('are found by the beginning of their tracking id, in their shop', async () => {
    const search = named('sorted').trackingId.slice(0, 12)
    expect(await paid({ search })).toEqual(['sorted'])
    expect(await paid({ search, shop: thika })).toEqual([])
    expect(await paid({ search: named('last of the 16th').trackingId })).toEqual([])
  })
  test('come in pages', async () => {
    const first = await world.delivery().paid({ shop: cbd, ...page, limit: 3 })
    const second = await world.delivery().paid({ shop: cbd, ...page, limit: 3, cursor: first.next })
    const rows = [...first.rows, ...second.rows].map(({ delivery }) => delivery)
    expect(getNames(rows)).toEqual(all.filter((name) => name !== 'sorted'))
    expect([first.total, second.next]).toEqual([4, null])
  })
})

describe('the customers of a shop', () => {
  const page = { search: null, limit: 100, cursor: null }
  test('are its senders by name, phone and kind, those with the newest parcel first', async () => {
    const customers = await world.delivery().customers({ shop: cbd, ...page })
    const of = { name: 'Wanjiku Kamau', phone: '254712345678' }
    expect(customers).toEqual({
      rows: [
        { ...of, deliveryType: 'parcelDukani', totalDeliveries: 2, trackingId: named('to themselves').trackingId },
        { ...of, deliveryType: 'doorstep', totalDeliveries: 2, trackingId: named('first of the 17th').trackingId },
        {
          name: 'Otieno Ouma',
          phone: '254722000111',
          deliveryType: 'doorstep',
          totalDeliveries: 1,
          trackingId: named('first of the 16th').trackingId,
        },
      ],
      next: null,
      total: 3,
      more: false,
    })
    expect((await world.delivery().customers({ shop: kimbo, ...page })).rows).toEqual([])
  })
  test('are found by phone, or by the beginning of a word of their name', async () => {
    const search = async (search: string) => {
      const { rows, total } = await world.delivery().customers({ shop: cbd, ...page, search })
      expect(total).toBe(rows.length)
      return rows.map(({ name }) => name)
    }
    expect(await search('0722 000 111')).toEqual(['Otieno Ouma'])
    expect(await search(' otieno  o')).toEqual(['Otieno Ouma'])
    expect(await search('ouma 0111')).toEqual(['Otieno Ouma'])
    expect(await search('uma')).toEqual([])
    expect(await search('')).toHaveLength(3)
  })
  test('come in pages', async () => {
    const first = await world.delivery().customers({ shop: cbd, ...page, limit: 2 })
    const second = await world.delivery().customers({ shop: cbd, ...page, limit: 2, cursor: first.next })
    expect([first.rows.length, second.rows.length, second.next, second.total]).toEqual([2, 1, null, 3])
    const bad = world.delivery().customers({ shop: cbd, ...page, cursor: 'nonsense' })
    await expect(bad).rejects.toMatchObject({ code: 'bad_input', details: { field: 'cursor' } })
  })
})

describe('contacts', () => {
  const page = { search: null, limit: 100, cursor: null }

  test('are senders and receivers, each phone once a kind, the latest first', async () => {
    const contacts = await world.delivery().contacts(page)
    const kinds = contacts.rows.map(({ type, phone, name }) => `${type} ${phone} ${name}`)
    expect(kinds.slice(0, 2).sort()).toEqual(['Receiver 254712345678 Otieno Ouma', 'Sender 254712345678 Wanjiku Kamau'])
    expect(kinds.slice(2)).toEqual(['Receiver 254722000111 Otieno Ouma', 'Sender 254722000111 Otieno Ouma'])
    expect(contacts.total).toBe(4)
    const { rows, next } = await world.delivery().contacts({ ...page, limit: 3 })
    const rest = await world.delivery().contacts({ ...page, limit: 3, cursor: next })
    expect([...rows, ...rest.rows]).toEqual(contacts.rows)
  })

  test('are found by phone, its beginning or last digits, and by the beginning of a word of a name, in pages', async () => {
    const search = async (typed: string) => {
      const { rows, total } = await world.delivery().contacts({ ...page, search: typed })
      expect(total).toBe(rows.length)
      return rows.map(({ type, phone, name }) => `${type} ${phone} ${name}`).sort()
    }
    const otieno = ['Receiver 254722000111 Otieno Ouma', 'Sender 254722000111 Otieno Ouma']
    expect(await search('0722 0')).toEqual(otieno)
    expect(await search('+254 722 000 111')).toEqual(otieno)
    expect(await search(' wanjiku  k')).toEqual(['Sender 254712345678 Wanjiku Kamau'])
    expect(await search('OTIENO')).toHaveLength(3)
    expect(await search('ouma 0111')).toEqual(otieno)
    expect(await search('0111')).toEqual(otieno)
    expect(await search('uma')).toEqual([])
    const first = await world.delivery().contacts({ ...page, search: 'Otieno', limit: 2 })
    const second = await world.delivery().contacts({ ...page, search: 'Otieno', limit: 2, cursor: first.next })
    expect([first.rows.length, second.rows.length, second.next, second.total]).toEqual([2, 1, null, 3])
  })
})

describe('a deleted delivery', () => {
  const gone = () => named('a mistake')

  test('is removed from lists, counts, tracking and messages', async () => {
    const { deliveryId, trackingId } = gone()
    const { delivery } = world
    expect(await delivery().get({ viewer: admin, deliveryId })).toBeNull()
    expect(await delivery().track({ viewer: admin, trackingId })).toBeNull()
    expect(await delivery().parties({ deliveryId })).toBeNull()
    expect((await delivery().countOwned({ ownerId: 'wanjiku', status: null })).count).toBe(6)
    expect((await delivery().sending({ shop: cbd, status: 'dropping', limit: 9, cursor: null })).total).toBe(1)
    expect((await delivery().countsOfShop({ shop: cbd })).dropping).toBe(1)
  })
  test('can’t be changed', async () => {
    const { deliveryId } = gone()
    const refused = { code: 'not_found' }
    await expect(remove('a mistake')).rejects.toMatchObject(refused)
    await expect(override('a mistake', 'sorting')).rejects.toMatchObject(refused)
    const move = { asked: world.asked(cbdAgent), deliveryId, to: 'uncollected', revision: null } as const
    await expect(world.delivery().move(move)).rejects.toMatchObject(refused)
  })
  test('keeps its history', async () => {
    const history = await world.delivery().history({ deliveryId: gone().deliveryId })
    expect(history?.map(({ type, by }) => [type, by.id])).toEqual([
      ['DeliveryRequested', 'wanjiku'],
      ['DeliveryPaid', 'wanjiku'],
      ['DeliveryDeleted', 'admin'],
    ])
    expect(history?.[2]).toEqual({
      at: '2026-11-18T10:00:00.000Z',
      type: 'DeliveryDeleted',
      by: { kind: 'user', role: 'admin', id: 'admin' },
      correlationId: 'test',
      details: { trackingId: gone().trackingId, from: 'dropping', payment: 'free again' },
    })
    expect(await world.delivery().history({ deliveryId: 'none' })).toBeNull()
  })
  test('concerns the people who could see it, and no others', async () => {
    const asked = [wanjiku, people.otieno, cbdAgent, thikaAgent, people.kimboAgent, admin]
    const viewers = asked.filter((actor) => actor.kind === 'user')
    const among = async (deliveryId: string) =>
      (await world.delivery().concernedAmong({ deliveryId, viewers })).concerned
    expect(await among(gone().deliveryId)).toEqual([true, false, true, true, false, true])
    expect(await among(named('to themselves').deliveryId)).toContain(true)
    expect(await among('none')).toEqual(viewers.map(() => false))
    expect(await world.delivery().concernedAmong({ deliveryId: 'none', viewers: [] })).toEqual({ concerned: [] })
  })
  test('can be deleted by admins alone', async () => {
    for (const by of [wanjiku, cbdAgent, thikaAgent])
      await expect(remove('sorted', by)).rejects.toMatchObject({ code: 'not_allowed' })
  })
})
