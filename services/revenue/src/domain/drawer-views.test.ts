import type { Recorded, View } from '@tuma/platform/domain'
import { expect, test } from 'vitest'
import type { DrawerEvent } from './drawer.ts'
import { drawersView, handOversView, toDrawerParcels } from './drawer-views.ts'

const at = '2026-11-24T09:00:00.000Z'
const early = '2026-11-23T09:00:00.000Z'
const stood = (
  deliveryId: string,
  cents: number,
  more: { awaiting?: boolean; at?: string; left?: number } = {},
): DrawerEvent => ({
  type: 'CashStood',
  data: { agentId: 'otieno', deliveryId, cents, awaiting: false, asOf: 1, at, ...more },
})
const handOver = { agentId: 'otieno', handOverId: 'h1', cents: 1350_00, at, postings: [] }
const handed = (...parcels: { deliveryId: string; cents: number }[]): DrawerEvent => ({
  type: 'CashHandedOver',
  data: { ...handOver, declared: 1300_00, parcels, byOffice: false },
})
const received: DrawerEvent = {
  type: 'CashReceived',
  data: { ...handOver, at: '2026-11-24T10:00:00.000Z', counted: 1300_00, parcels: [], note: null },
}
const after = <Row extends object>(view: View<DrawerEvent, Row>, ...events: DrawerEvent[]): Row | null =>
  events.reduce<Row | null>((row, event) => {
    const recorded = event as Recorded<DrawerEvent>
    return view.getIds(recorded).reduce((before, id) => view.project(before, recorded, id), row)
  }, null)

const d1 = { deliveryId: 'd1', cents: 1350_00, awaiting: false, at, fromColleague: false }
const otienos = { agentId: 'otieno', cents: 1350_00, awaiting: 0, since: at, standing: 'cash', parcels: [d1] }
const empty = { ...otienos, cents: 0, since: '', standing: 'empty', parcels: [] }

test('a drawer says since when its oldest cash is in it', () => {
  expect(after(drawersView, stood('d1', 1350_00))).toEqual(otienos)
  const older = { ...d1, deliveryId: 'd2', cents: 350_00, at: early }
  const both = { ...otienos, cents: 1700_00, since: early, parcels: [d1, older] }
  expect(after(drawersView, stood('d1', 1350_00), stood('d2', 350_00, { at: early }))).toEqual(both)
})
test('money that only a message tells of counts neither as cash nor for its age', () => {
  const awaited = { ...d1, deliveryId: 'd2', cents: 350_00, awaiting: true, at: early }
  const told = stood('d2', 350_00, { awaiting: true, at: early })
  expect(after(drawersView, stood('d1', 1350_00), told)).toEqual({
    ...otienos,
    awaiting: 350_00,
    parcels: [d1, awaited],
  })
  expect(after(drawersView, told)).toEqual({ ...empty, awaiting: 350_00, parcels: [awaited] })
})
test('the latest event about a parcel counts', () => {
  const less = { ...otienos, cents: 350_00, parcels: [{ ...d1, cents: 350_00 }] }
  expect(after(drawersView, stood('d1', 1350_00), stood('d1', 350_00))).toEqual(less)
  expect(after(drawersView, stood('d1', 1350_00), stood('d1', 0))).toEqual(empty)
})
test('handed-over cash has left the drawer, and counting the hand-over changes nothing there', () => {
  const all = { deliveryId: 'd1', cents: 1350_00 }
  expect(after(drawersView, stood('d1', 1350_00), handed(all))).toEqual(empty)
  expect(after(drawersView, stood('d1', 1350_00), handed({ ...all, cents: 1000_00 }))).toEqual({
    ...otienos,
    ...{ cents: 350_00, parcels: [{ ...d1, cents: 350_00 }] },
  })
  expect(after(drawersView, stood('d1', 1350_00), handed({ ...all, deliveryId: 'd2' }))).toEqual(otienos)
  expect(after(drawersView, stood('d1', 1350_00), received)).toEqual(otienos)
})

