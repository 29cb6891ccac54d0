import { oc } from '@orpc/contract'
import * as z from 'zod/mini'
import { type RefusalCode, type Role, refusals, type SecurityEventKind } from '../vocabulary/index.ts'

/** Who may make a call. Whose rows they then see is decided from their session, by the call's handler. */
export type Who = 'anyone' | readonly Role[]
/**
 * What is recorded of a call that is answered, beside what every call is recorded for (refusals by role, limits):
 * `admin-act` and `export` each time and before the answer, `personal-data` when an admin reads it or somebody is shown a
 * national id, and counted by day when agents read their own shop's.
 */
export type Audited = Extract<SecurityEventKind, 'admin-act' | 'export' | 'personal-data'>
/**
 * `asVisitor`: of a read for anyone, that a session which cannot be read now is answered as a visitor's. Only where a visitor
 * gets the same, or the same with less shown. Without it the call answers 503 `away` then: its answer depends on who asks.
 */
export type CallMeta = { readonly who: Who; readonly audited?: Audited; readonly asVisitor?: true }

type RefusalMap<C extends RefusalCode> = { [K in C]: { status: (typeof refusals)[K]['status']; message: string } }

/** What every call may answer beside its own refusals. */
const everywhere = [
  'bad_input',
  'too_many',
  'too_large',
  'not_json',
  'cross_site',
  'not_the_web_app',
  // Of admins, where the installation wants them to have one.
  'second_factor_needed',
  'key_used',
  'key_reused',
  'away',
  'busy',
  'damaged',
] as const satisfies RefusalCode[]
type Everywhere = (typeof everywhere)[number]
const signedIn = ['not_signed_in', 'not_allowed'] as const

/**
 * For calls of anyone: what somebody sends under a session that has ended is not taken as nobody's, for it would never be
 * theirs. Calls that do not list it, take a session that has ended for none.
 */
export const unlessSessionEnded = 'not_signed_in'

/**
 * The only way to begin a call of /api: without `who` it does not compile. Refusals that come with being signed in,
 * and those that any call may answer, are added here.
 * @param policy who may make it, and what is recorded of that
 */
export const call = <C extends RefusalCode = never>(policy: Who | CallMeta, ...codes: C[]) => {
  const meta: CallMeta = typeof policy === 'object' && 'who' in policy ? policy : { who: policy }
  const { who } = meta
  const all = [...everywhere, ...(who === 'anyone' ? [] : signedIn), ...codes]
  const errors: object = Object.fromEntries(all.map((code) => [code, { ...refusals[code] }]))
  return oc.$meta<CallMeta>(meta).errors(errors as RefusalMap<C | Everywhere | (typeof signedIn)[number]>)
}

/** What everybody reads, also while nobody can say who asks. */
export const readByAll = { who: 'anyone', asVisitor: true } as const satisfies CallMeta

export const staff = ['agent', 'admin'] as const satisfies readonly Role[]
export const everybodySignedIn = ['user', 'agent', 'admin'] as const satisfies readonly Role[]

/** What an admin does, and what an admin reads of people. */
export const adminAct = { who: ['admin'], audited: 'admin-act' } as const satisfies CallMeta
export const personalData = { who: ['admin'], audited: 'personal-data' } as const satisfies CallMeta
/** What an admin takes away as a file. */
export const exported = { who: ['admin'], audited: 'export' } as const satisfies CallMeta

/** text/csv, as it is read. */
export const csvFile = z.custom<ReadableStream<Uint8Array>>((file) => file instanceof ReadableStream)
