import type { Recorded } from '@tuma/platform/domain'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type LookedAtEvent, lookedAtStream } from '../statement/looked-at.ts'
import { type MovementEvent, movementStream } from '../statement/till-movement.ts'
import { type OutgoingEvent, outgoingStream } from './outgoing.ts'
import { type OutgoingStatedRow, outgoingStatedView } from './outgoing-stated.ts'

const at = '2026-11-24T06:35:00.000Z'
const movedAt = '2026-11-23T06:30:00.000Z'
const claimed = (cents = 295_000, id = 'payout-1'): OutgoingEvent => ({
  type: 'OutgoingClaimed',
  data: {
    ...{ of: 'payout', id, about: 'account:wanjiku', cents, receipt: 'UKN1ABCDE9' },
    ...{ payee: { personId: 'wanjiku', name: 'Wanjiku Kamau', phone: '254712000001' }, payeeKey: 'k', payeeWords: [] },
    ...{ by: 'admin', approvedBy: null, approval: 'not_needed', note: null, at },
  },
})
const paid: OutgoingEvent = {
  type: 'OutgoingPaid',
  data: { of: 'payout', id: 'payout-1', cents: 295_000, deliveryIds: ['d1'], at },
}
const released: OutgoingEvent = { type: 'OutgoingReleased', data: { id: 'payout-1', at } }
const moved = (cents = -295_000, outgoingId: string | null = 'abc'): MovementEvent => ({
  type: 'TillMoved',
  data: {
    ...{ receipt: 'UKN1ABCDE9', name: null, kindId: null, cents, movedAt, at },
    ...{ kind: 'paid_out', paymentId: null, outgoingId, ruling: null },
  },
})
const explained: LookedAtEvent = {
  type: 'DifferenceExplained',
  data: { note: { personId: 'p', reason: 'Rent of the Thika shop' }, at },
}

type Told = OutgoingEvent | MovementEvent | LookedAtEvent
const recorded = (event: Told) => {
  if (event.type === 'DifferenceExplained') return { ...event, stream: lookedAtStream('abc') } as Recorded<Told>
  const isRow = event.type.startsWith('Till')
  return { ...event, stream: isRow ? movementStream('row') : outgoingStream('abc') } as Recorded<Told>
}
const rowAfter = (...events: Told[]) =>
  events.map(recorded).reduce<OutgoingStatedRow | null>((row, event) => {
    const [id] = outgoingStatedView.getIds(event)
    return id === undefined ? row : outgoingStatedView.project(row, event, id)
  }, null)
const workAfter = (...events: Told[]) => rowAfter(...events)?.work ?? 'none'

describe('money that left is compared by its receipt', () => {
  test('a payout without a row counts on the day of its receipt', () =>
    expect(rowAfter(claimed(), paid)).toEqual({
      ...{ outgoingId: 'abc', receipt: 'UKN1ABCDE9', day: '2026-11-23', notedCents: 295_000, paid: true },
      ...{ statedCents: 0, movedAt: null, explained: false, work: 'unstated' },
    }))
  test('a row without a payout counts on its own day', () =>
    expect(rowAfter(moved())).toEqual({
      ...{ outgoingId: 'abc', receipt: 'UKN1ABCDE9', day: '2026-11-23', notedCents: null, paid: false },
      ...{ statedCents: 295_000, movedAt, explained: false, work: 'unnoted' },
    }))
  test.each([
    ['both with one sum agree', [claimed(), paid, moved()], 'none'],
    ['both with one sum agree, the row first', [moved(), claimed(), paid], 'none'],
    ['another sum differs', [claimed(), paid, moved(-290_000)], 'differs'],
    ['two rows of one receipt are one sum', [moved(-200_000), claimed(), moved(-95_000), paid], 'none'],
    ['a receipt that is only taken is not compared yet', [claimed()], 'none'],
    ['nor is one whose row is there', [moved(-290_000), claimed()], 'none'],
    ['a payout that was refused leaves nothing', [claimed(), released], 'none'],
    ['a payout that was refused leaves its row unnoted', [claimed(), moved(), released], 'unnoted'],
    ['a receipt that was given back and taken again counts as noted', [claimed(), released, claimed(1, 'r2')], 'none'],
    ['a row that is taken back leaves the payout without one', [claimed(), paid, moved(), moved(295_000)], 'unstated'],
    ['a row that is taken back leaves nothing where none was noted', [moved(), moved(295_000)], 'none'],
    ['a row that is taken back and read again agrees', [claimed(), moved(), moved(295_000), paid, moved()], 'none'],
  ] satisfies [string, Told[], string][])('%s', (_, events, work) => expect(workAfter(...events)).toBe(work))

  test('the row of a refused payout stays', () =>
    expect(rowAfter(claimed(), paid, moved(), released)).toMatchObject({ notedCents: null, paid: false, movedAt }))
  test('another admin’s approval changes nothing', () => {
    const approved: OutgoingEvent = { type: 'OutgoingApproved', data: { by: 'njeri', note: null, at } }
    expect(rowAfter(claimed(), paid, approved)).toEqual(rowAfter(claimed(), paid))
  })

  test('the events give the same result in any order', () =>
    fc.assert(
      fc.property(
        fc.constantFrom(-295_000, -290_000),
        fc.integer({ min: 0, max: 3 }),
        fc.integer({ min: 0, max: 1 }),
        (cents, place, again) => {
          const rows = again ? [moved(cents), moved(-cents), moved(cents)] : [moved(cents)]
          const noted: Told[] = [claimed(), paid]
          const mixed = [...noted.slice(0, place), ...rows, ...noted.slice(place)]
          expect(workAfter(...mixed)).toBe(workAfter(...noted, ...rows))
        },
      ),
    ))

  test('a row of another kind, and a row without a receipt of ours, is left out', () => {
    expect(rowAfter(moved(-295_000, null))).toBeNull()
    expect(outgoingStatedView.getIds(recorded({ type: 'TillMoveIsPayment', data: { at } }))).toEqual([])
    expect(outgoingStatedView.getIds({ ...recorded(paid), stream: 'payment-abc' })).toEqual([])
  })
})

describe('a difference that an admin has explained', () => {
  test.each([
    ['a row that none names', [moved()]],
    ['a payout without a row', [claimed(), paid]],
    ['another sum', [claimed(), paid, moved(-1)]],
  ])('about %s leaves the list', (_, events) => expect(workAfter(...events, explained)).toBe('none'))
  test.each([
    ['a payout of another sum is noted', [moved(), explained, claimed(1), paid], 'differs'],
    ['its payout is given back', [claimed(), paid, moved(-1), explained, released], 'unnoted'],
    ['a row of another sum comes', [claimed(), paid, explained, moved(-1)], 'differs'],
  ] satisfies [string, Told[], string][])('comes back where %s', (_, events, work) =>
    expect(workAfter(...events)).toBe(work),
  )
  test('about a payment makes no row here', () => expect(rowAfter(explained)).toBeNull())
})
