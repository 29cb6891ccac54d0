import { describe, expect, test } from 'vitest'
import { doorstepRequested, dukaniRequested, getEvents, getRows, recorded } from '../testing/parcels.ts'
import type { DeliveryEvent } from './delivery.ts'
import { riddenView } from './ridden-view.ts'

const { riderAssigned, inTransit, delivered, collected, overridden, deleted, paid } = getEvents('doorstep')
const ridden = (...events: DeliveryEvent[]) =>
  getRows(riddenView, doorstepRequested(), ...events).map(({ riderId, stage }) => `${riderId} ${stage}`)

describe('a doorstep parcel counts for its rider', () => {
  test('from the moment when the rider gets it', () => expect(ridden(riderAssigned())).toEqual(['r1 underway']))
  test('while it is in transit', () => expect(ridden(riderAssigned(), inTransit, paid())).toEqual(['r1 underway']))
  test('until it has arrived', () => {
    expect(ridden(riderAssigned(), inTransit, delivered)).toEqual(['r1 arrived'])
    expect(ridden(riderAssigned(), inTransit, delivered, collected)).toEqual(['r1 arrived'])
  })
  test('and again when an admin sets it back', () =>
    expect(ridden(riderAssigned(), inTransit, delivered, overridden('delivered', 'sorting'))).toEqual(['r1 underway']))
  test('for one rider only: the last one', () =>
    expect(ridden(riderAssigned(), riderAssigned('r2'))).toEqual(['r2 underway']))
  test('for no rider once it is deleted, nor for a new parcel of its payment', () =>
    expect(ridden(riderAssigned(), deleted('uncollected'), doorstepRequested())).toEqual([]))
  test('for no rider before one is assigned', () =>
    expect(ridden(overridden('uncollected', 'sorting'), inTransit)).toEqual([]))
})

test('parcels without a rider look nothing up', () => {
  const dukani = getEvents('parcelDukani')
  const events = recorded(
    'delivery-d1',
    dukaniRequested(),
    dukani.dropped,
    dukani.inTransit,
    dukani.deleted('inTransit'),
  )
  expect(events.flatMap(riddenView.getIds)).toEqual([])
})
