import type { Evidence } from '@tuma/contracts/vocabulary'
import { describe, expect, test } from 'vitest'
import { type TillCommand, type TillEvent, till, tillStream } from './till.ts'
import { dues, isConfirmed, tillBalances } from './till-standing.ts'

const minute = (at: number): string => `2026-11-24T06:0${at}:00.000Z`
const seen = (by: 'prompt' | 'statement', claimed: boolean, at: number): TillCommand => ({
  ...{ type: 'MoneySeen', by, cents: 350_00, claimed, valueAt: minute(at), at: minute(at) },
})
const said = (claimed: boolean, at: number): TillCommand => ({ type: 'MoneyClaimed', claimed, at: minute(at) })

const accountsAfter = (...commands: TillCommand[]) => {
  const told: TillEvent[] = []
  for (const command of commands) told.push(...till.decide(command, told.reduce(till.evolve, till.initialState)))
  const balances = tillBalances(told.reduce(till.evolve, till.initialState))
  return [...balances.values()].map(({ account, cents }) => [account, cents])
}
const prepaid = [
  ['till', 350_00],
  ['prepaid', -350_00],
]
const unclaimed = [
  ['till', 350_00],
  ['unclaimed', -350_00],
]

describe('the owner of money', () => {
  test('is not removed by a statement that is imported during its callback, whichever comes first and has the later time', () => {
    const [callback, claim, row] = [seen('prompt', true, 1), said(true, 1), seen('statement', false, 2)]
    expect(accountsAfter(callback, claim, row)).toEqual(prepaid)
    expect(accountsAfter(row, callback, claim)).toEqual(prepaid)
    expect(accountsAfter(claim, row, callback)).toEqual(prepaid)
  })
  test('is removed by an admin alone, and a later claim sets an owner again', () => {
    const row = seen('statement', true, 1)
    expect(accountsAfter(row, said(false, 2))).toEqual(unclaimed)
    expect(accountsAfter(said(false, 2), row)).toEqual(unclaimed)
    expect(accountsAfter(said(true, 3), row, said(false, 2))).toEqual(prepaid)
  })
  test('is unknown where no one has claimed the money', () => {
    expect(accountsAfter(seen('statement', false, 1))).toEqual(unclaimed)
  })
})

const told = (commands: TillCommand[]) => {
  const events: TillEvent[] = []
  for (const command of commands) events.push(...till.decide(command, events.reduce(till.evolve, till.initialState)))
  return events.reduce(till.evolve, till.initialState)
}
const accounts = (...commands: TillCommand[]) =>
  Object.fromEntries([...tillBalances(told(commands)).values()].map(({ account, cents }) => [account, cents]))
const sight = (by: Evidence, cents: number, at = 1): TillCommand => ({
  ...{ type: 'MoneySeen', by, cents, claimed: true, valueAt: minute(at), at: minute(at) },
})
const message = sight('message', 350_00)
const confirm = (cents: number, at = 2): TillCommand => ({
  ...{ type: 'MoneyConfirmed', cents, valueAt: minute(at), at: minute(at) },
})
const reverse: TillCommand = { type: 'MoneyReversed', valueAt: minute(5), at: minute(5) }
const spend = (due: number, agentId: string | null = null, deliveryId = 'd1', at = 3): TillCommand => ({
  ...{ type: 'MoneySpent', deliveryId, due, agentId, at: minute(at) },
})
const free = (at: number, deliveryId = 'd1'): TillCommand => ({
  type: 'MoneyFreed',
  withdrawn: false,
  deliveryId,
  at: minute(at),
})
const refund = (cents: number, refundId = 'r1'): TillCommand => ({
  ...{ type: 'MoneyRefunded', refundId, deliveryId: null, cents, at: minute(6) },
})
const topUp = (cents: number, by = 'p2'): TillCommand => ({ type: 'MoneyToppedUp', by, cents, at: minute(2) })
const pour = (cents: number, into = 'p0'): TillCommand => ({ type: 'MoneyPoured', into, cents, at: minute(2) })

