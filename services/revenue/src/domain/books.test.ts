import type { BookAccount, TakenHow } from '@tuma/contracts/vocabulary'
import type { Decider, DomainEvent, Recorded } from '@tuma/platform/domain'
import { fold, runCheck } from '@tuma/platform/domain'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { auditChecks } from './audit-checks.ts'
import { type BookEvent, balancesView } from './books-views.ts'
import { getCommandsAfter, type NextCommand, triggerTypes } from './commands-after.ts'
import { cashIn, type DrawerEvent, drawer, drawerBalances, drawerStream } from './drawer.ts'
import { type DrawerRow, drawersView } from './drawer-views.ts'
import { type Balances, balancesFrom, getKey, type Posting } from './journal.ts'
import { owed, owedBalances, owedStream, readyIn } from './owed.ts'
import { sale, saleStream } from './sale.ts'
import { saleBalances } from './sale-outcome.ts'
import { till, tillStream } from './till.ts'
import { tillBalances } from './till-standing.ts'

/** All streams of the books in memory, with all reactions from one stream to another. */
const openBooks = () => {
  const streams = new Map<string, Recorded<BookEvent>[]>()
  let position = 0
  const past = (stream: string) => streams.get(stream) ?? []

  const record = ({ of, stream, command }: NextCommand): void => {
    const before = past(stream)
    const decider = { sale, till, drawer, owed }[of] as unknown as Decider<unknown, unknown, BookEvent & DomainEvent>
    const events = decider.decide(command, fold(decider, before))
    const added = events.map((event, index) => {
      const revision = before.length + index
      const metadata = { at: '', commandId: '', correlationId: '', causationId: '', actor: null }
      return { ...event, id: `${stream} ${revision}`, stream, revision, position: ++position, metadata }
    }) as Recorded<BookEvent>[]
    streams.set(stream, [...before, ...added])
    for (const event of added.filter(({ type }) => triggerTypes.includes(type)))
      for (const next of getCommandsAfter(stream, past(stream), event)) record(next)
  }
  const postings = () => [...streams.values()].flat().flatMap(getPostings)
  return { record, past, postings, streams }
}
type Books = ReturnType<typeof openBooks>

const getPostings = ({ data }: BookEvent): readonly Posting[] => ('postings' in data ? data.postings : [])

const byAccount = (balances: Balances): Partial<Record<BookAccount, number>> => {
  const sums: Partial<Record<BookAccount, number>> = {}
  for (const { account, cents } of balances.values()) sums[account] = (sums[account] ?? 0) + cents
  return Object.fromEntries(Object.entries(sums).filter(([, cents]) => cents !== 0))
}

const minute = (at: number): string => new Date(Date.parse('2026-11-23T06:00:00.000Z') + at * 60_000).toISOString()
const agents = ['otieno', 'wanjiku']
const senders = ['account:kamau', 'phone:1f']

/** One parcel of a generated day, with its own payment. */
type Parcel = {
  readonly id: string
  readonly fee: number
  readonly product: number
  /** `ahead`: by M-Pesa at the request; `counter`: in cash, to the agent who took it in. */
  readonly how: TakenHow | 'ahead' | 'counter'
  readonly agentId: string
  readonly owedTo: string
  readonly money: {
    readonly shown: boolean
    readonly extra: number
    readonly confirmed: boolean
    readonly reversed: boolean
  }
  readonly freed: boolean
  /** The parcel goes back to its sender. */
  readonly back: boolean
  readonly refund: boolean
  /** At the counter. */
  readonly cancelled: boolean
}

const parcels = fc
  .array(
    fc.record({
      fee: fc.integer({ min: 1, max: 500 }),
      product: fc.integer({ min: 1, max: 5000 }),
      how: fc.constantFrom<Parcel['how']>('ahead', 'counter', 'cash', 'prompt', 'till', 'unexplained'),
      agentId: fc.constantFrom(...agents),
      owedTo: fc.constantFrom(...senders),
      money: fc.record({
        shown: fc.constant(true),
        extra: fc.integer({ min: -50_00, max: 500_00 }),
        confirmed: fc.boolean(),
        reversed: fc.boolean(),
      }),
      freed: fc.boolean(),
      back: fc.boolean(),
      refund: fc.boolean(),
      cancelled: fc.boolean(),
    }),
    { minLength: 1, maxLength: 7 },
  )
  .map((all) => all.map((parcel, index): Parcel => ({ ...parcel, id: `d${index}` })))

