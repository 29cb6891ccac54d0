import type { Recorded } from '@tuma/platform/domain'
import { specificationOf } from '@tuma/platform/testing'
import { expect, test } from 'vitest'
import { type OptOutEvent, type OptOutRow, optOut, optOutStream, optOutsView } from './opt-out.ts'

const { given } = specificationOf(optOut)
const data = { person: { personId: 'phone:k1', phone: '254712345678' }, at: '2026-11-21T06:30:00.000Z' }
const optedOut: OptOutEvent = { type: 'OptedOut', data }

test('somebody opts out', () =>
  given()
    .when({ type: 'OptOut', ...data })
    .then(optedOut))
test('they do so once', () =>
  given(optedOut)
    .when({ type: 'OptOut', ...data, at: '2026-11-22T06:30:00.000Z' })
    .then())

test('the list says who and since when', () => {
  const recorded = { ...optedOut, stream: optOutStream('k1') } as Recorded<OptOutEvent>
  expect(optOutsView.idsOf(recorded)).toEqual(['k1'])
  const row = { phone: '254712345678', since: data.at }
  expect(optOutsView.project(null, recorded, 'k1')).toEqual(row)
  expect(optOutsView.project({ ...row, since: 'before' } as OptOutRow, recorded, 'k1')).toEqual({
    ...row,
    since: 'before',
  })
})