describe('the amount', () => {
  test('is that of the strongest evidence, and of equal evidence the first', () => {
    expect(accounts(message, sight('prompt', 360_00, 2))).toEqual({ shown: 360_00, prepaid: -360_00 })
    expect(accounts(sight('confirmation', 360_00, 2), sight('prompt', 340_00))).toMatchObject({ shown: 360_00 })
    expect(accounts(sight('message', 360_00, 2), message)).toMatchObject({ shown: 350_00 })
    expect(accounts(message, sight('message', 360_00, 2))).toMatchObject({ shown: 350_00 })
    expect(accounts(sight('message', 360_00), message)).toMatchObject({ shown: 350_00 })
    expect(accounts(message, sight('message', 360_00))).toMatchObject({ shown: 350_00 })
  })
  test('is the one that was confirmed first, unless a statement says another', () => {
    expect(accounts(message, confirm(340_00))).toEqual({ till: 340_00, prepaid: -340_00 })
    expect(accounts(confirm(340_00))).toMatchObject({ till: 340_00 })
    expect(accounts(message, confirm(340_00), confirm(330_00, 1))).toMatchObject({ till: 330_00 })
    expect(accounts(message, confirm(340_00), confirm(330_00, 3))).toMatchObject({ till: 340_00 })
    expect(accounts(message, confirm(340_00), confirm(330_00, 2))).toMatchObject({ till: 340_00 })
    expect(accounts(sight('statement', 360_00), confirm(340_00))).toEqual({ till: 360_00, prepaid: -360_00 })
    expect(accounts(sight('statement', 360_00), message)).toEqual({ till: 360_00, prepaid: -360_00 })
  })
  test('is zero before any evidence, and zero after a reversal', () => {
    expect(accounts(spend(350_00))).toEqual({ prepaid: -350_00, owed_by_senders: 350_00 })
    expect(accounts(message, confirm(350_00), reverse)).toEqual({})
    expect(accounts(message, spend(350_00), reverse)).toEqual({ prepaid: -350_00, owed_by_senders: 350_00 })
  })
})

describe('while only a message tells of the money,', () => {
  const receipt = spend(1350_00, 'otieno')
  const awaited = { drawers: 1350_00, prepaid: -1350_00 }
  test('the agent who took it answers for what was due', () => {
    expect(accounts(message, receipt)).toEqual(awaited)
    expect([...tillBalances(told([message, receipt])).keys()]).toEqual(['drawers otieno', 'prepaid'])
    expect(accounts(message, receipt, spend(0, null, 'd0'))).toEqual(awaited)
    expect(accounts(sight('prompt', 1350_00), receipt)).toEqual(awaited)
  })
  test('a refund leaves the till', () =>
    expect(accounts(message, receipt, refund(50_00))).toEqual({ ...awaited, till: -50_00, refunds_owed: 50_00 }))
  test('and no longer, the agent answers for it', () => {
    const safe = { till: 1350_00, prepaid: -1350_00 }
    expect(accounts(message, receipt, confirm(1350_00))).toEqual(safe)
    expect(accounts(sight('statement', 1350_00), receipt)).toEqual(safe)
    expect(accounts(message, receipt, reverse)).toEqual({ prepaid: -1350_00, owed_by_senders: 1350_00 })
    expect(accounts(message, receipt, free(4))).toEqual({ shown: 350_00, prepaid: -350_00 })
  })
})

