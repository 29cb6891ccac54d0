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

/** Of the wait, at that time in Nairobi; it arrived on Monday the 16th. */
const day = (count: number, time = '09:00'): string =>
  new Date(Date.parse(`2026-11-16T${time}:00+03:00`) + count * 86_400_000).toISOString()
const tend = (at: string, since = mondayTen): TendWait => ({ type: 'TendWait', since, days: waitDays, at })
const decide = (decision: DecideWait['decision'], by: DecideWait['by'] = system, at = day(8)): DecideWait => ({
  ...{ type: 'DecideWait', by, decision, days: waitDays, at },
})
const askedOnDay7 = dukani.asked(day(7))

describe('whoever gets a parcel that waits', () => {
  test('is reminded on the second day at nine', () =>
    given(...delivered)
      .when(tend(day(2)))
      .then(dukani.reminded(2, day(2))))
  test.each([day(0, '12:00'), day(1), day(2, '08:59')])('is not reminded before: %s', (at) =>
    given(...delivered)
      .when(tend(at))
      .then(),
  )
  test('is reminded once a day of it', () =>
    given(...delivered, dukani.reminded(2, day(2)))
      .when(tend(day(3)))
      .then())
  test('is reminded again on the fourth day', () =>
    given(...delivered, dukani.reminded(2, day(2)))
      .when(tend(day(4)))
      .then(dukani.reminded(4, day(4))))
  test('hears of the newest alone after nobody looked for days', () => {
    given(...delivered)
      .when(tend(day(5)))
      .then(dukani.reminded(4, day(5)))
    given(...delivered, dukani.reminded(4, day(5)))
      .when(tend(day(6)))
      .then()
  })
})

describe('whoever sent it', () => {
  test('is asked on the seventh day, and has three', () =>
    given(...delivered, dukani.reminded(4, day(4)))
      .when(tend(day(7)))
      .then(askedOnDay7))
  test('is asked once', () =>
    given(...delivered, askedOnDay7)
      .when(tend(day(9, '23:00')))
      .then())
  test('is asked before anything goes back, however long nobody looked', () =>
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
  test('may do so twice, and is told when they may not', () => {
    const twice = [...delivered, askedOnDay7, dukani.prolonged(day(8)), dukani.asked(day(14), { until: '2026-12-03' })]
    const third = [...twice, dukani.prolonged(day(15), 2, '2026-12-10')]
    given(...third)
      .when(tend(day(21)))
      .then(dukani.asked(day(21), { day: 21, until: '2026-12-10', mayWait: false }))
    given(...third, dukani.asked(day(21), { mayWait: false, until: '2026-12-10' }))
      .when(decide('wait'))
      .thenRefused('waited_longest')
  })
  test('may not let it wait before they were asked', () =>
    given(...delivered)
      .when(decide('wait'))
      .thenRefused('step_not_allowed'))
  test('may have it back as soon as it waits', () =>
    given(...delivered)
      .when(decide('back'))
      .then(dukani.returning({ why: 'sender', at: day(8) })))
  test('having it back already is no mistake', () =>
    given(...delivered, dukani.returning())
      .when(decide('back'))
      .then())
  test('decides of nothing that is on its way, or was handed over', () => {
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

describe('who may decide', () => {
  const owned = [dukaniRequested({ ownerId: client.userId }), ...delivered.slice(1)]
  test.each([admin, system, client])('$role, of a parcel that is theirs or anybody’s', (by) =>
    given(...owned)
      .when(decide('back', by))
      .then(dukani.returning({ why: 'sender', ownerId: client.userId, at: day(8) })),
  )
  test.each([cbdAgent, thikaAgent, visitor, { ...client, userId: 'another' }])('not $role of another’s', (by) =>
    given(...owned)
      .when(decide('back', by))
      .thenRefused('not_found'),
  )
  test('nobody of a parcel that is not there', () => given().when(decide('back')).thenRefused('not_found'))
})

describe('a parcel goes back by itself', () => {
  test('on the day that its sender was told, at nine', () =>
    given(...delivered, askedOnDay7)
      .when(tend(day(10)))
      .then(dukani.returning({ at: day(10) })))
  test('not before', () =>
    given(...delivered, askedOnDay7)
      .when(tend(day(10, '08:59')))
      .then())
  test('not when somebody has come for it', () =>
    given(...delivered, askedOnDay7, dukani.collected)
      .when(tend(day(10)))
      .then())
  test('nor while it is held or lost', () => {
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

test('a parcel that is set back and arrives again waits from then on', () => {
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

test('of an arrival whose event does not say when, the row says it', () => {
  const clock: Waiting = { since: null, until: null, reminded: 0, asked: false, times: 0 }
  expect(dueOfWait(clock, mondayTen, day(2), waitDays)).toEqual({ rule: 'remind', day: 2 })
})

describe('whoever is asked is told until when it waits, if they say so', () => {
  const asked = { until: '2026-11-26', asked: true, mayWait: true }
  test('seven days after it would go back', () =>
    expect(withLonger(asked, waitDays)).toEqual({ ...asked, longerUntil: '2026-12-03' }))
  test.each([
    ['nobody has asked', { asked: false }],
    ['it has waited as long as it may', { mayWait: false }],
    ['nobody knows when it arrived', { until: null }],
  ])('and not where %s', (_why, changes) =>
    expect(withLonger({ ...asked, ...changes }, waitDays)).toEqual({ ...asked, ...changes }),
  )
})

test('it goes back on the day that counts from its arrival', () => {
  const clock: Waiting = { since: mondayTen, until: '2026-11-26', reminded: 7, asked: true, times: 0 }
  expect(dueOfWait(clock, mondayTen, day(10), waitDays)).toEqual({ rule: 'back', day: 10 })
  expect(dueOfWait(clock, mondayTen, day(10, '08:59'), waitDays)).toBeNull()
})

test('who was reminded was not asked', () =>
  given(...delivered, dukani.reminded(2, day(2)))
    .when(decide('wait'))
    .thenRefused('step_not_allowed'))

test('what goes back already can not be let wait', () =>
  given(...delivered, askedOnDay7, dukani.returning())
    .when(decide('wait'))
    .thenRefused('step_not_allowed'))

test('a parcel of nobody with an account is no visitor’s to decide', () =>
  given(...delivered)
    .when(decide('back', { role: 'user', userId: null, shop: null }))
    .thenRefused('not_found'))
