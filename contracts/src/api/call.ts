import { oc } from '@orpc/contract'
import * as z from 'zod/mini'
import { type RefusalCode, type Role, refusals, type SecurityEventKind } from '../vocabulary/index.ts'

/** The roles that may make a call. The call's handler decides from the session which rows they see. */
export type Who = 'anyone' | readonly Role[]
/**
 * Which answered calls are recorded, in addition to refusals by role and by limit, which are recorded for every call:
 * `admin-act` and `export` each time and before the answer; `personal-data` when an admin reads it or a national id is
 * shown, and counted by day when agents read the data of their own shop.
 */
export type Audited = Extract<SecurityEventKind, 'admin-act' | 'export' | 'personal-data'>
/**
 * `asVisitor`, for a read that is open to all: when the session cannot be read now, the caller is answered as a
 * visitor. Only where a visitor gets the same, or the same with less shown. Without it the call then answers 503
 * `away`, because its answer depends on the caller.
 */
export type CallMeta = { readonly who: Who; readonly audited?: Audited; readonly asVisitor?: true }

type RefusalMap<C extends RefusalCode> = { [K in C]: { status: (typeof refusals)[K]['status']; message: string } }

/** Refusals that every call may answer with, beside its own. */
const everywhere = [
  'bad_input',
  'too_many',
  'too_large',
  'not_json',
  'cross_site',
  'not_the_web_app',
  // For admins, when the installation demands a second factor.
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
 * For calls that are open to all: a write under an ended session is refused, because as a visitor's it would never
 * belong to the account. Calls without this code treat an ended session as none.
 */
export const unlessSessionEnded = 'not_signed_in'

/**
 * The only way to begin a call of /api: without `who` it does not compile. Adds the refusals for signed-in callers and
 * those that any call may answer with.
 * @param policy who may make the call, and what is recorded of it
 */
export const call = <C extends RefusalCode = never>(policy: Who | CallMeta, ...codes: C[]) => {
  const meta: CallMeta = typeof policy === 'object' && 'who' in policy ? policy : { who: policy }
  const { who } = meta
  const all = [...everywhere, ...(who === 'anyone' ? [] : signedIn), ...codes]
  const errors: object = Object.fromEntries(all.map((code) => [code, { ...refusals[code] }]))
  return oc.$meta<CallMeta>(meta).errors(errors as RefusalMap<C | Everywhere | (typeof signedIn)[number]>)
}

/** Public reads, also answered while the session cannot be read. */
export const readByAll = { who: 'anyone', asVisitor: true } as const satisfies CallMeta

export const staff = ['agent', 'admin'] as const satisfies readonly Role[]
export const everybodySignedIn = ['user', 'agent', 'admin'] as const satisfies readonly Role[]

/** Acts of an admin, and reads of people's data by an admin. */
export const adminAct = { who: ['admin'], audited: 'admin-act' } as const satisfies CallMeta
export const personalData = { who: ['admin'], audited: 'personal-data' } as const satisfies CallMeta
/** A file that an admin downloads. */
export const exported = { who: ['admin'], audited: 'export' } as const satisfies CallMeta

/** text/csv, as a stream. */
export const csvFile = z.custom<ReadableStream<Uint8Array>>((file) => file instanceof ReadableStream)
