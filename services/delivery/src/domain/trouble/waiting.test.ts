import { toSpecification } from '@tuma/platform/testing'
import { describe, expect, test } from 'vitest'
import {
  admin,
  cbdAgent,
  client,
  doorstepRequested,
  dukaniRequested,
  getEvents,
  mondayTen,
  move,
  system,
  thikaAgent,
  visitor,
  waitDays,
} from '../../testing/parcels.ts'
import type { DeliveryEvent } from '../delivery.ts'
import { delivery } from '../delivery-decisions.ts'
import { dueOfWait, type Waiting, withLonger } from './waiting.ts'
import type { DecideWait, TendWait } from './waiting-decisions.ts'

const { given } = toSpecification(delivery)
const dukani = getEvents('parcelDukani')
const doorstep = getEvents('doorstep')
const delivered: DeliveryEvent[] = [
  dukaniRequested(),
  dukani.paid(),
  dukani.dropped,
  dukani.inTransit,
  dukani.delivered,
]

/** That day of the wait, at that time in Nairobi; the parcel arrived on Monday the 16th. */
const day = (count: number, time = '09:00'): string =>
  new Date(Date.parse(`2026-11-16T${time}:00+03:00`) + count * 86_400_000).toISOString()
const tend = (at: string, since = mondayTen): TendWait => ({ type: 'TendWait', since, days: waitDays, at })
const decide = (decision: DecideWait['decision'], by: DecideWait['by'] = system, at = day(8)): DecideWait => ({
  ...{ type: 'DecideWait', by, decision, days: waitDays, at },
})
const askedOnDay7 = dukani.asked(day(7))

describe('the receiver of a parcel that waits', () => {
  test('is reminded on the second day at nine', () =>
    given(...delivered)
      .when(tend(day(2)))
      .then(dukani.reminded(2, day(2))))
  test.each([day(0, '12:00'), day(1), day(2, '08:59')])('is not reminded before: %s', (at) =>
    given(...delivered)
      .when(tend(at))
      .then(),
  )
  test('is reminded once on each day', () =>
    given(...delivered, dukani.reminded(2, day(2)))
      .when(tend(day(3)))
      .then())
  test('is reminded again on the fourth day', () =>
    given(...delivered, dukani.reminded(2, day(2)))
      .when(tend(day(4)))
      .then(dukani.reminded(4, day(4))))
  test('gets the newest reminder alone after days without a look', () => {
    given(...delivered)
      .when(tend(day(5)))
      .then(dukani.reminded(4, day(5)))
    given(...delivered, dukani.reminded(4, day(5)))
      .when(tend(day(6)))
      .then()
  })
})

describe('the sender', () => {
  test('is asked on the seventh day, and has three days', () =>
    given(...delivered, dukani.reminded(4, day(4)))
      .when(tend(day(7)))
      .then(askedOnDay7))
  test('is asked once', () =>
    given(...delivered, askedOnDay7)
      .when(tend(day(9, '23:00')))
      .then())
  test('is asked before a parcel goes back, even after a long time without a look', () =>
    given(...delivered)
      .when(tend(day(30)))
      .then(dukani.asked(day(30), { until: '2026-12-19' })))
  test('may let it wait seven days longer, and is asked again then', () => {
    given(...delivered, askedOnDay7)
      .when(decide('wait'))
      .then(dukani.prolonged(day(8)))
    given(...delivered, askedOnDay7, dukani.prolonged(day(8)))
      .when(tend(day(13)))
      .then()
    given(...delivered, askedOnDay7, dukani.prolonged(day(8)))
      .when(tend(day(14)))
      .then(dukani.asked(day(14), { day: 14, until: '2026-12-03' }))
  })
  test('may do so twice, and is told when that is used up', () => {
    const twice = [...delivered, askedOnDay7, dukani.prolonged(day(8)), dukani.asked(day(14), { until: '2026-12-03' })]
    const third = [...twice, dukani.prolonged(day(15), 2, '2026-12-10')]
    given(...third)
      .when(tend(day(21)))
      .then(dukani.asked(day(21), { day: 21, until: '2026-12-10', mayWait: false }))
    given(...third, dukani.asked(day(21), { mayWait: false, until: '2026-12-10' }))
      .when(decide('wait'))
      .thenRefused('waited_longest')
  })
  test('may not let it wait before they are asked', () =>
    given(...delivered)
      .when(decide('wait'))
      .thenRefused('step_not_allowed'))
  test('may have it back as soon as it waits', () =>
    given(...delivered)
      .when(decide('back'))
      .then(dukani.returning({ why: 'sender', at: day(8) })))
  test('may ask again for a parcel that already goes back', () =>
    given(...delivered, dukani.returning())
      .when(decide('back'))
      .then())
  test('decides nothing about a parcel on its way, or after the hand-over', () => {
    given(...delivered.slice(0, 4))
      .when(decide('back'))
      .thenRefused('step_not_allowed')
    given(...delivered, dukani.collected)
      .when(decide('back'))
      .thenRefused('step_not_allowed')
    given(doorstepRequested(), doorstep.riderAssigned(), doorstep.inTransit, doorstep.delivered)
      .when(decide('back'))
      .thenRefused('step_not_allowed')
  })
})

