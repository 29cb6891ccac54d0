import * as z from 'zod/mini'
import { session } from '../api/sessions.ts'
import { asked } from './asked.ts'
import { bffCall } from './internal-call.ts'

/** What a session was begun with, by the names of `bowser`; null where the browser says nothing that we know. */
export const signedInWith = {
  browser: z.optional(z.nullable(z.string())),
  system: z.optional(z.nullable(z.string())),
}

/** Sessions as their owners see and end them. What has ended answers `session` with null at once, on every replica. */
export const sessionCalls = {
  /** Those that still work, the last used first. `token` names the one that is `current`. */
  sessions: bffCall.input(z.object({ accountId: z.string(), token: z.nullable(z.string()) })).output(z.array(session)),
  /** @refuses not_found (no running session of the account) */
  endSession: bffCall.input(z.object({ asked, accountId: z.string(), sessionId: z.string() })).output(z.object({})),
  /** All but the one that the token names. */
  endOtherSessions: bffCall
    .input(z.object({ asked, accountId: z.string(), token: z.nullable(z.string()) }))
    .output(z.object({})),
  /** By an admin. @refuses not_found, not_allowed */
  endAllSessions: bffCall.input(z.object({ asked, accountId: z.string() })).output(z.object({})),
}
