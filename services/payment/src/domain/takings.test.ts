import type { Recorded } from '@tuma/platform/domain'
import { toSpecification } from '@tuma/platform/testing'
import { expect, test } from 'vitest'
import type { PaymentEvent } from './payment.ts'
import { type TakingsSummed, takings, takingsSum, toSumTakings } from './takings.ts'

const { given } = toSpecification(takings)
const noon = '2026-11-24T09:00:00.000Z'
type Event = Recorded<PaymentEvent | TakingsSummed>
const confirmed = (paidAt: string, cents: number) =>
  ({ type: 'PaymentConfirmed', data: { by: 'prompt', cents, paidAt, at: noon } }) as Event
const told = (day: string, cents: number) => ({ type: 'TakingsSummed', data: { day, cents, at: noon } }) as Event
const sums = (at: string, ...events: readonly Event[]) =>
  toSumTakings(events.reduce(takingsSum.take, takingsSum.initial), at).map(({ day, cents }) => `${day} ${cents}`)

test('what was confirmed is summed on the day in Nairobi on which it was paid, however late we learnt of it', () => {
  const events = [
    confirmed('2026-11-22T21:00:00.000Z', 350_00),
    confirmed('2026-11-23T20:59:59.999Z', 150_50),
    confirmed('2026-11-22T20:59:59.999Z', 1),
  ]
  expect(sums(noon, ...events)).toEqual(['2026-11-23 50050', '2026-11-22 1'])
})

test('a day is told two hours after its end, and again only when its sum has changed', () => {
  const event = confirmed('2026-11-23T09:00:00.000Z', 350_00)
  expect(sums('2026-11-23T22:59:59.999Z', event)).toEqual([])
  expect(sums('2026-11-23T23:00:00.000Z', event)).toEqual(['2026-11-23 35000'])
  expect(sums(noon, event, told('2026-11-23', 350_00))).toEqual([])
  expect(sums(noon, event, told('2026-11-23', 350_00), event)).toEqual(['2026-11-23 70000'])
})

test('the same sum is recorded once', () => {
  const data = { day: '2026-11-23', cents: 350_00, at: noon }
  const summed: TakingsSummed = { type: 'TakingsSummed', data }
  given()
    .when({ ...data, type: 'SumTakings' })
    .then(summed)
  given(summed)
    .when({ ...data, type: 'SumTakings', at: '2026-11-25T09:00:00.000Z' })
    .then()
})
