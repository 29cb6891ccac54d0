import { describe, expect, test } from 'vitest'
import { type DeliveryStatus, type DeliveryType, deliveryStatuses } from './delivery-status.ts'
import type { Placed } from './standing.ts'
import { hereKey, momentKey, stepsAhead, trackingStage } from './way.ts'

const out = (deliveryType: DeliveryType, status: DeliveryStatus): Placed => ({ deliveryType, status })
const back = (status: DeliveryStatus, deliveryType: DeliveryType = 'parcelDukani'): Placed => ({
  ...{ deliveryType, status, leg: 'back' },
  ...(status === 'collected' && { outcome: 'returned' }),
})
const lost: Placed = { deliveryType: 'parcelDukani', status: 'inTransit', outcome: 'lost' }

describe('what a parcel still has before it', () => {
  test('to a shop: handed in, under way, ready, collected', () => {
    expect(stepsAhead(out('parcelDukani', 'dropping'))).toEqual(['handedIn', 'inTransit', 'ready', 'collected'])
    expect(stepsAhead(out('parcelDukani', 'inTransit'))).toEqual(['ready', 'collected'])
    expect(stepsAhead(out('parcelDukani', 'collected'))).toEqual([])
  })
  test('to a door: under way, and there', () => {
    expect(stepsAhead(out('doorstep', 'uncollected'))).toEqual(['inTransit', 'atDoor'])
    expect(stepsAhead(out('doorstep', 'inTransit'))).toEqual(['atDoor'])
    expect(stepsAhead(out('doorstep', 'delivered'))).toEqual([])
    expect(stepsAhead(out('doorstep', 'collected'))).toEqual([])
  })
  test('being sorted, the same as handed in', () => {
    for (const kind of ['doorstep', 'parcelDukani'] as const)
      expect(stepsAhead(out(kind, 'sorting'))).toEqual(stepsAhead(out(kind, 'uncollected')))
    expect(stepsAhead(back('sorting'))).toEqual(stepsAhead(back('uncollected')))
  })
  test('on its way back, wherever it was to go: under way, at its first shop, with whoever sent it', () => {
    for (const kind of ['doorstep', 'parcelDukani'] as const) {
      expect(stepsAhead(back('uncollected', kind))).toEqual(['inTransit', 'readyBack', 'withSender'])
      expect(stepsAhead(back('delivered', kind))).toEqual(['withSender'])
      expect(stepsAhead(back('collected', kind))).toEqual([])
    }
  })
  test('where nobody finds it: nothing', () => expect(stepsAhead(lost)).toEqual([]))
})

describe('what is said of where a parcel is', () => {
  test('on its way out is what the owner wishes, and at a door nobody collects it at a shop', () => {
    for (const status of deliveryStatuses) expect(trackingStage(out('parcelDukani', status))).toBe(status)
    expect(trackingStage(out('doorstep', 'delivered'))).toBe('atDoorstep')
  })
  test('on its way back, and of one that nobody finds, is never that', () => {
    const stages = (['uncollected', 'inTransit', 'delivered', 'collected'] as const).map((at) =>
      trackingStage(back(at)),
    )
    expect(stages).toEqual(['toSender', 'toSender', 'waitingForSender', 'returned'])
    expect(trackingStage(lost)).toBe('lost')
  })
})

describe('what is said of the shop', () => {
  test('is of the one that it lies at or goes to, and of a door nothing but where it is handed in', () => {
    expect(hereKey(out('parcelDukani', 'delivered'))).toBe('here.collect')
    expect(hereKey(out('parcelDukani', 'uncollected'))).toBe('here.at')
    expect(hereKey(out('doorstep', 'uncollected'))).toBe('here.handIn')
    expect(hereKey(out('doorstep', 'collected'))).toBeNull()
  })
  test('is, on its way back, of the one it was handed in at', () => {
    expect(hereKey(back('inTransit', 'doorstep'))).toBe('here.goesBack')
    expect(hereKey(back('uncollected'))).toBe('here.goesBack')
    expect(hereKey(back('delivered'))).toBe('here.collectBack')
  })
  test('is nothing once it is back, or while nobody finds it', () =>
    expect([back('collected'), lost].map(hereKey)).toEqual([null, null]))
})

test('a moment of the way back is not called as one on the way out', () =>
  expect([momentKey({ status: 'delivered' }), momentKey({ status: 'delivered', leg: 'back' })]).toEqual([
    'status.delivered',
    'back.delivered',
  ]))
