import * as z from 'zod/mini'
import { roles } from '../vocabulary/index.ts'
import { call, everybodySignedIn, staff } from './call.ts'
import {
  email,
  fullName,
  line,
  messageAnswer,
  ownPassword,
  password,
  personName,
  phone,
  typedEmail,
  username,
} from './fields.ts'

/** A signed-in person, under the names that callers of the API know (`_id`). `phone` is 254…, `createdAt` an ISO instant. */
export const user = z.object({
  _id: z.string(),
  name: z.string(),
  username: z.string(),
  email: z.string(),
  phone: z.string(),
  role: z.enum(roles),
  isVerified: z.boolean(),
  points: z.number(),
  location: z.nullable(z.string()),
  address: z.nullable(z.string()),
  createdAt: z.string(),
  /** Signing in asks this agent or admin for a code. */
  secondFactor: z.optional(z.literal(true)),
})
export type User = z.infer<typeof user>

/** Who asks, as they are told of themselves. */
const ownUser = z.extend(user, {
  /** Here admins must have a second factor, and this one has none: until it is set up they can do nothing else. */
  secondFactorNeeded: z.optional(z.literal(true)),
  /** Here nobody can set one up, and this agent or admin has none. */
  secondFactorOff: z.optional(z.literal(true)),
})
export type OwnUser = z.infer<typeof ownUser>

/** A role that is sent along is ignored: registering always makes a client. */
export const registration = z.object({ name: fullName, username, email, phone: phone('Phone'), password })
export const credentials = z.object({
  email: typedEmail,
  password: ownPassword,
  /** Of the second factor, or a recovery code: asked for with `code_needed`, where there is one. */
  code: z.optional(line('Code', 40)),
  keepSignedIn: z.optional(z.boolean()),
})
export const ownPasswordOnly = z.object({ password: ownPassword })
export const codeOnly = z.object({ code: line('Code', 40) })
export const passwordAndCode = z.extend(ownPasswordOnly, codeOnly.shape)

/**
 * Only what is sent changes. A new e-mail needs the password, and takes effect when its link is opened, which is not sent
 * where another account has the address already; an agent's shop is an admin's to set.
 */
export const profile = z.object({
  name: z.optional(personName('Full name')),
  phone: z.optional(phone('Phone')),
  email: z.optional(email),
  location: z.optional(z.union([z.literal(''), line('Location')])),
  address: z.optional(z.union([z.literal(''), line('Address', 200)])),
  password: z.optional(ownPassword),
})

export const users = {
  /** Answers the same whether there is an account with the e-mail or not: if there is, its owner is told by e-mail. */
  register: call('anyone', 'username_taken')
    .route({ method: 'POST', path: '/users/register', successStatus: 201, tags: ['users'] })
    .input(registration)
    /** `adminVerifies`: no link comes, because e-mails are not sent here; an admin verifies the account. */
    .output(z.extend(messageAnswer, { adminVerifies: z.optional(z.literal(true)) })),
  /**
   * Also sets the session cookie; `token` is for callers without cookies. `new_password_needed`, of agents and admins
   * alone, carries the `resetToken` with which they choose one. `code_needed` says that the password was right, and that
   * the same call wants a `code` besides.
   */
  login: call('anyone', 'invalid_credentials', 'not_verified', 'new_password_needed', 'code_needed', 'code_wrong')
    .route({ method: 'POST', path: '/users/login', tags: ['users'] })
    .input(credentials)
    .output(z.extend(ownUser, { token: z.string() })),
  logout: call('anyone')
    .route({ method: 'GET', path: '/users/logout', tags: ['users'] })
    .output(messageAnswer),
  me: call(everybodySignedIn)
    .route({ method: 'GET', path: '/users/me', tags: ['users'] })
    .output(ownUser),
  verifyEmail: call('anyone', 'link_invalid')
    .route({ method: 'GET', path: '/users/verify-email/{token}', tags: ['users'] })
    .input(z.object({ token: z.string().check(z.maxLength(300)) }))
    .output(messageAnswer),
  update: call(everybodySignedIn, 'password_needed', 'password_wrong')
    .route({ method: 'PUT', path: '/users/updateuser', tags: ['users'] })
    .input(profile)
    .output(user),
  /**
   * Of an agent or admin. `secret` is base32, for an app that makes codes; `uri` and `qr`, an image's address (data:), say the
   * same to such an app. It counts when one of its codes has confirmed it; until then another takes its place.
   */
  setUpSecondFactor: call(staff, 'password_wrong', 'stale')
    .route({ method: 'POST', path: '/users/second-factor', tags: ['users'] })
    .input(ownPasswordOnly)
    .output(z.object({ secret: z.string(), uri: z.string(), qr: z.string() })),
  /** Every session of the account ends, and this one goes on as another: in the cookie, and as `token`. */
  confirmSecondFactor: call(staff, 'code_wrong', 'stale')
    .route({ method: 'PUT', path: '/users/second-factor', tags: ['users'] })
    .input(codeOnly)
    /** The recovery codes are shown now and never again; each serves once, in the place of a code. */
    .output(z.extend(user, { token: z.string(), recoveryCodes: z.array(z.string()) })),
  removeSecondFactor: call(staff, 'password_wrong', 'code_wrong', 'stale')
    .route({ method: 'POST', path: '/users/second-factor/remove', tags: ['users'] })
    .input(passwordAndCode)
    .output(ownUser),
  /** Answers the same whether there is such an account or not. */
  forgotPassword: call('anyone')
    .route({ method: 'POST', path: '/users/forgotpassword', tags: ['users'] })
    .input(z.object({ email }))
    .output(messageAnswer),
  /** A reset link serves once; every session of the account ends. */
  resetPassword: call('anyone', 'link_invalid', 'password_common')
    .route({ method: 'PUT', path: '/users/resetpassword/{resetToken}', tags: ['users'] })
    .input(z.object({ resetToken: z.string().check(z.maxLength(300)), password }))
    .output(messageAnswer),
}
