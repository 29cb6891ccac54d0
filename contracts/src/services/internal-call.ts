import { oc } from '@orpc/contract'

/** Which process asks. `launcher` fills empty services with the demonstration. */
export type Caller = 'bff' | 'delivery' | 'revenue' | 'notification' | 'launcher'
export type InternalMeta = { readonly callers: readonly [Caller, ...Caller[]] }

/** What a service answers: a call that names no callers does not compile. */
export type InternalContract = { readonly [call: string]: { readonly '~orpc': { readonly meta: InternalMeta } } }

/**
 * The only way to begin a call of a service. Between processes the service refuses everyone else (`serveOverHttp`).
 * @param callers who may make it
 */
export const callFrom = (...callers: InternalMeta['callers']) => oc.$meta<InternalMeta>({ callers })

/** A call of the bff alone, as most are. */
export const bffCall = callFrom('bff')
