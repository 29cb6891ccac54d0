import { type BookAccount, type EatDay, type Evidence, getEatDay } from '@tuma/contracts/vocabulary'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type DatedPosting, datedPostings } from './journal.ts'
import { type TillCommand, type TillEvent, till } from './till.ts'

/** Seconds after midnight in Nairobi, when 24 November begins. */
const second = (at: number): string => new Date(Date.parse('2026-11-23T21:00:00.000Z') + at * 1000).toISOString()
const [before, on, next] = ['2026-11-23', '2026-11-24', '2026-11-25']

const told = (commands: readonly TillCommand[]): TillEvent[] => {
  const events: TillEvent[] = []
  for (const command of commands) events.push(...till.decide(command, events.reduce(till.evolve, till.initialState)))
  return events
}
const getPostings = (events: readonly TillEvent[]): DatedPosting[] => events.flatMap(({ data }) => datedPostings(data))

type Days = Record<EatDay, Partial<Record<BookAccount, number>>>
/** What each day has brought to each account. */
const getDays = (postings: readonly DatedPosting[]): Days => {
  const days: Days = {}
  for (const { account, cents, valueAt } of postings) {
    const day = getEatDay(valueAt)
    days[day] = { ...days[day], [account]: (days[day]?.[account] ?? 0) + cents }
  }
  for (const [day, sums] of Object.entries(days)) {
    days[day] = Object.fromEntries(Object.entries(sums).filter(([, cents]) => cents !== 0))
    if (Object.keys(days[day]).length === 0) delete days[day]
  }
  return days
}
const days = (...commands: TillCommand[]) => getDays(getPostings(told(commands)))

const seen = (by: Evidence, valueAt: number, at: number, claimed = true): TillCommand => ({
  ...{ type: 'MoneySeen', by, cents: 350_00, claimed, valueAt: second(valueAt), at: second(at) },
})
const confirmed = (valueAt: number, at: number): TillCommand => ({
  ...{ type: 'MoneyConfirmed', cents: 350_00, valueAt: second(valueAt), at: second(at) },
})
const reversed = (valueAt: number, at: number): TillCommand => ({
  ...{ type: 'MoneyReversed', valueAt: second(valueAt), at: second(at) },
})
const spent = (at: number, agentId: string | null = null): TillCommand => ({
  ...{ type: 'MoneySpent', deliveryId: 'd1', due: 350_00, agentId, at: second(at) },
})
const dayLong = 24 * 3600

describe('money counts on the day on which it was paid,', () => {
  test('also when its statement is imported a day later', () => {
    const row = [seen('statement', -9000, dayLong, false), confirmed(-9000, dayLong)]
    expect(days(...row)).toEqual({ [before]: { till: 350_00, unclaimed: -350_00 } })
  })
  test('and belongs to its payer from the time of the claim', () => {
    const claim: TillCommand = { type: 'MoneyClaimed', claimed: true, at: second(dayLong + 60) }
    const row = [seen('statement', -9000, dayLong, false), confirmed(-9000, dayLong)]
    const expected = {
      [before]: { till: 350_00, unclaimed: -350_00 },
      [next]: { unclaimed: 350_00, prepaid: -350_00 },
    }
    expect(days(...row, claim)).toEqual(expected)
    expect(days(claim, ...row.toReversed())).toEqual(expected)
  })
  test('and as money of the till when its message was confirmed later', () => {
    const message = seen('message', -60, -30)
    expect(days(message)).toEqual({ [before]: { shown: 350_00, prepaid: -350_00 } })
    expect(days(message, confirmed(-59, dayLong))).toEqual({ [before]: { till: 350_00, prepaid: -350_00 } })
  })
})

