import type { Recorded } from '@tuma/platform/domain'
import { toSpecification } from '@tuma/platform/testing'
import { expect, test } from 'vitest'
import { type OptOutEvent, type OptOutRow, optOut, optOutStream, optOutsView } from './opt-out.ts'

const { given } = toSpecification(optOut)
const data = { person: { personId: 'phone:k1', phone: '254712345678' }, at: '2026-11-21T06:30:00.000Z' }
const optedOut: OptOutEvent = { type: 'OptedOut', data }

test('a person opts out', () =>
  given()
    .when({ type: 'OptOut', ...data })
    .then(optedOut))
test('a second opt-out changes nothing', () =>
  given(optedOut)
    .when({ type: 'OptOut', ...data, at: '2026-11-22T06:30:00.000Z' })
    .then())

const blanked = (messageIds: string[]): OptOutEvent => ({ type: 'PhoneErased', data: { messageIds, at: data.at } })
const erasing = (messageIds: string[]) => ({ type: 'ErasePhone', messageIds, at: data.at }) as const
test.each([[[]], [[optedOut]]])('a phone is forgotten after %j', (before) =>
  given(...before)
    .when(erasing([]))
    .then(blanked([])),
)
test('a phone is forgotten once, unless a row still shows it', () => given(blanked([])).when(erasing([])).then())
test('rows that were found later are blanked too', () =>
  given(blanked([]))
    .when(erasing(['m1']))
    .then(blanked(['m1'])))
test('an erased phone is not recorded again', () =>
  given(blanked([]))
    .when({ type: 'OptOut', ...data })
    .then())

test('the list keeps an opt-out without its phone, and erasing adds no opt-out', () => {
  const recorded = { ...blanked([]), stream: optOutStream('k1') } as Recorded<OptOutEvent>
  expect(optOutsView.getIds(recorded)).toEqual(['k1'])
  expect(optOutsView.project({ phone: '254712345678', since: data.at }, recorded, 'k1')).toEqual({
    phone: '(erased)',
    since: data.at,
  })
  expect(optOutsView.project(null, recorded, 'k1')).toBeNull()
})

test('the list shows who and since when', () => {
  const recorded = { ...optedOut, stream: optOutStream('k1') } as Recorded<OptOutEvent>
  expect(optOutsView.getIds(recorded)).toEqual(['k1'])
  const row = { phone: '254712345678', since: data.at }
  expect(optOutsView.project(null, recorded, 'k1')).toEqual(row)
  expect(optOutsView.project({ ...row, since: 'before' } as OptOutRow, recorded, 'k1')).toEqual({
    ...row,
    since: 'before',
  })
})
