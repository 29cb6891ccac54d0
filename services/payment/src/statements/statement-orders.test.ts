import type { CommandContext, PaymentClient, StatementFindings } from '@tuma/contracts/services'
import { openTemporaryEngines, shown } from '@tuma/platform/testing'
import * as fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { openPayment } from '../testing/open-payment.ts'

/**
 * The same rows are split into any files, in either layout, imported in any order and partly twice, with an admin's
 * decision about a kind before or after. The till is the same in the end, and the preview of a file says what its
 * import does.
 */

const openedWith = 1_000_000

type Action =
  | 'payment'
  | 'with_charge'
  | 'reversed'
  | 'settled'
  | 'overdraft'
  | 'paid_out'
  | 'swept'
  | 'mystery'
  | 'late'
const actions: readonly Action[] = [
  ...(['payment', 'with_charge', 'reversed', 'settled', 'overdraft', 'paid_out'] as const),
  ...(['swept', 'mystery', 'late'] as const),
]
type Row = {
  readonly receipt: string
  readonly second: number
  readonly details: string
  readonly reason: string
  readonly cents: number
  readonly linked?: string
}

const code = (number: number) => `UKN${String(number).padStart(7, '0')}`
const from = 'from 254701***126 - WANJIKU KAMAU'
const rowsOfDeed = (action: Action, number: number, second: number): Row[] => {
  const receipt = code(number * 2)
  const row = { receipt, second }
  const cents = 50_000 + number * 100
  switch (action) {
    case 'payment':
      return [{ ...row, details: `Merchant Payment ${from}`, reason: 'Customer Merchant Payment', cents }]
    case 'with_charge':
      return [
        { ...row, details: `Merchant Payment ${from}`, reason: 'Customer Merchant Payment', cents },
        { ...row, details: 'Pay merchant Charge', reason: 'Pay merchant Charge', cents: -275 },
      ]
    case 'reversed': {
      const taken = { receipt: code(number * 2 + 1), second: second + 30, linked: receipt }
      return [
        { ...row, details: `Pay Bill ${from} Acc. loan`, reason: 'Pay Utility', cents },
        { ...taken, details: 'Pay Utility Reversal', reason: 'Pay Utility Reversal', cents: -cents },
      ]
    }
    case 'settled':
      return [{ ...row, details: 'Merchant to Settlement account', reason: 'Settlement', cents: -cents }]
    case 'overdraft':
      return [{ ...row, details: 'Biashara Overdraft Repayment', reason: 'OD Payment Transfer', cents: -cents }]
    case 'paid_out':
      return [
        { ...row, details: 'Merchant Customer Payment to 0712***456 - BETTY', reason: '', cents: -cents },
        { ...row, details: 'Merchant to Customer Payment Charge', reason: '', cents: -900 },
      ]
    case 'swept':
      return [{ ...row, details: 'Utility Account to Working Account', reason: '', cents: -cents }]
    case 'mystery':
      return [{ ...row, details: 'Mystery Deposit', reason: '', cents }]
    case 'late':
      // Only the layout with reasons shows that it is a customer's payment.
      return [{ ...row, details: `Wonder ${from}`, reason: 'Customer Merchant Payment', cents }]
  }
}

type Told = Row & { readonly balance: number }
const getHistory = (all: readonly Action[]): Told[] => {
  const rows = all.flatMap((action, number) => rowsOfDeed(action, number + 1, (number + 1) * 60))
  let balance = openedWith
  return rows
    .toSorted((one, other) => one.second - other.second)
    .map((row) => {
      balance += row.cents
      return { ...row, balance }
    })
}

type File = { readonly rows: readonly Told[]; readonly reasons: boolean; readonly newestFirst: boolean }
const columns = { receipt: 0, completed: 1, details: 2, status: 3, paidIn: 4, withdrawn: 5, balance: 6, linked: 7 }
const toHead = ({ reasons }: File) => ({
  ...{ columns: reasons ? { ...columns, reason: 8 } : columns, width: reasons ? 9 : 8 },
  ...{ shortCode: '600100', account: null },
})
const getCells = ({ receipt, second, details, reason, cents, balance, linked = '' }: Told): string[] => [
  receipt,
  new Date(Date.UTC(2026, 10, 20, 8, 0, second)).toISOString().slice(0, 19).replace('T', ' '),
  ...[details, 'Completed', cents > 0 ? (cents / 100).toFixed(2) : '', cents < 0 ? (cents / 100).toFixed(2) : ''],
  ...[(balance / 100).toFixed(2), linked, reason],
]

type Step = { readonly import: number } | { readonly treat: true }

let commands = 0
const asked = (): CommandContext => {
  commands += 1
  return { actor: { kind: 'system', name: 'test' }, commandId: `c${commands}`, correlationId: `call ${commands}` }
}

const takeOver = async (payment: PaymentClient, file: File, name: string) => {
  const head = toHead(file)
  const ordered = file.newestFirst ? file.rows.toReversed() : file.rows
  const rows = ordered.map(getCells).map((cells) => cells.slice(0, head.width))
  const page = await payment.statementPage({ head, rows, correlationId: 'call' })
  if (!page.read || page.pageId === null) throw new Error('the rows can not be read')
  const { statementId } = await payment.statementRead({
    asked: asked(),
    fileHash: name,
    fileName: null,
    head,
    pageIds: [page.pageId],
  })
  const preview = await payment.statementFindings({ statementId })
  const { state } = await payment.commitStatement({ asked: asked(), statementId, isOurs: true, shortCode: null })
  if (state !== 'applied')
    await vi.waitFor(async () => {
      const { rows: all } = await payment.statements({ limit: 100, cursor: null })
      expect(all.find((one) => one.statementId === statementId)?.state).toBe('applied')
    }, 60_000)
  return preview
}

