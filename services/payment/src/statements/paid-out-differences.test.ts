import type { CommandContext, PaymentClient } from '@tuma/contracts/services'
import type { PaidOutTab } from '@tuma/contracts/vocabulary'
import type { Service } from '@tuma/platform/runtime'
import { openTemporaryEngines, shown } from '@tuma/platform/testing'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { openPayment } from '../testing/open-payment.ts'

const start = '2026-11-24T06:35:00.000Z'
let now = start
let deps: Awaited<ReturnType<typeof openTemporaryEngines>>
let service: Service
let payment: PaymentClient
beforeEach(async () => {
  now = start
  deps = await openTemporaryEngines()
  const opened = await openPayment(deps.of('payment'), { now: () => now, tillNumber: '555123' })
  service = opened.service
  payment = opened.payment
})
afterEach(async () => {
  await service.close()
  await deps.close()
})

let commands = 0
const asked = (): CommandContext => {
  commands += 1
  const actor = { kind: 'user', userId: 'achieng', username: 'achieng', role: 'admin', shop: null } as const
  return { actor, commandId: `c${commands}`, requestHash: `r${commands}`, correlationId: `call ${commands}` }
}
const columns = { receipt: 0, completed: 1, details: 2, status: 3, paidIn: 4, withdrawn: 5, balance: 6, reason: 7 }
const toPerson = 'Business to Customer Payment to 254712***001 - WANJIKU KAMAU'
/** A row of 23 November. `balance` after it, in cents. */
const row = (receipt: string, details: string, cents: number, balance?: number, at = '2026-11-23 09:30:00') => [
  ...[receipt, at, details, 'Completed', cents > 0 ? `${cents / 100}` : '', cents < 0 ? `${cents / 100}` : ''],
  ...[balance === undefined ? '' : `${balance / 100}`, ''],
]
const sent = (receipt: string, cents: number, details = toPerson) => row(receipt, details, -cents)
const customer = row('UKN0000001', 'Merchant Payment from 254701***126 - OTIENO', 50_000)
const takeOver = async (rows: string[][], file: string, account: string | null = null) => {
  const head = { columns, width: 8, shortCode: '600100', account }
  const page = await payment.statementPage({ head, rows, correlationId: 'call' })
  const pageIds = page.read && page.pageId !== null ? [page.pageId] : []
  const { statementId } = await payment.statementRead({ asked: asked(), fileHash: file, fileName: null, head, pageIds })
  await payment.commitStatement({ asked: asked(), statementId, isOurs: true, shortCode: null })
  await vi.waitFor(async () => {
    const { rows: all } = await payment.statements({ limit: 20, cursor: null })
    expect(all.find((one) => one.statementId === statementId)?.state).toBe('applied')
  }, 60_000)
  await shown(service)
}

const claim = async (receipt: string, cents: number) => {
  const command = asked()
  const payee = { personId: 'wanjiku', name: 'Wanjiku Kamau', phone: '254712000001' }
  const claimed = await payment.claimOutgoing({
    ...{ asked: command, id: command.commandId, about: 'account:wanjiku', cents, receipt, payee },
    ...{ dueAt: '2026-11-23T06:00:00.000Z', approval: null },
  })
  return { outgoingId: claimed.outgoingId, id: command.commandId }
}
const payOut = async (receipt: string, cents: number) => {
  const claimed = await claim(receipt, cents)
  await payment.finishOutgoing({ ...claimed, deliveryIds: ['d1'] })
  await shown(service)
  return claimed
}
const list = async (tab: PaidOutTab) => {
  await shown(service)
  return (await payment.differences({ tab, limit: 10, cursor: null })).rows
}
const receipts = async (tab: PaidOutTab) => (await list(tab)).map(({ receipt }) => receipt)
const counts = async () => {
  await shown(service)
  const { paidOutMissing, paidOutUnnoted, paidOutDiffers, notCompared } = await payment.differenceCounts()
  return [paidOutMissing, paidOutUnnoted, paidOutDiffers, notCompared].map(({ count }) => count)
}
const explain = (differenceId: string) =>
  payment.explainDifference({ asked: asked(), differenceId, reason: 'Rent of the Thika shop' })