const isBeforehand = ({ how }: Parcel) => how === 'ahead' || how === 'counter'
const getDue = (parcel: Parcel): number => 100 * (isBeforehand(parcel) ? parcel.fee : parcel.fee + parcel.product)
const getPaid = (parcel: Parcel): number => Math.max(getDue(parcel) + parcel.money.extra, 1)
const isMpesa = ({ how }: Parcel) => how === 'ahead' || how === 'prompt' || how === 'till'

const turnedBack = (id: string): NextCommand => ({
  ...{ of: 'sale', stream: saleStream(id) },
  command: { type: 'TurnBack', at: minute(20) },
})

/** Its cash, and how it ended. */
const atCounter = ({ id, agentId, fee, owedTo, cancelled, back }: Parcel): NextCommand[] => {
  const ofParcel = { of: 'sale', stream: saleStream(id) } as const
  const cash = { how: 'cash', said: true, agentId, feeCents: 100 * fee, productCents: 0, paymentIds: [] } as const
  const taken = { type: 'TakeSale', ...cash, owedTo, beforehand: true, at: minute(2) } as const
  const cancel = { type: 'CancelSale', agentId, cashBack: 100 * fee, at: minute(15) } as const
  const ended = cancelled ? [{ ...ofParcel, command: cancel }] : back ? [turnedBack(id)] : []
  return [{ ...ofParcel, command: taken }, ...ended]
}

/** The events that other services publish about it. */
const getMessages = (parcel: Parcel): NextCommand[] => {
  const { id, fee, product, how, agentId, owedTo, money, freed, refund } = parcel
  const [ofSale, ofTill] = [saleStream(id), tillStream(`p-${id}`)]
  const sold = (command: Extract<NextCommand, { of: 'sale' }>['command']): NextCommand => ({
    of: 'sale',
    stream: ofSale,
    command,
  })
  const told = (command: Extract<NextCommand, { of: 'till' }>['command']): NextCommand => ({
    of: 'till',
    stream: ofTill,
    command,
  })
  const told2: NextCommand[] = []
  if (isMpesa(parcel)) {
    const cents = getPaid(parcel)
    told2.push(told({ type: 'MoneySeen', by: 'message', cents, claimed: true, valueAt: minute(1), at: minute(1) }))
    if (money.confirmed) told2.push(told({ type: 'MoneyConfirmed', cents, valueAt: minute(9), at: minute(9) }))
    if (money.reversed) told2.push(told({ type: 'MoneyReversed', valueAt: minute(11), at: minute(11) }))
    if (refund && money.confirmed && !money.reversed && money.extra > 0)
      told2.push(told({ type: 'MoneyRefunded', refundId: 'r', deliveryId: null, cents: money.extra, at: minute(12) }))
  }
  const day = '2026-11-23'
  const sales = [
    sold({ type: 'CountDelivery', deliveryType: 'doorstep', day, shop: null, at: minute(2) }),
    sold({ type: 'TakeFee', deliveryType: 'doorstep', fee, day, at: minute(2) }),
  ]
  if (how === 'ahead') {
    const due = 100 * fee
    told2.push(told({ type: 'MoneySpent', deliveryId: id, due, agentId: null, at: minute(2) }))
    if (!freed) return [...told2, ...sales]
    const gone = told({ type: 'MoneyFreed', deliveryId: id, withdrawn: false, at: minute(5) })
    return [...told2, ...sales, sold({ type: 'DeleteSale', freed: true, at: minute(5) }), gone]
  }
  if (how === 'counter') return [...sales, ...atCounter(parcel)]
  const taking = {
    ...{ how, said: true, agentId: how === 'unexplained' ? null : agentId, feeCents: 100 * fee },
    ...{ productCents: 100 * product, paymentIds: isMpesa(parcel) ? [`p-${id}`] : [], owedTo },
  }
  const taken = sold({ type: 'TakeSale', ...taking, at: minute(8) })
  return [...told2, ...sales, taken, ...(parcel.back ? [turnedBack(id)] : [])]
}

