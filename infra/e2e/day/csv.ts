import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'

/** A CSV file as a person opens it after the download: each row by the names of the columns. */
export type Row = Readonly<Record<string, string>>

/** Downloads the file of the link that is on the screen. */
export const downloaded = async (page: Page, link: string): Promise<Row[]> => {
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: link }).click()
  return rowsIn(await readFile(await (await download).path(), 'utf8'))
}

const rowsIn = (file: string): Row[] => {
  const [titles = [], ...lines] = file
    .replace(/^\uFEFF/, '')
    .trimEnd()
    .split('\r\n')
    .map(getCells)
  return lines.map((cells) => Object.fromEntries(titles.map((title, at) => [title, cells[at] ?? ''])))
}
const getCells = (line: string): string[] =>
  [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^",]*))/g)].map(([, quoted, plain]) =>
    (quoted ?? plain ?? '').replaceAll('""', '"'),
  )

/** The sum in cents; shillings in a file have at most two decimals. */
export const centsIn = (rows: readonly Row[], column = 'Ksh'): number =>
  rows.reduce((sum, row) => sum + Math.round(100 * Number(row[column])), 0)

type Balances = Readonly<Record<string, number>>

/** The sum of each account; accounts with a sum of zero are left out. */
export const balancesIn = (rows: readonly Row[]): Balances =>
  rows.map(({ Account = '', ...row }) => ({ [Account]: centsIn([row]) })).reduce<Balances>(addUp, {})

export const addUp = (some: Balances, others: Balances): Balances => {
  const accounts = [...new Set([...Object.keys(some), ...Object.keys(others)])]
  const sums = accounts.map((account) => [account, (some[account] ?? 0) + (others[account] ?? 0)] as const)
  return Object.fromEntries(sums.filter(([, cents]) => cents !== 0))
}

/**
 * The file uses the names and signs of the books, in which money that came in for a person is negative. The screen
 * shows it as people read it.
 */
export const inTheFile = (onScreen: Balances): Balances =>
  Object.fromEntries(
    Object.entries(onScreen).map(([called, cents]) => [
      names[called] ?? called,
      owedAccounts.has(called) ? -cents : cents,
    ]),
  )

const owedAccounts = new Set(['Unclaimed money', 'Fees earned', 'Owed to senders'])

const names: Readonly<Record<string, string>> = {
  'M-Pesa till': 'till',
  'M-Pesa charges': 'charges',
  'Office and bank': 'bank',
  'Cash with agents': 'drawers',
  'Not yet confirmed by M-Pesa': 'shown',
  'Owed by senders': 'owed_by_senders',
  'Owed to senders': 'owed_to_senders',
  'Missing cash': 'shortages',
  'Unclaimed money': 'unclaimed',
  'Fees earned': 'fees_earned',
}
