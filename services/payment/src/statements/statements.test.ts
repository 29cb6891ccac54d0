import type { CommandContext, PaymentClient } from '@tuma/contracts/services'
import type { Service } from '@tuma/platform/runtime'
import { openTemporaryEngines, shown } from '@tuma/platform/testing'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { sampleTillMessage } from '../claims/sample-till-message.ts'
import { openPayment } from '../testing/open-payment.ts'

const now = '2026-11-24T06:35:00.000Z'

let deps: Awaited<ReturnType<typeof openTemporaryEngines>>
let service: Service
let payment: PaymentClient

const open = async (engines = deps.of('payment')) => {
  const opened = await openPayment(engines, { now: () => now })
  service = opened.service
  payment = opened.payment
}
beforeEach(async () => {
  deps = await openTemporaryEngines()
  await open()
})
afterEach(async () => {
  await service.close()
  await deps.close()
})

let commands = 0
const asked = (): CommandContext => {
  commands += 1
  return { actor: { kind: 'system', name: 'test' }, commandId: `c${commands}`, correlationId: `call ${commands}` }
}
const names = ['Receipt No.', 'Completion Time', 'Details', 'Transaction Status', 'Paid In', 'Withdrawn', 'Balance']
const head = {
  columns: { receipt: 0, completed: 1, details: 2, status: 3, paidIn: 4, withdrawn: 5, balance: 6 },
  width: 7,
}
const of = (shortCode: string | null) => ({ ...head, shortCode, account: null })
const code = (number: number) => `UKN${String(number).padStart(7, '0')}`
const minute = (number: number) =>
  `2026-11-23 ${String(8 + Math.floor(number / 60)).padStart(2, '0')}:${String(number % 60).padStart(2, '0')}:00`

/** So many payments of 500 with a charge of 2.75 each, the newest first; the till held 1,000 before them. */
const getRows = (many: number): string[][] =>
  Array.from({ length: many }, (_, number) => {
    const before = 1000 + number * 497.25
    const [at, receipt] = [minute(number), code(number)]
    return [
      [
        receipt,
        at,
        'Merchant Payment from 254701***126 - WANJIKU KAMAU',
        'Completed',
        '500.00',
        '',
        (before + 500).toFixed(2),
      ],
      [receipt, at, 'Pay merchant Charge', 'Completed', '', '-2.75', (before + 497.25).toFixed(2)],
    ]
  })
    .flat()
    .reverse()

const read = async (
  rows: string[][],
  file: string,
  shortCode: string | null = '600100',
  fileName: string | null = null,
) => {
  const pageIds: string[] = []
  for (let at = 0; at < rows.length; at += 20) {
    const page = await payment.statementPage({
      head: of(shortCode),
      rows: rows.slice(at, at + 20),
      correlationId: 'call',
    })
    if (page.read && page.pageId !== null) pageIds.push(page.pageId)
  }
  return payment.statementRead({ asked: asked(), fileHash: file, head: of(shortCode), pageIds, fileName })
}
const commit = async (statementId: string, shortCode: string | null = null) =>
  payment.commitStatement({ asked: asked(), statementId, isOurs: true, shortCode })
const isApplied = (statementId: string) =>
  vi.waitFor(async () => {
    const { rows } = await payment.statements({ limit: 10, cursor: null })
    expect(rows.find((one) => one.statementId === statementId)?.state).toBe('applied')
  }, 60_000)
const takeOver = async (rows: string[][], file: string) => {
  const { statementId } = await read(rows, file)
  await commit(statementId)
  await isApplied(statementId)
  await shown(service)
  return statementId
}
/** What the books would receive: each row of the till once, and each payment. */
const told = async () => {
  const stored = await deps.of('payment').events.readAll(null, 10_000)
  const count = (type: string) => stored.filter((event) => event.type === type).length
  return { seen: count('PaymentSeen'), moved: count('TillMoved'), unclear: count('TillMoveUnclear') }
}

test('each payment is seen, and each charge and the opening balance move the till, once', async () => {
  await takeOver(getRows(30), 'file')
  expect(await told()).toEqual({ seen: 30, moved: 31, unclear: 0 })
  const stored = await deps.of('payment').events.readAll(null, 10_000)
  const moved = stored
    .filter(({ type }) => type === 'TillMoved')
    .map(({ data }) => data as { kind: string; cents: number })
  expect(moved.find(({ kind }) => kind === 'opening')).toMatchObject({ cents: 100_000 })
  expect(moved.filter(({ kind }) => kind === 'charge').every(({ cents }) => cents === -275)).toBe(true)
})

test('the same file again, and a file that overlaps it, add only what is new', async () => {
  const first = await takeOver(getRows(30), 'file')
  expect((await read(getRows(30), 'file')).statementId).toBe(first)
  await takeOver(getRows(30).slice(0, 31), 'half of it')
  expect(await told()).toEqual({ seen: 30, moved: 31, unclear: 0 })
  await takeOver(getRows(40), 'a longer time')
  expect(await told()).toEqual({ seen: 40, moved: 41, unclear: 0 })
})

test('the service is ready during an import, because other people work at the same time', async () => {
  await service.close()
  const engines = deps.of('payment')
  const taken = Promise.withResolvers<void>()
  let waits = false
  const slow: typeof engines.events.append = async (stream, ...asked) => {
    if (stream.startsWith('payment-')) {
      waits = true
      await taken.promise
    }
    return engines.events.append(stream, ...asked)
  }
  await open({ ...engines, events: { ...engines.events, append: slow } })
  const { statementId } = await read(getRows(3), 'file')
  await commit(statementId)
  await vi.waitFor(() => expect(waits).toBe(true), 60_000)
  const ready = await Promise.all(service.followers.map((follower) => follower.caughtUp({ patienceMs: 1000 })))
  taken.resolve()
  expect(ready.every(Boolean)).toBe(true)
  await isApplied(statementId)
})

