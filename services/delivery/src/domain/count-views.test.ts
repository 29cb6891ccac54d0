import { describe, expect, test } from 'vitest'
import { doorstepRequested, dukaniRequested, getEvents, getRows, recorded } from '../testing/parcels.ts'
import { type StatusCount, statusCountsView } from './count-views.ts'
import type { DeliveryEvent } from './delivery.ts'

const dukani = getEvents('parcelDukani')
const doorstep = getEvents('doorstep')

const counted = (...events: DeliveryEvent[]) => getRows(statusCountsView, ...events).filter(({ count }) => count !== 0)

describe('a parcel is counted at its status', () => {
  test.each<[string, DeliveryEvent[], StatusCount['status']]>([
    ['requested', [], 'dropping'],
    ['dropped', [dukani.dropped], 'uncollected'],
    ['in transit', [dukani.dropped, dukani.inTransit], 'inTransit'],
    ['delivered', [dukani.dropped, dukani.inTransit, dukani.delivered], 'delivered'],
    ['collected', [dukani.dropped, dukani.inTransit, dukani.delivered, dukani.collected], 'collected'],
    ['set by an admin', [dukani.dropped, dukani.overridden('uncollected', 'sorting')], 'sorting'],
  ])('%s', (_what, later, status) =>
    expect(counted(dukaniRequested(), ...later)).toEqual([{ deliveryType: 'parcelDukani', status, count: 1 }]),
  )
  test('and not for a payment, a rider, a picker or a completion', () =>
    expect(
      counted(dukaniRequested(), dukani.paid(), dukani.riderAssigned(), dukani.pickerAssigned, dukani.completed),
    ).toEqual([{ deliveryType: 'parcelDukani', status: 'dropping', count: 1 }]))
  test('until it is deleted, and again after a new request', () => {
    const deleted = [dukaniRequested(), dukani.deleted('dropping')]
    expect(counted(...deleted)).toEqual([])
    expect(counted(...deleted, dukaniRequested())).toEqual([
      { deliveryType: 'parcelDukani', status: 'dropping', count: 1 },
    ])
  })
})

test('a step subtracts at the old status and adds at the new one; the first and the last do one of these', () => {
  const events = recorded('delivery-d1', dukaniRequested(), dukani.dropped, dukani.deleted('uncollected'))
  expect(events.map(statusCountsView.getIds)).toEqual([
    ['parcelDukani dropping'],
    ['parcelDukani dropping', 'parcelDukani uncollected'],
    ['parcelDukani uncollected'],
  ])
})

test('an event without a change of status changes no count', () => {
  const [paid] = recorded('delivery-d1', dukani.paid())
  const row = { deliveryType: 'parcelDukani', status: 'dropping', count: 3 } as const
  expect(paid && statusCountsView.project(row, paid, 'parcelDukani dropping')).toBe(row)
})

test('each kind has its own counts', () =>
  expect(
    counted(doorstepRequested(), dukaniRequested(), dukani.dropped, doorstepRequested(), doorstep.inTransit),
  ).toEqual([
    { deliveryType: 'doorstep', status: 'uncollected', count: 1 },
    { deliveryType: 'parcelDukani', status: 'uncollected', count: 1 },
    { deliveryType: 'doorstep', status: 'inTransit', count: 1 },
  ]))
