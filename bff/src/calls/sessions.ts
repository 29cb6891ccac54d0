import type { Dependencies } from '../dependencies.ts'
import { toUser } from '../door/policy.ts'

/** The caller's own sessions; `people` ends those of other accounts. */
export const sessionCalls = ({ api, services: { identity }, toCommandContext }: Dependencies) => ({
  list: api.sessions.list.handler(({ context }) =>
    identity.sessions({ accountId: toUser(context)._id, token: context.caller.token }),
  ),

  end: api.sessions.end.handler(async ({ input, context }) => {
    const accountId = toUser(context)._id
    await identity.endSession({ asked: toCommandContext(context, input), accountId, sessionId: input.id })
    return { message: 'That session has ended.' }
  }),

  endOthers: api.sessions.endOthers.handler(async ({ context }) => {
    const accountId = toUser(context)._id
    await identity.endOtherSessions({ asked: toCommandContext(context, {}), accountId, token: context.caller.token })
    return { message: 'All other sessions have ended.' }
  }),
})
