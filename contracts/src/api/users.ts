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

/**
 * A signed-in person, with the field names that callers of the API use (`_id`). `phone` is 254…, `createdAt` an ISO
 * instant.
 */
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
  /** This agent or admin must give a code to log in. */
  secondFactor: z.optional(z.literal(true)),
})
export type User = z.infer<typeof user>

/** The caller's own account. */
const ownUser = z.extend(user, {
  /** Admins must have a second factor here and this one has none: until it is set up, every other call is refused. */
  secondFactorNeeded: z.optional(z.literal(true)),
  /** Second factors cannot be set up here, and this agent or admin has none. */
  secondFactorOff: z.optional(z.literal(true)),
})
export type OwnUser = z.infer<typeof ownUser>

/** A `role` in the body is ignored: registering always makes a client. */
export const registration = z.object({ name: fullName, username, email, phone: phone('Phone'), password })
export const credentials = z.object({
  email: typedEmail,
  password: ownPassword,
  /**
   * A code of the second factor, or a recovery code; `code_needed` asks for it when the account has a second factor.
   */
  code: z.optional(line('Code', 40)),
  keepSignedIn: z.optional(z.boolean()),
})
export const ownPasswordOnly = z.object({ password: ownPassword })
export const codeOnly = z.object({ code: line('Code', 40) })
export const passwordAndCode = z.extend(ownPasswordOnly, codeOnly.shape)

/**
 * Changes only the fields that are sent. A new e-mail needs the password and takes effect when its link is opened; no
 * link is sent if another account has the address already. Only an admin can set an agent's shop.
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
  /** The answer does not show whether the e-mail has an account: if it has one, its owner gets an e-mail. */
  register: call('anyone', 'username_taken')
    .route({ method: 'POST', path: '/users/register', successStatus: 201, tags: ['users'] })
    .input(registration)
    /** `adminVerifies`: this installation sends no e-mails, so an admin verifies the account. */
    .output(z.extend(messageAnswer, { adminVerifies: z.optional(z.literal(true)) })),
  /**
   * Also sets the session cookie; `token` is for callers without cookies. `new_password_needed`, only for agents and
   * admins, carries the `resetToken` with which they choose one. `code_needed` means that the password was right and
   * that the same call must be repeated with a `code`.
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
   * For agents and admins. `secret` is base32, for an authenticator app; `uri` and `qr` (an image as a data: address)
   * hold the same. It is active once one of its codes has confirmed it; before that, calling again replaces it.
   */
  setUpSecondFactor: call(staff, 'password_wrong', 'stale')
    .route({ method: 'POST', path: '/users/second-factor', tags: ['users'] })
    .input(ownPasswordOnly)
    .output(z.object({ secret: z.string(), uri: z.string(), qr: z.string() })),
  /** Ends every session of the account; the caller's continues under a new token, in the cookie and as `token`. */
  confirmSecondFactor: call(staff, 'code_wrong', 'stale')
    .route({ method: 'PUT', path: '/users/second-factor', tags: ['users'] })
    .input(codeOnly)
    /** The recovery codes are shown only in this answer; each works once, in place of a code. */
    .output(z.extend(user, { token: z.string(), recoveryCodes: z.array(z.string()) })),
  removeSecondFactor: call(staff, 'password_wrong', 'code_wrong', 'stale')
    .route({ method: 'POST', path: '/users/second-factor/remove', tags: ['users'] })
    .input(passwordAndCode)
    .output(ownUser),
  /** The answer does not show whether the account exists. */
  forgotPassword: call('anyone')
    .route({ method: 'POST', path: '/users/forgotpassword', tags: ['users'] })
    .input(z.object({ email }))
    .output(messageAnswer),
  /** A reset link works once; every session of the account ends. */
  resetPassword: call('anyone', 'link_invalid', 'password_common')
    .route({ method: 'PUT', path: '/users/resetpassword/{resetToken}', tags: ['users'] })
    .input(z.object({ resetToken: z.string().check(z.maxLength(300)), password }))
    .output(messageAnswer),
}
