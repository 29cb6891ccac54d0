import { describe, expect, test } from 'vitest'
import {
  type DeliveryStatus,
  deliveryStatuses,
  getInProgress,
  hasReached,
  pressedStatuses,
  settableStatuses,
  statusesIn,
  toPhase,
} from './index.ts'

describe('the status of a parcel', () => {
  test('%s ago', () =>
    expect(deliveryStatuses.map((status) => deliveryStatuses.filter((step) => hasReached(status, step)))).toEqual(
      deliveryStatuses.map((_, place) => deliveryStatuses.slice(0, place + 1)),
    ))
  test('that is sorting counts as handed in, like an uncollected one', () =>
    expect(statusesIn('handedIn')).toEqual(['uncollected', 'sorting']))
  test('that only a newer release knows counts as on the way', () =>
    expect(toPhase('atHub' as DeliveryStatus)).toBe('onTheWay'))
  test('that an agent’s step leads to is never the first, nor sorting', () =>
    expect(pressedStatuses).toEqual(['uncollected', 'inTransit', 'delivered', 'collected']))
  test('that an admin may set is neither the first nor the last', () =>
    expect(settableStatuses).toEqual(['uncollected', 'sorting', 'inTransit', 'delivered']))
})

test('the statuses of several phases come in the order of the way, whatever the order of the phases', () =>
  expect(statusesIn('handedOver', 'onTheWay', 'awaited')).toEqual(['dropping', 'inTransit', 'collected']))

test('parcels in progress are those that are neither delivered nor collected', () =>
  expect(
    getInProgress({ dropping: 1, uncollected: 10, sorting: 100, inTransit: 1000, delivered: 5, collected: 7 }),
  ).toBe(1111))
