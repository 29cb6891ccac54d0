import { describe, expect, test } from 'vitest'
import { doorstepRequested, dukaniRequested, getEvents, getRows, kimbo, recorded } from '../../testing/parcels.ts'
import type { DeliveryEvent } from '../delivery.ts'
import { type CustomerRow, contactsView, customersView } from './people-views.ts'

const dukani = getEvents('parcelDukani')

const customersAfter = (...events: DeliveryEvent[]) =>
  getRows(customersView, ...events).map(({ parcels, ...row }) => row)
const contactsAfter = (...events: DeliveryEvent[]) =>
  getRows(contactsView, ...events).map(({ type, phone, name, totalDeliveries }) => ({
    type,
    phone,
    name,
    totalDeliveries,
  }))

const { sender, receiver } = dukaniRequested().data
const sent = (trackingId: string, name = sender.name) => dukaniRequested({ trackingId, sender: { ...sender, name } })
const deleted = (trackingId: string, name = sender.name) =>
  dukani.deleted('dropping', { trackingId, sender: { ...sender, name } })

describe('a customer', () => {
  test('is a sender at a shop, with the newest parcel', () =>
    expect(customersAfter(sent('TM-1'))).toEqual([
      {
        shop: 'NAIROBI CBD|TUMA HOUSE',
        name: 'Wanjiku Kamau',
        phone: '254712345678',
        words: ['wanjiku', 'kamau', '254712345678', '5678'].map((word) => `NAIROBI CBD|TUMA HOUSE ${word}`),
        deliveryType: 'parcelDukani',
        totalDeliveries: 1,
        trackingId: 'TM-1',
        heardAt: '2026-11-16T06:00:00.000Z',
      },
    ]))
  test('is the same in any spelling of the name, and is shown in the last one', () =>
    expect(customersAfter(sent('TM-1'), sent('TM-2', ' wanjiku  KAMAU'))).toMatchObject([
      { totalDeliveries: 2, trackingId: 'TM-2', name: ' wanjiku  KAMAU', heardAt: '2026-11-16T07:00:00.000Z' },
    ]))
  test.each<[string, DeliveryEvent]>([
    ['name', sent('TM-2', 'Njeri Mwangi')],
    ['phone', dukaniRequested({ trackingId: 'TM-2', sender: { ...sender, phone: '254700000009' } })],
    ['kind of delivery', doorstepRequested({ trackingId: 'TM-2' })],
    ['shop', dukaniRequested({ trackingId: 'TM-2', senderShop: kimbo })],
  ])('is another one with another %s', (_what, other) =>
    expect(customersAfter(sent('TM-1'), other)).toMatchObject([{ totalDeliveries: 1 }, { totalDeliveries: 1 }]),
  )
  test('is not an erased person', () =>
    expect(customersAfter(dukaniRequested({ sender: { ...sender, name: '(erased)', phone: '(erased)' } }))).toEqual([]))
  test('counts one less when a parcel is deleted, and shows the newest remaining one', () => {
    const three = [sent('TM-1'), sent('TM-2', 'WANJIKU KAMAU'), sent('TM-3')]
    expect(customersAfter(...three, deleted('TM-3'))).toMatchObject([
      { totalDeliveries: 2, trackingId: 'TM-2', name: 'WANJIKU KAMAU', heardAt: '2026-11-16T07:00:00.000Z' },
    ])
    expect(customersAfter(...three, deleted('TM-1'))).toMatchObject([{ totalDeliveries: 2, trackingId: 'TM-3' }])
  })
  test('disappears with the last parcel', () => expect(customersAfter(sent('TM-1'), deleted('TM-1'))).toEqual([]))
  test('shows the newest parcel, in any order of events', () => {
    const [second, first] = recorded('delivery-d1', sent('TM-2'), sent('TM-1')).map((event, index) => ({
      ...event,
      metadata: { ...event.metadata, at: index === 0 ? '2026-11-16' : '2026-11-15' },
    }))
    const row = second && customersView.project(null, second, '')
    expect(first && customersView.project(row ?? null, first, '')).toMatchObject({ trackingId: 'TM-2' })
  })
  test('shows the later event if two have the same time', () => {
    const events = recorded('delivery-d1', sent('TM-1'), sent('TM-2'), sent('TM-3'))
    const row = events.reduce<CustomerRow | null>(
      (before, event) => customersView.project(before, { ...event, metadata: { ...event.metadata, at: '2026' } }, ''),
      null,
    )
    expect(row?.parcels.map(({ trackingId }) => trackingId)).toEqual(['TM-3', 'TM-2', 'TM-1'])
  })
  test('with very many parcels remembers the newest few and counts all', () => {
    const many = Array.from({ length: 60 }, (_, index) => sent(`TM-${index}`))
    const [row] = getRows(customersView, ...many)
    expect(row).toMatchObject({ totalDeliveries: 60, trackingId: 'TM-59' })
    expect(row?.parcels).toHaveLength(50)
    const remembered = (row?.parcels ?? []).map(({ trackingId }) => deleted(trackingId))
    expect(customersAfter(...many, ...remembered)).toMatchObject([{ totalDeliveries: 10, trackingId: 'TM-10' }])
  })
})

