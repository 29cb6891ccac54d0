import { oc } from '@orpc/contract'
import { type CallMeta, contract } from '@tuma/contracts/api'
import { policed } from './policy.ts'

/** Checked by tsc: each `@ts-expect-error` is an error itself as soon as the code below it compiles. */
const route = { method: 'GET', path: '/secrets' } as const

policed(contract)
policed({ secrets: { list: oc.$meta<CallMeta>({ who: ['admin'] }).route(route) } })

// @ts-expect-error a call without a policy
policed({ secrets: { list: oc.route(route) } })
// @ts-expect-error a call whose meta says something else
policed({ secrets: { list: oc.$meta({ tags: ['secrets'] }).route(route) } })
// @ts-expect-error a call for a role that does not exist
policed({ secrets: { list: oc.$meta({ who: ['boss'] }).route(route) } })
// @ts-expect-error one call without a policy among others that have theirs
policed({ ...contract, users: { ...contract.users, list: oc.route(route) } })
