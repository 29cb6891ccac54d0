import { describe, expect, test } from 'vitest'
import { doorstepRequested, dukaniRequested, getEvents, getRows, recorded } from '../testing/parcels.ts'
import type { DeliveryEvent } from './delivery.ts'
import { riddenView } from './ridden-view.ts'

const { riderAssigned, inTransit, delivered, collected, overridden, deleted, paid } = getEvents('doorstep')
const ridden = (...events: DeliveryEvent[]) =>
  getRows(riddenView, doorstepRequested(), ...events).map(({ riderId, stage }) => `${riderId} ${stage}`)

describe('a doorstep parcel is its rider’s to bring', () => {
  test('from the moment that they get it', () => expect(ridden(riderAssigned())).toEqual(['r1 underway']))
  test('while it is in transit', () => expect(ridden(riderAssigned(), inTransit, paid())).toEqual(['r1 underway']))
  test('and not any more when it has arrived', () => {
    expect(ridden(riderAssigned(), inTransit, delivered)).toEqual(['r1 arrived'])
    expect(ridden(riderAssigned(), inTransit, delivered, collected)).toEqual(['r1 arrived'])
  })
  test('again, when an admin sets it back', () =>
    expect(ridden(riderAssigned(), inTransit, delivered, overridden('delivered', 'sorting'))).toEqual(['r1 underway']))
  test('never of two: of the one who got it last', () =>
    expect(ridden(riderAssigned(), riderAssigned('r2'))).toEqual(['r2 underway']))
  test('of nobody when it is deleted, also where its payment brings another', () =>
    expect(ridden(riderAssigned(), deleted('uncollected'), doorstepRequested())).toEqual([]))
  test('of nobody before', () => expect(ridden(overridden('uncollected', 'sorting'), inTransit)).toEqual([]))
})

test('nothing is looked up for parcels that nobody rides with', () => {
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