type Sums = Partial<Record<BookAccount, number>>
const added = (sums: Sums, more: Sums): Sums => {
  const accounts = Object.keys({ ...sums, ...more }) as BookAccount[]
  return Object.fromEntries(accounts.map((account) => [account, (sums[account] ?? 0) + (more[account] ?? 0)]))
}

/**
 * A second calculation of the accounts, directly from the parcels. It uses no streams, events or entries of the code
 * under test.
 */
const secondly = (all: readonly Parcel[]): Sums => {
  const sold = all.filter((parcel) => !isCancelled(parcel))
  const sums = sold.reduce<Sums>((before, parcel) => added(added(before, whoseIs(parcel)), whereIs(parcel)), {})
  return Object.fromEntries(Object.entries(sums).filter(([, cents]) => cents !== 0))
}

const isCancelled = ({ how, cancelled }: Parcel) => how === 'counter' && cancelled
const isEarned = ({ how, freed }: Parcel) => how !== 'ahead' || !freed

/** What was taken at the hand-over of a parcel that goes back belongs to its payer alone. */
const isGivenBack = (parcel: Parcel) => parcel.back && !isBeforehand(parcel)

const whoseIs = (parcel: Parcel): Sums => ({
  ...(isEarned(parcel) && !isGivenBack(parcel) ? { fees_earned: -100 * parcel.fee } : {}),
  ...(isBeforehand(parcel) || isGivenBack(parcel) ? {} : { owed_to_senders: -100 * parcel.product }),
})

/** No agent answers for a receipt of a parcel that goes back. */
const awaitedIn = (parcel: Parcel): Sums => (isGivenBack(parcel) ? {} : { drawers: getDue(parcel) })

const whereIs = (parcel: Parcel): Sums => {
  const { how, money } = parcel
  const due = getDue(parcel)
  const owed = isGivenBack(parcel) ? { refunds_owed: -due } : {}
  if (how === 'cash' || how === 'counter') return { drawers: due, ...owed }
  if (how === 'unexplained') return { to_explain: due, ...owed }
  if (how === 'till' && !money.confirmed && !money.reversed) return awaitedIn(parcel)
  const refund = parcel.refund && money.confirmed && !money.reversed ? Math.max(money.extra, 0) : 0
  const cents = money.reversed ? 0 : getPaid(parcel)
  const left = cents - refund - (isEarned(parcel) && !isGivenBack(parcel) ? due : 0)
  const of = isEarned(parcel) ? (left > 0 ? 'refunds_owed' : 'owed_by_senders') : 'prepaid'
  return added({ [money.confirmed ? 'till' : 'shown']: cents }, added({ till: -refund }, { [of]: -left }))
}

const shuffled = (messages: readonly NextCommand[], order: readonly number[]): NextCommand[] =>
  messages
    .map((message, index) => ({ message, at: order[index % order.length] ?? 0, index }))
    .sort((one, other) => one.at - other.at || one.index - other.index)
    .map(({ message }) => message)

const arrivals = fc.tuple(
  parcels,
  fc.array(fc.nat(1000), { minLength: 5, maxLength: 40 }),
  fc.array(fc.nat(60), { maxLength: 12 }),
)

const told = (all: readonly Parcel[], order: readonly number[], again: readonly number[]) => {
  const messages = all.flatMap(getMessages)
  const repeats = again.flatMap((index) => messages[index % messages.length] ?? [])
  return shuffled([...messages, ...repeats], order)
}

test('in any order, repeated or late, the books match what happened, and every journal sums to zero', () => {
  fc.assert(
    fc.property(arrivals, ([all, order, again]) => {
      const books = openBooks()
      for (const message of told(all, order, again)) books.record(message)
      for (const events of books.streams.values())
        for (const event of events) expect(getPostings(event).reduce((sum, { cents }) => sum + cents, 0)).toBe(0)
      expect(byAccount(balancesFrom(books.postings()))).toEqual(secondly(all))
    }),
    { numRuns: 1500 },
  )
})

/** All events in the order in which they were recorded. */
const inOrder = ({ streams }: Books): Recorded<BookEvent>[] =>
  [...streams.values()].flat().sort((one, other) => one.position - other.position)

