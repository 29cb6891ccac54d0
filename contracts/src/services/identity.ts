import { oc } from '@orpc/contract'
import * as z from 'zod/mini'
import { user } from '../api/users.ts'
import { roles } from '../vocabulary/index.ts'
import { asked } from './asked.ts'
import { behindCalls } from './behind.ts'
import { parkedCalls } from './parked.ts'

const person = { name: z.string(), username: z.string(), email: z.string(), phone: z.string(), password: z.string() }

/** Internal contract of identity: accounts, sessions, links. Phones are 254…. */
export const identityContract = {
  /** @refuses email_taken, username_taken */
  register: oc.input(z.object({ asked, ...person })).output(z.object({ accountId: z.string() })),
  /** For the system only: the first admin and the demonstration network. Verified from the start. */
  openAccount: oc
    .input(
      z.object({
        asked,
        ...person,
        role: z.enum(roles),
        shop: z.nullable(z.object({ location: z.string(), address: z.string() })),
      }),
    )
    .output(z.object({ accountId: z.string() })),
  /** @refuses invalid_credentials, not_verified (only after a right password), busy */
  login: oc
    .input(z.object({ asked, email: z.string(), password: z.string(), keepSignedIn: z.boolean() }))
    .output(z.object({ token: z.string(), expiresAt: z.string(), user })),
  /** Ends the session that the token names; an unknown token is no error. */
  logout: oc.input(z.object({ asked, token: z.string() })).output(z.object({})),
  /** Who the token stands for at this moment; null when it stands for nobody (any more). */
  session: oc
    .input(z.object({ token: z.string() }))
    .output(z.nullable(z.object({ sessionId: z.string(), expiresAt: z.string(), user }))),
  /** Opened again before it expires it succeeds again. @refuses link_invalid */
  verifyEmail: oc.input(z.object({ asked, token: z.string() })).output(z.object({})),
  /** What the mail of a link says, for notification; null when the link has expired or serves no more. */
  linkMail: oc.input(z.object({ accountId: z.string(), linkId: z.string() })).output(
    z.nullable(
      z.object({
        email: z.string(),
        name: z.string(),
        purpose: z.enum(['verify', 'reset']),
        /** The account has another address so far: opening the link gives it this one. */
        changesEmail: z.boolean(),
        token: z.string(),
        expiresAt: z.string(),
      }),
    ),
  ),
  /** Only what is given changes; an agent's place does not. A new e-mail waits for its link. @refuses email_taken */
  updateProfile: oc
    .input(
      z.object({
        asked,
        accountId: z.string(),
        name: z.optional(z.string()),
        phone: z.optional(z.string()),
        email: z.optional(z.string()),
        location: z.optional(z.string()),
        address: z.optional(z.string()),
      }),
    )
    .output(z.object({ user })),
  /** No refusal tells whether there is such an account. @refuses too_many */
  forgotPassword: oc.input(z.object({ asked, email: z.string() })).output(z.object({})),
  /** Serves once; ends every session of the account. @refuses link_invalid, password_common (staff), busy */
  resetPassword: oc.input(z.object({ asked, token: z.string(), password: z.string() })).output(z.object({})),
  /** All agents, newest first. */
  agents: oc.output(z.array(user)),
  users: oc
    .input(
      z.object({
        search: z.nullable(z.string()),
        role: z.nullable(z.enum(roles)),
        sort: z.enum(['name', 'points', 'recent']),
        limit: z.number(),
        cursor: z.nullable(z.string()),
      }),
    )
    .output(z.object({ rows: z.array(user), next: z.nullable(z.string()), total: z.number() })),
  byUsername: oc.input(z.object({ username: z.string() })).output(z.nullable(user)),
  /** By account id; who is deleted has no name any more and is left out. */
  names: oc.input(z.object({ accountIds: z.array(z.string()) })).output(z.record(z.string(), z.string())),
  /** By an admin; whether the shop exists is checked by who asks. @refuses not_found (no agent), not_allowed */
  assignShop: oc
    .input(z.object({ asked, accountId: z.string(), location: z.string(), address: z.string() }))
    .output(z.object({ agent: user })),
  /** By an admin; sessions end at once. @refuses not_found, last_admin, not_allowed */
  changeRole: oc.input(z.object({ asked, accountId: z.string(), role: z.enum(roles) })).output(z.object({ user })),
  /** By an admin; the person's key is destroyed, the username never given out again. @refuses not_found, last_admin */
  deleteAccount: oc
    .input(z.object({ asked, accountId: z.string(), role: z.nullable(z.enum(roles)) }))
    .output(z.object({})),
  ...parkedCalls,
  ...behindCalls,
  hasAdmin: oc.output(z.object({ hasAdmin: z.boolean() })),
}
