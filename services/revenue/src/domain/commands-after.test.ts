import type { Decider, DomainEvent, Recorded } from '@tuma/platform/domain'
import { fold } from '@tuma/platform/domain'
import { describe, expect, test } from 'vitest'
import type { BookEvent } from './books-views.ts'
import { getCommandsAfter } from './commands-after.ts'
import { type DrawerCommand, drawer, drawerStream } from './drawer.ts'
import { type SaleCommand, sale, saleStream } from './sale.ts'
import { type TillCommand, till, tillStream } from './till.ts'

const at = '2026-11-23T06:00:00.000Z'
const recordedAt = '2026-11-23T07:00:00.000Z'
const kamau = 'account:kamau'

/** The events that are in a stream after these commands. */
const getPast = <Command>(
  stream: string,
  decider: Decider<unknown, Command, DomainEvent>,
  ...commands: readonly Command[]
): Recorded<BookEvent>[] => {
  const past: Recorded<BookEvent>[] = []
  for (const command of commands)
    for (const event of decider.decide(command, fold(decider as never, past as never)))
      past.push({
        ...event,
        ...{ id: `${stream} ${past.length}`, stream, revision: past.length, position: past.length + 1 },
        metadata: { at: recordedAt },
      } as unknown as Recorded<BookEvent>)
  return past
}
const ofSale = (...commands: SaleCommand[]) => getPast(saleStream('d1'), sale as never, ...commands)
const ofTill = (...commands: TillCommand[]) => getPast(tillStream('p1'), till as never, ...commands)
const ofDrawer = (...commands: DrawerCommand[]) => getPast(drawerStream('otieno'), drawer as never, ...commands)
const afterLast = (past: readonly Recorded<BookEvent>[]) => {
  const last = past.at(-1) as Recorded<BookEvent>
  return getCommandsAfter(last.stream, past, last)
}

const counted: SaleCommand = {
  type: 'CountDelivery',
  deliveryType: 'doorstep',
  day: '2026-11-23',
  shop: null,
  at: '2026-11-23T06:00:00.000Z',
}
const taken = (how: 'cash' | 'till'): SaleCommand => ({
  ...{ type: 'TakeSale', how, said: true, agentId: 'otieno', feeCents: 350_00, productCents: 1000_00 },
  ...{ paymentIds: how === 'till' ? ['p1'] : [], owedTo: kamau, at },
})

test('an empty stream causes nothing elsewhere', () =>
  expect(getCommandsAfter(saleStream('d1'), [], { id: 'e1' })).toEqual([]))

describe('a sale', () => {
  const owed = { of: 'owed', stream: 'owed-account:kamau' }

  test('that was paid in cash puts it in its agent’s drawer, and owes it to its sender', () => {
    const past = ofSale(counted, taken('cash'))
    const asOf = past.length - 1
    expect(afterLast(past)).toEqual([
      {
        ...{ of: 'drawer', stream: 'drawer-otieno' },
        command: {
          ...{ type: 'StandCash', agentId: 'otieno', deliveryId: 'd1', cents: 1350_00 },
          ...{ awaiting: false, at, asOf },
        },
      },
      {
        ...owed,
        command: {
          ...{
            type: 'OweParcel',
            deliveryId: 'd1',
            owedTo: kamau,
            cents: 1000_00,
            how: 'cash',
            ready: false,
            at,
            asOf,
          },
        },
      },
    ])
    expect(asOf).toBeGreaterThan(0)
  })
  test('whose cash an admin has counted says what its sender can have, and reads no drawer', () => {
    const past = ofSale(counted, taken('cash'), { type: 'ArriveCash', at })
    expect(afterLast(past)).toMatchObject([{ ...owed, command: { ready: true, asOf: past.length - 1 } }])
    // Asked about the taking again, the sale says the same about the drawer.
    const before = past.at(-2) as Recorded<BookEvent>
    expect(getCommandsAfter(before.stream, past, before).map(({ of }) => of)).toEqual(['drawer', 'owed'])
    expect(getCommandsAfter(before.stream, past, { id: 'of another stream' }).map(({ of }) => of)).toEqual([
      'drawer',
      'owed',
    ])
  })
  test('that was paid to the till says on what its payment is spent, by whom and how much', () => {
    expect(afterLast(ofSale(counted, taken('till')))[0]).toEqual({
      ...{ of: 'till', stream: 'till-p1' },
      command: { type: 'MoneySpent', deliveryId: 'd1', due: 1350_00, agentId: 'otieno', at },
    })
  })
  test('that was cancelled takes its cash out of its agent’s drawer', () => {
    const { type, ...cash } = taken('cash')
    const beforehand = { type, ...cash, productCents: 0, beforehand: true } as SaleCommand
    const past = ofSale(counted, beforehand, {
      type: 'CancelSale',
      agentId: 'otieno',
      cashBack: 350_00,
      at: recordedAt,
    })
    const cancelled = past.find((event) => event.type === 'SaleCancelled') as Recorded<BookEvent>
    expect(getCommandsAfter(cancelled.stream, past, cancelled)).toEqual([
      {
        ...{ of: 'drawer', stream: 'drawer-otieno' },
        command: {
          ...{ type: 'StandCash', agentId: 'otieno', deliveryId: 'd1', cents: 0 },
          ...{ awaiting: false, at: recordedAt, asOf: past.length - 1 },
        },
      },
    ])
  })
  test('causes nothing when it was only counted', () => expect(afterLast(ofSale(counted))).toEqual([]))
})

