import * as z from 'zod/mini'
import { user } from '../api/users.ts'
import { roles, securityEventKinds } from '../vocabulary/index.ts'
import { approvalCalls } from './approvals.ts'
import { behindCalls } from './behind.ts'
import { commandContext } from './command-context.ts'
import { counted } from './counted.ts'
import { bffCall, callFrom, type InternalContract } from './internal-call.ts'
import { parkedCalls } from './parked.ts'
import { countedSecurityEvent, securityEventRow } from './security-event.ts'
import { sessionCalls, signedInWith } from './sessions.ts'

const person = { name: z.string(), username: z.string(), email: z.string(), phone: z.string(), password: z.string() }

/** Left out by callers that do not know them. */
const askedFrom = { network: z.optional(z.string()) }
const device = { device: z.optional(z.nullable(z.string())) }

/** Internal contract of identity: accounts, sessions, links. Phones are 254…. */
export const identityContract = {
  /**
   * No answer shows whether the e-mail address has an account: if it has one, the new account can never be verified,
   * and `linkMail` informs the owner of the address. @refuses username_taken
   */
  register: bffCall.input(z.object({ asked: commandContext, ...person })).output(z.object({ accountId: z.string() })),
  /**
   * For the system only: the first admin and the demonstration network. The account is verified at once. @refuses
   * email_taken, username_taken
   */
  openAccount: callFrom('launcher')
    .input(
      z.object({
        asked: commandContext,
        ...person,
        role: z.enum(roles),
        shop: z.nullable(z.object({ location: z.string(), address: z.string() })),
      }),
    )
    .output(z.object({ accountId: z.string() })),
  /**
   * `network`: the caller's address. `device`: the browser's record of the accounts that have signed in from it; the
   * answer has the new one to store. `code`: of the second factor, or a recovery code. @refuses invalid_credentials,
   * too_many, busy; after a right password not_verified, code_needed and code_wrong (with a second factor),
   * new_password_needed (staff with a weak one, with a `resetToken`)
   */
  login: bffCall
    .input(
      z.object({
        asked: commandContext,
        email: z.string(),
        password: z.string(),
        code: z.optional(z.string()),
        keepSignedIn: z.boolean(),
        ...askedFrom,
        ...device,
        ...signedInWith,
      }),
    )
    .output(z.object({ token: z.string(), expiresAt: z.string(), user, ...device })),
  /** Ends the session of the token; an unknown token is no error. */
  logout: bffCall.input(z.object({ asked: commandContext, token: z.string() })).output(z.object({})),
  /**
   * The account of a token at this moment; null when the session has ended. The session of an agent or admin also ends
   * after twelve hours without a call, where calls with `using: false` do not count.
   */
  session: bffCall
    .input(z.object({ token: z.string(), using: z.optional(z.boolean()) }))
    .output(z.nullable(z.object({ sessionId: z.string(), expiresAt: z.string(), user }))),
  /** Opening the link again before it expires succeeds again. @refuses link_invalid */
  verifyEmail: bffCall.input(z.object({ asked: commandContext, token: z.string() })).output(z.object({})),
  /** By an admin, for installations without e-mail. @refuses not_found, not_allowed */
  verifyAccount: bffCall.input(z.object({ asked: commandContext, accountId: z.string() })).output(z.object({ user })),
  /**
   * The content of a link's e-mail, for notification; null when the link has expired or no longer works. With
   * `tellsOwner` also for a link to an address that another account has: `owner` is that account, and there is no
   * token.
   */
  linkMail: callFrom('notification')
    .input(z.object({ accountId: z.string(), linkId: z.string(), tellsOwner: z.optional(z.boolean()) }))
    .output(
      z.nullable(
        z.object({
          email: z.string(),
          name: z.string(),
          /** When the account was registered, or asked for the address. */
          askedAt: z.string(),
          purpose: z.enum(['verify', 'reset']),
          /** The account still has another address: opening the link changes it to this one. */
          changesEmail: z.boolean(),
          /** The address that the account had when it asked for another one; it gets an e-mail too. */
          formerEmail: z.optional(z.nullable(z.string())),
          /** The account has proven that the address is its own, and asked for a new password. */
          isProven: z.boolean(),
          /** The username of the account that has the address already and gets the e-mail instead. */
          owner: z.optional(z.nullable(z.string())),
          token: z.string(),
          expiresAt: z.string(),
        }),
      ),
    ),
  /** The e-mail address of an account, for messages about its parcels; null when it is deleted or not verified. */
  mailAddress: callFrom('notification')
    .input(z.object({ accountId: z.string() }))
    .output(z.nullable(z.object({ email: z.string() }))),
  /**
   * The name and phone that an account was registered with; null when it is deleted. Later changes of its profile do
   * not count.
   */
  registeredAs: callFrom('revenue')
    .input(z.object({ accountId: z.string() }))
    .output(z.nullable(z.object({ name: z.string(), phone: z.string() }))),
  /** The phone of an account, for SMS about its money; null when it is deleted. */
  smsNumber: callFrom('notification')
    .input(z.object({ accountId: z.string() }))
    .output(z.nullable(z.object({ phone: z.string() }))),
  /**
   * Checks that the person at the screen is the owner. Wrong guesses count as they do for a login. @refuses
   * password_wrong, too_many, busy, not_found
   */
  confirmPassword: bffCall.input(z.object({ accountId: z.string(), password: z.string() })).output(z.object({ user })),
  /**
   * Changes only the given fields; an agent's shop does not change. A new e-mail needs the password and waits for its
   * link, which is never sent when another account has the address: no answer shows this.
   * @refuses password_needed, password_wrong, too_many, busy; then nothing changes
   */
  updateProfile: bffCall
    .input(
      z.object({
        asked: commandContext,
        accountId: z.string(),
        name: z.optional(z.string()),
        phone: z.optional(z.string()),
        email: z.optional(z.string()),
        location: z.optional(z.string()),
        address: z.optional(z.string()),
        password: z.optional(z.string()),
      }),
    )
    .output(z.object({ user })),
  /** No refusal shows whether the account exists. @refuses too_many */
  forgotPassword: bffCall
    .input(z.object({ asked: commandContext, email: z.string(), ...askedFrom }))
    .output(z.object({})),
  /** Works once; ends every session of the account. @refuses link_invalid, password_common (staff), busy */
  resetPassword: bffCall
    .input(z.object({ asked: commandContext, token: z.string(), password: z.string(), ...device }))
    .output(z.object({ ...device })),
  /**
   * For agents and admins; it is active once it is confirmed. `secret` is base32, `uri` is the content of the QR code.
   * @refuses password_wrong, too_many, busy, stale (there is one), not_allowed
   */
  setUpSecondFactor: bffCall
    .input(z.object({ asked: commandContext, accountId: z.string(), password: z.string() }))
    .output(z.object({ secret: z.string(), uri: z.string() })),
  /**
   * Ends every session of the account and begins another. Wrong codes are limited. @refuses code_wrong, too_many, stale
   * (no set-up waits)
   */
  confirmSecondFactor: bffCall
    .input(z.object({ asked: commandContext, accountId: z.string(), code: z.string(), ...signedInWith }))
    .output(z.object({ recoveryCodes: z.array(z.string()), token: z.string(), expiresAt: z.string(), user })),
  /** Without a second factor, nothing is checked. @refuses password_wrong, code_wrong, too_many, busy */
  removeSecondFactor: bffCall
    .input(z.object({ asked: commandContext, accountId: z.string(), password: z.string(), code: z.string() }))
    .output(z.object({ user })),
  /**
   * By another admin, for an account that has lost it; a third admin approves. @refuses not_found, not_allowed,
   * approval_needed
   */
  takeSecondFactor: bffCall
    .input(z.object({ asked: commandContext, accountId: z.string() }))
    .output(z.object({ user })),
  /** All agents, newest first. */
  agents: bffCall.output(z.array(user)),
  users: callFrom('bff', 'launcher')
    .input(
      z.object({
        search: z.nullable(z.string()),
        role: z.nullable(z.enum(roles)),
        sort: z.enum(['name', 'points', 'recent']),
        limit: z.number(),
        cursor: z.nullable(z.string()),
      }),
    )
    .output(z.object({ rows: z.array(user), next: z.nullable(z.string()), ...counted })),
  /** Null when it is deleted or never existed. */
  account: bffCall.input(z.object({ accountId: z.string() })).output(z.nullable(user)),
  byUsername: bffCall.input(z.object({ username: z.string() })).output(z.nullable(user)),
  /** Names by account id; deleted accounts have no name and are left out. */
  names: bffCall.input(z.object({ accountIds: z.array(z.string()) })).output(z.record(z.string(), z.string())),
  /** By an admin; the caller checks that the shop exists. @refuses not_found (no agent), not_allowed */
  assignShop: bffCall
    .input(z.object({ asked: commandContext, accountId: z.string(), location: z.string(), address: z.string() }))
    .output(z.object({ agent: user })),
  /**
   * By an admin; sessions end at once. Making an admin needs another's approval. @refuses not_found, last_admin,
   * not_allowed, approval_needed
   */
  changeRole: bffCall
    .input(z.object({ asked: commandContext, accountId: z.string(), role: z.enum(roles) }))
    .output(z.object({ user })),
  /**
   * By an admin, or by the system, which may also delete the last admin. Destroys the person's key, and the username is
   * never given out again. @refuses not_found, last_admin
   */
  deleteAccount: bffCall
    .input(z.object({ asked: commandContext, accountId: z.string(), role: z.nullable(z.enum(roles)) }))
    .output(z.object({})),
  /** Adds to the equal rows; a repeated call counts again. */
  recordSecurityEvents: bffCall
    .input(z.object({ events: z.array(countedSecurityEvent).check(z.maxLength(500)) }))
    .output(z.object({})),
  /** Newest first; `from` is included, `to` is not. */
  securityEvents: bffCall
    .input(
      z.object({
        kind: z.nullable(z.enum(securityEventKinds)),
        accountId: z.nullable(z.string()),
        from: z.nullable(z.string()),
        to: z.nullable(z.string()),
        limit: z.number(),
        cursor: z.nullable(z.string()),
      }),
    )
    .output(
      z.object({
        rows: z.array(securityEventRow),
        next: z.nullable(z.string()),
        ...counted,
      }),
    ),
  ...sessionCalls,
  ...approvalCalls,
  ...parkedCalls,
  ...behindCalls,
  hasAdmin: callFrom('launcher').output(z.object({ hasAdmin: z.boolean() })),
} satisfies InternalContract