const audit = (events: readonly Recorded<BookEvent>[]) =>
  auditChecks.flatMap((check) => runCheck(check, events, minute(60)).map((one) => ({ kind: check.name, ...one })))

test('the daily audit finds nothing in the books, whatever was handed over, received and paid out', () => {
  fc.assert(
    fc.property(arrivals, presses, ([all, order, again], pressed) => {
      const books = openBooks()
      for (const message of told(all, order, again)) books.record(message)
      const desk = openDesk(books)
      for (const one of pressed) desk.press(one)
      expect(audit(inOrder(books))).toEqual([])
    }),
    { numRuns: 200 },
  )
})

describe('the daily audit finds', () => {
  const cash: Parcel = {
    ...{ id: 'd0', fee: 250, product: 1000, how: 'cash', agentId: 'otieno', owedTo: 'phone:1f' },
    money: { shown: true, extra: 0, confirmed: false, reversed: false },
    ...{ freed: false, back: false, refund: false, cancelled: false },
  }
  /** A parcel's cash was taken and handed over. @param fault changes an event */
  const withFault = (type: BookEvent['type'], fault: (event: Recorded<BookEvent>) => Recorded<BookEvent>) => {
    const books = openBooks()
    for (const message of getMessages(cash)) books.record(message)
    openDesk(books).press({ press: 'hand over', agentId: 'otieno', declared: 1250_00, rest: 'stays' })
    const events = inOrder(books)
    expect(events.some((event) => event.type === type)).toBe(true)
    return audit(events.map((event) => (event.type === type ? fault(event) : event)))
  }
  const withPostings = (event: Recorded<BookEvent>, change: (posting: Posting, line: number) => Posting) =>
    ({ ...event, data: { ...event.data, postings: getPostings(event).map(change) } }) as Recorded<BookEvent>

  test('an entry that makes money, and that the accounts have it', () => {
    const found = withFault('FeeBooked', (event) =>
      withPostings(event, (posting, line) => (line === 0 ? { ...posting, cents: posting.cents + 1 } : posting)),
    )
    expect(found).toEqual([
      { kind: 'entry_unbalanced', about: 'sale-d0 2 2026-11-23', expected: '0', found: '1' },
      { kind: 'accounts_unbalanced', about: 'all accounts', expected: expect.any(String), found: expect.any(String) },
    ])
    expect(Number(found[1]?.found) - Number(found[1]?.expected)).toBe(1)
  })

  test('an entry whose days do not balance', () => {
    const found = withFault('FeeBooked', (event) =>
      withPostings(event, (posting, line) =>
        line === 0 ? { ...posting, valueAt: '2026-11-30T06:00:00.000Z' } : posting,
      ),
    )
    expect(found.map(({ kind, about }) => `${kind} ${about}`)).toEqual([
      'entry_unbalanced sale-d0 2 2026-11-30',
      'entry_unbalanced sale-d0 2 2026-11-23',
    ])
  })

  test('cash that was handed over and is not in the books', () => {
    const found = withFault('CashHandedOver', (event) => withPostings(event, (posting) => ({ ...posting, cents: 0 })))
    expect(found).toEqual([{ kind: 'in_transit_differs', about: 'otieno', expected: '125000', found: '0' }])
  })
})

test('a stream’s postings sum to its state, and a rebuild equals the live books', () => {
  fc.assert(
    fc.property(arrivals, ([all, order, again]) => {
      const books = openBooks()
      for (const message of told(all, order, again)) books.record(message)
      const rows = new Map<string, ReturnType<typeof balancesView.project>>()
      for (const [stream, events] of books.streams) {
        expect(balancesFrom(events.flatMap(getPostings))).toEqual(standsFor(stream, events))
        for (const event of events)
          for (const id of balancesView.getIds(event))
            rows.set(id, balancesView.project(rows.get(id) ?? null, event, id))
      }
      for (const posting of balancesFrom(books.postings()).values())
        expect(rows.get(getKey(posting))?.cents).toBe(sumOfAll(books.postings(), getKey(posting)))
    }),
    { numRuns: 100 },
  )
})

