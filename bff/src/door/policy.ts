import { implement } from '@orpc/server'
import { type CallMeta, contract, type User, unlessSessionEnded, type Who } from '@tuma/contracts/api'
import type { Actor, IdentityClient } from '@tuma/contracts/services'
import { accountHeader, asSignedIn, Refused, webAppHeader } from '@tuma/contracts/vocabulary'
import { isRefusal, type Refusal } from '@tuma/platform/event-sourcing'
import { EngineAway } from '@tuma/platform/ports'
import { asBuilt } from '@tuma/platform/runtime'
import type { Arrival } from './arrival.ts'
import type { Cookies } from './cookies.ts'
import type { Limits } from './limits.ts'
import { networkOfProgram } from './network.ts'
import type { AsOneCommand } from './one-command.ts'
import type { RefuseOwnMoney } from './own-money.ts'
import type { Security } from './security.ts'

/** The caller, as identity knows them at this moment. */
export type Caller = { readonly actor: Actor; readonly user: User | null; readonly token: string | null }
export type CallContext = Arrival & {
  readonly caller: Caller
  /** The limit that this request is beyond. Only a call that takes a paid request is let in with one. */
  readonly beyond: Refusal | null
}

/** These GET calls change something, so another site must not make a browser send them. */
const changingGets = [contract.users.logout, contract.users.verifyEmail].map((call) => call['~orpc'].route.path)

/** A limit never refuses a payer. These calls find out whether the caller has paid. */
const takingPaid = [contract.requests.doorstep, contract.requests.dukani].map((call) => call['~orpc'].route.path)

/** These calls count misses themselves (`finding.ts`), with a lower limit. */
const countingMisses = [contract.deliveries.track, contract.deliveries.receipt].map((call) => call['~orpc'].route.path)

/** For an admin who must have a second factor and has none: to see who they are, to set it up, and to log out. */
const mayWithout: readonly string[] = [
  'users.me',
  'users.login',
  'users.logout',
  'users.setUpSecondFactor',
  'users.confirmSecondFactor',
] satisfies `users.${keyof typeof contract.users}`[]

/** Whether a user must set up a second factor before anything else. */
export type MustSetUp = (user: User) => boolean

type Policed = { readonly [resource: string]: { readonly [call: string]: { '~orpc': { meta: CallMeta } } } }

/**
 * A contract that can be served: each of its calls says who may make it. A call without a policy fails the type check.
 */
export const policed = <C extends Policed>(contract: C): C => contract

/**
 * The contract's calls, each with its policy: a handler runs only for callers who may make the call. `asBuilt` are the
 * same for handlers that build their answer field by field.
 */
export type Guarded = ReturnType<typeof guarded>

export const guarded = (
  identity: IdentityClient,
  cookies: Cookies,
  limits: Limits,
  security: Security,
  mustSetUp: MustSetUp,
  refuseOwnMoney: RefuseOwnMoney,
  oneCommand: AsOneCommand,
) => {
  const api = implement(policed(contract)).$context<Arrival>()
  const door = api.middleware(async ({ context, procedure, path, next }, input) => {
    const { route, meta, errorMap } = procedure['~orpc']
    const changing = route.method !== 'GET' || changingGets.includes(route.path)
    if (changing) refuseOtherSites(context, cookies)
    // Login, registration and reset are authenticated by their input, and a browser sends the origin of a POST.
    const isNamedBySession = meta.who !== 'anyone' || unlessSessionEnded in errorMap || route.method === 'GET'
    if (changing && isNamedBySession) refuseOthersPages(context, cookies)
    const asVisitorMay = meta.who === 'anyone' && !changing
    const caller = await identifyCaller(context, asVisitorMay && meta.asVisitor === true, identity, cookies)
    const made = { call: path.join('.'), audited: meta.audited, address: context.address, input }
    return security.watch(made, caller, async () => {
      const beyond = route.method === 'GET' ? null : await countBeyond(limits.change(caller.user, context.address))
      if (beyond && !takingPaid.includes(route.path)) throw beyond
      refuseOtherAccount(context, caller)
      if (meta.who !== 'anyone') assertAllowed(caller, meta.who)
      else if (unlessSessionEnded in errorMap) refuseEnded(context, caller, cookies)
      await refuseOwnMoney(made.call, caller.user, () => parsed(procedure, input))
      const allowed = asTheyMay(caller, mustSetUp, { call: made.call, asVisitorMay })
      const answer = async () => next({ context: { caller: allowed, beyond } })
      const command = () => oneCommand(context, allowed, () => parsed(procedure, input), answer)
      return limits.lookUp(strangerLookingUp(context, caller, meta.who, route), command)
    })
  })
  return { api: api.use(door), asBuilt: implement(policed(contract)).$config(asBuilt).$context<Arrival>().use(door) }
}

/**
 * Another site can make a browser send our cookies. A bearer token without our cookies is safe, because no browser
 * sends one unless the page has it.
 */
const refuseOtherSites = (arrival: Arrival, cookies: Cookies): void => {
  const byBearerAlone = getBearer(arrival) !== undefined && !cookies.hasOurs(arrival)
  if (arrival.site === 'foreign' && !byBearerAlone) throw new Refused('cross_site')
}

/**
 * Older browsers, and all browsers on plain http, do not say which site a link is on. A request with the session's
 * cookie must then have our web app's header. A bearer token is never sent by itself.
 */
