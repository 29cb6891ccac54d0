import type { SeedResult } from '../seed.ts'
import type { Fault } from './faults.ts'

/** Whether a run with the fault has found it: an invariant is broken, and the daily audit names it where it must. */
export const isFound = ({ auditFinds }: Pick<Fault, 'auditFinds'>, { broken }: Pick<SeedResult, 'broken'>): boolean =>
  auditFinds === undefined
    ? Object.keys(broken).length > 0
    : (broken['the daily audit finds nothing'] ?? []).some((finding) => finding.includes(` ${auditFinds} `))