describe('a payment', () => {
  const seen: TillCommand = { type: 'MoneySeen', by: 'message', cents: 1350_00, claimed: true, valueAt: at, at }
  const spent: TillCommand = { type: 'MoneySpent', deliveryId: 'd1', due: 1350_00, agentId: 'otieno', at }
  const proves = (past: Recorded<BookEvent>[], confirmed: boolean, doubted = false) => [
    {
      ...{ of: 'sale', stream: 'sale-d1' },
      command: { type: 'ProvePayment', paymentId: 'p1', confirmed, doubted, asOf: past.length - 1, at: recordedAt },
    },
  ]
  test('that paid for nothing causes nothing', () => expect(afterLast(ofTill(seen))).toEqual([]))
  test('says to what it pays for whether M-Pesa has reported it', () => {
    const awaited = ofTill(seen, spent)
    expect(afterLast(awaited)).toEqual(proves(awaited, false))
    const confirmed = ofTill(seen, spent, { type: 'MoneyConfirmed', cents: 1350_00, valueAt: at, at })
    expect(afterLast(confirmed)).toEqual(proves(confirmed, true))
  })
  test('that was reversed proves nothing', () => {
    const past = ofTill(
      seen,
      spent,
      { type: 'MoneyConfirmed', cents: 1350_00, valueAt: at, at },
      { type: 'MoneyReversed', valueAt: at, at },
    )
    expect(afterLast(past)).toEqual(proves(past, false))
  })
  test('says that it is doubted or cleared, whether it is spent before or afterwards', () => {
    const confirmed: TillCommand = { type: 'MoneyConfirmed', cents: 1350_00, valueAt: at, at }
    const [doubted, cleared]: TillCommand[] = [
      { type: 'MoneyDoubted', at },
      { type: 'MoneyCleared', at },
    ] as const
    for (const past of [ofTill(seen, confirmed, spent, doubted), ofTill(doubted, seen, confirmed, spent)])
      expect(afterLast(past)).toEqual(proves(past, true, true))
    const after = ofTill(seen, confirmed, spent, doubted, cleared)
    expect(afterLast(after)).toEqual(proves(after, true))
  })
})

describe('a drawer', () => {
  const stood = (deliveryId: string): DrawerCommand => ({
    ...{ type: 'StandCash', agentId: 'otieno', deliveryId, cents: 1350_00, awaiting: false, asOf: 1, at },
  })
  const handed = (handOverId: string, declared: number): DrawerCommand => ({
    ...{ type: 'HandOverCash', agentId: 'otieno', handOverId, declared, rest: 'stays', at },
  })
  const received = (handOverId: string, cents: number): DrawerCommand => ({
    ...{ type: 'ReceiveCash', agentId: 'otieno', handOverId, counted: cents, note: null, at },
  })
  const arrived = (deliveryId: string) => ({
    ...{ of: 'sale', stream: `sale-${deliveryId}`, command: { type: 'ArriveCash', at: recordedAt } },
  })

  test('says that all cash of a parcel has arrived, and nothing for a parcel that has more to come', () => {
    const begun = [stood('d1'), stood('d2'), handed('h1', 2000_00), received('h1', 2000_00)]
    expect(afterLast(ofDrawer(...begun))).toEqual([arrived('d1')])
    expect(afterLast(ofDrawer(...begun, handed('h2', 700_00), received('h2', 700_00)))).toEqual([arrived('d2')])
  })
  test('causes nothing while cash is in it or is only handed over', () => {
    expect(afterLast(ofDrawer(stood('d1')))).toEqual([])
    expect(afterLast(ofDrawer(stood('d1'), handed('h1', 1350_00)))).toEqual([])
    const past = ofDrawer(stood('d1'), handed('h1', 1350_00), received('h1', 1350_00))
    expect(getCommandsAfter(drawerStream('otieno'), past, { id: 'of another stream' })).toEqual([])
  })
})