type Stored = readonly { readonly type: string; readonly data: unknown }[]
type Moved = { readonly kind: string; readonly cents: number }
const movedIn = (stored: Stored): Moved[] =>
  stored.flatMap(({ type, data }) => (type === 'TillMoved' ? [data as Moved] : []))
const addUp = (moved: readonly Moved[], kind: string) =>
  moved.filter((one) => one.kind === kind).reduce((sum, { cents }) => sum + cents, 0)

const sums = {
  charges: 'charge',
  settled: 'settled',
  overdraft: 'overdraft',
  paidOut: 'paid_out',
  sweeps: 'sweep',
} as const
/** What an import has done, counted only from what it recorded. */
const expectAsSaid = (preview: StatementFindings, done: Stored) => {
  const count = (type: string) => done.filter((one) => one.type === type).length
  for (const [name, kind] of Object.entries(sums))
    expect({ [name]: preview[name as keyof typeof sums].cents }).toEqual({ [name]: addUp(movedIn(done), kind) })
  expect(preview.newMoney.count).toBe(count('PaymentSeen'))
  expect(preview.unclear.count).toBe(count('TillMoveUnclear'))
  expect(preview.reversals.count).toBe(count('PaymentReversed'))
}

const kinds = ['charge', 'settled', 'overdraft', 'paid_out', 'sweep', 'opening', 'not_ours'] as const
/** The sum of all that the books would receive. */
const getTill = (stored: Stored) => {
  const moved = movedIn(stored)
  const seen = new Map<string, number>()
  const gone = new Set<string>()
  for (const { type, data, ...event } of stored as (Stored[number] & { stream: string })[]) {
    if (type === 'PaymentSeen') seen.set(event.stream, (data as { cents: number }).cents)
    if (type === 'PaymentReversed') gone.add(event.stream)
  }
  const payments = [...seen].reduce((sum, [stream, cents]) => sum + (gone.has(stream) ? 0 : cents), 0)
  return { ...Object.fromEntries(kinds.map((kind) => [kind, addUp(moved, kind)])), payments }
}

const getEnd = async (files: readonly File[], steps: readonly Step[]) => {
  const deps = await openTemporaryEngines()
  const { service, payment } = await openPayment(deps.of('payment'), { now: () => '2026-11-24T06:35:00.000Z' })
  const storedNow = () => deps.of('payment').events.readAll(null, 10_000)
  const take = async (index: number) => {
    const before = (await storedNow()).length
    const preview = await takeOver(payment, files[index] as File, `file ${index}`)
    await shown(service)
    expectAsSaid(preview, (await storedNow()).slice(before))
  }
  const treat = { name: 'Mystery Deposit', direction: 'in', as: 'overdraft' } as const
  try {
    for (const step of steps) {
      if ('import' in step) await take(step.import)
      else await payment.treatRowKind({ asked: asked(), ...treat })
    }
    // A decision counts from the next import on, so each file is imported once more.
    for (const index of files.keys()) await take(index)
    return getTill(await storedNow())
  } finally {
    await service.close()
    await deps.close()
  }
}

const scenario = fc.array(fc.constantFrom(...actions), { minLength: 2, maxLength: 8 }).chain((all) => {
  const rows = getHistory(all)
  const fileNumber = fc.nat({ max: 2 })
  return fc.record({
    rows: fc.constant(rows),
    // Each row is in one file, and perhaps in a second one.
    of: fc.array(fc.tuple(fileNumber, fc.option(fileNumber)), { minLength: rows.length, maxLength: rows.length }),
    layouts: fc.array(fc.record({ reasons: fc.boolean(), newestFirst: fc.boolean() }), { minLength: 3, maxLength: 3 }),
    orders: fc.tuple(
      fc.shuffledSubarray([0, 1, 2], { minLength: 3 }),
      fc.shuffledSubarray([0, 1, 2], { minLength: 3 }),
    ),
    again: fc.array(fileNumber, { maxLength: 2 }),
    treated: fc.tuple(fc.nat({ max: 3 }), fc.nat({ max: 3 })),
  })
})

test('in whatever files, layouts and order rows come, the till is the same in the end', {
  timeout: 600_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(scenario, async ({ rows, of, layouts, orders, again, treated }) => {
      const files = layouts.flatMap((layout, index): File[] => {
        const own = rows.filter((_, row) => of[row]?.includes(index))
        return own.length === 0 ? [] : [{ ...layout, rows: own }]
      })
      const toSteps = (order: readonly number[], at: number): Step[] => {
        const imports: Step[] = order.filter((index) => index < files.length).map((index) => ({ import: index }))
        return imports.toSpliced(at, 0, { treat: true })
      }
      const one = await getEnd(files, toSteps(orders[0], treated[0]))
      const other = await getEnd(files, toSteps([...orders[1], ...again], treated[1]))
      expect(other).toEqual(one)
      // M-Pesa's balance, less rows that an import can not know, because only the layout without reasons has them.
      const isKnown = (row: Told) =>
        !row.details.startsWith('Wonder') || files.some((file) => file.reasons && file.rows.includes(row))
      const unknown = rows.filter((row) => !isKnown(row)).reduce((sum, { cents }) => sum + cents, 0)
      const till = Object.values(one).reduce((sum: number, cents) => sum + (cents as number), 0)
      expect(till).toBe((rows.at(-1)?.balance ?? 0) - unknown)
    }),
    { numRuns: 12, endOnFailure: true },
  )
})
