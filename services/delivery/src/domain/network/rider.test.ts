import { toSpecification } from '@tuma/platform/testing'
import { expect, test } from 'vitest'
import { admin, cbdAgent, client, kiprono, recorded, system, visitor } from '../../testing/parcels.ts'
import { type RiderEvent, rider, ridersView } from './rider.ts'

const { given } = toSpecification(rider)
const add = (by = admin) => ({ type: 'AddRider', by, riderId: 'r1', ...kiprono }) as const
const added: RiderEvent = { type: 'RiderAdded', data: { riderId: 'r1', rider: { personId: 'rider:r1', ...kiprono } } }

test('a rider is added', () => given().when(add()).then(added))
test('adding one again records nothing', () => given(added).when(add()).then())
test('the system may add riders too', () => given().when(add(system)).then(added))
test.each([cbdAgent, client, visitor])('others may not', (by) => given().when(add(by)).thenRefused('not_allowed'))

const other = { name: 'Kiprono Ruto', phone: '254733000223' }
const correct = (by = admin, said = other) => ({ type: 'CorrectRider', by, riderId: 'r1', ...said }) as const
const corrected: RiderEvent = {
  type: 'RiderCorrected',
  data: { riderId: 'r1', rider: { personId: 'rider:r1', ...other } },
}

test('a mistyped name and phone are corrected', () => given(added).when(correct()).then(corrected))
test('one of the two can be corrected alone', () => {
  const phone = { ...kiprono, phone: other.phone }
  const rider = { personId: 'rider:r1', ...phone }
  given(added)
    .when(correct(admin, phone))
    .then({ type: 'RiderCorrected', data: { riderId: 'r1', rider } })
  const name = { ...kiprono, name: other.name }
  const named = { personId: 'rider:r1', ...name }
  given(added)
    .when(correct(admin, name))
    .then({ type: 'RiderCorrected', data: { riderId: 'r1', rider: named } })
})
test('a correction without a change records nothing', () => {
  given(added).when(correct(admin, kiprono)).then()
  given(added, corrected).when(correct()).then()
})
test('a correction can be reversed by another', () =>
  given(added, corrected)
    .when(correct(admin, kiprono))
    .then({ type: 'RiderCorrected', data: { riderId: 'r1', rider: { personId: 'rider:r1', ...kiprono } } }))
test('a missing rider can’t be corrected', () => {
  given().when(correct()).thenRefused('not_found')
  given(added, removed).when(correct()).thenRefused('not_found')
})
test('the system may correct riders too', () => given(added).when(correct(system)).then(corrected))
test.each([cbdAgent, client, visitor])('and others may not', (by) =>
  given(added).when(correct(by)).thenRefused('not_allowed'),
)
test('a corrected rider stays a rider, and adding them again records nothing', () => {
  given(added, corrected).when(add()).then()
  given(added, corrected).when(remove()).then(removed)
})
test('the row shows the correction', () => {
  const rows = recorded('rider-r1', corrected).map((event) =>
    ridersView.project({ _id: 'r1', ...kiprono }, event, 'r1'),
  )
  expect(rows).toEqual([{ _id: 'r1', ...other }])
})

const remove = (by = admin) => ({ type: 'RemoveRider', by, riderId: 'r1' }) as const
const removed: RiderEvent = { type: 'RiderRemoved', data: { riderId: 'r1' } }

test('a rider is removed', () => given(added).when(remove()).then(removed))
test('a missing rider is not found', () => {
  given().when(remove()).thenRefused('not_found')
  given(added, removed).when(remove()).thenRefused('not_found')
})
test('the system may remove riders too', () => given(added).when(remove(system)).then(removed))
test.each([cbdAgent, client, visitor])('and others may not', (by) =>
  given(added).when(remove(by)).thenRefused('not_allowed'),
)
test('a removed rider has no row', () => {
  const [event] = recorded('rider-r1', removed)
  expect(event && ridersView.project({ _id: 'r1', ...kiprono }, event, 'r1')).toBeNull()
})

test('a rider has one row', () =>
  expect(recorded<RiderEvent>('rider-r1', added, removed).flatMap(ridersView.getIds)).toEqual(['r1', 'r1']))
test('a row has the rider’s name and phone', () => {
  const rows = recorded('rider-r1', added).map((event) => ridersView.project(null, event, 'r1'))
  expect(rows).toEqual([{ _id: 'r1', name: 'Kiprono Rotich', phone: '254733000222' }])
})
