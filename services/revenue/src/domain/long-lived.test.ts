import type { Decider, DomainEvent, Recorded } from '@tuma/platform/domain'
import { expect, test } from 'vitest'
import type { BookEvent } from './books-views.ts'
import { getCommandsAfter } from './commands-after.ts'
import { type DrawerEvent, drawer, drawerStream } from './drawer.ts'
import { type OwedEvent, owed } from './owed.ts'

// A drawer, and what a shop is owed, live for years. These tests count what an event writes, which does not depend on
// the speed of the machine.

const many = 10_000
const at = '2026-11-24T06:00:00.000Z'
const getId = (number: number): string => `d${number}`

const getCash = (number: number): DrawerEvent => ({
  type: 'CashStood',
  data: { agentId: 'otieno', deliveryId: getId(number), cents: 1000_00, awaiting: false, asOf: 1, at },
})
const owedFor = (number: number): OwedEvent => ({
  type: 'ParcelOwed',
  data: {
    ...{ owedTo: 'account:kamau', deliveryId: getId(number), cents: 1000_00, how: 'cash' },
    ...{ ready: true, again: false, paid: false, asOf: 1, at },
  },
})
const numbers = Array.from({ length: many }, (_, number) => number)

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

/** How many fields and places were written again: those that `after` does not share with `before`. */
const rewritten = (after: unknown, before: unknown): number => {
  const shared = new Set<object>()
  const note = (value: unknown): void => {
    if (!isObject(value) || shared.has(value)) return
    shared.add(value)
    Object.values(value).forEach(note)
  }
  note(before)
  const count = (value: unknown): number => {
    if (!isObject(value) || shared.has(value)) return 0
    const own = Object.values(value)
    return own.reduce<number>((sum, each) => sum + count(each), own.length)
  }
  return count(after)
}

const costs = <State, Command, Event extends DomainEvent>(
  { initialState, evolve }: Decider<State, Command, Event>,
  events: readonly Event[],
  next: Event,
): number => {
  const before = events.reduce(evolve, initialState)
  return rewritten(evolve(before, next), before)
}

test('one more parcel costs a drawer of ten thousand parcels hardly more than a drawer of one hundred', () => {
  const few = costs(drawer, numbers.slice(0, 100).map(getCash), getCash(many))
  const lots = costs(drawer, numbers.map(getCash), getCash(many))
  expect({ few: few < 200, lots: lots < 300 }, `${few} and ${lots}`).toEqual({ few: true, lots: true })
})

test('one more parcel costs a sender with ten thousand parcels hardly more than a sender with one hundred', () => {
  const few = costs(owed, numbers.slice(0, 100).map(owedFor), owedFor(many))
  const lots = costs(owed, numbers.map(owedFor), owedFor(many))
  expect({ few: few < 200, lots: lots < 300 }, `${few} and ${lots}`).toEqual({ few: true, lots: true })
})

const recorded = (events: readonly BookEvent[], stream: string): Recorded<BookEvent>[] =>
  events.map((event, revision) => {
    const metadata = { at, commandId: '', correlationId: '', causationId: '', actor: null }
    return { ...event, id: `e${revision}`, stream, revision, position: revision, metadata } as Recorded<BookEvent>
  })

test('counted cash causes commands for its own parcels only, whatever else the drawer has had', () => {
  const handOver = (number: number) => {
    const about = { agentId: 'otieno', handOverId: `h${number}`, cents: 1000_00, at, postings: [] }
    const parcels = [{ deliveryId: getId(number), cents: 1000_00 }]
    return [
      { type: 'CashHandedOver', data: { ...about, declared: 1000_00, parcels, byOffice: false } },
      { type: 'CashReceived', data: { ...about, counted: 1000_00, parcels, note: null } },
    ] satisfies DrawerEvent[]
  }
  const stream = drawerStream('otieno')
  const past = recorded(
    numbers.slice(0, 300).flatMap((number) => [getCash(number), ...handOver(number)]),
    stream,
  )
  const received = past.filter(({ type }) => type === 'CashReceived')
  const told = received.map((event) => getCommandsAfter(stream, past, event).map((next) => next.stream))
  expect(told).toEqual(numbers.slice(0, 300).map((number) => [`sale-${getId(number)}`]))
  expect(
    past.filter(({ type }) => type !== 'CashReceived').flatMap((event) => getCommandsAfter(stream, past, event)),
  ).toEqual([])
})
