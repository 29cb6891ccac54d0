import type { Recorded } from '@tuma/platform/domain'
import { toSpecification } from '@tuma/platform/testing'
import { expect, test } from 'vitest'
import type { ParcelCancelled } from './delivery.ts'
import type { DueTaken } from './taking.ts'
import { type TakingsSummed, takings, takingsSum, toSumTakings } from './takings.ts'

const { given } = toSpecification(takings)

type Taken = Partial<DueTaken['data']>
const taken = (at: string, data: Taken = {}) =>
  ({
    type: 'DueTaken',
    data: { how: 'cash', agentId: 'otieno', fee: 250, productPrice: 1000, ...data, at },
    metadata: { at },
  }) as Recorded<DueTaken>
const summed = (day: string, ...takings: TakingsSummed['data']['takings']): TakingsSummed => ({
  type: 'TakingsSummed',
  data: { day, takings, at: '2026-11-24T06:00:00.000Z' },
})
const told = (...sums: Parameters<typeof summed>) => summed(...sums) as Recorded<TakingsSummed>
const cancelled = (at: string, cashBack: number) =>
  ({
    type: 'ParcelCancelled',
    data: { agentId: cashBack > 0 ? 'otieno' : null, cashBack },
    metadata: { at },
  }) as Recorded<ParcelCancelled>
const sums = (at: string, ...events: readonly Recorded<DueTaken | ParcelCancelled | TakingsSummed>[]) =>
  toSumTakings(events.reduce(takingsSum.take, takingsSum.initial), at).map(({ day, takings }) => ({ day, takings }))

const noon = '2026-11-24T09:00:00.000Z'
const otieno = { agentId: 'otieno', cents: 1250_00 }

test('cash that was given back for a cancelled parcel is taken off the day on which it was given back', () => {
  const events = [taken('2026-11-22T20:59:59.999Z', { fee: 150, productPrice: 0 })]
  const back = [cancelled('2026-11-22T21:00:00.000Z', 150), cancelled('2026-11-22T21:00:00.000Z', 0)]
  expect(sums(noon, ...events, ...back)).toEqual([
    { day: '2026-11-22', takings: [{ agentId: 'otieno', cents: 150_00 }] },
    { day: '2026-11-23', takings: [{ agentId: 'otieno', cents: -150_00 }] },
  ])
})

test('the cash of a day is summed by agent, by Nairobi’s calendar', () => {
  const events = [
    taken('2026-11-22T21:00:00.000Z'),
    taken('2026-11-23T20:59:59.999Z', { productPrice: 0 }),
    taken('2026-11-23T09:00:00.000Z', { agentId: null }),
    taken('2026-11-23T09:00:00.000Z', { agentId: 'wanjiku', fee: 100, productPrice: 0 }),
    taken('2026-11-22T20:59:59.999Z'),
  ]
  expect(sums(noon, ...events)).toEqual([
    {
      day: '2026-11-23',
      takings: [
        { agentId: null, cents: 1250_00 },
        { agentId: 'otieno', cents: 1500_00 },
        { agentId: 'wanjiku', cents: 100_00 },
      ],
    },
    { day: '2026-11-22', takings: [otieno] },
  ])
})

test('what was paid by M-Pesa is no cash', () => {
  expect(sums(noon, taken('2026-11-23T09:00:00.000Z', { how: 'till' }))).toEqual([])
})

test('a day is told two hours after its end', () => {
  const event = taken('2026-11-23T09:00:00.000Z')
  expect(sums('2026-11-23T22:59:59.999Z', event)).toEqual([])
  expect(sums('2026-11-23T23:00:00.000Z', event)).toEqual([{ day: '2026-11-23', takings: [otieno] }])
})

test('a sum that was told is told again only when it has changed', () => {
  const [event, before] = [taken('2026-11-23T09:00:00.000Z'), told('2026-11-23', otieno)]
  expect(sums(noon, event, before)).toEqual([])
  expect(sums(noon, event, before, event)).toEqual([
    { day: '2026-11-23', takings: [{ agentId: 'otieno', cents: 2500_00 }] },
  ])
  expect(sums(noon, before)).toEqual([{ day: '2026-11-23', takings: [] }])
})

test('the same sums are recorded once', () => {
  const { type, data } = summed('2026-11-23', otieno)
  given()
    .when({ ...data, type: 'SumTakings' })
    .then({ type, data })
  given({ type, data })
    .when({ ...data, type: 'SumTakings', at: noon })
    .then()
  const more = summed('2026-11-23', { ...otieno, cents: 1 })
  given({ type, data })
    .when({ ...more.data, type: 'SumTakings' })
    .then(more)
})
