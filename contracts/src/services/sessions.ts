import * as z from 'zod/mini'
import { session } from '../api/sessions.ts'
import { commandContext } from './command-context.ts'
import { bffCall } from './internal-call.ts'

/** The browser at sign-in, by the names of `bowser`; null when it sent none that we know. */
export const signedInWith = {
  browser: z.optional(z.nullable(z.string())),
  system: z.optional(z.nullable(z.string())),
}

/** Sessions as their owners see and end them. For an ended one `session` answers null at once, on every replica. */
export const sessionCalls = {
  /** Active sessions, the last used first. `token` marks the one that is `current`. */
  sessions: bffCall.input(z.object({ accountId: z.string(), token: z.nullable(z.string()) })).output(z.array(session)),
  /** @refuses not_found (no running session of the account) */
  endSession: bffCall
    .input(z.object({ asked: commandContext, accountId: z.string(), sessionId: z.string() }))
    .output(z.object({})),
  /** Ends all sessions except the one of the token. */
  endOtherSessions: bffCall
    .input(z.object({ asked: commandContext, accountId: z.string(), token: z.nullable(z.string()) }))
    .output(z.object({})),
  /** By an admin. @refuses not_found, not_allowed */
  endAllSessions: bffCall.input(z.object({ asked: commandContext, accountId: z.string() })).output(z.object({})),
}
