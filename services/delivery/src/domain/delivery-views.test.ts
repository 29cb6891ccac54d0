import { describe, expect, test } from 'vitest'
import {
  admin,
  agentWithoutShop,
  cbd,
  cbdAgent,
  client,
  doorstepRequested,
  dukaniRequested,
  getEvents,
  kimboAgent,
  owedAtTheDoor,
  recorded,
  system,
  thika,
  thikaAgent,
  thikaMarket,
  thikaMarketAgent,
  visitor,
} from '../testing/parcels.ts'
import { type DeliveryEvent, toStatusChange } from './delivery.ts'
import { comesTo, type DeliveryRow, deliveriesView, maySee } from './delivery-views.ts'

const rowOrNoneAfter = (...events: DeliveryEvent[]): DeliveryRow | null =>
  recorded('delivery-d1', ...events).reduce<DeliveryRow | null>(
    (before, event) => deliveriesView.project(before, event, 'd1'),
    null,
  )
const rowAfter = (...events: DeliveryEvent[]): DeliveryRow => {
  const row = rowOrNoneAfter(...events)
  if (!row) throw new Error('no row')
  return row
}
const dukani = getEvents('parcelDukani')
const doorstep = getEvents('doorstep')

test('every event of a delivery belongs to its one row', () => {
  const events = recorded('delivery-d1', dukaniRequested(), dukani.paid(), dukani.pickerAssigned)
  expect(events.flatMap(deliveriesView.getIds)).toEqual(['d1', 'd1', 'd1'])
})

describe('a dukani parcel', () => {
  test('shows the values of its request', () =>
    expect(rowAfter(dukaniRequested())).toEqual({
      _id: 'd1',
      trackingId: 'TM-7K3M-Q2XV-90TB',
      ownerId: null,
      deliveryType: 'parcelDukani',
      pricingTier: null,
      status: 'dropping',
      paid: false,
      paymentMethod: 'payNow',
      paymentReferenceId: 'PAY-123456',
      parcelDescription: 'A blue suitcase',
      deliveryFee: 250,
      productPrice: 0,
      totalAmount: 250,
      sender: {
        name: 'Wanjiku Kamau',
        userName: null,
        phone: '254712345678',
        location: 'NAIROBI CBD',
        dropoffAgent: 'Tuma House',
      },
      receiver: {
        name: 'Otieno Ouma',
        phone: '254722000111',
        location: 'THIKA',
        pickupAddress: null,
        moreDetails: null,
        pickupAgent: 'Main Stage',
      },
      rider: null,
      picker: null,
      withCode: false,
      history: [{ status: 'dropping', at: '2026-11-16T06:00:00.000Z', leg: null }],
      leg: 'out',
      outcome: null,
      waiting: null,
      trouble: null,
      troubleSince: null,
      notReached: [],
      untold: null,
      remarks: [],
      photos: [],
      sendingShop: 'NAIROBI CBD|TUMA HOUSE',
      holds: [],
      promisedBy: null,
      revision: 0,
      createdAt: '2026-11-16T06:00:00.000Z',
      updatedAt: '2026-11-16T06:00:00.000Z',
      senderShop: 'NAIROBI CBD|TUMA HOUSE',
      receivingShop: 'THIKA|MAIN STAGE',
      doorstepPlace: null,
      wayEnd: 'shop',
      words: [
        ...['7k3m', 'q2xv', '90tb', 'wanjiku', 'kamau', '254712345678', '5678'],
        ...['otieno', 'ouma', '254722000111', '0111'],
      ],
      paymentId: 'payment-1',
      paidBy: null,
      knownSender: true,
      counter: null,
      seen: false,
      stickers: [],
    }))

  test('shows its history, oldest first, and who collected it', () => {
    const events = [dukani.paid(), dukani.dropped, dukani.inTransit, dukani.delivered, dukani.collected]
    expect(rowAfter(dukaniRequested(), ...events, dukani.pickerAssigned, dukani.completed)).toMatchObject({
      status: 'collected',
      paid: true,
      picker: { pickerName: 'Achieng Odhiambo', pickerPhone: '254711000333', pickerNationalId: '23456789' },
      history: [
        { status: 'dropping', at: '2026-11-16T06:00:00.000Z' },
        { status: 'uncollected', at: '2026-11-16T08:00:00.000Z' },
        { status: 'inTransit', at: '2026-11-16T09:00:00.000Z' },
        { status: 'delivered', at: '2026-11-16T10:00:00.000Z' },
        { status: 'collected', at: '2026-11-16T11:00:00.000Z' },
      ],
      revision: 7,
      createdAt: '2026-11-16T06:00:00.000Z',
      updatedAt: '2026-11-16T13:00:00.000Z',
    })
  })
})

