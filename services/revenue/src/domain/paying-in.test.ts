import { fold, type Recorded } from '@tuma/platform/domain'
import { toSpecification } from '@tuma/platform/testing'
import { describe, expect, test } from 'vitest'
import { getCommandsAfter } from './commands-after.ts'
import { cashIn, type DrawerCommand, type DrawerEvent, drawer, drawerBalances, drawerStream } from './drawer.ts'
import { handOversView } from './drawer-views.ts'
import { sale } from './sale.ts'
import { type TillCommand, type TillEvent, till, tillStream } from './till.ts'
import { payInsOf, tillBalances } from './till-standing.ts'

const { given } = toSpecification(drawer)
const at = '2026-11-24T09:00:00.000Z'
const later = '2026-11-24T17:00:00.000Z'

const stood = (deliveryId: string, cents: number, time = at): DrawerEvent => ({
  type: 'CashStood',
  data: { agentId: 'otieno', deliveryId, cents, awaiting: false, asOf: 1, at: time },
})
const part = (deliveryId: string, cents: number) => ({ deliveryId, cents })
const pay = (paid: number, asOf = 1, paymentId = 'p1'): DrawerCommand => ({
  ...{ type: 'PayIn', agentId: 'otieno', paymentId, paid, asOf, at: later },
})
const moves = (cents: number) => [
  { account: 'drawers' as const, party: 'otieno', cents: -cents },
  { account: 'unclaimed' as const, party: null, cents },
]
const paidIn = (paid: number, parcels: ReturnType<typeof part>[], asOf = 1, paymentId = 'p1'): DrawerEvent => {
  const cents = parcels.reduce((sum, one) => sum + one.cents, 0)
  const postings = cents === 0 ? [] : moves(cents)
  return {
    type: 'CashPaidIn',
    data: { agentId: 'otieno', paymentId, paid, cents, parcels, asOf, at: later, postings },
  }
}
const reversed = (parcels: (ReturnType<typeof part> & { at: string })[], asOf = 2): DrawerEvent => {
  const cents = parcels.reduce((sum, one) => sum + one.cents, 0)
  const postings = cents === 0 ? [] : moves(-cents)
  return {
    type: 'PayInReversed',
    data: { agentId: 'otieno', paymentId: 'p1', cents, parcels, asOf, at: later, postings },
  }
}
const dated = (deliveryId: string, cents: number, time = at) => ({ deliveryId, cents, at: time })

describe('money at the till takes cash out of its agent’s drawer', () => {
  test('the oldest parcels first', () =>
    given(stood('d2', 300_00, later), stood('d1', 500_00))
      .when(pay(600_00))
      .then(paidIn(600_00, [part('d1', 500_00), part('d2', 100_00)])))
  test('once, however often it is told of', () => {
    given(stood('d1', 500_00), paidIn(500_00, [part('d1', 500_00)]), stood('d2', 500_00))
      .when(pay(500_00, 7))
      .then()
    given(stood('d1', 500_00), paidIn(200_00, [part('d1', 200_00)], 3))
      .when(pay(500_00, 2))
      .then()
  })
  test('at most what is in it: what is above stays not claimed', () => {
    given(stood('d1', 500_00))
      .when(pay(800_00))
      .then(paidIn(800_00, [part('d1', 500_00)]))
    given().when(pay(800_00)).then(paidIn(800_00, []))
  })
  test('and of two payments at once, the second finds what the first has left', () =>
    given(stood('d1', 500_00), paidIn(400_00, [part('d1', 400_00)]))
      .when(pay(400_00, 1, 'p2'))
      .then(paidIn(400_00, [part('d1', 100_00)], 1, 'p2')))
  test('and ends an offer of more than is left', () =>
    given(stood('d1', 500_00), {
      type: 'CashOffered',
      data: { agentId: 'otieno', offerId: 'o1', to: 'amina', cents: 500_00, at },
    })
      .when(pay(100_00))
      .then(paidIn(100_00, [part('d1', 100_00)]), {
        type: 'CashOfferEnded',
        data: { agentId: 'otieno', offerId: 'o1', why: 'gone', at: later },
      }))
})

