import { toSpecification } from '@tuma/platform/testing'
import { describe, expect, test } from 'vitest'
import { getRows, recorded } from '../../testing/parcels.ts'
import { accountPerson, type ErasureEvent, erasure, erasureStream, erasuresView } from './erasure.ts'

const { given } = toSpecification(erasure)
const about = { accountId: 'a1' }
const await30Days = { type: 'AwaitErasure', ...about, deletedAt: '2026-11-16T06:00:00.000Z' } as const
const due: ErasureEvent = { type: 'ErasureDue', data: { ...about, dueBy: '2026-12-16T06:00:00.000Z' } }
const end = (...paymentIds: string[]) => ({ type: 'EndErasure', ...about, paymentIds }) as const
const ended = (...paymentIds: string[]): ErasureEvent => ({
  type: 'AccountParcelsEnded',
  data: { ...about, paymentIds },
})
const payments = (from: number, count: number) => Array.from({ length: count }, (_, index) => `payment-${from + index}`)

describe('an account that is deleted', () => {
  test('waits for its parcels, thirty days at most', () => given().when(await30Days).then(due))
  test('is heard of once, also when it has been erased since', () => {
    given(due).when(await30Days).then()
    given(due, ended()).when(await30Days).then()
  })
  test('is erased with what its parcels were paid', () =>
    given(due).when(end('payment-1', 'payment-2')).then(ended('payment-1', 'payment-2')))
  test('is said to be erased also where it never sent anything', () => given(due).when(end()).then(ended()))
  test('is erased once, and not before it was deleted', () => {
    given(due, ended()).when(end('payment-1')).then()
    given().when(end('payment-1')).then()
  })
  test('says what it was paid in parts of a thousand', () => {
    given(due)
      .when(end(...payments(0, 1000)))
      .then(ended(...payments(0, 1000)))
    given(due)
      .when(end(...payments(0, 2001)))
      .then(ended(...payments(0, 1000)), ended(...payments(1000, 1000)), ended('payment-2000'))
  })
  test('has a stream and a key of its own', () =>
    expect([erasureStream('a1'), accountPerson('a1')]).toEqual(['erasure-a1', 'account:a1']))
})

describe('accounts that are still to be erased', () => {
  test('are those that were deleted, each with the day by which it is', () =>
    expect(getRows(erasuresView, due)).toEqual([{ accountId: 'a1', dueBy: '2026-12-16T06:00:00.000Z' }]))
  test('and no more once they are', () => expect(getRows(erasuresView, due, ended('payment-1'))).toEqual([]))
  test('have one row each', () =>
    expect(recorded('erasure-a1', due, ended()).flatMap(erasuresView.getIds)).toEqual(['a1', 'a1']))
})