describe('contacts', () => {
  test('are senders and receivers, each phone once a kind, with the newest name', () => {
    const toSender = { ...receiver, name: 'Wanjiku K. Kamau', phone: sender.phone }
    expect(
      contactsAfter(
        sent('TM-1'),
        sent('TM-2', 'Njeri Mwangi'),
        dukaniRequested({ trackingId: 'TM-3', receiver: toSender }),
      ),
    ).toEqual([
      { type: 'Sender', phone: '254712345678', name: 'Wanjiku Kamau', totalDeliveries: 3 },
      { type: 'Receiver', phone: '254722000111', name: 'Otieno Ouma', totalDeliveries: 2 },
      { type: 'Receiver', phone: '254712345678', name: 'Wanjiku K. Kamau', totalDeliveries: 1 },
    ])
  })
  test('are found by the words of the newest name, and by their phone', () => {
    const [row] = getRows(contactsView, sent('TM-1'), sent('TM-2', 'Njeri Mwangi'))
    expect(row?.words).toEqual(['njeri', 'mwangi', '254712345678', '5678'])
  })
  test('disappear with their last parcel', () => {
    const two = [sent('TM-1'), sent('TM-2', 'Njeri Mwangi')]
    expect(contactsAfter(...two, deleted('TM-2'))).toMatchObject([
      { type: 'Sender', name: 'Wanjiku Kamau', totalDeliveries: 1 },
      { type: 'Receiver', totalDeliveries: 1 },
    ])
    expect(contactsAfter(...two, deleted('TM-2'), deleted('TM-1'))).toEqual([])
  })
  test('leave out erased people', () => {
    const gone = { ...receiver, name: '(erased)', phone: '(erased)' }
    expect(contactsAfter(dukaniRequested({ receiver: gone }))).toMatchObject([{ type: 'Sender' }])
    expect(
      contactsAfter(sent('TM-1'), dukani.deleted('dropping', { trackingId: 'TM-1', receiver: null })),
    ).toMatchObject([{ type: 'Receiver' }])
  })
})

test('other events of a parcel do not change people’s rows', () => {
  const others = [
    dukani.paid(),
    dukani.dropped,
    dukani.inTransit,
    dukani.delivered,
    dukani.collected,
    dukani.riderAssigned(),
    dukani.pickerAssigned,
    dukani.overridden('collected', 'sorting'),
    dukani.completed,
  ]
  for (const view of [customersView, contactsView]) {
    expect(recorded('delivery-d1', ...others).flatMap(view.getIds)).toEqual([])
  }
})

describe('an erased person', () => {
  const about = {
    deliveryId: 'd1',
    deliveryType: 'parcelDukani' as const,
    senderShop: dukaniRequested().data.senderShop,
  }
  const senderErased = (trackingId: string): DeliveryEvent => ({
    type: 'SenderErased',
    data: { ...about, trackingId, sender },
  })
  const receiverErased = (trackingId: string): DeliveryEvent => ({
    type: 'ReceiverErased',
    data: { ...about, trackingId, receiver },
  })

  test('disappears with their parcel, and no other person does', () => {
    expect(customersAfter(sent('TM-1'), senderErased('TM-1'))).toEqual([])
    expect(contactsAfter(sent('TM-1'), senderErased('TM-1'))).toMatchObject([{ type: 'Receiver', name: receiver.name }])
    expect(contactsAfter(sent('TM-1'), receiverErased('TM-1'))).toMatchObject([{ type: 'Sender', name: sender.name }])
    expect(customersAfter(sent('TM-1'), receiverErased('TM-1'))).toHaveLength(1)
  })
  test('stays as the sender of another parcel', () => {
    const [row] = getRows(customersView, sent('TM-1'), sent('TM-2'), senderErased('TM-2'))
    expect(row).toMatchObject({ totalDeliveries: 1, trackingId: 'TM-1', name: sender.name })
  })
  test('is not shown by a forgotten parcel, and their parcels still count', () => {
    const many = Array.from({ length: 51 }, (_, index) => sent(`TM-${index}`))
    const newest = Array.from({ length: 50 }, (_, index) => senderErased(`TM-${50 - index}`))
    const [row] = getRows(customersView, ...many, ...newest)
    expect(row).toMatchObject({ totalDeliveries: 1, name: '(erased)', trackingId: 'TM-1' })
    const removed = Array.from({ length: 50 }, (_, index) => deleted(`TM-${50 - index}`))
    expect(getRows(customersView, ...many, ...removed)).toMatchObject([{ name: sender.name, trackingId: 'TM-1' }])
  })
})

test('events without people change no row', () => {
  const { overridden } = dukani
  const completed: DeliveryEvent = {
    type: 'DeliveryCompleted',
    data: { deliveryId: 'd1', deliveryType: 'parcelDukani', ownerId: 'u1', points: 10 },
  }
  for (const event of [overridden('dropping', 'uncollected'), completed]) {
    const [, other] = recorded('delivery-d1', sent('TM-1'), event)
    if (!other) throw new Error('nothing happened')
    expect([customersView.getIds(other), contactsView.getIds(other)]).toEqual([[], []])
    const [customer] = getRows(customersView, sent('TM-1'))
    expect(customersView.project(customer ?? null, other, '')).toBe(customer)
    const [contact] = getRows(contactsView, sent('TM-1'))
    expect(contactsView.project(contact ?? null, other, `Sender ${sender.phone}`)).toBe(contact)
  }
  const [requested] = recorded('delivery-d1', sent('TM-1'))
  expect(requested && contactsView.project(null, requested, 'Sender 254700000009')).toBeNull()
})

test('a store shows whether names and phones are a sender’s or a receiver’s, and no more', () => {
  expect(customersView.sealsIds?.('["NAIROBI CBD|TUMA HOUSE","WANJIKU KAMAU"]')).toBe('')
  expect(contactsView.sealsIds?.('Sender 254712345678')).toBe('Sender ')
  expect(contactsView.sealsIds?.('Receiver 254712345678')).toBe('Receiver ')
})