const sumOfAll = (postings: readonly Posting[], key: string): number =>
  postings
    .filter((posting) => posting.account === key || getKey(posting) === key)
    .reduce((sum, { cents }) => sum + cents, 0)

const standsFor = (stream: string, events: readonly Recorded<BookEvent>[]): Balances => {
  if (stream.startsWith(saleStream(''))) return saleBalances(fold(sale, events as never))
  if (stream.startsWith(tillStream(''))) return tillBalances(fold(till, events as never))
  if (stream.startsWith(drawerStream(''))) return drawerBalances(fold(drawer, events as never))
  return owedBalances(fold(owed, events as never))
}

type Press =
  | {
      readonly press: 'hand over'
      readonly agentId: string
      readonly declared: number
      readonly rest: 'stays' | 'missing'
    }
  | { readonly press: 'receive'; readonly off: number }
  | { readonly press: 'pay out'; readonly owedTo: string }

const presses = fc.array(
  fc.oneof(
    fc.record({
      press: fc.constant('hand over' as const),
      agentId: fc.constantFrom(...agents),
      declared: fc.integer({ min: 0, max: 6000_00 }),
      rest: fc.constantFrom('stays' as const, 'missing' as const),
    }),
    fc.record({ press: fc.constant('receive' as const), off: fc.constantFrom(0, -50_00, 20_00) }),
    fc.record({ press: fc.constant('pay out' as const), owedTo: fc.constantFrom(...senders) }),
  ),
  { maxLength: 25 },
)

const countCash = (books: Books, agentId: string): number =>
  cashIn(fold(drawer, books.past(drawerStream(agentId)) as never)).reduce((sum, { cents }) => sum + cents, 0)

/** What the row of the drawer says. */
const readRow = (books: Books, agentId: string): number =>
  (books.past(drawerStream(agentId)) as Recorded<DrawerEvent>[]).reduce<DrawerRow | null>(
    (row, event) => drawersView.getIds(event).reduce((before, id) => drawersView.project(before, event, id), row),
    null,
  )?.cents ?? 0

/** The commands of the office and the agents, summed independently of the books. */
const openDesk = (books: Books) => {
  const waiting: { readonly agentId: string; readonly handOverId: string; readonly cents: number }[] = []
  const sums = { handed: 0, received: 0, counted: 0, paidOut: 0 }
  let ids = 0
  const at = minute(30)
  const press = (one: Press): void => {
    switch (one.press) {
      case 'hand over': {
        const { press: _, agentId, declared, rest } = one
        const stream = drawerStream(agentId)
        if (countCash(books, agentId) <= 0 || (declared === 0 && rest === 'stays')) return
        const handOverId = `h${++ids}`
        books.record({
          of: 'drawer',
          stream,
          command: { type: 'HandOverCash', agentId, handOverId, declared, rest, at },
        })
        const { cents } = fold(drawer, books.past(stream) as never).handOvers.get(handOverId) ?? { cents: 0 }
        waiting.push({ agentId, handOverId, cents })
        sums.handed += cents
        return
      }
      case 'receive': {
        const handOver = waiting.shift()
        if (!handOver) return
        const { agentId, handOverId, cents } = handOver
        const counted = Math.max(cents + one.off, 0)
        const note = { personId: agentId, reason: 'counted twice' }
        const command = { type: 'ReceiveCash' as const, agentId, handOverId, counted, note, at }
        books.record({ of: 'drawer', stream: drawerStream(agentId), command })
        sums.received += cents
        sums.counted += counted
        return
      }
      case 'pay out': {
        const { owedTo } = one
        const stream = owedStream(owedTo)
        const ready = readyIn(fold(owed, books.past(stream) as never)).reduce((sum, { cents }) => sum + cents, 0)
        if (ready === 0) return
        const payout = { payoutId: `o${++ids}`, cents: ready, reference: 'UKN4T7X9QZ', valueAt: at, at }
        books.record({ of: 'owed', stream, command: { type: 'PayOut', owedTo, payee: null, ...payout } })
        sums.paidOut += ready
      }
    }
  }
  return { press, sums, waiting }
}

