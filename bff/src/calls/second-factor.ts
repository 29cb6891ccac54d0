import { Refused } from '@tuma/contracts/vocabulary'
import type { Dependencies } from '../dependencies.ts'
import { getBrowser } from '../door/browser.ts'
import { toUser } from '../door/policy.ts'
import { type BffSettings, secondFactorIn } from '../settings.ts'
import { ownAnswer } from './users.ts'

/** The caller's own second factor; `people` has the admins' removal of another person's. */
export const secondFactorCalls = (dependencies: Dependencies) => {
  const { api, services, toCommandContext, cookies, settings, environment } = dependencies
  const { identity } = services

  return {
    setUpSecondFactor: api.users.setUpSecondFactor.handler(async ({ input: { password }, context }) => {
      assertMaySetUp(settings)
      const accountId = toUser(context)._id
      const { secret, uri } = await identity.setUpSecondFactor({
        asked: toCommandContext(context, {}),
        accountId,
        password,
      })
      return { secret, uri, qr: await readImage(uri) }
    }),

    confirmSecondFactor: api.users.confirmSecondFactor.handler(async ({ input: { code }, context }) => {
      assertMaySetUp(settings)
      const accountId = toUser(context)._id
      const from = getBrowser(context)
      const confirmed = await identity.confirmSecondFactor({
        asked: toCommandContext(context, {}),
        accountId,
        code,
        ...from,
      })
      const { token, expiresAt, user, recoveryCodes } = confirmed
      cookies.keepSession(context, token, expiresAt, environment.now())
      return { ...user, token, recoveryCodes }
    }),

    removeSecondFactor: api.users.removeSecondFactor.handler(async ({ input, context }) => {
      const accountId = toUser(context)._id
      const { user } = await identity.removeSecondFactor({ asked: toCommandContext(context, {}), accountId, ...input })
      return ownAnswer(dependencies, user)
    }),
  }
}

const readImage = async (text: string): Promise<string> => {
  const { default: QRCode } = await import('qrcode')
  const svg = await QRCode.toString(text, { type: 'svg', margin: 2 })
  return `data:image/svg+xml,${encodeURIComponent(svg)}`
}

const assertMaySetUp = (settings: BffSettings): void => {
  if (secondFactorIn(settings) === 'off') throw new Refused('not_allowed')
}