describe('a payout without a row', () => {
  test('is work once a statement covers it, with payee, number and who noted it, until its row comes', async () => {
    await payOut('UKN1ABCDE9', 295_000)
    expect(await counts()).toEqual([0, 0, 0, 1])
    await takeOver(
      [row('UKL0000001', 'Merchant Payment from 254701***126 - OTIENO', 50_000, undefined, '2026-11-21 09:30:00')],
      'older',
    )
    expect(await counts()).toEqual([0, 0, 0, 1])
  })
  test('is not compared with a statement of the same day, before the day is over', async () => {
    const { outgoingId } = await payOut('UKN1ABCDE9', 295_000)
    await takeOver([customer], 'first')
    expect(await counts()).toEqual([1, 0, 0, 0])
    expect(await list('paidOutMissing')).toEqual([
      {
        ...{ differenceId: outgoingId, receipt: 'UKN1ABCDE9', cents: 295_000, at: start },
        paidOut: {
          noted: {
            ...{ of: 'payout', cents: 295_000, by: 'achieng', at: start },
            ...{ name: 'Wanjiku Kamau', phone: '254712000001' },
          },
          statedCents: null,
        },
      },
    ])
    await takeOver([customer, sent('UKN1ABCDE9', 295_000)], 'second')
    expect(await counts()).toEqual([0, 0, 0, 0])
  })
  test('is not compared with a statement with missing rows', async () => {
    now = '2026-11-23T18:00:00.000Z'
    await payOut('UKN1ABCDE9', 295_000)
    await takeOver([customer], 'first')
    expect(await counts()).toEqual([0, 0, 0, 1])
  })
  test('is not compared with a statement in which rows are missing', async () => {
    await payOut('UKN1ABCDE9', 295_000)
    const from = 'Merchant Payment from 254701***126 - OTIENO'
    await takeOver([row('UKN0000001', from, 100, 100), row('UKN0000002', from, 100, 900, '2026-11-23 10:00:00')], 'cut')
    expect(await counts()).toEqual([0, 0, 0, 1])
  })
  test('is not compared before the statements of every account cover its day', async () => {
    await payOut('UKN1ABCDE9', 295_000)
    await takeOver(
      [row('UKL0000001', 'Organization Settlement', -100, undefined, '2026-11-21 09:30:00')],
      'u',
      'Utility Account',
    )
    await takeOver([customer], 'm', 'Merchant Account')
    expect(await counts()).toEqual([0, 0, 0, 1])
    await takeOver([sent('UKN1ABCDE9', 295_000)], 'u2', 'Utility Account')
    expect(await counts()).toEqual([0, 0, 0, 0])
  })
  test('leaves the list when an admin explains it, and can not be explained before it is work', async () => {
    const { outgoingId } = await payOut('UKN1ABCDE9', 295_000)
    await expect(explain(outgoingId)).rejects.toMatchObject({ code: 'not_found' })
    await takeOver([customer], 'first')
    await explain(outgoingId)
    expect(await counts()).toEqual([0, 0, 0, 0])
  })
  test('leaves the list when it is given back', async () => {
    const claimed = await claim('UKN1ABCDE9', 295_000)
    await takeOver([customer], 'first')
    expect(await counts()).toEqual([0, 0, 0, 0])
    await payment.releaseOutgoing(claimed)
    expect(await counts()).toEqual([0, 0, 0, 0])
  })
})

