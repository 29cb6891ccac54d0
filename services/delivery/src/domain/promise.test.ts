import type { Opening } from '@tuma/contracts/vocabulary'
import { describe, expect, test } from 'vitest'
import {
  admin,
  cbdAgent,
  client,
  doorstepRequested,
  getEvents,
  getRows,
  mondayNine,
  mondayNinePm,
  request,
  system,
  thikaAgent,
  toDoorstep,
  toDukani,
  visitor,
} from '../testing/parcels.ts'
import { type DeliveryEvent, nothingRequested } from './delivery.ts'
import { type DeliveryRow, deliveriesView } from './delivery-views.ts'
import { promisesView } from './promises-view.ts'
import { decideRequest } from './request-decisions.ts'
import { toShownRow } from './shown-row.ts'

const day = { opens: '08:00', closes: '18:00' }
const weekdays: Opening = { hours: [day, day, day, day, day, null, null], closedDays: [], closedToday: false }
/** 2026-11-16 is a Monday. */
const at = (date: string, time: string) => new Date(`2026-11-${date}T${time}+03:00`).toISOString()

const promised = (tier: 'express' | 'same-day', requestedAt: string, senderShopOpening: Opening | null = weekdays) => {
  const destination = { ...toDoorstep, tier }
  const payment = { method: 'payOnDelivery', productPrice: 0 } as const
  const asked = request({ destination, payment, at: requestedAt, senderShopOpening })
  return decideRequest(asked, nothingRequested).find((event) => event.type === 'PromiseMade')?.data
}

describe('a request to a door promises', () => {
  test('90 minutes for express and 12 hours for same-day', () => {
    const about = { deliveryId: 'd1', deliveryType: 'doorstep', basis: 'tier' }
    expect(promised('express', at('16', '10:00:00'))).toEqual({ ...about, by: at('16', '11:30:00') })
    expect(promised('same-day', at('16', '10:00:00'))).toEqual({ ...about, by: at('16', '22:00:00') })
  })
  test.each([
    ['before it opens', '16', '07:59:59', '16', '09:30:00'],
    ['as it opens', '16', '08:00:00', '16', '09:30:00'],
    ['a second before it closes', '16', '17:59:59', '16', '19:29:59'],
    ['after it has closed', '16', '18:00:00', '17', '09:30:00'],
    ['over the weekend', '20', '19:00:00', '23', '09:30:00'],
  ])('counted from the opening while the shop is closed: %s', (_, date, time, dueDate, due) =>
    expect(promised('express', at(date, time))?.by).toBe(at(dueDate, due)),
  )
  test('counted from the next opening if the shop is closed today, or on days that it has named', () => {
    expect(promised('express', at('16', '10:00:00'), { ...weekdays, closedToday: true })?.by).toBe(at('17', '09:30:00'))
    const closedDays = ['2026-11-16', '2026-11-17', '2026-11-18']
    expect(promised('express', at('16', '10:00:00'), { ...weekdays, closedDays })?.by).toBe(at('19', '09:30:00'))
  })
  test('counted from the request if the shop has given no hours, and from the next morning if it is closed today', () => {
    const silent: Opening = { hours: null, closedDays: [], closedToday: false }
    for (const shop of [null, silent])
      expect(promised('express', at('16', '23:00:00'), shop)?.by).toBe(at('17', '00:30:00'))
    const closed = { ...silent, closedToday: true, closedDays: ['2026-11-17'] }
    expect(promised('express', at('16', '10:00:00'), closed)?.by).toBe(at('18', '09:30:00'))
  })
  test('at most 14 days plus the time of its tier, whatever the shop says', () => {
    const never: Opening = { ...weekdays, hours: Array(7).fill(null) }
    expect(promised('express', at('16', '10:00:00'), never)?.by).toBe(at('30', '11:30:00'))
    const closedDays = Array.from({ length: 14 }, (_, number) => `2026-11-${17 + number}`)
    expect(promised('express', at('16', '18:30:00'), { ...weekdays, closedDays })?.by).toBe(at('30', '20:00:00'))
  })
  test('and one to a shop promises nothing', () =>
    expect(decideRequest(request({ destination: toDukani }), nothingRequested).map(({ type }) => type)).toEqual([
      'DeliveryRequested',
      'DeliveryPaid',
    ]))
})

