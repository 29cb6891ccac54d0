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
  getRows,
  kiprono,
  mondayTen,
  thikaAgent,
  thikaMarketAgent,
  visitor,
} from '../testing/parcels.ts'
import type { Asker } from './asker.ts'
import type { DeliveryEvent } from './delivery.ts'
import { type DeliveryRow, deliveriesView } from './delivery-views.ts'
import { toShownRow } from './shown-row.ts'

const dukani = getEvents('parcelDukani')
const { dropped, inTransit, delivered, collected, pickerAssigned, held, released } = dukani
const { riderAssigned, inTransit: rides } = getEvents('doorstep')
const about = { deliveryId: 'd1', deliveryType: 'parcelDukani' } as const
const wayOut: DeliveryEvent[] = [dukaniRequested(), dropped, inTransit, delivered]
const ride: DeliveryEvent[] = [riderAssigned(), rides]
const getRow = (...past: DeliveryEvent[]) => getRows(deliveriesView, ...past).at(-1) as DeliveryRow
const handedOver = getRow(dukaniRequested(), dropped, inTransit, delivered, collected, pickerAssigned)

describe('the picker of a parcel is shown', () => {
  test.each<[string, Asker]>([
    ['the receiving shop', thikaAgent],
    ['admins', admin],
    ['the system', { userId: null, role: 'system', shop: null }],
  ])('to %s in full', (_who, asker) =>
    expect(toShownRow(asker, handedOver).picker).toEqual({ ...handedOver.picker, pickerIdSeen: true }),
  )

  test.each<[string, Asker]>([
    ['the sending shop', cbdAgent],
    ['its sender', client],
    ['another shop of the place', thikaMarketAgent],
    ['an agent without a shop', agentWithoutShop],
    ['a client whose address reads like the shop', { ...thikaAgent, role: 'user' }],
    ['anybody', visitor],
  ])('to %s by name, and that the id was seen', (_who, asker) => {
    const { pickerName } = handedOver.picker as NonNullable<DeliveryRow['picker']>
    expect(toShownRow(asker, handedOver).picker).toEqual({
      pickerName,
      pickerPhone: expect.stringMatching(/^0\d\*\* \*\*\* \d{3}$/),
      pickerNationalId: null,
      pickerIdSeen: true,
    })
  })

  test('to no one before the parcel is collected', () =>
    expect([thikaAgent, cbdAgent, admin].map((asker) => toShownRow(asker, getRow(dukaniRequested())).picker)).toEqual([
      null,
      null,
      null,
    ]))
})

describe('the hold of a parcel is shown', () => {
  const heldIn = (...past: DeliveryEvent[]) => toShownRow(client, getRow(...past)).held
  test('while it is on its way', () => expect(heldIn(...wayOut, held())).toEqual(['payment_doubted']))
  test('and not for a parcel without holds or after the hand-over', () => {
    expect(toShownRow(client, getRow(...wayOut))).not.toHaveProperty('held')
    expect(heldIn(...wayOut, held(), released())).toBeUndefined()
    expect(heldIn(...wayOut, held(), collected)).toBeUndefined()
  })
  const byHand = (words: { note?: string; toSender?: string }): DeliveryEvent => ({
    type: 'ParcelHeld',
    data: {
      ...{ ...about, code: 'damaged', holds: ['damaged'], at: mondayTen, byHand: true },
      said: { personId: 'TM-7K3M-Q2XV-90TB:sender', note: '', toSender: '', ...words },
    },
  })
  const words = { note: 'The rider dropped it.', toSender: 'The box is open.' }
  const remarksFor = (asker: Asker, ...past: DeliveryEvent[]) => toShownRow(asker, getRow(...wayOut, ...past)).remarks
  test('with the note for colleagues and the message to the sender, to its shops and the office', () => {
    for (const asker of [admin, cbdAgent, thikaAgent])
      expect(remarksFor(asker, byHand(words))).toEqual([{ code: 'damaged', ...words, at: mondayTen }])
  })
  test('with the message alone to its sender, even an agent of another shop', () => {
    const toSender = [{ code: 'damaged', toSender: 'The box is open.', at: mondayTen }]
    for (const asker of [client, { ...thikaMarketAgent, userId: client.userId }])
      expect(remarksFor(asker, byHand(words))).toEqual(toSender)
    expect(remarksFor(client, byHand({ note: 'The rider dropped it.' }))).toBeUndefined()
  })
  test('without words after the release', () => {
    expect(remarksFor(admin, held())).toBeUndefined()
    expect(remarksFor(admin, byHand(words), collected)).toBeUndefined()
  })
})