describe('money that is spent on a parcel', () => {
  test('leaves a surplus that is owed back, or a shortage that its sender owes', () => {
    expect(accounts(message, spend(300_00))).toEqual({ shown: 350_00, prepaid: -300_00, refunds_owed: -50_00 })
    expect(accounts(message, spend(400_00))).toEqual({ shown: 350_00, prepaid: -400_00, owed_by_senders: 50_00 })
    const two = { shown: 350_00, prepaid: -350_00 }
    expect(accounts(message, spend(200_00), spend(150_00, null, 'd2'))).toEqual(two)
  })
  test('follows the latest event of each parcel', () => {
    const unspent = { shown: 350_00, prepaid: -350_00 }
    expect(accounts(message, spend(300_00), free(4))).toEqual(unspent)
    expect(accounts(message, free(4), spend(300_00))).toEqual(unspent)
    expect(accounts(message, free(3), spend(300_00))).toEqual(unspent)
    expect(accounts(message, free(2), spend(300_00))).toMatchObject({ refunds_owed: -50_00 })
    expect(accounts(message, free(4, 'd2'), spend(300_00))).toMatchObject({ refunds_owed: -50_00 })
  })
  test('is paid back from the surplus first, and then from the fee of a deleted parcel', () => {
    const spent = [message, confirm(350_00), spend(300_00)]
    expect(accounts(...spent, refund(50_00))).toEqual({ till: 300_00, prepaid: -300_00 })
    expect(accounts(...spent, refund(30_00))).toEqual({ till: 320_00, prepaid: -300_00, refunds_owed: -20_00 })
    expect(accounts(...spent, refund(350_00))).toEqual({ prepaid: -300_00, fees_earned: 300_00 })
    expect(accounts(...spent, refund(50_00), refund(100_00, 'r2'))).toMatchObject({ till: 200_00, fees_earned: 100_00 })
    expect(accounts(...spent, refund(400_00))).toMatchObject({ fees_earned: 300_00, owed_by_senders: 50_00 })
    const short = [message, confirm(350_00), spend(400_00), refund(100_00)]
    expect(accounts(...short)).toEqual({ till: 250_00, prepaid: -400_00, fees_earned: 100_00, owed_by_senders: 50_00 })
  })
})

describe('money that is not spent', () => {
  test('is paid back from its own sum, and its payer owes what goes beyond that', () => {
    const sure = [message, confirm(350_00)]
    expect(accounts(...sure, refund(100_00))).toEqual({ till: 250_00, prepaid: -250_00 })
    expect(accounts(...sure, refund(350_00))).toEqual({})
    expect(accounts(...sure, refund(400_00))).toEqual({ till: -50_00, owed_by_senders: 50_00 })
    expect(accounts(...sure, refund(100_00), refund(100_00))).toMatchObject({ till: 250_00 })
  })
  test('belongs to the payment that it was poured into', () => {
    expect(accounts(message, pour(350_00))).toEqual({ shown: 350_00, prepaid: -350_00 })
    expect(accounts(message, pour(300_00))).toEqual({ shown: 350_00, prepaid: -300_00, refunds_owed: -50_00 })
    expect(accounts(message, pour(300_00), pour(350_00))).toMatchObject({ prepaid: -300_00 })
    const backAgain = { prepaid: -300_00, refunds_owed: -20_00 }
    expect(accounts(message, confirm(350_00), pour(300_00), refund(30_00))).toEqual({ till: 320_00, ...backAgain })
    expect(accounts(message, pour(400_00))).toEqual({ shown: 350_00, prepaid: -400_00, owed_by_senders: 50_00 })
  })
})

test('a top-up pays for what the payment lacks, once', () => {
  const spent = { shown: 350_00, prepaid: -350_00 }
  expect(accounts(message, topUp(50_00), spend(400_00))).toEqual(spent)
  expect(accounts(message, topUp(50_00), topUp(90_00), spend(400_00))).toEqual(spent)
  expect(accounts(message, topUp(30_00), topUp(20_00, 'p3'), spend(400_00))).toEqual(spent)
})

describe('a payment records once', () => {
  test.each<[string, TillCommand]>([
    ['that it was seen', message],
    ['that it was confirmed', confirm(350_00)],
    ['that it was taken back', reverse],
    ['whose it is', said(true, 2)],
    ['what was poured into it', topUp(50_00)],
    ['what it was poured into', pour(50_00)],
    ['what it is spent on', spend(350_00)],
    ['what it is not spent on', free(3)],
    ['what was paid back', refund(10_00)],
    [
      'what moves the till',
      { type: 'TillMoved', rowId: 'a', kind: 'charge', cents: -10_00, valueAt: minute(1), at: minute(1) },
    ],
  ])('%s', (_what, command) => {
    const events = till.decide(command, till.initialState)
    expect(events).toMatchObject([{ type: command.type }])
    expect(till.decide(command, events.reduce(till.evolve, till.initialState))).toEqual([])
  })
  test('each sighting, by its kind, time and sum', () => {
    const others = [sight('prompt', 350_00), sight('message', 350_00, 2), sight('message', 360_00)]
    for (const other of others) expect(till.decide(other, told([message]))).toHaveLength(1)
  })
  test('each row, refund and top-up by its own id', () => {
    expect(till.decide(refund(10_00, 'r2'), told([refund(10_00)]))).toHaveLength(1)
    expect(till.decide(topUp(10_00, 'p3'), told([topUp(10_00)]))).toHaveLength(1)
    expect(till.decide(pour(10_00, 'p3'), told([pour(10_00)]))).toHaveLength(1)
  })
})

