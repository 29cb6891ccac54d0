import type { Dependencies } from '../dependencies.ts'
import { deliveryOf } from './tracked.ts'

/** Parcels that do not go their way, and what somebody says of them. */
export const troubleCalls = ({ api, services: { delivery, identity }, asked }: Dependencies) => ({
  hold: api.trouble.hold.handler(async ({ input, context }) => {
    const { id: deliveryId, code, note = '' } = input
    const answer = await delivery.putOnHold({ asked: asked(context, input), deliveryId, code, note })
    return deliveryOf(answer.delivery)
  }),
  lift: api.trouble.lift.handler(async ({ input, context }) => {
    const { id: deliveryId, code } = input
    return deliveryOf((await delivery.liftHold({ asked: asked(context, input), deliveryId, code })).delivery)
  }),
  decide: api.trouble.decide.handler(async ({ input, context }) => {
    const { id: deliveryId, decision } = input
    return deliveryOf((await delivery.decideWait({ asked: asked(context, input), deliveryId, decision })).delivery)
  }),
  sendBack: api.trouble.sendBack.handler(async ({ input, context }) => {
    const { id: deliveryId } = input
    return deliveryOf((await delivery.sendBack({ asked: asked(context, input), deliveryId })).delivery)
  }),
  reportLost: api.trouble.reportLost.handler(async ({ input, context }) => {
    const { id: deliveryId, lost } = input
    return deliveryOf((await delivery.reportLost({ asked: asked(context, input), deliveryId, lost })).delivery)
  }),
  problems: api.trouble.problems.handler(async () => {
    const { codes, ...found } = await delivery.problems()
    const accountIds = codes.map(({ agentId }) => agentId)
    const names = accountIds.length === 0 ? {} : await identity.names({ accountIds })
    return { ...found, codes: codes.map((one) => ({ ...one, name: names[one.agentId] ?? null })) }
  }),
})