describe('money that went back puts the cash into the drawer again', () => {
  const before = [stood('d1', 500_00), paidIn(500_00, [part('d1', 500_00)])]
  test('once, and a late report of the money changes nothing', () => {
    given(...before)
      .when(pay(0, 2))
      .then(reversed([dated('d1', 500_00)]))
    given(...before, reversed([dated('d1', 500_00)]))
      .when(pay(0, 3))
      .then()
    given(...before, reversed([dated('d1', 500_00)]))
      .when(pay(500_00, 1))
      .then()
  })
  test('even where the reversal comes before the money', () => {
    given(stood('d1', 500_00)).when(pay(0, 2)).then(reversed([]))
    given(stood('d1', 500_00), reversed([])).when(pay(500_00, 1)).then()
  })
  test('and where it is worth less than before, by the difference', () =>
    given(...before)
      .when(pay(300_00, 2))
      .then(reversed([dated('d1', 500_00)]), paidIn(300_00, [part('d1', 300_00)], 2)))
  test('also after the drawer was handed over in between', () => {
    const handed: DrawerEvent = {
      type: 'CashHandedOver',
      data: {
        ...{ agentId: 'otieno', handOverId: 'h1', declared: 200_00, cents: 200_00, parcels: [part('d2', 200_00)] },
        ...{ byOffice: false, at: later, postings: [] },
      },
    }
    const state = fold(drawer, [...before, stood('d2', 200_00), handed, reversed([dated('d1', 500_00)])] as never)
    expect(cashIn(state)).toEqual([part('d1', 500_00)])
    expect(drawerBalances(state).get('unclaimed')).toBeUndefined()
  })
})

const record = <Event extends DrawerEvent>(events: readonly Event[], who = 'otieno'): Recorded<Event>[] =>
  events.map((event, revision) => ({
    ...{ ...event, id: `${who} ${revision}`, stream: drawerStream(who), revision, position: revision + 1 },
    metadata: { at: later, commandId: '', correlationId: '', causationId: '', actor: null },
  })) as never
const commandsAfterLast = (events: readonly Recorded<DrawerEvent>[]) =>
  getCommandsAfter(drawerStream('otieno'), events as never, events.at(-1) as Recorded<DrawerEvent>)

describe('what was paid in', () => {
  const sender = { of: 'sale', stream: 'sale-d1' }
  test('has arrived, and has not once its money went back', () => {
    const events = [stood('d1', 500_00), paidIn(500_00, [part('d1', 500_00)])]
    expect(commandsAfterLast(record(events))).toEqual([{ ...sender, command: { type: 'ArriveCash', at: later } }])
    expect(commandsAfterLast(record([...events, reversed([dated('d1', 500_00)])]))).toEqual([
      { ...sender, command: { type: 'TakeBackArrival', at: later } },
    ])
  })
  test('for a colleague goes back to the first drawer, both ways', () => {
    const over: DrawerEvent = {
      type: 'CashTakenOver',
      data: {
        ...{ agentId: 'otieno', offerId: 'o1', from: 'amina', cents: 500_00, parcels: [dated('d1', 500_00)], at },
        postings: [],
      },
    }
    const events = [over, paidIn(500_00, [part('d1', 500_00)])]
    const aminas = { of: 'drawer', stream: 'drawer-amina' }
    const about = { agentId: 'amina', parcels: [part('d1', 500_00)], at: later }
    expect(commandsAfterLast(record(events))).toEqual([
      { ...aminas, command: { type: 'ReceivePassed', ...about, receiptId: 'otieno 1' } },
    ])
    expect(commandsAfterLast(record([...events, reversed([dated('d1', 500_00)])]))).toEqual([
      { ...aminas, command: { type: 'TakeBackPassed', ...about, receiptId: 'otieno 2' } },
    ])
    const hers = [
      { ...stood('d1', 500_00), data: { ...stood('d1', 500_00).data, agentId: 'amina' } },
      { type: 'PassedCashReceived', data: { ...about, receiptId: 'otieno 1' } },
      { type: 'PassedReceiptTakenBack', data: { ...about, receiptId: 'otieno 2' } },
    ] as DrawerEvent[]
    const after = fold(drawer, record(hers, 'amina'))
    expect(after.parcels.get('d1')?.received).toBe(0)
    expect(drawer.decide({ type: 'TakeBackPassed', ...about, receiptId: 'otieno 2' }, after)).toEqual([])
  })
  test('is owed to its sender only while it has arrived', () => {
    const { decide, evolve, initialState } = sale
    const arrived = decide({ type: 'ArriveCash', at }, initialState).reduce(evolve, initialState)
    const back = decide({ type: 'TakeBackArrival', at: later }, arrived)
    expect(back).toEqual([{ type: 'CashArrivalTakenBack', data: { at: later } }])
    expect(decide({ type: 'TakeBackArrival', at: later }, back.reduce(evolve, arrived))).toEqual([])
  })
  test('is in the list of hand-overs with its way', () => {
    const row = (events: DrawerEvent[]) =>
      record(events).reduce<ReturnType<typeof handOversView.project>>(
        (before, event) =>
          handOversView.getIds(event).length > 0 ? handOversView.project(before, event, 'p1') : before,
        null,
      )
    const events = [stood('d1', 500_00), paidIn(800_00, [part('d1', 500_00)])]
    const came = { handOverId: 'p1', way: 'mpesa', declared: 800_00, cents: 500_00, counted: 500_00, receivedAt: later }
    expect(row(events)).toMatchObject({ ...came, state: 'received', reversedAt: null })
    expect(row([...events, reversed([dated('d1', 500_00)])])).toMatchObject({
      ...{ ...came, state: 'reversed', reversedAt: later },
    })
  })
})