const refuseOthersPages = (arrival: Arrival, cookies: Cookies): void => {
  const byCookie = getBearer(arrival) === undefined && cookies.session(arrival) !== undefined
  const { headers } = arrival
  if (byCookie && !headers.get('sec-fetch-site') && !headers.has(webAppHeader)) throw new Refused('not_the_web_app')
}

type Wanted = { readonly call: string; readonly asVisitorMay: boolean }

/** An admin without a second factor reads public data as a visitor. @throws Refused('second_factor_needed') */
const asTheyMay = (caller: Caller, mustSetUp: MustSetUp, { call, asVisitorMay }: Wanted): Caller => {
  if (!caller.user || !mustSetUp(caller.user) || mayWithout.includes(call)) return caller
  if (!asVisitorMay) throw new Refused('second_factor_needed')
  return { actor: { kind: 'visitor', visitorId: getVisitorId(caller) }, user: null, token: null }
}

type Parsing = { readonly '~orpc': { readonly inputSchema?: StandardInput | undefined } }
type StandardInput = { readonly '~standard': { validate(value: unknown): unknown } }

/** The input as the call's handler gets it; the call itself refuses bad input. */
const parsed = ({ '~orpc': { inputSchema } }: Parsing, input: unknown): unknown => {
  const result = inputSchema?.['~standard'].validate(input)
  return typeof result === 'object' && result !== null && 'value' in result ? result.value : undefined
}

const countBeyond = (passing: Promise<void>): Promise<Refusal | null> =>
  passing.then(
    () => null,
    (error) => {
      if (isRefusal(error)) return error
      throw error
    },
  )

type Route = (typeof contract.users.me)['~orpc']['route']

/** The network of a stranger who looks something up by its address, where no other limit counts misses. */
const strangerLookingUp = ({ address }: Arrival, { user }: Caller, who: Who, { method, path }: Route) => {
  const isByPath = method === 'GET' && path?.includes('{') && !countingMisses.includes(path)
  return user === null && who === 'anyone' && isByPath ? address : null
}

const identifyCaller = async (
  arrival: Arrival,
  asVisitor: boolean,
  identity: IdentityClient,
  cookies: Cookies,
): Promise<Caller> => {
  const token = getBearer(arrival) ?? cookies.session(arrival) ?? null
  const session = token === null ? null : await readSession(token, asVisitor, identity)
  const visitorId = cookies.visitor(arrival)
  if (session) return { actor: toActor(session.user, visitorId), user: session.user, token }
  const network = networkOfProgram(arrival)
  return { actor: { kind: 'visitor', visitorId, ...(network === undefined ? {} : { network }) }, user: null, token }
}

const getBearer = ({ headers }: Arrival): string | undefined =>
  /^Bearer ([^\s]{1,4096})$/i.exec(headers.get('authorization') ?? '')?.[1]

/**
 * The caller as the session has them now; null when it has ended, or a second factor is needed. A visitor stays a
 * visitor.
 */
export const callerAgain = async (
  caller: Caller,
  identity: IdentityClient,
  mustSetUp: MustSetUp,
): Promise<Caller | null> => {
  const { user, token } = caller
  if (user === null || token === null) return caller
  try {
    // An open page does not count as use of the session.
    const session = await identity.session({ token, using: false })
    if (session === null || mustSetUp(session.user)) return null
    return { actor: toActor(session.user, getVisitorId(caller)), user: session.user, token }
  } catch {
    return caller
  }
}

/**
 * While identity is away, a call that is marked `asVisitor` is answered as for a visitor. Every other call is answered
 * with 503: a request would be recorded without its owner, and the user's own data would seem to be missing.
 */
const readSession = async (token: string, asVisitor: boolean, identity: IdentityClient) => {
  try {
    return await identity.session({ token })
  } catch (error) {
    if (error instanceof EngineAway && asVisitor) return null
    throw error
  }
}

const getVisitorId = ({ actor }: Caller): string | null => (actor.kind === 'system' ? null : (actor.visitorId ?? null))

/** A client's location and address are free text; only an agent's are a shop. */
const toActor = ({ _id, username, role, location, address }: User, visitorId: string | null): Actor => ({
  kind: 'user',
  userId: _id,
  username,
  role,
  shop: role === 'agent' && location && address ? { location, address } : null,
  ...(visitorId === null ? {} : { visitorId }),
})

/**
 * Only here the session is known for certain: after a check in the page, another tab may have logged in as another
 * account.
 */
const refuseOtherAccount = ({ headers }: Arrival, { user }: Caller): void => {
  const account = headers.get(accountHeader)
  if (account !== null && account !== user?._id) throw new Refused('not_signed_in')
}

const assertAllowed = ({ user }: Caller, roles: Exclude<Who, 'anyone'>): void => {
  if (!user) throw new Refused('not_signed_in')
  if (!roles.includes(user.role)) throw new Refused('not_allowed')
}

/**
 * A caller whose session has ended is told so once: the browser deletes its cookies, and its next request is a
 * visitor's. A browser that deleted an expired cookie itself sends no cookie, and then the page says that a user is
 * signed in.
 */
const refuseEnded = (arrival: Arrival, { user, token }: Caller, cookies: Cookies): void => {
  const isExpected = token !== null || arrival.headers.get(webAppHeader) === asSignedIn
  if (user !== null || !isExpected) return
  if (token !== null && token === cookies.session(arrival)) cookies.endSession(arrival)
  throw new Refused(unlessSessionEnded)
}

/** The signed-in user of a call that is not public. */
export const toUser = ({ caller }: CallContext): User => {
  if (!caller.user) throw new Refused('not_signed_in')
  return caller.user
}
