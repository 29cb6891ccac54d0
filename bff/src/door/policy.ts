import { implement } from '@orpc/server'
import { type CallMeta, contract, type User, type Who } from '@tuma/contracts/api'
import type { Actor, IdentityClient } from '@tuma/contracts/services'
import { Refused } from '@tuma/contracts/vocabulary'
import { EngineAway } from '@tuma/platform/ports'
import type { Arrival } from './arrival.ts'
import type { Cookies } from './cookies.ts'
import type { Security } from './security.ts'

/** Who is asking, as identity has them at this moment. */
export type Caller = { readonly actor: Actor; readonly user: User | null; readonly token: string | null }
export type CallContext = Arrival & { readonly caller: Caller }

/** They change something, so that another site must not make a browser ask for them. */
const changingGets = [contract.users.logout, contract.users.verifyEmail].map((call) => call['~orpc'].route.path)

type Policed = { readonly [resource: string]: { readonly [call: string]: { '~orpc': { meta: CallMeta } } } }

/** A contract that can be served: each of its calls says who may make it. One that does not fails the type check. */
export const policed = <C extends Policed>(contract: C): C => contract

/** The contract's calls, each behind its own policy: whoever arrives at a handler may make the call. */
export type Guarded = ReturnType<typeof guarded>

export const guarded = (identity: IdentityClient, cookies: Cookies, security: Security) =>
  implement(policed(contract))
    .$context<Arrival>()
    .use(async ({ context, procedure, path, next }, input) => {
      const { route, meta } = procedure['~orpc']
      const changing = route.method !== 'GET' || changingGets.includes(route.path)
      if (changing) refuseCrossSite(context)
      const caller = await callerOf(context, meta.who === 'anyone' && !changing, identity, cookies)
      const made = { call: path.join('.'), audited: meta.audited, address: context.address, input }
      return security.watch(made, caller, async () => {
        if (meta.who !== 'anyone') assertAllowed(caller, meta.who)
        return next({ context: { caller } })
      })
    })

/**
 * Cookies go along with what other sites make a browser ask for; browsers say so. Older ones, and all on plain http,
 * say at least where a request comes from. Who says neither is no browser.
 */
const refuseCrossSite = ({ headers }: Arrival): void => {
  const site = headers.get('sec-fetch-site')
  const origin = headers.get('origin')
  const ours = site ? site === 'same-origin' || site === 'none' : !origin || hostOf(origin) === headers.get('host')
  if (!ours) throw new Refused('cross_site')
}

const hostOf = (origin: string): string | null => URL.parse(origin)?.host ?? null

const callerOf = async (
  arrival: Arrival,
  asNobody: boolean,
  identity: IdentityClient,
  cookies: Cookies,
): Promise<Caller> => {
  const token = bearerOf(arrival) ?? cookies.session(arrival) ?? null
  const session = token === null ? null : await sessionOf(token, asNobody, identity)
  if (session) return { actor: actorOf(session.user), user: session.user, token }
  return { actor: { kind: 'visitor', visitorId: cookies.visitor(arrival) }, user: null, token }
}

const bearerOf = ({ headers }: Arrival): string | undefined =>
  /^Bearer ([^\s]{1,4096})$/i.exec(headers.get('authorization') ?? '')?.[1]

/** The caller as their session has them later; null when it has ended. Who has none stays who they are. */
export const callerAgain = async (caller: Caller, identity: IdentityClient): Promise<Caller | null> => {
  const { user, token } = caller
  if (user === null || token === null) return caller
  try {
    const session = await identity.session({ token })
    return session && { actor: actorOf(session.user), user: session.user, token }
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

/** A client's location and address are free text; only an agent's name a shop. */
const actorOf = ({ _id, username, role, location, address }: User): Actor => ({
  kind: 'user',
  userId: _id,
  username,
  role,
  shop: role === 'agent' && location && address ? { location, address } : null,
})

const assertAllowed = ({ user }: Caller, roles: Exclude<Who, 'anyone'>): void => {
  if (!user) throw new Refused('not_signed_in')
  if (!roles.includes(user.role)) throw new Refused('not_allowed')
}

/** The signed-in user of a call that is not for everybody. */
export const userOf = ({ caller }: CallContext): User => {
  if (!caller.user) throw new Refused('not_signed_in')
  return caller.user
}