describe('a row that was paid out to a person', () => {
  test('is work where no payout names it, until one does', async () => {
    await takeOver([sent('UKN1ABCDE9', 295_000)], 'first')
    expect(await counts()).toEqual([0, 1, 0, 0])
    expect(await list('paidOutUnnoted')).toMatchObject([
      {
        ...{ receipt: 'UKN1ABCDE9', cents: 295_000, at: '2026-11-23T06:30:00.000Z' },
        paidOut: { noted: null, statedCents: 295_000 },
      },
    ])
    await payOut('UKN1ABCDE9', 295_000)
    expect(await counts()).toEqual([0, 0, 0, 0])
  })
  test('is work again where its payout was refused after its receipt was taken', async () => {
    const claimed = await claim('UKN1ABCDE9', 295_000)
    await takeOver([sent('UKN1ABCDE9', 295_000)], 'first')
    expect(await counts()).toEqual([0, 0, 0, 0])
    await payment.releaseOutgoing(claimed)
    expect(await receipts('paidOutUnnoted')).toEqual(['UKN1ABCDE9'])
  })
  test('leaves the list where a later statement reads it as another kind, and its payout has no row then', async () => {
    await takeOver([sent('UKN1ABCDE9', 295_000)], 'first')
    await takeOver([sent('UKN1ABCDE9', 295_000, 'Overdraft Repayment')], 'second')
    expect(await counts()).toEqual([0, 0, 0, 0])
    await payOut('UKN1ABCDE9', 295_000)
    expect(await receipts('paidOutMissing')).toEqual(['UKN1ABCDE9'])
  })
  test('of an unknown kind counts by an admin’s decision, until that is undone', async () => {
    await payOut('UKN1ABCDE9', 295_000)
    const rows = [sent('UKN1ABCDE9', 295_000, 'Mystery Payment'), sent('UKN2ABCDE9', 1_000, 'Mystery Payment')]
    await takeOver(rows, 'first')
    expect([await receipts('paidOutMissing'), await receipts('paidOutUnnoted')]).toEqual([['UKN1ABCDE9'], []])
    const treat = { name: 'Mystery Payment', direction: 'out', as: 'paid_out' } as const
    const { kindId } = await payment.treatRowKind({ asked: asked(), ...treat })
    await takeOver(rows, 'first')
    expect([await receipts('paidOutMissing'), await receipts('paidOutUnnoted')]).toEqual([[], ['UKN2ABCDE9']])
    await payment.undoRowKind({ asked: asked(), kindId })
    await vi.waitFor(async () => expect(await counts()).toEqual([1, 0, 0, 0]), 30_000)
  })
  test('that an admin explains leaves the list, and comes back when a payout with another sum names it', async () => {
    await takeOver([sent('UKN1ABCDE9', 295_000)], 'first')
    const [found] = await list('paidOutUnnoted')
    await explain(found?.differenceId ?? '')
    expect(await counts()).toEqual([0, 0, 0, 0])
    await payOut('UKN1ABCDE9', 300_000)
    expect(await receipts('paidOutDiffers')).toEqual(['UKN1ABCDE9'])
    await explain(found?.differenceId ?? '')
    expect(await counts()).toEqual([0, 0, 0, 0])
  })
})

test('a payout and a row with different sums are work, with both sums', async () => {
  await payOut('UKN1ABCDE9', 295_000)
  await takeOver([sent('UKN1ABCDE9', 290_000)], 'first')
  expect(await counts()).toEqual([0, 0, 1, 0])
  expect(await list('paidOutDiffers')).toMatchObject([
    { cents: 295_000, paidOut: { noted: { cents: 295_000 }, statedCents: 290_000 } },
  ])
})

test('a payout with a row of the same sum is no work, and its charge does not count', async () => {
  const charge = sent('UKN1ABCDE9', 1_500, 'Business to Customer Charge')
  await takeOver([sent('UKN1ABCDE9', 295_000), charge], 'first')
  await payOut('UKN1ABCDE9', 295_000)
  expect(await counts()).toEqual([0, 0, 0, 0])
})

test('statements and payouts in any order give the same lists', async () => {
  const whole = [customer, sent('UKN1ABCDE9', 295_000), sent('UKN2ABCDE9', 7_000), sent('UKN3ABCDE9', 4_000)]
  await takeOver([customer, sent('UKN3ABCDE9', 4_000)], 'part')
  await payOut('UKN3ABCDE9', 5_000)
  await payOut('UKN4ABCDE9', 6_000)
  await takeOver(whole, 'whole')
  await payOut('UKN1ABCDE9', 295_000)
  await takeOver([sent('UKN2ABCDE9', 7_000)], 'again')
  expect(await receipts('paidOutMissing')).toEqual(['UKN4ABCDE9'])
  expect(await receipts('paidOutUnnoted')).toEqual(['UKN2ABCDE9'])
  expect(await receipts('paidOutDiffers')).toEqual(['UKN3ABCDE9'])
})
