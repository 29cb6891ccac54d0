import { oc } from '@orpc/contract'

/** The process that calls. `launcher` fills empty services with the demonstration. */
export type Caller = 'bff' | 'delivery' | 'revenue' | 'notification' | 'launcher'
export type InternalMeta = { readonly callers: readonly [Caller, ...Caller[]] }

/** The calls of a service: a call without callers does not compile. */
export type InternalContract = { readonly [call: string]: { readonly '~orpc': { readonly meta: InternalMeta } } }

/**
 * The only way to begin a call of a service. Between processes the service refuses all other callers (`serveOverHttp`).
 * @param callers the processes that may make it
 */
export const callFrom = (...callers: InternalMeta['callers']) => oc.$meta<InternalMeta>({ callers })

/** A call that only the bff may make, as for most. */
export const bffCall = callFrom('bff')
