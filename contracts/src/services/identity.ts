import * as z from 'zod/mini'
import { user } from '../api/users.ts'
import { roles, securityEventKinds } from '../vocabulary/index.ts'
import { approvalCalls } from './approvals.ts'
import { asked } from './asked.ts'
import { behindCalls } from './behind.ts'
import { counted } from './counted.ts'
import { bffCall, callFrom, type InternalContract } from './internal-call.ts'
import { parkedCalls } from './parked.ts'
import { countedSecurityEvent, securityEventRow } from './security-event.ts'
import { sessionCalls, signedInWith } from './sessions.ts'

const person = { name: z.string(), username: z.string(), email: z.string(), phone: z.string(), password: z.string() }

/** Left out by callers that know neither. */
const askedFrom = { network: z.optional(z.string()) }
const device = { device: z.optional(z.nullable(z.string())) }

/** Internal contract of identity: accounts, sessions, links. Phones are 254…. */
export const identityContract = {
  /**
   * No answer tells whether the e-mail address has an account: the one that is made then can never be verified, and
   * `linkMail` tells the address's owner. @refuses username_taken
   */
  register: bffCall.input(z.object({ asked, ...person })).output(z.object({ accountId: z.string() })),
  /** For the system only: the first admin and the demonstration network. Verified from the start. @refuses email_taken, username_taken */
  openAccount: callFrom('launcher')
    .input(
      z.object({
        asked,
        ...person,
        role: z.enum(roles),
        shop: z.nullable(z.object({ location: z.string(), address: z.string() })),
      }),
    )
    .output(z.object({ accountId: z.string() })),
  /**
   * `network`: the address that asks; `device`: what its browser keeps of those who signed in from it, and is to keep
   * from now on; `code`: of the second factor, or a recovery code. @refuses invalid_credentials, too_many, busy; after a right password not_verified,
   * code_needed and code_wrong (who has a second factor), new_password_needed (staff with a weak one, with a `resetToken`)
   */
  login: bffCall
    .input(
      z.object({
        asked,
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
  /** Ends the session that the token names; an unknown token is no error. */
  logout: bffCall.input(z.object({ asked, token: z.string() })).output(z.object({})),
  /**
   * Who the token stands for at this moment; null when it stands for nobody (any more), as that of an agent or admin
   * after twelve hours in which nobody asked with it, or only with `using: false`.
   */
  session: bffCall
    .input(z.object({ token: z.string(), using: z.optional(z.boolean()) }))
    .output(z.nullable(z.object({ sessionId: z.string(), expiresAt: z.string(), user }))),
  /** Opened again before it expires it succeeds again. @refuses link_invalid */
  verifyEmail: bffCall.input(z.object({ asked, token: z.string() })).output(z.object({})),
  /** By an admin, where no e-mail comes. @refuses not_found, not_allowed */
  verifyAccount: bffCall.input(z.object({ asked, accountId: z.string() })).output(z.object({ user })),
  /**
   * What the mail of a link says, for notification; null when the link has expired or serves no more. With `tellsOwner`
   * also of a link to an address that is another account's: `owner` is whose, and there is no token.
   */
  linkMail: callFrom('notification')
    .input(z.object({ accountId: z.string(), linkId: z.string(), tellsOwner: z.optional(z.boolean()) }))
    .output(
      z.nullable(
        z.object({
          email: z.string(),
          name: z.string(),
          /** When the account that asks was registered, or asked for the address. */
          askedAt: z.string(),
          purpose: z.enum(['verify', 'reset']),
          /** The account has another address so far: opening the link gives it this one. */
          changesEmail: z.boolean(),
          /** The address that the account had when it was asked for another: whoever reads there is told. */
          formerEmail: z.optional(z.nullable(z.string())),
          /** The account that asks has proven that the address is its own: it was asked for a new password. */
          isProven: z.boolean(),
          /** The username of the account that has the address already, and is told instead. */
          owner: z.optional(z.nullable(z.string())),
          token: z.string(),
          expiresAt: z.string(),
        }),
      ),
    ),
  /** Where an account reads its e-mails, for a message about its parcels; null of one that is gone or not verified. */
  mailAddress: callFrom('notification')
    .input(z.object({ accountId: z.string() }))
    .output(z.nullable(z.object({ email: z.string() }))),
  /** The name and phone that an account was registered with; null of one that is gone. Later changes of its profile do not count. */
  registeredAs: callFrom('revenue')
    .input(z.object({ accountId: z.string() }))
    .output(z.nullable(z.object({ name: z.string(), phone: z.string() }))),
  /** Where an account reads its SMS, for a message about its money; null of one that is gone. */
  smsNumber: callFrom('notification')
    .input(z.object({ accountId: z.string() }))
    .output(z.nullable(z.object({ phone: z.string() }))),
  /** Is the person at the screen the owner? Counts wrong guesses as a login does. @refuses password_wrong, too_many, busy, not_found */
  confirmPassword: bffCall.input(z.object({ accountId: z.string(), password: z.string() })).output(z.object({ user })),
  /**
   * Only what is given changes; an agent's place does not. A new e-mail needs the password and waits for its link, which
   * never comes where another account has the address: no answer tells.
   * @refuses password_needed, password_wrong, too_many, busy; then nothing changes
   */
  updateProfile: bffCall
    .input(
      z.object({
        asked,
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
  /** No refusal tells whether there is such an account. @refuses too_many */
  forgotPassword: bffCall.input(z.object({ asked, email: z.string(), ...askedFrom })).output(z.object({})),
  /** Serves once; ends every session of the account. @refuses link_invalid, password_common (staff), busy */
  resetPassword: bffCall
    .input(z.object({ asked, token: z.string(), password: z.string(), ...device }))
    .output(z.object({ ...device })),
  /**
   * For agents and admins; it counts when it is confirmed. `secret` is base32, `uri` what a QR code holds.
   * @refuses password_wrong, too_many, busy, stale (there is one), not_allowed
   */
  setUpSecondFactor: bffCall
    .input(z.object({ asked, accountId: z.string(), password: z.string() }))
    .output(z.object({ secret: z.string(), uri: z.string() })),
  /** Ends every session of the account and begins another. Wrong codes are limited. @refuses code_wrong, too_many, stale (there is none that waits) */
  confirmSecondFactor: bffCall
    .input(z.object({ asked, accountId: z.string(), code: z.string(), ...signedInWith }))
    .output(z.object({ recoveryCodes: z.array(z.string()), token: z.string(), expiresAt: z.string(), user })),
  /** Where there is none nothing is asked. @refuses password_wrong, code_wrong, too_many, busy */
  removeSecondFactor: bffCall
    .input(z.object({ asked, accountId: z.string(), password: z.string(), code: z.string() }))
    .output(z.object({ user })),
  /** By another admin, for who has lost it; a third one approves it. @refuses not_found, not_allowed, approval_needed */
  takeSecondFactor: bffCall.input(z.object({ asked, accountId: z.string() })).output(z.object({ user })),
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
  /** Null of one that is deleted, or never was. */
  account: bffCall.input(z.object({ accountId: z.string() })).output(z.nullable(user)),
  byUsername: bffCall.input(z.object({ username: z.string() })).output(z.nullable(user)),
  /** By account id; who is deleted has no name any more and is left out. */
  names: bffCall.input(z.object({ accountIds: z.array(z.string()) })).output(z.record(z.string(), z.string())),
  /** By an admin; whether the shop exists is checked by who asks. @refuses not_found (no agent), not_allowed */
  assignShop: bffCall
    .input(z.object({ asked, accountId: z.string(), location: z.string(), address: z.string() }))
    .output(z.object({ agent: user })),
  /** By an admin; sessions end at once. Making an admin needs another's approval. @refuses not_found, last_admin, not_allowed, approval_needed */
  changeRole: bffCall.input(z.object({ asked, accountId: z.string(), role: z.enum(roles) })).output(z.object({ user })),
  /**
   * By an admin, or by the system, which takes the last admin too; the person's key is destroyed, the username never given
   * out again. @refuses not_found, last_admin
   */
  deleteAccount: bffCall
    .input(z.object({ asked, accountId: z.string(), role: z.nullable(z.enum(roles)) }))
    .output(z.object({})),
  /** Adds to the rows that are equal; repeated it counts again. */
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
