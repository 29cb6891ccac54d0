import type { Actor, CommandContext, PaymentClient } from '@tuma/contracts/services'
import type { Service } from '@tuma/platform/runtime'
import { openTemporaryEngines, shown } from '@tuma/platform/testing'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { openPayment } from '../testing/open-payment.ts'

const began = '2026-11-24T06:35:00.000Z'
let now = began
let deps: Awaited<ReturnType<typeof openTemporaryEngines>>
let service: Service
let payment: PaymentClient
beforeEach(async () => {
  now = began
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
const asked = (actor: Actor = { kind: 'system', name: 'test' }): CommandContext => {
  commands += 1
  return { actor, commandId: `c${commands}`, correlationId: `call ${commands}` }
}
const columns = {
  receipt: 0,
  completed: 1,
  details: 2,
  status: 3,
  paidIn: 4,
  withdrawn: 5,
  balance: 6,
  reason: 7,
  other: 8,
}
const head = { columns, width: 9, shortCode: '600100', account: null }
const row = (receipt: string, details: string, cents: number, reason = '') => [
  ...[receipt, '2026-11-23 09:30:00', details, 'Completed'],
  ...[cents > 0 ? `${cents / 100}` : '', cents < 0 ? `${cents / 100}` : '', '', reason, '555123-TUMA PARCELS'],
]
const read = async (rows: string[][], file: string) => {
  const page = await payment.statementPage({ head, rows, correlationId: 'call' })
  const pageIds = page.read && page.pageId !== null ? [page.pageId] : []
  return (await payment.statementRead({ asked: asked(), fileHash: file, fileName: null, head, pageIds })).statementId
}
const imported = async (statementId: string) => {
  await payment.commitStatement({ asked: asked(), statementId, isOurs: true, shortCode: null })
  await vi.waitFor(async () => {
    const { rows } = await payment.statements({ limit: 10, cursor: null })
    expect(rows.find((one) => one.statementId === statementId)?.state).toBe('applied')
  }, 60_000)
  await shown(service)
}
const takeOver = async (rows: string[][], file = 'file') => {
  const statementId = await read(rows, file)
  await imported(statementId)
  return statementId
}
const moved = async () => {
  const stored = await deps.of('payment').events.readAll(null, 10_000)
  const all = stored
    .filter(({ type }) => type === 'TillMoved')
    .map(({ data }) => data as { kind: string; cents: number })
  return all.filter(({ kind }) => kind !== 'opening').map(({ kind, cents }) => [kind, cents])
}
const kinds = async () =>
  (await payment.rowKinds()).map(({ name, as, count, cents, open }) => ({ name, as, count, cents, open }))
const unclear = async () => (await payment.differences({ tab: 'unclear', limit: 10, cursor: null })).rows

const mystery = [row('UKN1AAAAA1', 'Mystery Deposit by BETTY', 50_000), row('UKN2AAAAA2', 'Mystery Deposit', 20_000)]
const treat = { name: 'Mystery Deposit', direction: 'in', as: 'settled' } as const

describe('an unknown kind of rows', () => {
  test('is named by M-Pesa’s words, with count and sum, in the preview and in the list', async () => {
    const statementId = await read([...mystery, row('UKN3AAAAA3', 'Mystery Deposit', -1_000)], 'file')
    const preview = await payment.statementFindings({ statementId })
    expect(preview.unclear.count).toBe(3)
    expect(preview.kinds.map(({ kindId: _, ...kind }) => kind)).toEqual([
      { name: 'Mystery Deposit', direction: 'in', count: 2, cents: 70_000, as: null },
      { name: 'Mystery Deposit', direction: 'out', count: 1, cents: -1_000, as: null },
    ])
    await imported(statementId)
    expect(await kinds()).toEqual([
      { name: 'Mystery Deposit', as: null, count: 2, cents: 70_000, open: 2 },
      { name: 'Mystery Deposit', as: null, count: 1, cents: -1_000, open: 1 },
    ])
    expect((await unclear()).map(({ name }) => name)).toEqual(['Mystery Deposit', 'Mystery Deposit', 'Mystery Deposit'])
    expect(await moved()).toEqual([])
  })

  test('is booked by an admin’s decision, from the next import on: the same file can be imported again', async () => {
    const statementId = await takeOver(mystery)
    await payment.treatRowKind({ asked: asked(), ...treat })
    expect(await moved()).toEqual([])
    expect(await payment.statementFindings({ statementId })).toMatchObject({
      ...{ again: true, settled: { count: 2, cents: 70_000 }, unclear: { count: 0 } },
    })
    await imported(statementId)
    expect((await moved()).toSorted()).toEqual([
      ['settled', 20_000],
      ['settled', 50_000],
    ])
    expect(await unclear()).toEqual([])
    expect(await payment.statementFindings({ statementId })).toMatchObject({
      again: false,
      known: 2,
      settled: { count: 0 },
    })
    await takeOver([...mystery, row('UKN3AAAAA3', 'Mystery Deposit', 5_000)], 'a longer one')
    expect(await moved()).toHaveLength(3)
  })

  test('leaves the books by the opposite when an admin undoes that, and can be treated otherwise then', async () => {
    await payment.treatRowKind({ asked: asked(), ...treat })
    const statementId = await takeOver(mystery)
    await expect(payment.treatRowKind({ asked: asked(), ...treat, as: 'charge' })).rejects.toThrow('row_kind_treated')
    const [kind] = await payment.rowKinds()
    now = '2026-11-24T07:00:00.000Z'
    await payment.undoRowKind({ asked: asked(), kindId: kind?.kindId ?? '' })
    await vi.waitFor(async () => expect(await unclear()).toHaveLength(2), 60_000)
    expect((await moved()).reduce((sum, [, cents]) => sum + Number(cents), 0)).toBe(0)
    expect(await kinds()).toEqual([{ name: 'Mystery Deposit', as: null, count: 2, cents: 70_000, open: 2 }])
    now = '2026-11-24T08:00:00.000Z'
    await payment.treatRowKind({ asked: asked(), ...treat, as: 'overdraft' })
    await imported(statementId)
    expect((await moved()).slice(-2)).toEqual(expect.arrayContaining([['overdraft', 50_000]]))
    await expect(payment.undoRowKind({ asked: asked(), kindId: 'another' })).rejects.toThrow('not_found')
  })
})

test('money paid out to a person moves the till and is published with the hash of its receipt, by which payouts are known', async () => {
  await takeOver([
    row('UKN1AAAAA1', 'Merchant Customer Payment to 0712***456 - BETTY', -90_000),
    row('UKN1AAAAA1', 'Merchant to Customer Payment Charge', -900),
  ])
  const stored = await deps.of('payment').events.readAll(null, 10_000)
  const rows = stored.filter(({ type }) => type === 'TillMoved').map(({ data }) => data as Record<string, unknown>)
  const out = rows.find(({ kind }) => kind === 'paid_out')
  expect(out).toMatchObject({ cents: -90_000, receipt: 'UKN1AAAAA1', outgoingId: expect.stringMatching(/^\w{20,}$/) })
  expect(rows.find(({ kind }) => kind === 'charge')).toMatchObject({ cents: -900, outgoingId: null })
})

test('a row that another layout knows as a customer’s payment does not change the books, and is one payment', async () => {
  await payment.treatRowKind({ asked: asked(), name: 'Wonder', direction: 'in', as: 'not_ours' })
  await takeOver([row('UKN1AAAAA1', 'Wonder from 254701***126 - WANJIKU', 50_000)])
  await takeOver(
    [row('UKN1AAAAA1', 'Wonder from 254701***126 - WANJIKU', 50_000, 'Customer Merchant Payment')],
    'another',
  )
  expect(await moved()).toEqual([
    ['not_ours', 50_000],
    ['not_ours', -50_000],
  ])
  await takeOver([row('UKN1AAAAA1', 'Wonder from 254701***126 - WANJIKU', 50_000)], 'the first again').catch(
    () => undefined,
  )
  expect(await moved()).toHaveLength(2)
  expect((await payment.held({ tab: 'all', search: null, limit: 10, cursor: null })).rows).toHaveLength(1)
})

describe('a till’s own statement, which names the till as the other party, proves a payment by its payer alone,', () => {
  const paid = row(
    'UKN1AAAAA1',
    'Merchant Payment Online from 254721***933 - JAMES KARANJA',
    35_000,
    'Customer Merchant Payment',
  )
  let visitors = 0
  const claim = (nameOrPhone: string) => {
    visitors += 1
    const actor: Actor = { kind: 'visitor', visitorId: `v${visitors}` }
    return payment.claimReceipt({
      ...{ asked: asked(actor), reference: 'PAY-123456', senderName: 'Otieno', receipt: 'UKN1AAAAA1' },
      ...{ nameOrPhone, promptId: null },
    })
  }
  const atTheDoor = (payer: string) =>
    payment.takeReceipt({ asked: asked(), deliveryId: 'd1', receipt: 'UKN1AAAAA1', payer, due: 350 })

  test.each(['Tuma', 'parcels', 'TUMA PARCELS', '0700000123', '555123', '123', '600100'])(
    'not by %s, at the checkout or at the door',
    async (known) => {
      await takeOver([paid])
      expect(await claim(known)).toEqual({ success: false, code: 'receipt_unknown' })
      await expect(atTheDoor(known)).rejects.toThrow(/bad_input|payer_differs/)
    },
  )
  test.each(['Karanja', 'tuma karanja', '0721000933', '933'])('by %s', async (theirs) => {
    await takeOver([paid])
    expect(await claim(theirs)).toMatchObject({ success: true, amount: 350 })
  })
  test('not by an account that the payer left empty', async () => {
    await takeOver([row('UKN1AAAAA1', 'Pay Bill from 25470****111 - ALICE EXAMPLE Acc.', 35_000)])
    expect(await claim('Acc')).toMatchObject({ success: false })
    expect(await claim('Example')).toMatchObject({ success: true })
  })
  test('never by our own name, also where our other till has paid', async () => {
    await takeOver([row('UKN1AAAAA1', 'Merchant Payment received from 254701***555 - TUMA PARCELS KARANJA', 35_000)])
    for (const known of ['Tuma', 'tuma parcels']) {
      expect(await claim(known)).toMatchObject({ success: false })
      await expect(atTheDoor(known)).rejects.toThrow('bad_input')
    }
    expect(await claim('Karanja')).toMatchObject({ success: true })
  })
  test('by a till’s name and never by its number, where another till has paid', async () => {
    await takeOver([row('UKN1AAAAA1', 'Merchant Payment received from 7654321 - SOME SHOP LTD', 35_000)])
    expect(await claim('0700000321')).toMatchObject({ success: false })
    expect(await claim('shop')).toMatchObject({ success: true })
  })
})