test('cash that was given back after it had left the drawer is covered by the next cash', () => {
  const all = { deliveryId: 'd1', cents: 1350_00 }
  const givenBack = [stood('d1', 1350_00), handed(all), stood('d1', 0, { left: -1350_00 })]
  const back = { ...d1, cents: -1350_00 }
  expect(after(drawersView, ...givenBack)).toEqual({ ...empty, cents: -1350_00, parcels: [back] })
  const d2 = { ...d1, deliveryId: 'd2', at: early }
  const same = stood('d2', 1350_00, { at: early })
  expect(after(drawersView, ...givenBack, same)).toEqual({ ...empty, parcels: [back, d2] })
  const more = stood('d2', 1400_00, { at: early })
  const left = { ...otienos, cents: 50_00, since: early, parcels: [back, { ...d2, cents: 1400_00 }] }
  expect(after(drawersView, ...givenBack, more)).toEqual(left)
  const settling = handed({ ...all, cents: -1350_00 }, { deliveryId: 'd2', cents: 1400_00 })
  expect(after(drawersView, ...givenBack, more, settling)).toEqual(empty)
  expect(after(drawersView, ...givenBack, more, handed({ deliveryId: 'd3', cents: 1 }))).toEqual(left)
})

const passing = { offerId: 'o1', postings: [], at }
const passedOn = (deliveryId: string, cents: number): DrawerEvent => ({
  type: 'CashPassedOn',
  data: { ...passing, agentId: 'otieno', to: 'amina', cents, parcels: [{ deliveryId, cents, at: early }] },
})
const takenOver = (deliveryId: string, cents: number): DrawerEvent => ({
  type: 'CashTakenOver',
  data: { ...passing, agentId: 'otieno', from: 'amina', cents, parcels: [{ deliveryId, cents, at: early }] },
})
test('cash that was passed on has left the drawer, and cash of a colleague is as old as it was there', () => {
  expect(after(drawersView, stood('d1', 1350_00), passedOn('d1', 1350_00))).toEqual(empty)
  expect(after(drawersView, takenOver('d2', 100_00), takenOver('d2', 50_00))).toEqual({
    ...{ ...otienos, cents: 150_00, since: early },
    parcels: [{ ...d1, deliveryId: 'd2', cents: 150_00, at: early, fromColleague: true }],
  })
})
test('own cash of a parcel and a colleague’s are shown as one, and what the agent took changes only their own', () => {
  const both = [stood('d1', 1350_00), passedOn('d1', 350_00), takenOver('d1', 200_00)]
  const row = after(drawersView, ...both)
  expect(row?.cents).toBe(1200_00)
  expect(toDrawerParcels(row?.parcels ?? [])).toEqual([
    { deliveryId: 'd1', cents: 1200_00, awaiting: false, at: early },
  ])
  expect(after(drawersView, ...both, passedOn('d1', 1100_00))?.cents).toBe(100_00)
  expect(after(drawersView, ...both, stood('d1', 0))?.cents).toBe(200_00)
  const awaiting = [stood('d1', 350_00, { awaiting: true }), takenOver('d1', 200_00), passedOn('d1', 150_00)]
  expect(after(drawersView, ...awaiting)).toMatchObject({ cents: 50_00, awaiting: 350_00 })
})

test('a hand-over waits until an admin has counted it', () => {
  const parcels = [{ deliveryId: 'd1', cents: 1350_00 }]
  const waiting = {
    ...{ handOverId: 'h1', agentId: 'otieno', declared: 1300_00, cents: 1350_00, counted: null, state: 'waiting' },
    ...{ parcels, byOffice: false, at, receivedAt: null, reasonIn: null, way: 'office', reversedAt: null },
  }
  expect(after(handOversView, stood('d1', 1350_00))).toBeNull()
  expect(after(handOversView, handed(...parcels))).toEqual(waiting)
  expect(after(handOversView, handed(...parcels), received)).toEqual({
    ...waiting,
    ...{ counted: 1300_00, state: 'received', receivedAt: '2026-11-24T10:00:00.000Z' },
  })
  expect(after(handOversView, received)).toBeNull()
})

test('a hand-over names the event that holds the admin’s reason for a difference, and not the reason itself', () => {
  const note = { personId: 'otieno', reason: 'A note of 50 was torn' }
  const short = { ...received, data: { ...received.data, note }, revision: 7 } as Recorded<DrawerEvent>
  const row = after(handOversView, handed({ deliveryId: 'd1', cents: 1350_00 }), short)
  expect(row).toMatchObject({ state: 'received', reasonIn: 7 })
  expect(JSON.stringify(row)).not.toContain(note.reason)
})