describe('a parcel is shown', () => {
  test('with its two ends, and without the keys of lists', () => {
    const row = getRow(doorstepRequested(), ...ride)
    const shown = toShownRow(client, row)
    expect([shown.sender, shown.receiver]).toEqual([row.sender, row.receiver])
    const keys = [
      'senderShop',
      'sendingShop',
      'receivingShop',
      'doorstepPlace',
      'wayEnd',
      'words',
      'paymentId',
      'trouble',
    ]
    for (const key of keys) expect(shown).not.toHaveProperty(key)
  })
  test('with its rider', () => {
    expect(toShownRow(client, getRow(doorstepRequested(), ...ride)).rider).toEqual({ _id: 'r1', ...kiprono })
    expect(toShownRow(client, getRow(doorstepRequested())).rider).toBeNull()
  })
  test('with its way, and nothing about the way back while it goes out', () => {
    const shown = toShownRow(client, getRow(...wayOut))
    expect(shown.history).toEqual([
      { status: 'dropping', at: '2026-11-16T06:00:00.000Z' },
      { status: 'uncollected', at: '2026-11-16T07:00:00.000Z' },
      { status: 'inTransit', at: '2026-11-16T08:00:00.000Z' },
      { status: 'delivered', at: '2026-11-16T09:00:00.000Z' },
    ])
    for (const key of ['leg', 'outcome']) expect(shown).not.toHaveProperty(key)
    expect(toShownRow(client, getRow(dukaniRequested()))).not.toHaveProperty('waiting')
  })
  test('with the day on which it goes back, while it waits', () => {
    const wait = { since: mondayTen, until: '2026-11-26' }
    expect(toShownRow(client, getRow(...wayOut)).waiting).toEqual({ ...wait, asked: false, mayWait: false })
    const asked = getRow(...wayOut, dukani.asked('2026-11-23T06:00:00.000Z'))
    expect(toShownRow(client, asked).waiting).toEqual({ ...wait, asked: true, mayWait: true })
  })
  test('with its return, and the outcome', () => {
    const back = [...wayOut, dukani.returning(), dukani.back.inTransit]
    const shown = toShownRow(client, getRow(...back))
    expect(shown).toMatchObject({ leg: 'back' })
    expect(shown.history.slice(-2)).toEqual([
      { status: 'uncollected', at: '2026-11-16T10:00:00.000Z', leg: 'back' },
      { status: 'inTransit', at: '2026-11-16T11:00:00.000Z', leg: 'back' },
    ])
    const returned = getRow(...back, dukani.back.delivered, dukani.back.returned())
    expect(toShownRow(client, returned)).toMatchObject({ outcome: 'returned' })
    expect(toShownRow(client, getRow(...wayOut, dukani.lost))).toMatchObject({ outcome: 'lost' })
  })
  test('without an id if none was seen', () => {
    const unseen = getRow(...wayOut, collected, {
      type: 'PickerAssigned',
      data: { ...about, picker: { personId: 'd1:picker', ...kiprono, nationalId: '' } },
    })
    expect(toShownRow(client, unseen).picker).toMatchObject({ pickerName: kiprono.name, pickerIdSeen: false })
  })
})

describe('photos of a parcel are shown', () => {
  const photo = (photoId: string): DeliveryEvent => ({
    type: 'PhotoAdded',
    data: { ...about, photoId, agentId: 'agent', at: mondayTen },
  })
  const gone: DeliveryEvent = { type: 'PhotoForgotten', data: { ...about, photoId: 'p1', at: mondayTen } }
  test('by id and time, those that still exist', () => {
    const two = [...wayOut, photo('p1'), photo('p2')]
    expect(toShownRow(client, getRow(...two)).photos).toEqual([
      { id: 'p1', at: mondayTen },
      { id: 'p2', at: mondayTen },
    ])
    expect(toShownRow(client, getRow(...two, gone)).photos).toEqual([{ id: 'p2', at: mondayTen }])
  })
  test('and nothing if it has none', () => {
    expect(toShownRow(client, getRow(...wayOut))).not.toHaveProperty('photos')
    expect(toShownRow(client, getRow(...wayOut, photo('p1'), gone))).not.toHaveProperty('photos')
  })
  test('until its sender is erased', () => {
    const sender = { personId: 'TM-7K3M-Q2XV-90TB:sender', name: 'Wanjiku Kamau', phone: '254712345678' }
    const erased = { ...about, trackingId: 'TM-7K3M-Q2XV-90TB', sender, senderShop: cbd }
    const row = getRow(...wayOut, photo('p1'), { type: 'SenderErased', data: erased })
    expect(toShownRow(admin, row)).not.toHaveProperty('photos')
  })
})

describe('the next person to act is shown', () => {
  test('to admins', () => {
    const row = getRow(...wayOut)
    expect(toShownRow(admin, row).turn).toEqual({ whose: 'receiver', since: mondayTen })
    for (const asker of [client, thikaAgent, visitor]) expect(toShownRow(asker, row)).not.toHaveProperty('turn')
  })
  test('unless no one must act', () => expect(toShownRow(admin, handedOver)).not.toHaveProperty('turn'))
})
