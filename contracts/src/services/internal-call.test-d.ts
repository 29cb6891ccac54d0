import { oc } from '@orpc/contract'
import { callFrom, type InternalContract } from './internal-call.ts'

/** Checked by tsc: each `@ts-expect-error` is an error itself as soon as the line below it compiles. */
const allowed = { names: callFrom('bff', 'launcher') } satisfies InternalContract

// @ts-expect-error a call without callers
callFrom()
// @ts-expect-error a caller that does not exist
callFrom('payment-provider')
// @ts-expect-error a call that was begun without callers
void ({ names: oc } satisfies InternalContract)
// @ts-expect-error a call whose meta says something else
void ({ names: oc.$meta({ who: ['admin'] }) } satisfies InternalContract)
// @ts-expect-error one call without callers among others that name theirs
void ({ ...allowed, erase: oc } satisfies InternalContract)
