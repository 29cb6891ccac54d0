import { implement } from '@orpc/server'
import { type CallMeta, contract, type User, unlessSessionEnded, type Who } from '@tuma/contracts/api'
import type { Actor, IdentityClient } from '@tuma/contracts/services'
import { Refused, webAppHeader } from '@tuma/contracts/vocabulary'
import { isRefusal, type Refusal } from '@tuma/platform/event-sourcing'
import { EngineAway } from '@tuma/platform/ports'
import type { Arrival } from './arrival.ts'
import type { Cookies } from './cookies.ts'
import type { Limits } from './limits.ts'
import { networkOfProgram } from './network.ts'
import type { Security } from './security.ts'

/** Who is asking, as identity has them at this moment. */
export type Caller = { readonly actor: Actor; readonly user: User | null; readonly token: string | null }
export type CallContext = Arrival & {
  readonly caller: Caller
  /** The limit that this request is beyond: only a call that takes what has been paid for is let in with one. */
  readonly beyond: Refusal | null
}

/** They change something, so that another site must not make a browser ask for them. */
const changingGets = [contract.users.logout, contract.users.verifyEmail].map((call) => call['~orpc'].route.path)

/** A limit refuses nobody who has paid: whether they have, these calls find out. */
const takingPaid = [contract.requests.doorstep, contract.requests.dukani].map((call) => call['~orpc'].route.path)

type Policed = { readonly [resource: string]: { readonly [call: string]: { '~orpc': { meta: CallMeta } } } }

/** A contract that can be served: each of its calls says who may make it. One that does not fails the type check. */
export const policed = <C extends Policed>(contract: C): C => contract

/** The contract's calls, each behind its own policy: whoever arrives at a handler may make the call. */
export type Guarded = ReturnType<typeof guarded>

export const guarded = (identity: IdentityClient, cookies: Cookies, limits: Limits, security: Security) =>
  implement(policed(contract))
    .$context<Arrival>()
    .use(async ({ context, procedure, path, next }, input) => {
      const { route, meta, errorMap } = procedure['~orpc']
      const changing = route.method !== 'GET' || changingGets.includes(route.path)
      if (changing) refuseOtherSites(context)
      // Who logs in, registers or resets is named by what they send, and a browser says of a POST where it comes from.
      const isNamedBySession = meta.who !== 'anyone' || unlessSessionEnded in errorMap || route.method === 'GET'
      if (changing && isNamedBySession) refuseOthersPages(context, cookies)
      const caller = await callerOf(context, meta.who === 'anyone' && !changing, identity, cookies)
      const made = { call: path.join('.'), audited: meta.audited, address: context.address, input }
      return security.watch(made, caller, async () => {
        const beyond = route.method === 'GET' ? null : await beyondOf(limits.change(caller.user, context.address))
        if (beyond && !takingPaid.includes(route.path)) throw beyond
        if (meta.who !== 'anyone') assertAllowed(caller, meta.who)
        else if (unlessSessionEnded in errorMap) refuseEnded(context, caller, cookies)
        return next({ context: { caller, beyond } })
      })
    })

/** Cookies go along with what other sites make a browser ask for; browsers say so, or at least where it comes from. */
const refuseOtherSites = ({ headers }: Arrival): void => {
  const site = headers.get('sec-fetch-site')
  const origin = headers.get('origin')
  const ours = site ? site === 'same-origin' || site === 'none' : !origin || hostOf(origin) === headers.get('host')
  if (!ours) throw new Refused('cross_site')
}

/**
 * Older browsers, and all on plain http, say nothing of a link: what the session's cookie names then has to say that our
 * web app sends it. A bearer token goes along with nothing.
 */
const refuseOthersPages = (arrival: Arrival, cookies: Cookies): void => {
  const byCookie = bearerOf(arrival) === undefined && cookies.session(arrival) !== undefined
  const { headers } = arrival
  if (byCookie && !headers.get('sec-fetch-site') && !headers.has(webAppHeader)) throw new Refused('not_the_web_app')
}

const beyondOf = (passing: Promise<void>): Promise<Refusal | null> =>
  passing.then(
    () => null,
    (error) => {
      if (isRefusal(error)) return error
      throw error
    },
  )

const hostOf = (origin: string): string | null => URL.parse(origin)?.host ?? null

const callerOf = async (
  arrival: Arrival,
  asNobody: boolean,
  identity: IdentityClient,
  cookies: Cookies,
): Promise<Caller> => {
  const token = bearerOf(arrival) ?? cookies.session(arrival) ?? null
  const session = token === null ? null : await sessionOf(token, asNobody, identity)
  const visitorId = cookies.visitor(arrival)
  if (session) return { actor: actorOf(session.user, visitorId), user: session.user, token }
  const network = networkOfProgram(arrival)
  return { actor: { kind: 'visitor', visitorId, ...(network === undefined ? {} : { network }) }, user: null, token }
}

const bearerOf = ({ headers }: Arrival): string | undefined =>
  /^Bearer ([^\s]{1,4096})$/i.exec(headers.get('authorization') ?? '')?.[1]

/** The caller as their session has them later; null when it has ended. Who has none stays who they are. */
export const callerAgain = async (caller: Caller, identity: IdentityClient): Promise<Caller | null> => {
  const { user, token } = caller
  if (user === null || token === null) return caller
  try {
    const session = await identity.session({ token })
    return session && { actor: actorOf(session.user, visitorIdOf(caller)), user: session.user, token }
  } catch {
    return caller
  }
}

/**
 * While identity is away, who only reads what is for everybody does so as nobody. What somebody sends is not taken then:
 * it would never be theirs.
 */
const sessionOf = async (token: string, asNobody: boolean, identity: IdentityClient) => {
  try {
    return await identity.session({ token })
  } catch (error) {
    if (error instanceof EngineAway && asNobody) return null
    throw error
  }
}

const visitorIdOf = ({ actor }: Caller): string | null => (actor.kind === 'system' ? null : (actor.visitorId ?? null))

/** A client's location and address are free text; only an agent's name a shop. */
const actorOf = ({ _id, username, role, location, address }: User, visitorId: string | null): Actor => ({
  kind: 'user',
  userId: _id,
  username,
  role,
  shop: role === 'agent' && location && address ? { location, address } : null,
  ...(visitorId === null ? {} : { visitorId }),
})

const assertAllowed = ({ user }: Caller, roles: Exclude<Who, 'anyone'>): void => {
  if (!user) throw new Refused('not_signed_in')
  if (!roles.includes(user.role)) throw new Refused('not_allowed')
}

/** Whose session has ended is told so once: the browser forgets it, and what it sends next is a visitor's. */
const refuseEnded = (arrival: Arrival, { user, token }: Caller, cookies: Cookies): void => {
  if (user !== null || token === null) return
  if (token === cookies.session(arrival)) cookies.endSession(arrival)
  throw new Refused(unlessSessionEnded)
}

/** The signed-in user of a call that is not for everybody. */
export const userOf = ({ caller }: CallContext): User => {
  if (!caller.user) throw new Refused('not_signed_in')
  return caller.user
}