test('whatever commands come between the events, only cash that was given back takes drawers below zero, debts never are, and all sums agree', () => {
  const seen = { paidOut: false, short: false, below: false }
  fc.assert(
    fc.property(arrivals, presses, fc.array(fc.nat(40), { maxLength: 25 }), ([all, order, again], pressed, when) => {
      const books = openBooks()
      const { press, sums } = openDesk(books)
      const messages = told(all, order, again)
      messages.forEach((message, index) => {
        books.record(message)
        pressed.filter((_, at) => (when[at] ?? messages.length) === index).forEach(press)
        for (const { account, party, cents } of balancesFrom(books.postings()).values()) {
          const givenBack = all.filter((parcel) => isCancelled(parcel) && parcel.agentId === party)
          const least = -givenBack.reduce((sum, parcel) => sum + getDue(parcel), 0)
          if (account === 'drawers') expect(cents, `drawer of ${party}`).toBeGreaterThanOrEqual(least)
          seen.below ||= account === 'drawers' && cents < 0
          // A sender who was paid for a parcel before it was sent back owes that sum.
          if (account === 'owed_to_senders' && !all.some(({ back }) => back))
            expect(cents, `owed to ${party}`).toBeLessThanOrEqual(0)
        }
      })
      pressed.filter((_, at) => (when[at] ?? messages.length) >= messages.length).forEach(press)
      const first = secondly(all)
      const expected = {
        ...first,
        drawers: (first.drawers ?? 0) - sums.handed,
        in_transit: sums.handed - sums.received,
        bank: sums.counted - sums.paidOut,
        shortages: sums.received - sums.counted,
        owed_to_senders: (first.owed_to_senders ?? 0) + sums.paidOut,
      }
      expect(byAccount(balancesFrom(books.postings()))).toEqual(
        Object.fromEntries(Object.entries(expected).filter(([, cents]) => cents !== 0)),
      )
      for (const agentId of agents.filter(
        (id) => !all.some((parcel) => parcel.how === 'till' && parcel.agentId === id),
      ))
        expect(balancesFrom(books.postings()).get(`drawers ${agentId}`)?.cents ?? 0).toBe(countCash(books, agentId))
      for (const agentId of agents) expect(readRow(books, agentId)).toBe(countCash(books, agentId))
      seen.paidOut ||= sums.paidOut > 0
      seen.short ||= sums.received !== sums.counted
    }),
    { numRuns: 1500 },
  )
  expect(seen).toEqual({ paidOut: true, short: true, below: true })
})

test('only safe money is paid out: confirmed by M-Pesa and not reversed, or cash that an admin counted', () => {
  fc.assert(
    fc.property(arrivals, presses, ([all, order, again], pressed) => {
      const books = openBooks()
      const { press } = openDesk(books)
      for (const message of told(all, order, again)) books.record(message)
      pressed.forEach(press)
      for (const { id, how, money, owedTo } of all) {
        const parcel = fold(owed, books.past(owedStream(owedTo)) as never).parcels.get(id)
        if (!parcel?.paid) continue
        if (how === 'cash') expect(fold(sale, books.past(saleStream(id)) as never).arrived).toBe(true)
        else expect({ how, ...money }).toMatchObject({ confirmed: true, reversed: false })
      }
    }),
    { numRuns: 150 },
  )
})

test('a second payment that tops up the first pays for it, and is spent on nothing else', () => {
  const books = openBooks()
  const tell = (id: string, command: Extract<NextCommand, { of: 'till' }>['command']) =>
    books.record({ of: 'till', stream: tillStream(id), command })
  tell('one', { type: 'MoneySeen', by: 'message', cents: 300_00, claimed: true, valueAt: minute(1), at: minute(1) })
  tell('two', { type: 'MoneySeen', by: 'message', cents: 80_00, claimed: true, valueAt: minute(2), at: minute(2) })
  tell('two', { type: 'MoneyPoured', into: 'one', cents: 80_00, at: minute(3) })
  tell('one', { type: 'MoneyToppedUp', by: 'two', cents: 80_00, at: minute(3) })
  tell('one', { type: 'MoneySpent', deliveryId: 'd1', due: 350_00, agentId: null, at: minute(4) })
  const command = { type: 'TakeFee', deliveryType: 'doorstep', fee: 350, day: '2026-11-23', at: minute(4) } as const
  books.record({ of: 'sale', stream: saleStream('d1'), command })
  const sums = { shown: 380_00, fees_earned: -350_00, refunds_owed: -30_00 }
  expect(byAccount(balancesFrom(books.postings()))).toEqual(sums)
  tell('two', { type: 'MoneyReversed', valueAt: minute(5), at: minute(5) })
  expect(byAccount(balancesFrom(books.postings()))).toEqual({ ...sums, shown: 300_00, owed_by_senders: 80_00 })
})

