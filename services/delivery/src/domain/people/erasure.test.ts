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

describe('a deleted account', () => {
  test('waits for its parcels, thirty days at most', () => given().when(await30Days).then(due))
  test('is recorded once, even after its erasure', () => {
    given(due).when(await30Days).then()
    given(due, ended()).when(await30Days).then()
  })
  test('is erased with the payments of its parcels', () =>
    given(due).when(end('payment-1', 'payment-2')).then(ended('payment-1', 'payment-2')))
  test('is recorded as erased even if it never sent a parcel', () => given(due).when(end()).then(ended()))
  test('is erased once, and not before its deletion', () => {
    given(due, ended()).when(end('payment-1')).then()
    given().when(end('payment-1')).then()
  })
  test('records its payments in parts of a thousand', () => {
    given(due)
      .when(end(...payments(0, 1000)))
      .then(ended(...payments(0, 1000)))
    given(due)
      .when(end(...payments(0, 2001)))
      .then(ended(...payments(0, 1000)), ended(...payments(1000, 1000)), ended('payment-2000'))
  })
  test('has its own stream and key', () =>
    expect([erasureStream('a1'), accountPerson('a1')]).toEqual(['erasure-a1', 'account:a1']))
})

describe('accounts that wait for their erasure', () => {
  test('are the deleted ones, each with its deadline', () =>
    expect(getRows(erasuresView, due)).toEqual([{ accountId: 'a1', dueBy: '2026-12-16T06:00:00.000Z' }]))
  test('and no others, once they are erased', () => expect(getRows(erasuresView, due, ended('payment-1'))).toEqual([]))
  test('have one row each', () =>
    expect(recorded('erasure-a1', due, ended()).flatMap(erasuresView.getIds)).toEqual(['a1', 'a1']))
})
