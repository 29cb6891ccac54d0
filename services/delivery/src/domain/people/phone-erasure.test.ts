import { fold } from '@tuma/platform/domain'
import { toSpecification } from '@tuma/platform/testing'
import { describe, expect, test } from 'vitest'
import { getRows } from '../../testing/parcels.ts'
import { endedWaits, type PhoneErasureEvent, phoneErasure, phoneErasuresView } from './phone-erasure.ts'

const { given } = toSpecification(phoneErasure)
const [key, phone, at, later] = ['k1', '254799123456', '2026-11-16T06:00:00.000Z', '2026-11-20T06:00:00.000Z']
const dueBy = '2026-12-16T06:00:00.000Z'
const await_ = { type: 'AwaitPhoneErasure', key, phone, deliveryIds: ['d1', 'd2'], unpaid: ['d2'], at } as const
const due = (times = 0): PhoneErasureEvent => ({
  type: 'PhoneErasureDue',
  data: {
    ...{ key, person: { personId: `phone:k1:${times}`, phone }, deliveryIds: ['d1', 'd2'], unpaid: ['d2'], dueBy, at },
  },
})
const paidOut: PhoneErasureEvent = { type: 'PhonePaidOut', data: { key, deliveryIds: ['d2'], at: later } }
const cancelled: PhoneErasureEvent = { type: 'PhoneErasureCancelled', data: { key, at: later } }
const erased: PhoneErasureEvent = { type: 'PhoneErased', data: { key, deliveryIds: ['d1'], at: later } }

describe('a phone that must be erased', () => {
  test('waits thirty days at most, under its own key', () => given().when(await_).then(due()))
  test('waits once, even if it is requested again', () =>
    given(due())
      .when({ ...await_, at: later })
      .then())
  test('waits under a new key the next time, because the last one was destroyed', () => {
    given(due(), erased).when(await_).then(due(1))
    given(due(), cancelled).when(await_).then(due(1))
  })
  test('stops waiting for money that was paid out', () => {
    const note = { type: 'NotePhonePaidOut', key, deliveryIds: ['d2', 'd9'], at: later } as const
    given(due()).when(note).then(paidOut)
    given(due(), paidOut).when(note).then()
    given(due(), cancelled).when(note).then()
  })
  test('stays when an admin cancels, which works once', () => {
    const cancel = { type: 'CancelPhoneErasure', key, at: later } as const
    given(due()).when(cancel).then(cancelled)
    for (const past of [[], [due(), cancelled], [due(), erased]])
      given(...past)
        .when(cancel)
        .thenRefused('not_found')
  })
  test.each([
    ['one that waits still', [due()], []],
    ['one that is erased', [due(), erased], ['phone:k1:0']],
    ['one that an admin cancelled', [due(), cancelled], ['phone:k1:0']],
    ['the times before', [due(), erased, due(1)], ['phone:k1:0']],
    ['one that never waited', [erased], []],
  ] satisfies [string, PhoneErasureEvent[], string[]][])(
    'leaves the key of each finished wait to be destroyed: %s',
    (_, past, keys) => expect(endedWaits(key, fold(phoneErasure, past))).toEqual(keys),
  )
  test('leaves the ids of its parcels, in parts', () => {
    const deliveryIds = Array.from({ length: 1001 }, (_, at) => `d${at}`)
    const parts = phoneErasure.decide({ type: 'EndPhoneErasure', key, deliveryIds, at }, phoneErasure.initialState)
    expect(parts.map(({ data }) => ('deliveryIds' in data ? data.deliveryIds.length : 0))).toEqual([1000, 1])
  })
  test('has a row until the wait is over', () => {
    const row = { key, personId: 'phone:k1:0', phone, askedAt: at, dueBy }
    expect(getRows(phoneErasuresView, due())).toEqual([{ ...row, unpaid: ['d2'] }])
    expect(getRows(phoneErasuresView, due(), paidOut)).toEqual([{ ...row, unpaid: [] }])
    for (const end of [cancelled, erased]) expect(getRows(phoneErasuresView, due(), end)).toEqual([])
  })
})
