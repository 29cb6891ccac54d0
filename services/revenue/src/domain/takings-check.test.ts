import { type Recorded, runCheck } from '@tuma/platform/domain'
import { toSpecification } from '@tuma/platform/testing'
import { describe, expect, test } from 'vitest'
import type { BookEvent } from './books-views.ts'
import { type TakingsTold, takings } from './takings.ts'
import { takingsCheck } from './takings-check.ts'

const day = '2026-11-23'
const [morning, told, later] = ['2026-11-23T06:00:00.000Z', '2026-11-24T06:00:00.000Z', '2026-11-25T06:00:00.000Z']
type Event = Recorded<BookEvent>
const taken = (agentId: string | null, shillings: number, change: object = {}) =>
  ({
    type: 'SaleTaken',
    data: { how: 'cash', agentId, feeCents: 100 * shillings - 1, productCents: 1, at: morning, ...change },
  }) as Event
const givenBack = (agentId: string | null, shillings: number, change: object = {}) =>
  ({ type: 'SaleCancelled', data: { agentId, cashBack: 100 * shillings, at: morning, ...change } }) as Event
const paid = (cents: number, valueAt = morning) =>
  ({ type: 'MoneyConfirmed', data: { cents, valueAt, at: later } }) as Event
const heard = (by: 'delivery' | 'payment', takings: TakingsTold['data']['takings'], change: object = {}) =>
  ({
    type: 'TakingsTold',
    data: { by, day, takings, summedAt: told, at: told, ...change },
    metadata: { at: told },
  }) as Event
/** A sum of the next day, of a later pass. */
const heardLater = (by: 'delivery' | 'payment', at = later) => {
  const next = heard(by, [], { day: '2026-11-24', summedAt: at, at })
  return { ...next, metadata: { ...next.metadata, at } }
}
const otieno = (shillings: number) => [{ party: 'otieno', cents: 100 * shillings }]
const audit = (at: string, ...events: readonly Event[]) =>
  runCheck(takingsCheck, events, at).map(({ about, expected, found }) => `${about}: ${expected}, ${found}`)

test('what was booked is what delivery and payment say', () => {
  const events = [taken('otieno', 250), taken('otieno', 1000), taken(null, 20), paid(350_00), paid(1)]
  const sums = [...otieno(1250), { party: null, cents: 20_00 }]
  expect(audit(later, ...events, heard('delivery', sums), heard('payment', [{ party: null, cents: 350_01 }]))).toEqual(
    [],
  )
})

test.each([
  ['an agent’s cash that was never booked', [heard('delivery', otieno(250))], 'delivery 2026-11-23 otieno: 25000, 0'],
  ['more than the agent took', [taken('otieno', 250), heard('delivery', [])], 'delivery 2026-11-23 otieno: 0, 25000'],
  [
    'another day',
    [taken('otieno', 250, { at: later }), heard('delivery', otieno(250))],
    'delivery 2026-11-23 otieno: 25000, 0',
  ],
  [
    'M-Pesa that was never booked',
    [paid(1), heard('payment', [{ party: null, cents: 3 }])],
    'payment 2026-11-23: 3, 1',
  ],
])('a difference is found: %s', (_, events, finding) => {
  expect(audit(later, ...events)).toEqual([finding])
})

test('cash that no agent is known for has no name', () => {
  expect(audit(later, taken(null, 20), heard('delivery', []))).toEqual(['delivery 2026-11-23: 0, 2000'])
})

test('a receipt is no cash', () => {
  expect(audit(later, taken('otieno', 250, { how: 'till' }), heard('delivery', []))).toEqual([])
})

test('what comes after the sum is no difference, whether the sum has it or not', () => {
  const [first, late] = [taken('otieno', 250), taken('otieno', 1000)]
  expect(audit(later, first, heard('delivery', otieno(250)), late)).toEqual([])
  expect(audit(later, first, heard('delivery', otieno(1250)), late)).toEqual([])
  expect(audit(later, first, heard('delivery', otieno(1250)), late, heard('delivery', otieno(250)))).toHaveLength(1)
})

