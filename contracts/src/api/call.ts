import { oc } from '@orpc/contract'
import { type RefusalCode, type Role, refusals } from '../vocabulary/index.ts'

/** Who may make a call. Whose rows they then see is decided from their session, by the call's handler. */
export type Who = 'anyone' | readonly Role[]
export type CallMeta = { readonly who: Who }

type RefusalMap<C extends RefusalCode> = { [K in C]: { status: (typeof refusals)[K]['status']; message: string } }

/** What every call may answer beside its own refusals. */
type Everywhere = 'bad_input' | 'too_many' | 'too_large' | 'not_json' | 'cross_site' | 'key_reused' | 'away' | 'busy'
const everywhere: Everywhere[] = [
  'bad_input',
  'too_many',
  'too_large',
  'not_json',
  'cross_site',
  'key_reused',
  'away',
  'busy',
]
const signedIn = ['not_signed_in', 'not_allowed'] as const

/**
 * For calls of anyone: what somebody sends under a session that has ended is not taken as nobody's, for it would never be
 * theirs. Calls that do not list it, take a session that has ended for none.
 */
export const unlessSessionEnded = 'not_signed_in'

/**
 * The only way to begin a call of /api: without `who` it does not compile. Refusals that come with being signed in,
 * and those that any call may answer, are added here.
 */
export const call = <C extends RefusalCode = never>(who: Who, ...codes: C[]) => {
  const all = [...everywhere, ...(who === 'anyone' ? [] : signedIn), ...codes]
  const errors: object = Object.fromEntries(all.map((code) => [code, { ...refusals[code] }]))
  return oc.$meta<CallMeta>({ who }).errors(errors as RefusalMap<C | Everywhere | (typeof signedIn)[number]>)
}

export const everybodySignedIn = ['user', 'agent', 'admin'] as const satisfies readonly Role[]
