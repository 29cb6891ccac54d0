import type { OwnUser, User } from '@tuma/contracts/api'
import { Refused } from '@tuma/contracts/vocabulary'
import { isRefusal } from '@tuma/platform/event-sourcing'
import type { Dependencies } from '../dependencies.ts'
import { getBrowser } from '../door/browser.ts'
import { toUser } from '../door/policy.ts'
import { leavingFrom, misleading } from '../misleading.ts'
import { secondFactorIn } from '../settings.ts'
import { storedPhone } from './stored-phone.ts'

export const userCalls = (dependencies: Dependencies) => {
  const { api, services, toCommandContext, cookies, limits, settings, environment } = dependencies
  const { identity, notification } = services

  return {
    register: api.users.register.handler(async ({ input: { password, ...person }, context }) => {
      const phone = storedPhone(person.phone)
      await limits.mailFrom('registration', context.address)
      await limits.mail(null, person.email)
      await identity.register({ asked: toCommandContext(context, person), ...person, phone, password })
      const message = 'Registration successful! Please verify your email before logging in.'
      const adminVerifies = misleading(settings, await leavingFrom(notification)).includes('emails_stay')
      return adminVerifies ? { message, adminVerifies } : { message }
    }),

    login: api.users.login.handler(async ({ input: { email, password, code, keepSignedIn = false }, context }) => {
      const from = { network: context.address, device: cookies.device(context) }
      const login = {
        asked: toCommandContext(context, { email, keepSignedIn }),
        email,
        password,
        code,
        keepSignedIn,
        ...from,
        ...getBrowser(context),
      }
      const { token, expiresAt, user, device } = await identity.login(login).catch(tellUnverified)
      cookies.keepSession(context, token, expiresAt, environment.now())
      cookies.keepDevice(context, device)
      return { ...ownAnswer(dependencies, user), token }
    }),

    logout: api.users.logout.handler(async ({ context }) => {
      const { token } = context.caller
      if (token !== null) await identity.logout({ asked: toCommandContext(context, {}), token })
      cookies.endSession(context)
      return { message: 'You are logged out.' }
    }),

    me: api.users.me.handler(({ context }) => ownAnswer(dependencies, toUser(context))),

    verifyEmail: api.users.verifyEmail.handler(async ({ input: { token }, context }) => {
      await identity.verifyEmail({ asked: toCommandContext(context, {}), token })
      return { message: 'Your email is verified.' }
    }),

    update: api.users.update.handler(async ({ input: { phone, password, ...changed }, context }) => {
      const user = toUser(context)
      const { _id: accountId } = user
      if (changed.email !== undefined && changed.email !== user.email) await limits.mail(user, changed.email)
      const profile = { ...changed, ...(phone === undefined ? {} : { phone: storedPhone(phone) }) }
      return (
        await identity.updateProfile({ asked: toCommandContext(context, profile), accountId, ...profile, password })
      ).user
    }),

    forgotPassword: api.users.forgotPassword.handler(async ({ input: { email }, context }) => {
      await limits.mailFrom('reset', context.address)
      await identity.forgotPassword({ asked: toCommandContext(context, { email }), email, network: context.address })
      return { message: 'Reset link sent to your email.' }
    }),

    resetPassword: api.users.resetPassword.handler(async ({ input: { resetToken: token, password }, context }) => {
      const changed = { token, password, device: cookies.device(context) }
      const { device } = await identity.resetPassword({ asked: toCommandContext(context, {}), ...changed })
      cookies.keepDevice(context, device)
      return { message: 'Password reset successfully. Redirecting to login...' }
    }),
  }
}

/** Login answers `isVerified` also with a refusal, as it does with success. */
const tellUnverified = (error: unknown): never => {
  throw isRefusal(error) && error.code === 'not_verified' ? new Refused('not_verified', { isVerified: false }) : error
}

/** What users are told about themselves. */
export const ownAnswer = (
  { mustSetUp, settings }: Pick<Dependencies, 'mustSetUp' | 'settings'>,
  user: User,
): OwnUser => {
  if (user.role === 'user' || user.secondFactor) return user
  if (mustSetUp(user)) return { ...user, secondFactorNeeded: true }
  return secondFactorIn(settings) === 'off' ? { ...user, secondFactorOff: true } : user
}
