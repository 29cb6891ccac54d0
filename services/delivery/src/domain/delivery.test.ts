import { toSpecification } from '@tuma/platform/testing'
import { describe, expect, test } from 'vitest'
import {
  assignPicker,
  cbdAgent,
  doorstepRequested,
  dukaniRequested,
  getEvents,
  hold,
  move,
  thikaAgent,
} from '../testing/parcels.ts'
import { type DeliveryEvent, evolve, nothingRequested } from './delivery.ts'
import { delivery } from './delivery-decisions.ts'

const { given } = toSpecification(delivery)
const dukani = getEvents('parcelDukani')
const doorstep = getEvents('doorstep')
const dropped: DeliveryEvent[] = [dukaniRequested(), dukani.paid(), dukani.dropped]

test('an old message about a hold that was released since is ignored', () => {
  const released = dukani.released([], '2026-11-16T09:00:00.000Z')
  given(...dropped, dukani.held(), released)
    .when(hold('2026-11-16T08:00:00.000Z'))
    .then()
  given(...dropped, dukani.held(), released)
    .when(hold('2026-11-16T10:00:00.000Z'))
    .then(dukani.held(['payment_doubted'], '2026-11-16T10:00:00.000Z'))
})

test('later events do not bring a deleted parcel back', () => {
  const gone = [...dropped, dukani.deleted('uncollected')]
  const late: DeliveryEvent[] = [
    ...[dukani.paid(), dukani.dropped, dukani.riderAssigned(), dukani.pickerAssigned, dukani.completed],
    ...[dukani.held(), dukani.taken(), dukani.codeIssued(), dukani.lost, dukani.returning()],
    dukani.overridden('dropping', 'sorting'),
  ]
  for (const event of late) expect([...gone, event].reduce(evolve, nothingRequested).parcel).toBeNull()
})

describe('a parcel whose status an admin sets', () => {
  test('counts as handed in, from every status', () =>
    expect(
      [...dropped, dukani.overridden('uncollected', 'sorting')].reduce(evolve, nothingRequested).parcel,
    ).toMatchObject({ handedOver: true, picker: null, outcome: null }))
  test('is no longer lost', () =>
    given(...dropped, dukani.inTransit, dukani.lost, dukani.overridden('inTransit', 'sorting'))
      .when(move('inTransit', cbdAgent))
      .then({ type: 'ParcelPutInTransit', data: { deliveryId: 'd1', deliveryType: 'parcelDukani', from: 'sorting' } }))
})

test('a parcel that goes back has no picker', () => {
  const turned = [...dropped, dukani.inTransit, dukani.delivered, dukani.pickerAssigned, dukani.returning()]
  expect(turned.reduce(evolve, nothingRequested).parcel).toMatchObject({
    ...{ leg: 'back', status: 'uncollected', picker: null, waiting: null },
    collection: { generation: 2, misses: 0, former: [], issued: [] },
  })
  given(...turned)
    .when(assignPicker(thikaAgent))
    .thenRefused('not_allowed')
})

test('a parcel with a rider counts as handed in, even if it never left', () => {
  const { parcel } = [doorstepRequested(), doorstep.riderAssigned()].reduce(evolve, nothingRequested)
  expect(parcel).toMatchObject({ handedOver: true, riderId: 'r1', status: 'uncollected' })
})