test('a till movement that is no payment has its own account on the other side', () => {
  const books = openBooks()
  const rows = [
    { rowId: 'a', kind: 'opening' as const, cents: 1000_00 },
    { rowId: 'b', kind: 'charge' as const, cents: -13_75 },
    { rowId: 'c', kind: 'settled' as const, cents: -900_00 },
    { rowId: 'd', kind: 'not_ours' as const, cents: 5_00 },
  ]
  for (const row of [...rows, ...rows])
    books.record({
      of: 'till',
      stream: tillStream(row.rowId),
      command: { type: 'TillMoved', ...row, valueAt: minute(1), at: minute(1) },
    })
  expect(byAccount(balancesFrom(books.postings()))).toEqual({
    ...{ till: 91_25, opening: -1000_00, charges: 13_75, bank: 900_00, not_ours: -5_00 },
  })
})

test('cash of a parcel that goes back is owed to its payer, until it was paid back or turns out never to have been taken', () => {
  const turnedBack = () => {
    const books = openBooks()
    const tell = (command: Extract<NextCommand, { of: 'sale' }>['command']) =>
      books.record({ of: 'sale', stream: saleStream('d1'), command })
    const taking = { how: 'cash' as const, said: true, agentId: 'otieno', feeCents: 350_00, productCents: 1000_00 }
    tell({ type: 'TakeFee', deliveryType: 'parcelDukani', fee: 350, day: '2026-11-23', at: minute(1) })
    tell({ type: 'TakeSale', ...taking, paymentIds: [], owedTo: 'account:kamau', at: minute(1) })
    tell({ type: 'TurnBack', at: minute(2) })
    tell({ type: 'TurnBack', at: minute(3) })
    return { books, tell, sums: () => byAccount(balancesFrom(books.postings())) }
  }
  const note = { personId: 'd1', reason: 'so' }
  const paid = turnedBack()
  expect(paid.sums()).toEqual({ drawers: 1350_00, refunds_owed: -1350_00 })
  expect(readyIn(fold(owed, paid.books.past(owedStream('account:kamau')) as never))).toEqual([])
  paid.tell({ type: 'GiveBack', as: 'paid_back', note, at: minute(4) })
  expect(paid.sums()).toEqual({ drawers: 1350_00, bank: -1350_00 })
  expect(() => paid.tell({ type: 'GiveBack', as: 'paid_back', note, at: minute(5) })).toThrow(
    expect.objectContaining({ code: 'stale' }),
  )
  const never = turnedBack()
  never.tell({ type: 'GiveBack', as: 'never_taken', note, at: minute(4) })
  // What is missing in the drawer becomes a shortage when the cash is counted, and then nothing is left of it.
  expect(never.sums()).toEqual({ drawers: 1350_00, shortages: -1350_00 })
})

test('nothing is given back for a parcel that goes on, or that M-Pesa has paid for', () => {
  const books = openBooks()
  const tell = (command: Extract<NextCommand, { of: 'sale' }>['command']) =>
    books.record({ of: 'sale', stream: saleStream('d1'), command })
  const give = {
    type: 'GiveBack' as const,
    as: 'paid_back' as const,
    note: { personId: 'd1', reason: 'so' },
    at: minute(4),
  }
  const taking = { said: true, agentId: 'otieno', feeCents: 350_00, productCents: 0, owedTo: 'account:kamau' }
  const refused = expect.objectContaining({ code: 'not_found' })
  expect(() => tell(give)).toThrow(refused)
  tell({ type: 'TakeSale', how: 'prompt', ...taking, paymentIds: ['p1'], at: minute(1) })
  expect(() => tell(give)).toThrow(refused)
  tell({ type: 'TurnBack', at: minute(2) })
  expect(() => tell(give)).toThrow(refused)
})
