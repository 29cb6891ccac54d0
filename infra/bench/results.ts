import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { machine } from './measuring/machine.ts'

/** The result of a row: its text in the table, and the figures behind it. */
export type Figure = { readonly shown: string; readonly figures: Readonly<Record<string, number>> }
export type Figures = Readonly<Record<number, Figure>>

/** Of one run; rows that were measured apart name their own. */
export type Result = Figure & {
  readonly at: string
  readonly rounds: number
  readonly machine: ReturnType<typeof machine>
  /** What else the machine did, in words; with other work, rates and wall times prove nothing. */
  readonly besides: string
}
export type Results = Readonly<Record<string, Result>>
export type Row = { readonly row: number; readonly what: string; readonly was: string; readonly goal: string }

const getFile = (name: string): string => fileURLToPath(new URL(name, import.meta.url))
const kept = getFile('results.json')
const page = getFile('README.md')

export const readResults = (): Results => (existsSync(kept) ? JSON.parse(readFileSync(kept, 'utf8')) : {})
export const keepResults = (results: Results): void => writeFileSync(kept, `${JSON.stringify(results, null, 2)}\n`)

/** The table of the goals with today's figures. */
export const tableOfGoals = (rows: readonly Row[], results: Results): string => {
  const line = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`
  const shown = ({ row, what, was, goal }: Row) =>
    line([row, what, was, results[row]?.shown ?? 'not measured yet', goal])
  const runs = new Map(Object.values(results).map((result) => [getRun(result), result]))
  return [
    line(['#', 'What', 'Was', 'Today', 'Goal']),
    line(['---', '---', '---', '---', '---']),
    ...rows.map(shown),
    '',
    ...[...runs.keys()].map((run) => `${run}: rows ${getRows(results, run).join(', ')}.`),
  ].join('\n')
}

const getRun = ({ at, machine: { cores, node }, besides }: Result): string =>
  `${at.slice(0, 10)}, ${cores} cores, Node ${node}, ${besides}`
const getRows = (results: Results, run: string): string[] =>
  Object.entries(results).flatMap(([row, result]) => (getRun(result) === run ? [row] : []))

const [begins, ends] = ['<!-- goals: written by npm run bench -->', '<!-- goals end -->']

/** @returns the page with its table replaced */
export const withTable = (text: string, table: string): string => {
  const [before, rest] = text.split(begins)
  const [, after] = (rest ?? '').split(ends)
  if (after === undefined) throw new Error('README.md has no place for the table')
  return `${before}${begins}\n${table}\n${ends}${after}`
}

export const writePage = (rows: readonly Row[], results: Results): void =>
  writeFileSync(page, withTable(readFileSync(page, 'utf8'), tableOfGoals(rows, results)))