const seen: TillCommand = { type: 'MoneySeen', by: 'prompt', cents: 500_00, claimed: false, valueAt: at, at }
const confirmed: TillCommand = { type: 'MoneyConfirmed', cents: 500_00, valueAt: at, at }
const claimed = (drawerId: string | null, time = at): TillCommand => ({
  ...{ type: 'MoneyClaimed', claimed: false, at: time },
  ...(drawerId === null ? {} : { payIn: { drawer: drawerId } }),
})
const after = (...commands: TillCommand[]) => {
  const events: TillEvent[] = []
  for (const command of commands) events.push(...till.decide(command, events.reduce(till.evolve, till.initialState)))
  return events
}
const stateAfter = (...commands: TillCommand[]) => after(...commands).reduce(till.evolve, till.initialState)

describe('a payment that is an agent’s cash', () => {
  test('is not claimed, and pays in once it is proven, in whatever order its reports come', () => {
    const unproven = stateAfter({ ...seen, by: 'unchecked' } as TillCommand, claimed('otieno'))
    expect(payInsOf(unproven)).toEqual([])
    for (const order of [
      [seen, claimed('otieno'), confirmed],
      [claimed('otieno'), confirmed, seen],
    ]) {
      const state = stateAfter(...order)
      expect(payInsOf(state)).toEqual([{ drawer: 'otieno', paid: 500_00 }])
      expect([...tillBalances(state).keys()]).toEqual(['till', 'unclaimed'])
    }
  })
  test('pays nothing in after it was reversed or released, and less after a refund', () => {
    const proven = [seen, claimed('otieno'), confirmed]
    expect(payInsOf(stateAfter(...proven, { type: 'MoneyReversed', valueAt: later, at: later }))).toEqual([
      { drawer: 'otieno', paid: 0 },
    ])
    expect(payInsOf(stateAfter(...proven, claimed(null, later)))).toEqual([{ drawer: 'otieno', paid: 0 }])
    expect(payInsOf(stateAfter(...proven, claimed('amina', later)))).toEqual([
      { drawer: 'otieno', paid: 0 },
      { drawer: 'amina', paid: 500_00 },
    ])
    const refund: TillCommand = { type: 'MoneyRefunded', refundId: 'r1', deliveryId: null, cents: 100_00, at: later }
    expect(payInsOf(stateAfter(...proven, refund))).toEqual([{ drawer: 'otieno', paid: 400_00 }])
  })
  test('waits while it is doubted', () =>
    expect(payInsOf(stateAfter(seen, claimed('otieno'), confirmed, { type: 'MoneyDoubted', at }))).toEqual([]))
  test('tells its drawer after each of its reports', () => {
    const events = after(seen, claimed('otieno'), confirmed).map((event, revision) => ({
      ...{ ...event, id: `e${revision}`, stream: tillStream('p1'), revision, position: revision },
      metadata: { at: later },
    })) as never as Recorded<TillEvent>[]
    const command = { type: 'PayIn', agentId: 'otieno', paymentId: 'p1', paid: 500_00, asOf: 2, at: later }
    for (const event of events)
      expect(getCommandsAfter(tillStream('p1'), events, event)).toEqual([
        { of: 'drawer', stream: 'drawer-otieno', command },
      ])
  })
})
