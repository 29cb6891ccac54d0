import { getEatDay } from '@tuma/contracts/vocabulary'
import { expect } from 'vitest'
import { count, type HistoryRun } from './history-run.ts'
import { secondAdminAbove } from './money-services.ts'
import { getBalanceAtEnd } from './mpesa-side.ts'
import { parties } from './people.ts'

const dayMs = 24 * 3_600_000

/** Checks what must hold once M-Pesa has reported everything and all statements are imported. */
export const expectAllTold = async (run: HistoryRun, days: readonly string[]): Promise<void> => {
  const { services } = run
  await services.settle()
  expect(services.faults()).toEqual([])
  expect(await services.parked()).toEqual([])
  expect(await services.findings()).toEqual([])
  await expectDays(run, days)
  await expectAccounts(run)
  await expectReceipts(run)
}

const expectDays = async ({ services, ledger }: HistoryRun, days: readonly string[]): Promise<void> => {
  const first = ledger.rows.map(({ at }) => at).sort()[0]
  for (const day of days) {
    const whole = await services.payment.tillOnDay({ day })
    // A statement says nothing of the days after its newest row.
    const isTold = whole !== null || ledger.rows.some(({ at }) => getEatDay(at) >= day)
    if (first === undefined || new Date(`${day}T23:59:59.999+03:00`).toISOString() < first) continue
    const cents = getBalanceAtEnd(ledger.rows, day)
    const till = (await services.revenue.bookDay({ day })).find(({ account }) => account === 'till')
    expect({ day, books: till?.after, statement: whole?.cents }).toEqual({
      ...{ day, books: cents },
      statement: isTold ? cents : undefined,
    })
  }
}

const expectAccounts = async ({ services, ledger }: HistoryRun): Promise<void> => {
  const { accounts } = await services.revenue.books()
  const books = Object.fromEntries(accounts.map(({ account, cents }) => [account, cents + 0]))
  const expected = ledger.rows.length === 0 ? { ...ledger.atTheEnd(), till: 0, opening: 0 } : ledger.atTheEnd()
  expect(books).toMatchObject(Object.fromEntries(Object.entries(expected).map(([name, cents]) => [name, cents + 0])))
  expect(accounts.reduce((sum, { cents }) => sum + cents, 0)).toBe(0)
  for (const { owedTo } of parties) {
    const { ready } = await services.revenue.owed({ owedTo })
    const theirs = ledger.ready(owedTo).reduce((sum, { price }) => sum + price, 0)
    expect({ owedTo, ready }).toEqual({ owedTo, ready: theirs })
  }
}

/** Every receipt is recorded once, with what it paid; and no admin has sent more alone than they may. */
const expectReceipts = async (run: HistoryRun): Promise<void> => {
  const { services, ledger } = run
  const { rows } = await services.payment.outgoing({ search: null, missing: false, limit: 1000, cursor: null })
  const noted = ({ of, receipt, cents }: { of: string; receipt: string; cents: number }) => `${receipt} ${of} ${cents}`
  expect(rows.map(noted).sort()).toEqual(ledger.left.map(noted).sort())
  expect(new Set(rows.map(({ receipt }) => receipt)).size).toBe(rows.length)
  const { rows: payouts } = await services.revenue.payouts({ owedTo: null, limit: 1000, cursor: null })
  expect(payouts.map(({ reference }) => reference).sort()).toEqual(
    ledger.left.flatMap(({ of, receipt }) => (of === 'payout' ? [receipt] : [])).sort(),
  )
  for (const { approval } of rows) count(run, `approval ${approval}`)
  for (const row of rows.filter(({ approval }) => approval === 'not_needed'))
    for (const who of ['by', 'phone'] as const) {
      const since = Date.parse(row.at) - dayMs
      const isCounted = (other: typeof row) =>
        other[who] === row[who] &&
        Date.parse(other.at) >= since &&
        (other.at < row.at ? other.approval !== 'given' : other.at === row.at && other.approval === 'not_needed')
      const alone = rows.filter(isCounted).reduce((sum, { cents }) => sum + cents, 0)
      expect(alone).toBeLessThanOrEqual(secondAdminAbove)
    }
}
