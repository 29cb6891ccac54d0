import { limitRequests } from '@tuma/platform/runtime'
import type { Dependencies } from '../dependencies.ts'

const hour = 60 * 60_000

export const supportCalls = ({ api, services: { notification }, toCommandContext, counts, settings }: Dependencies) => {
  const pass = limitRequests(counts, { name: 'support', max: settings.SUPPORT_MESSAGES_PER_HOUR, windowMs: hour })

  return {
    send: api.support.send.handler(async ({ input, context }) => {
      const { user } = context.caller
      await pass(user ? { account: user._id } : context.address)
      await notification.support({ asked: toCommandContext(context, input), ...input })
      return { message: 'Your message has been sent. We reply within 24 hours.' }
    }),
  }
}