describe('cash that was given back', () => {
  test('is no longer the agent’s on that day, not on the day on which it was taken', () => {
    const [first, second] = [taken('otieno', 250), taken('otieno', 1000)]
    expect(audit(later, first, second, givenBack('otieno', 250), heard('delivery', otieno(1000)))).toEqual([])
    const nextDay = givenBack('otieno', 250, { at: told })
    expect(audit(later, first, second, nextDay, heard('delivery', otieno(1250)))).toEqual([])
    const ofNextDay = heard('delivery', otieno(-250), { day: '2026-11-24' })
    expect(audit('2026-11-26T06:00:00.000Z', first, nextDay, heard('delivery', otieno(250)), ofNextDay)).toEqual([])
  })
  test('must be in the sum', () =>
    expect(audit(later, taken('otieno', 250), givenBack('otieno', 250), heard('delivery', otieno(250)))).toEqual([
      'delivery 2026-11-23 otieno: 25000, 0',
    ]))
  test('may be in the sum or not where it comes after the sum', () => {
    const [first, late] = [taken('otieno', 1250), givenBack('otieno', 250)]
    for (const shillings of [1000, 1250])
      expect(audit(later, first, heard('delivery', otieno(shillings)), late)).toEqual([])
    expect(audit(later, first, heard('delivery', otieno(999)), late)).toHaveLength(1)
    expect(audit(later, first, heard('delivery', otieno(1251)), late)).toHaveLength(1)
    const both = [heard('delivery', otieno(250)), taken('otieno', 250), late, taken('otieno', 20)]
    expect(audit(later, taken('otieno', 250), ...both)).toEqual([])
  })
  test('changes nothing where the parcel was not paid in cash', () =>
    expect(audit(later, givenBack(null, 0), heard('delivery', []))).toEqual([]))
})

describe('a sum that comes before its bookings', () => {
  const afterwards = '2026-11-25T08:00:00.000Z'
  const tooSmall = heard('delivery', otieno(250))

  test('and is too small is found once the service has told a later sum', () => {
    const events = [tooSmall, taken('otieno', 250), taken('otieno', 1000), heardLater('delivery')]
    expect(audit(afterwards, ...events)).toEqual(['delivery 2026-11-23 otieno: 25000, 125000'])
    expect(audit(afterwards, taken('otieno', 250), taken('otieno', 1000), tooSmall, heardLater('delivery'))).toEqual(
      audit(afterwards, ...events),
    )
  })

  test('and has all of them is right', () => {
    expect(audit(afterwards, heard('delivery', otieno(250)), taken('otieno', 250), heardLater('delivery'))).toEqual([])
  })

  test('is not judged by a later sum of the other service, or of the same pass', () => {
    const events = [tooSmall, taken('otieno', 250), taken('otieno', 1000)]
    expect(audit(afterwards, ...events, heardLater('payment'))).toEqual([])
    expect(audit(afterwards, ...events, heardLater('delivery', told))).toEqual([])
  })

  test('is not judged before the later sum is two hours old, because its own change may come after it', () => {
    const events = [tooSmall, taken('otieno', 250), taken('otieno', 1000), heardLater('delivery')]
    expect(audit('2026-11-25T07:59:59.999Z', ...events)).toEqual([])
    const changed = heard('delivery', otieno(1250), { summedAt: later, at: later })
    expect(audit(afterwards, ...events, changed)).toEqual([])
  })

  test('does not lack what is booked after the later sum', () => {
    expect(audit(afterwards, tooSmall, taken('otieno', 250), heardLater('delivery'), taken('otieno', 1000))).toEqual([])
  })
})

test('a sum is compared two hours after it came, and not before the day is closed', () => {
  const wrong = heard('delivery', otieno(250))
  expect(audit('2026-11-24T07:59:59.999Z', wrong)).toEqual([])
  expect(audit('2026-11-24T08:00:00.000Z', wrong)).toHaveLength(1)
  const early = { ...wrong, metadata: { ...wrong.metadata, at: morning } }
  expect(audit('2026-11-23T22:59:59.999Z', early)).toEqual([])
})

test('a day without a sum from the other service is not compared', () => {
  expect(audit(later, taken('otieno', 250))).toEqual([])
})

test('the newest sum of a day is kept, in whatever order they come', () => {
  const { given } = toSpecification(takings)
  const data = { by: 'delivery', day, takings: otieno(250), summedAt: told, at: told } as const
  const kept: TakingsTold = { type: 'TakingsTold', data }
  given()
    .when({ type: 'TellTakings', ...data })
    .then(kept)
  given(kept)
    .when({ type: 'TellTakings', ...data, summedAt: morning })
    .then()
  const newer = { ...data, takings: otieno(300), summedAt: later }
  given(kept)
    .when({ type: 'TellTakings', ...newer })
    .then({ type: 'TakingsTold', data: newer })
})
