import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './shipped.ts'

/** When advisories were last checked; null: never. */
const record = join(root, 'infra/supply-chain/advisories.json')
const timeoutMs = 60_000

export type Advisories = {
  readonly critical: number
  readonly high: number
  readonly moderate: number
  readonly low: number
}

/**
 * How many shipped packages have a known vulnerability, by `npm audit`; null where the registry is not reached, or
 * reports no advisories.
 */
export const askAdvisories = (): Advisories | null => {
  const options = { cwd: root, encoding: 'utf8', timeout: timeoutMs, shell: process.platform === 'win32' } as const
  try {
    return countsIn(
      execFileSync('npm', ['audit', '--json', '--omit=dev'], { ...options, stdio: ['ignore', 'pipe', 'ignore'] }),
    )
  } catch (error) {
    // `npm audit` also ends with an error when it has found something.
    return countsIn((error as { readonly stdout?: string }).stdout ?? '')
  }
}

/** @param report the output of `npm audit --json` */
export const countsIn = (report: string): Advisories | null => {
  try {
    return JSON.parse(report).metadata?.vulnerabilities ?? null
  } catch {
    return null
  }
}

/** The day of the last answer, in UTC. */
export const lastChecked = (): string | null => JSON.parse(readFileSync(record, 'utf8')).checked
export const keepChecked = (day: string): void =>
  writeFileSync(record, `${JSON.stringify({ checked: day }, null, 2)}\n`)