test('the money is beyond doubt once it was confirmed or is on the statement', () => {
  expect(isConfirmed(told([message, sight('confirmation', 350_00)]))).toBe(false)
  expect(isConfirmed(told([confirm(350_00)]))).toBe(true)
  expect(isConfirmed(told([message, sight('statement', 350_00, 2)]))).toBe(true)
  expect(tillStream('p1')).toBe('till-p1')
})

test('a parcel that was freed is not among the parcels that the money is spent on', () =>
  expect(dues(told([spend(350_00, 'otieno'), spend(100_00, null, 'd2'), free(4, 'd2')]))).toEqual([
    { deliveryId: 'd1', due: 350_00, agentId: 'otieno', at: minute(3) },
  ]))

test('when a claim and a release have the same time, the claim counts', () => {
  expect(accounts(sight('statement', 350_00), said(false, 1))).toMatchObject({ prepaid: -350_00 })
  expect(accounts(said(false, 2), said(true, 2), sight('statement', 350_00))).toMatchObject({ prepaid: -350_00 })
  expect(accounts(said(true, 2), said(false, 2), sight('statement', 350_00))).toMatchObject({ prepaid: -350_00 })
})

describe('a confirmation that is not checked', () => {
  const unchecked = (cents: number, at = 2) => sight('unchecked', cents, at)
  test('only shows money, and the first sighting counts', () => {
    expect(accounts(unchecked(5_000_00))).toEqual({ shown: 5_000_00, prepaid: -5_000_00 })
    expect(accounts(message, unchecked(5_000_00))).toEqual({ shown: 350_00, prepaid: -350_00 })
    expect(accounts(unchecked(5_000_00, 0), message)).toEqual({ shown: 5_000_00, prepaid: -5_000_00 })
    expect(isConfirmed(told([message, unchecked(350_00)]))).toBe(false)
  })
  test('changes nothing that is proven, and a proof replaces it', () => {
    expect(accounts(sight('prompt', 350_00), confirm(350_00), unchecked(5_000_00))).toEqual({
      ...{ till: 350_00, prepaid: -350_00 },
    })
    expect(accounts(unchecked(5_000_00), confirm(350_00))).toEqual({ till: 350_00, prepaid: -350_00 })
  })
  test('leaves the money in the drawer of the agent who took it at the door', () =>
    expect(accounts(unchecked(350_00), spend(350_00, 'a1'))).toEqual({ drawers: 350_00, prepaid: -350_00 }))
})

describe('a doubt', () => {
  const doubt: TillCommand = { type: 'MoneyDoubted', at: minute(4) }
  const clear: TillCommand = { type: 'MoneyCleared', at: minute(4) }
  const free = (withdrawn: boolean): TillCommand => ({ type: 'MoneyFreed', deliveryId: 'd1', withdrawn, at: minute(5) })
  test('moves nothing in the books, and is recorded once', () => {
    expect(accounts(message, confirm(350_00), spend(350_00), doubt)).toEqual(
      accounts(message, confirm(350_00), spend(350_00)),
    )
    expect([told([doubt]).doubted, told([doubt, clear]).doubted, told([doubt, clear, doubt]).doubted]).toEqual([
      ...[true, false, true],
    ])
    expect(till.decide(doubt, told([doubt]))).toEqual([])
    expect(till.decide(clear, told([]))).toEqual([])
  })
  test('ends with the withdrawal, and stays when the parcel is deleted', () => {
    expect(told([spend(350_00), doubt, free(true)]).doubted).toBe(false)
    expect(told([spend(350_00), doubt, free(false)]).doubted).toBe(true)
  })
})