describe('a doorstep parcel', () => {
  test('shows its door and its tier', () =>
    expect(rowAfter(doorstepRequested())).toMatchObject({
      deliveryType: 'doorstep',
      status: 'uncollected',
      pricingTier: 'same-day',
      receiver: {
        location: 'THIKA',
        pickupAddress: 'Blue gate, Section 9',
        moreDetails: 'Call at the gate',
        pickupAgent: null,
      },
    }))
  test('that is paid on delivery shows the price of its product', () =>
    expect(rowAfter(doorstepRequested(owedAtTheDoor))).toMatchObject({
      paymentReferenceId: '',
      productPrice: 1000,
      totalAmount: 1250,
    }))
  test('shows the last assigned rider', () =>
    expect(rowAfter(doorstepRequested(), doorstep.riderAssigned(), doorstep.riderAssigned('r2')).rider).toEqual({
      _id: 'r2',
      name: 'Kiprono Rotich',
      phone: '254733000222',
    }))
})

describe('an override', () => {
  const overridden = [dukaniRequested(), dukani.dropped, dukani.overridden('uncollected', 'sorting')]
  test('is part of the history like other steps', () =>
    expect(rowAfter(...overridden)).toMatchObject({
      status: 'sorting',
      history: [
        { status: 'dropping' },
        { status: 'uncollected' },
        { status: 'sorting', at: '2026-11-16T08:00:00.000Z' },
      ],
      revision: 2,
      updatedAt: '2026-11-16T08:00:00.000Z',
    }))
  test('removes the picker, who has not collected it after all', () => {
    const collected = [dukaniRequested(), dukani.collected, dukani.pickerAssigned]
    expect(rowAfter(...collected, dukani.overridden('collected', 'delivered')).picker).toBeNull()
  })
  test('keeps the rider', () => {
    const ridden = [doorstepRequested(), doorstep.riderAssigned(), doorstep.overridden('uncollected', 'sorting')]
    expect(rowAfter(...ridden).rider).toMatchObject({ _id: 'r1' })
  })
})

test('a hold is not part of the history', () => {
  const past = [dukaniRequested(), dukani.held()]
  expect(rowAfter(...past)).toMatchObject({
    status: 'dropping',
    holds: ['payment_doubted'],
    history: [{ status: 'dropping' }],
    revision: 1,
    updatedAt: '2026-11-16T07:00:00.000Z',
  })
  expect(rowAfter(...past, dukani.held(['payment_doubted', 'damaged']), dukani.released(['damaged'])).holds).toEqual([
    'damaged',
  ])
})

describe('a parcel that is deleted', () => {
  const deleted = [dukaniRequested(), dukani.paid(), dukani.deleted('dropping')]
  test('has no row', () => expect(rowOrNoneAfter(...deleted)).toBeNull())
  test('has a new row after a new request', () =>
    expect(rowAfter(...deleted, dukaniRequested({ trackingId: 'TM-0000-0000-0001' }))).toEqual({
      ...rowAfter(dukaniRequested({ trackingId: 'TM-0000-0000-0001' })),
      history: [{ status: 'dropping', at: '2026-11-16T09:00:00.000Z', leg: null }],
      revision: 3,
      createdAt: '2026-11-16T09:00:00.000Z',
      updatedAt: '2026-11-16T09:00:00.000Z',
    }))
})

describe('the search keys', () => {
  const trackingWords = ['7k3m', 'q2xv', '90tb']
  test('name each word once, even if both people have it', () => {
    const { receiver, sender } = dukaniRequested().data
    const toThemselves = dukaniRequested({ receiver: { ...receiver, name: 'Njeri Kamau', phone: sender.phone } })
    const words = [...trackingWords, 'wanjiku', 'kamau', '254712345678', '5678', 'njeri']
    expect(rowAfter(toThemselves)).toMatchObject({ words })
  })
  test('do not name erased people', () => {
    const erased = dukaniRequested({
      sender: { ...dukaniRequested().data.sender, name: '(erased)', phone: '(erased)' },
    })
    expect(rowAfter(erased)).toMatchObject({
      words: [...trackingWords, 'otieno', 'ouma', '254722000111', '0111'],
    })
  })
  test('tell how a parcel was paid, once it is paid', () => {
    expect(rowAfter(dukaniRequested(), dukani.paid())).toMatchObject({ paid: true, paidBy: 'payNow' })
    expect(rowAfter(doorstepRequested(owedAtTheDoor))).toMatchObject({ paid: false, paidBy: null })
    expect(rowAfter(doorstepRequested(owedAtTheDoor), doorstep.paid())).toMatchObject({
      paid: true,
      paidBy: 'payOnDelivery',
    })
  })
})