describe('the decision', () => {
  const owned = [dukaniRequested({ ownerId: client.userId }), ...delivered.slice(1)]
  test.each([admin, system, client])('is allowed for $role, about their own parcel or as staff about every one', (by) =>
    given(...owned)
      .when(decide('back', by))
      .then(dukani.returning({ why: 'sender', ownerId: client.userId, at: day(8) })),
  )
  test.each([cbdAgent, thikaAgent, visitor, { ...client, userId: 'another' }])(
    'is refused for $role about another’s parcel',
    (by) =>
      given(...owned)
        .when(decide('back', by))
        .thenRefused('not_found'),
  )
  test('is refused for a parcel that does not exist', () => given().when(decide('back')).thenRefused('not_found'))
})

describe('a parcel goes back by itself', () => {
  test('on the day that its sender was told, at nine', () =>
    given(...delivered, askedOnDay7)
      .when(tend(day(10)))
      .then(dukani.returning({ at: day(10) })))
  test('and not before', () =>
    given(...delivered, askedOnDay7)
      .when(tend(day(10, '08:59')))
      .then())
  test('and not after it was collected', () =>
    given(...delivered, askedOnDay7, dukani.collected)
      .when(tend(day(10)))
      .then())
  test('and not while it is held or lost', () => {
    given(...delivered, askedOnDay7, dukani.held())
      .when(tend(day(10)))
      .then()
    given(...delivered, askedOnDay7, dukani.lost)
      .when(tend(day(10)))
      .then()
  })
})

test('a look that found it by an earlier arrival does nothing', () =>
  given(...delivered, dukani.overridden('delivered', 'inTransit'), dukani.overridden('inTransit', 'delivered'))
    .when(tend(day(20), '2026-11-01T06:00:00.000Z'))
    .then())

test('a parcel that is set back and arrives again waits from its new arrival', () => {
  const again = move('delivered', thikaAgent)
  given(...delivered, askedOnDay7, dukani.overridden('delivered', 'inTransit'))
    .when({ ...again, at: day(20) })
    .then({
      type: 'ParcelDelivered',
      data: {
        ...{ deliveryId: 'd1', deliveryType: 'parcelDukani', from: 'inTransit' },
        waits: { since: day(20), until: '2026-12-16' },
      },
    })
})

test('the row tells the arrival if its event has no time', () => {
  const clock: Waiting = { since: null, until: null, reminded: 0, asked: false, times: 0 }
  expect(dueOfWait(clock, mondayTen, day(2), waitDays)).toEqual({ rule: 'remind', day: 2 })
})

describe('a sender who is asked is told until when it can wait', () => {
  const asked = { until: '2026-11-26', asked: true, mayWait: true }
  test('seven days after it would go back', () =>
    expect(withLonger(asked, waitDays)).toEqual({ ...asked, longerUntil: '2026-12-03' }))
  test.each([
    ['the sender was not asked', { asked: false }],
    ['it has waited as long as it may', { mayWait: false }],
    ['it is not known when it arrived', { until: null }],
  ])('and nothing if %s', (_why, changes) =>
    expect(withLonger({ ...asked, ...changes }, waitDays)).toEqual({ ...asked, ...changes }),
  )
})

test('the parcel goes back on the day that counts from its arrival', () => {
  const clock: Waiting = { since: mondayTen, until: '2026-11-26', reminded: 7, asked: true, times: 0 }
  expect(dueOfWait(clock, mondayTen, day(10), waitDays)).toEqual({ rule: 'back', day: 10 })
  expect(dueOfWait(clock, mondayTen, day(10, '08:59'), waitDays)).toBeNull()
})

test('a reminded receiver is not an asked sender', () =>
  given(...delivered, dukani.reminded(2, day(2)))
    .when(decide('wait'))
    .thenRefused('step_not_allowed'))

test('a parcel that already goes back can’t wait longer', () =>
  given(...delivered, askedOnDay7, dukani.returning())
    .when(decide('wait'))
    .thenRefused('step_not_allowed'))

test('a visitor can’t decide about a parcel without an account', () =>
  given(...delivered)
    .when(decide('back', { role: 'user', userId: null, shop: null }))
    .thenRefused('not_found'))