describe('a callback just before midnight and its row just after it', () => {
  const callback = [seen('prompt', -1, -1), confirmed(-1, -1)]
  const row = seen('statement', 1, 2 * dayLong, false)
  test('are one payment on the day of the row: the opposite on the old day, itself on the new one', () => {
    const events = told([...callback, row])
    const entries = events.at(-1)?.data.postings.map(({ account, cents, valueAt }) => [account, cents, valueAt])
    expect(entries).toEqual([
      ['till', -350_00, second(-1)],
      ['prepaid', 350_00, second(-1)],
      ['till', 350_00, second(1)],
      ['prepaid', -350_00, second(1)],
    ])
    expect(getDays(getPostings(events))).toEqual({ [on]: { till: 350_00, prepaid: -350_00 } })
  })
  test('in either order', () => {
    expect(days(row, ...callback)).toEqual({ [on]: { till: 350_00, prepaid: -350_00 } })
  })
  test('and a spending before midnight moves to the day of the row', () => {
    const expected = { [on]: { till: 350_00, prepaid: -350_00 } }
    expect(days(...callback, spent(-1), row)).toEqual(expected)
    expect(days(row, spent(-1), ...callback)).toEqual(expected)
  })
})

describe('money that leaves the till', () => {
  const paid = [seen('prompt', -9000, -9000), confirmed(-9000, -9000), seen('statement', -9000, 0, false)]
  test('by a reversal counts on the day of its row, also where the row is known later', () => {
    const expected = {
      [before]: { till: 350_00, prepaid: -350_00 },
      [on]: { till: -350_00, prepaid: 350_00 },
    }
    expect(days(...paid, reversed(60, 2 * dayLong))).toEqual(expected)
    expect(days(...paid, reversed(dayLong + 5, dayLong + 5), reversed(60, 2 * dayLong))).toEqual(expected)
    expect(days(reversed(60, 2 * dayLong), ...paid, reversed(dayLong + 5, dayLong + 5))).toEqual(expected)
  })
  test('as a charge counts by its own row', () => {
    const charge: TillCommand = {
      type: 'TillMoved',
      rowId: 'c',
      kind: 'charge',
      cents: -5_00,
      valueAt: second(9),
      at: second(99),
    }
    expect(days(...paid, charge)).toEqual({
      [before]: { till: 350_00, prepaid: -350_00 },
      [on]: { till: -5_00, charges: 5_00 },
    })
  })
})

test('spendings and releases of several days give the same books in any order', () => {
  const freed: TillCommand = { type: 'MoneyFreed', deliveryId: 'd1', withdrawn: false, at: second(dayLong) }
  const all = [seen('prompt', -60, -60), confirmed(-60, -60), spent(60), freed]
  const over = { ...(all[2] as TillCommand), due: 300_00 } as TillCommand
  const expected = {
    [before]: { till: 350_00, prepaid: -350_00 },
    [on]: { prepaid: 50_00, refunds_owed: -50_00 },
    [next]: { prepaid: -50_00, refunds_owed: 50_00 },
  }
  expect(days(...all.slice(0, 2), over, freed)).toEqual(expected)
  expect(days(freed, over, ...all.slice(0, 2))).toEqual(expected)
})

/** What happens to one payment, and when services learn of it. Times are seconds, over six days. */
type History = {
  readonly paidAt: number
  readonly cents: number
  readonly message: boolean
  /** The time of payment that a callback gives; null without a callback. */
  readonly callback: number | null
  readonly statement: boolean
  readonly reversedAt: number | null
  readonly reversalStated: boolean
  readonly refund: number
  readonly refundAt: number
  readonly spentAt: number | null
  readonly agent: boolean
  readonly freedAfter: number | null
  readonly charge: number
  readonly learnt: number
}
const time = fc.integer({ min: 0, max: 6 * dayLong })
const maybe = <One>(of: fc.Arbitrary<One>) => fc.option(of, { nil: null })
const histories = fc.record<History>({
  paidAt: time,
  cents: fc.integer({ min: 1, max: 900_00 }),
  message: fc.boolean(),
  callback: maybe(fc.integer({ min: -2, max: 2 })),
  statement: fc.boolean(),
  reversedAt: maybe(fc.integer({ min: 1, max: 2 * dayLong })),
  reversalStated: fc.boolean(),
  refund: fc.integer({ min: 0, max: 100_00 }),
  refundAt: fc.integer({ min: 3, max: 3 * dayLong }),
  spentAt: maybe(fc.integer({ min: -2, max: 2 * dayLong })),
  agent: fc.boolean(),
  freedAfter: maybe(fc.integer({ min: 1, max: dayLong })),
  charge: fc.integer({ min: 0, max: 20_00 }),
  learnt: fc.integer({ min: 1, max: 3 * dayLong }),
})