test('an interrupted import continues to the same end', async () => {
  const { statementId } = await read(getRows(60), 'file')
  await service.close()
  const engines = deps.of('payment')
  let appended = 0
  const cut: typeof engines.events.append = async (...asked) => {
    appended += 1
    if (appended > 25) throw new Error('the machine is gone')
    return engines.events.append(...asked)
  }
  await open({ ...engines, events: { ...engines.events, append: cut } })
  await commit(statementId)
  await vi.waitFor(() => expect(appended).toBeGreaterThan(25), 60_000)
  await service.close()
  const { seen } = await told()
  expect(seen).toBeLessThan(60)
  await deps.reopen()
  await open()
  await isApplied(statementId)
  expect(await told()).toEqual({ seen: 60, moved: 61, unclear: 0 })
})

describe('the short code of a file', () => {
  test('is asked for where none is set, and known from then on', async () => {
    const { statementId, confirm } = await read(getRows(3), 'file')
    expect(confirm).toBe(true)
    await expect(
      payment.commitStatement({ asked: asked(), statementId, isOurs: false, shortCode: null }),
    ).rejects.toThrow('statement_unconfirmed')
    await commit(statementId)
    await isApplied(statementId)
    await shown(service)
    expect((await read(getRows(4), 'another')).confirm).toBe(false)
    const lines = [['Short Code', '999999'], names]
    await expect(payment.statementHead({ lines })).rejects.toThrow('statement_other_till')
  })
})

describe('a file with its short code only in its name', () => {
  const november = { shortCode: '555123', from: '2026-11-01', to: '2026-11-26' }
  const name = 'Statements for 555123 from 2026-11-01 to 2026-11-26.csv'

  test('proposes it, and is ours once an admin has confirmed it', async () => {
    const proposed = await read(getRows(3), 'file', null, name)
    expect(proposed).toMatchObject({ shortCode: null, confirm: true, proposal: november })
    const { statementId } = proposed
    await expect(commit(statementId, '600100')).rejects.toThrow('statement_unconfirmed')
    expect(await commit(statementId, '555123')).toMatchObject({ shortCode: '555123', confirm: false })
    await isApplied(statementId)
    await shown(service)
    expect((await read(getRows(4), 'another', '555123')).confirm).toBe(false)
    await expect(payment.statementHead({ lines: [['Short Code', '999999'], names] })).rejects.toThrow(
      'statement_other_till',
    )
  })
  test('is not accepted as another till’s, and its name may be wrong', async () => {
    await commit((await read(getRows(3), 'ours')).statementId)
    await shown(service)
    const { statementId } = await read(getRows(4), 'another', null, name)
    await expect(commit(statementId, '555123')).rejects.toThrow('statement_other_till')
    expect(await commit(statementId)).toMatchObject({ state: 'committed', shortCode: null })
  })
})

test('an older statement corrects the opening balance', async () => {
  const rows = getRows(10)
  await takeOver(rows.slice(0, 10), 'the newer half')
  await takeOver(rows.slice(10), 'the older half')
  const stored = await deps.of('payment').events.readAll(null, 10_000)
  const all = stored.flatMap(({ type, data }) =>
    type === 'TillMoved' ? [data as { kind: string; cents: number }] : [],
  )
  const opened = all.filter(({ kind }) => kind === 'opening').reduce((sum, { cents }) => sum + cents, 0)
  expect(opened).toBe(100_000)
})

test('a payment whose message gives only the minute belongs to the statement that begins with it', async () => {
  const paid = { amount: 500, tillName: 'TUMA PARCELS', random: new Uint8Array(7) }
  const message = sampleTillMessage({ ...paid, at: '2026-11-23T07:00:30.000Z' })
  const whose = { reference: 'PAY-123456', senderName: 'Wanjiku Kamau' }
  const actor = { kind: 'visitor', visitorId: 'w' } as const
  expect(await payment.verify({ asked: { ...asked(), actor }, ...whose, message })).toMatchObject({ success: true })
  await shown(service)
  const from = 'Merchant Payment from 254701***126 - WANJIKU KAMAU'
  await takeOver([[message.slice(0, 10), '2026-11-23 10:00:30', from, 'Completed', '500.00', '', '1500.00']], 'file')
  const stored = await deps.of('payment').events.readAll(null, 10_000)
  expect(stored.filter(({ type }) => type === 'TillMoved').map(({ data }) => data)).toMatchObject([
    { kind: 'opening', cents: 100_000 },
  ])
})

test('a row of an unknown kind waits for an admin, who says that it is not ours', async () => {
  const odd = ['UKN9999999', minute(1), 'Business deposit', 'Completed', '50.00', '', '1050.00']
  await takeOver([odd], 'file')
  const { rows } = await payment.differences({ tab: 'unclear', limit: 10, cursor: null })
  expect(rows).toMatchObject([{ receipt: 'UKN9999999', cents: 5000 }])
  await payment.explainDifference({
    asked: asked(),
    differenceId: rows[0]?.differenceId ?? '',
    reason: 'the owner’s own',
  })
  await shown(service)
  expect((await payment.differenceCounts()).unclear.count).toBe(0)
})

test('neither a name nor a phone of the file is kept', async () => {
  await takeOver(getRows(3), 'file')
  const stored = JSON.stringify(await deps.of('payment').events.readAll(null, 10_000))
  expect(stored).not.toMatch(/wanjiku|kamau|254701/i)
})
