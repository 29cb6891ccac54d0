import { expect, test } from 'vitest'
import { type DeliveryStatus, deliveryStatuses, hasReached, statusesWhere } from './index.ts'

test('a status has reached itself and those before it on the way, and none after it', () => {
  const reachedBy = (status: DeliveryStatus) => deliveryStatuses.filter((step) => hasReached(status, step))
  expect(deliveryStatuses.map((status) => reachedBy(status))).toEqual(
    deliveryStatuses.map((_, place) => deliveryStatuses.slice(0, place + 1)),
  )
})

test('the statuses that are marked come in the order of the way', () => {
  const marks = { collected: true, delivered: false, inTransit: true, sorting: false, uncollected: false, dropping: true }
  expect(statusesWhere(marks)).toEqual(['dropping', 'inTransit', 'collected'])
})