/** The events that the services publish, each fact once. */
const getMessages = (one: History): TillCommand[] => [...toEvidence(one), ...getLeaving(one), ...toSpending(one)]

const toEvidence = ({ paidAt, cents, learnt, message, callback, statement }: History): TillCommand[] => {
  const sighting = (by: Evidence, valueAt: number, at: number): TillCommand => ({
    ...{ type: 'MoneySeen', by, cents, claimed: by !== 'statement', valueAt: second(valueAt), at: second(at) },
  })
  const all: TillCommand[] = []
  if (message) all.push(sighting('message', Math.floor(paidAt / 60) * 60, paidAt + 70))
  if (callback !== null) all.push(sighting('prompt', paidAt + callback, paidAt + 5))
  if (statement) all.push(sighting('statement', paidAt, paidAt + learnt))
  const stated = statement ? { valueAt: paidAt, at: paidAt + learnt } : null
  const proof = callback === null ? stated : { valueAt: paidAt + callback, at: paidAt + 5 }
  if (proof) all.push({ type: 'MoneyConfirmed', cents, valueAt: second(proof.valueAt), at: second(proof.at) })
  return all
}

const getLeaving = ({
  paidAt,
  learnt,
  reversedAt,
  reversalStated,
  refund,
  refundAt,
  charge,
}: History): TillCommand[] => {
  const all: TillCommand[] = []
  if (reversedAt !== null) {
    const [at, later] = [second(paidAt + reversedAt + 3600), second(paidAt + reversedAt + 4 * dayLong)]
    all.push({ type: 'MoneyReversed', valueAt: at, at })
    if (reversalStated) all.push({ type: 'MoneyReversed', valueAt: second(paidAt + reversedAt), at: later })
  }
  if (refund > 0) {
    const at = second(paidAt + refundAt)
    all.push({ type: 'MoneyRefunded', refundId: 'r', deliveryId: null, cents: refund, at })
  }
  const moved = { valueAt: second(paidAt), at: second(paidAt + learnt) }
  if (charge > 0) all.push({ type: 'TillMoved', rowId: 'c', kind: 'charge', cents: -charge, ...moved })
  return all
}

const toSpending = ({ paidAt, spentAt, agent, freedAfter }: History): TillCommand[] => {
  if (spentAt === null) return []
  const at = paidAt + spentAt
  const agentId = agent ? 'otieno' : null
  const spent: TillCommand = { type: 'MoneySpent', deliveryId: 'd1', due: 350_00, agentId, at: second(at) }
  if (freedAfter === null) return [spent]
  return [spent, { type: 'MoneyFreed', deliveryId: 'd1', withdrawn: false, at: second(at + freedAfter) }]
}

/** The till's balance at the end of a day, directly from the history: without streams, events or entries. */
const getTillAtEnd = (day: EatDay, one: History): number => {
  const isPast = (at: number) => getEatDay(second(at)) <= day
  const paidAt = one.statement ? one.paidAt : one.callback === null ? null : one.paidAt + one.callback
  const shownAt = Math.floor(one.paidAt / 60) * 60
  const since = paidAt ?? (one.message ? shownAt : null)
  const notBefore = (at: number) => Math.max(at, since ?? at)
  const { reversedAt, reversalStated } = one
  const goneAt = reversedAt === null ? null : one.paidAt + reversedAt + (reversalStated ? 0 : 3600)
  const cameIn = paidAt !== null && isPast(paidAt) ? one.cents : 0
  const wentBack = paidAt !== null && goneAt !== null && isPast(notBefore(goneAt)) ? one.cents : 0
  const refund = isPast(notBefore(one.paidAt + one.refundAt)) ? one.refund : 0
  return cameIn - wentBack - refund - (isPast(one.paidAt) ? one.charge : 0)
}