const doorstep = getEvents('doorstep')
const begun: DeliveryEvent[] = [doorstepRequested(), doorstep.promised(), doorstep.paid()]
const ridden = [...begun, doorstep.riderAssigned(), doorstep.inTransit]
const listed = (past: readonly DeliveryEvent[]) =>
  getRows(promisesView, ...past).map(({ by, state }) => ({ by, state }))
const getRow = (past: readonly DeliveryEvent[]) => getRows(deliveriesView, ...past)[0] as DeliveryRow
const dueAt = (past: readonly DeliveryEvent[]) => toShownRow(cbdAgent, getRow(past)).dueAt

const open = { by: mondayNinePm, state: 'open' }
const paused = { by: mondayNinePm, state: 'paused' }

describe('a promise', () => {
  test.each<[string, DeliveryEvent[]]>([
    ['is asked for', begun],
    ['has a rider', ridden],
    ['is sorted', [...begun, doorstep.overridden('uncollected', 'sorting')]],
    ['was held, and is free again', [...ridden, doorstep.held(), doorstep.released()]],
    ['was lost, and is found again', [...ridden, doorstep.lost, doorstep.found]],
    [
      'was held twice, and an admin moves it',
      [...ridden, doorstep.lost, doorstep.overridden('inTransit', 'inTransit')],
    ],
  ])('counts, with the same deadline, if the parcel %s', (_, past) => {
    expect(listed(past)).toEqual([open])
    expect(dueAt(past)).toBe(mondayNinePm)
  })
  test.each<[string, DeliveryEvent[]]>([
    ['held', [...ridden, doorstep.held()]],
    [
      'held for two reasons and free of one',
      [...ridden, doorstep.held(['damaged', 'refused']), doorstep.released(['damaged'])],
    ],
    ['lost', [...ridden, doorstep.lost]],
  ])('is paused while the parcel is %s', (_, past) => {
    expect(listed(past)).toEqual([paused])
    expect(dueAt(past)).toBeUndefined()
  })
  test.each<[string, DeliveryEvent[]]>([
    ['arrived', [...ridden, doorstep.delivered]],
    ['collected with its code', [...ridden, doorstep.passing, doorstep.withCode(), doorstep.collected]],
    ['going back', [...ridden, doorstep.returning({ from: 'inTransit' })]],
    [
      'back, and then held',
      [...ridden, doorstep.returning({ from: 'inTransit' }), doorstep.held(), doorstep.released()],
    ],
    [
      'back with its sender',
      [
        ...ridden,
        doorstep.returning({ from: 'inTransit' }),
        doorstep.back.inTransit,
        doorstep.back.delivered,
        doorstep.back.returned(),
      ],
    ],
    [
      'arrived, and an admin sets it back',
      [...ridden, doorstep.delivered, doorstep.overridden('delivered', 'inTransit')],
    ],
  ])('ends once the parcel is %s', (_, past) => {
    expect(listed(past)).toEqual([])
    expect([getRow(past).promisedBy, dueAt(past)]).toEqual([null, undefined])
  })
  test('ends when the parcel is deleted', () => expect(listed([...begun, doorstep.deleted('uncollected')])).toEqual([]))
  test('replaces the earlier one', () => {
    const later = '2026-11-17T06:00:00.000Z'
    expect(listed([...ridden, doorstep.promised(later)])).toEqual([{ ...open, by: later }])
    expect(dueAt([...ridden, doorstep.promised(later)])).toBe(later)
  })
  test('is the responsibility of the sender’s shop, all the way to the door', () =>
    expect(getRows(promisesView, ...ridden)).toMatchObject([{ deliveryId: 'd1', shop: 'NAIROBI CBD|TUMA HOUSE' }]))
  test('is visible to agents and admins alone', () => {
    const shown = [cbdAgent, thikaAgent, admin, system, client, visitor].map(
      (asker) => toShownRow(asker, getRow(ridden)).dueAt,
    )
    expect(shown).toEqual([mondayNinePm, mondayNinePm, mondayNinePm, undefined, undefined, undefined])
  })
  test('does not exist before it is made', () =>
    expect(listed([doorstepRequested()])).toEqual([{ by: null, state: 'paused' }]))
})

test('these parcels were requested at nine in the morning', () =>
  expect(Date.parse(mondayNinePm) - Date.parse(mondayNine)).toBe(12 * 3_600_000))
