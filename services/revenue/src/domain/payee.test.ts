import { erased, type Recorded } from '@tuma/platform/domain'
import { toSpecification } from '@tuma/platform/testing'
import { expect, test } from 'vitest'
import { leftPayeesView, type PayeeEvent, payee, payeeIn, payeePerson, payeeStream } from './payee.ts'

const { given } = toSpecification(payee)
const about = { accountId: 'kamau', at: '2026-11-24T09:00:00.000Z' }
const who = { name: 'Kamau Mwangi', phone: '254712345678' }
const kept: PayeeEvent = { type: 'PayeeKept', data: { ...about, payee: { personId: 'payee:kamau', ...who } } }
const left: PayeeEvent = { type: 'PayeeLeft', data: about }
const forgotten: PayeeEvent = { type: 'PayeeForgotten', data: about }

test('a person who leaves with money open is kept, under a key of their own', () => {
  given()
    .when({ type: 'KeepPayee', ...about, ...who })
    .then(kept)
  expect([payeePerson('kamau'), payeeStream('kamau')]).toEqual(['payee:kamau', 'payee-kamau'])
})
test('after a refused deletion they stay kept, and the next deletion stores their new name and phone', () =>
  given(kept)
    .when({ type: 'KeepPayee', ...about, ...who })
    .then(kept))
test('their parcels end once, and only for a person who is kept', () => {
  given()
    .when({ type: 'LeavePayee', ...about })
    .then()
  given(kept)
    .when({ type: 'LeavePayee', ...about })
    .then(left)
  given(kept, left)
    .when({ type: 'LeavePayee', ...about })
    .then()
})
test('they are forgotten once, and not before their parcels have ended', () => {
  given(kept)
    .when({ type: 'ForgetPayee', ...about })
    .then()
  given(kept, left)
    .when({ type: 'ForgetPayee', ...about })
    .then(forgotten)
  given(kept, left, forgotten)
    .when({ type: 'ForgetPayee', ...about })
    .then()
})
test.each([[[kept, left]], [[kept, left, forgotten]]])('a person who has left is not kept again', (past) =>
  given(...past)
    .when({ type: 'KeepPayee', ...about, ...who })
    .then(),
)

test('the latest kept name and phone count, and there is no name once the key is gone', () => {
  const before: PayeeEvent = { ...kept, data: { ...kept.data, payee: { ...kept.data.payee, phone: '254700000001' } } }
  expect(payeeIn([before, kept, left])).toEqual(who)
  expect(payeeIn([left])).toBeNull()
  const gone: PayeeEvent = { ...kept, data: { ...kept.data, payee: { personId: 'p', name: erased, phone: erased } } }
  expect(payeeIn([gone, left])).toBeNull()
})

test('a person who has left is on the list until they are forgotten, and a person who is only kept is not', () => {
  const recorded = (event: PayeeEvent) => event as Recorded<PayeeEvent>
  expect(leftPayeesView.getIds(recorded(kept))).toEqual([])
  expect(leftPayeesView.getIds(recorded(left))).toEqual(['kamau'])
  expect(leftPayeesView.project(null, recorded(left), 'kamau')).toEqual({ accountId: 'kamau', leftAt: about.at })
  expect(leftPayeesView.getIds(recorded(forgotten))).toEqual(['kamau'])
  expect(leftPayeesView.project(null, recorded(forgotten), 'kamau')).toBeNull()
})