const inOrder = (messages: readonly TillCommand[], order: readonly number[]): TillCommand[] =>
  messages
    .map((message, index) => ({ message, at: order[index % order.length] ?? 0, index }))
    .sort((one, other) => one.at - other.at || one.index - other.index)
    .map(({ message }) => message)

const runs = Number(process.env.VALUE_DATE_HISTORIES ?? 300)
const orders = fc.array(fc.nat(1000), { minLength: 10, maxLength: 24 })

test('in any order and repeated, every day is the same, each event sums to zero on each day, and the till equals a second calculation', () => {
  fc.assert(
    fc.property(histories, orders, orders, fc.array(fc.nat(20), { maxLength: 6 }), (one, order, other, again) => {
      const messages = getMessages(one)
      const twice = [...messages, ...again.flatMap((index) => messages[index % messages.length] ?? [])]
      const events = told(inOrder(twice, order))
      for (const { data } of events)
        for (const sums of Object.values(getDays(datedPostings(data))))
          expect(Object.values(sums).reduce((sum, cents) => sum + cents, 0)).toBe(0)
      const all = getDays(getPostings(events))
      expect(getDays(getPostings(told(inOrder(messages, other))))).toEqual(all)
      let balance = 0
      for (let day = 0; day < 14; day++) {
        const name = getEatDay(second((day - 1) * dayLong))
        balance += all[name]?.till ?? 0
        expect({ day: name, till: balance }).toEqual({ day: name, till: getTillAtEnd(name, one) })
      }
    }),
    { numRuns: runs },
  )
})

describe('money that was sent and has a row in the statement', () => {
  const row = (cents: number, at: number): TillCommand => ({
    ...{ type: 'TillMoved', rowId: 'r1', kind: 'paid_out', cents, valueAt: second(at), at: second(2 * dayLong) },
  })
  const left = (of: 'payout' | 'refund', cents: number, at: number): TillCommand => ({
    ...{ type: 'MoneyLeft', of, cents, at: second(at) },
  })

  test.each([
    ['payout', 'bank'],
    ['refund', 'till'],
  ] as const)('leaves the till once: the booking of a %s is reversed', (of, account) => {
    const commands = [left(of, 150_00, 60), row(-150_00, -60)]
    const expected = {
      [before]: { till: -150_00, paid_out: 150_00 },
      [on]: { paid_out: -150_00, [account]: 150_00 },
    }
    expect(days(...commands)).toEqual(expected)
    expect(days(...commands.reverse())).toEqual(expected)
    expect(days(...commands, ...commands)).toEqual(expected)
  })
  test('leaves the difference where the row has another sum', () => {
    expect(days(row(-200_00, 60), left('payout', 150_00, 90))).toEqual({
      [on]: { till: -200_00, paid_out: 50_00, bank: 150_00 },
    })
  })
  test('stays as it was noted while no statement has it, or where its row turns out to be of another kind', () => {
    expect(days(left('refund', 150_00, 60))).toEqual({})
    const opposite: TillCommand = { ...row(150_00, 60), rowId: 'r1-1' } as TillCommand
    expect(days(row(-150_00, 60), left('refund', 150_00, 60), opposite)).toEqual({})
  })
  test('has an account of its own where no payout and no refund was noted', () => {
    expect(days(row(-150_00, 60))).toEqual({ [on]: { till: -150_00, paid_out: 150_00 } })
  })
})