test('the words about a hold stay until it is released', () => {
  const about = { deliveryId: 'd1', deliveryType: 'parcelDukani' } as const
  const at = '2026-11-16T07:00:00.000Z'
  const held = (code: 'damaged' | 'misrouted', holds: ('damaged' | 'misrouted')[], note: string): DeliveryEvent => ({
    type: 'ParcelHeld',
    data: {
      ...about,
      code,
      holds,
      at,
      byHand: true,
      said: { personId: 'TM-7K3M-Q2XV-90TB:sender', note, toSender: '' },
    },
  })
  const both = [held('damaged', ['damaged'], 'Torn.'), held('misrouted', ['damaged', 'misrouted'], 'Not ours.')]
  const torn = { code: 'damaged', note: 'Torn.', toSender: '', at }
  const notOurs = { code: 'misrouted', note: 'Not ours.', toSender: '', at }
  expect(rowAfter(dukaniRequested(), ...both).remarks).toEqual([torn, notOurs])
  const oneFree: DeliveryEvent = {
    type: 'HoldReleased',
    data: { ...about, code: 'damaged', holds: ['misrouted'], at, by: 'by_hand' },
  }
  expect(rowAfter(dukaniRequested(), ...both, oneFree).remarks).toEqual([notOurs])
})

test('a receiver at a shop has no address, erased or not', () => {
  const receiverErased: DeliveryEvent = {
    type: 'ReceiverErased',
    data: {
      ...{ deliveryId: 'd1', deliveryType: 'parcelDukani', trackingId: 'TM-7K3M-Q2XV-90TB', senderShop: cbd },
      receiver: { personId: 'TM-7K3M-Q2XV-90TB:receiver', name: 'Otieno Ouma', phone: '254722000111' },
    },
  }
  expect(rowAfter(dukaniRequested(), receiverErased).receiver).toMatchObject({ pickupAddress: null, name: '(erased)' })
})

test('a collection with the code is marked, and one without changes nothing', () => {
  const way = [dukaniRequested(), dukani.dropped, dukani.inTransit, dukani.delivered, dukani.collected]
  expect(rowAfter(...way, dukani.withCode())).toMatchObject({ status: 'collected', withCode: true })
  expect(rowAfter(...way, dukani.withoutCode())).toMatchObject({ status: 'collected', withCode: false })
})

test('an event names the statuses that it moves between, and none if the parcel only turns round', () => {
  expect(toStatusChange(dukani.returning())).toEqual({ from: 'delivered', to: 'uncollected' })
  expect(toStatusChange(dukani.returning({ from: 'inTransit', to: 'inTransit' }))).toBeNull()
  expect(toStatusChange(dukani.back.returned())).toEqual({ from: 'delivered', to: 'collected' })
})

test('erasing a person leaves the rest of the row', () => {
  const erased = '(erased)'
  const gone = {
    personId: 'TM-7K3M-Q2XV-90TB:receiver',
    name: erased,
    phone: erased,
    pickupAddress: erased,
    moreDetails: erased,
  }
  expect(rowAfter(dukaniRequested({ receiver: gone })).receiver).toMatchObject({
    name: erased,
    location: 'THIKA',
    pickupAddress: null,
  })
})

describe('for a parcel on its way to a shop, an agent', () => {
  const keysFor = (row: DeliveryRow, shop: typeof cbd) =>
    comesTo(shop).filter((key) =>
      Object.entries(key).every(([name, value]) => row[name as keyof DeliveryRow] === value),
    )
  const fromThika = { senderShop: thika }

  test.each([
    ['a dukani parcel, at its pickup shop', dukaniRequested(), thika, 1],
    ['a dukani parcel, at another shop there', dukaniRequested(), thikaMarket, 0],
    ['a dukani parcel, at its sender’s shop', dukaniRequested(), cbd, 0],
    ['a doorstep parcel, at its sender’s shop', doorstepRequested(), cbd, 1],
    ['a doorstep parcel, at any shop of the place', doorstepRequested(), thikaMarket, 1],
    ['a doorstep parcel within one place, at its sender’s shop', doorstepRequested(fromThika), thika, 1],
    ['a doorstep parcel within one place, at another shop', doorstepRequested(fromThika), thikaMarket, 1],
  ])('%s, finds it by one key at most', (_what, requested, shop, keys) =>
    expect(keysFor(rowAfter(requested), shop)).toHaveLength(keys),
  )
})

describe('a parcel is visible in full', () => {
  const owned = { ownerId: 'wanjiku' }

  test.each([
    ['its owner', client, true, true],
    ['another client', { ...client, userId: 'otieno' }, false, false],
    ['a client who lives where a shop is', { ...client, userId: 'otieno', shop: thika }, false, false],
    ['a visitor', visitor, false, false],
    ['an admin', admin, true, true],
    ['the system', system, true, true],
    ['the sender’s shop', cbdAgent, true, true],
    ['the receiving shop', thikaAgent, true, true],
    ['another shop at the receiver’s place', thikaMarketAgent, false, true],
    ['a shop elsewhere', kimboAgent, false, false],
    ['an agent without a shop', agentWithoutShop, false, false],
  ])('to %s', (_who, asker, dukaniSeen, doorstepSeen) => {
    expect(maySee(asker, rowAfter(dukaniRequested(owned)))).toBe(dukaniSeen)
    expect(maySee(asker, rowAfter(doorstepRequested(owned)))).toBe(doorstepSeen)
  })
  test('to no visitor, even if it has no owner', () => expect(maySee(visitor, rowAfter(dukaniRequested()))).toBe(false))
})
