import { Refused } from '@tuma/contracts/vocabulary'
import type { Dependencies } from '../dependencies.ts'
import { openPresses } from './agent-steps.ts'

/**
 * Collecting a parcel with the code of its SMS, and sending another code where it is lost. No answer contains the code.
 */
export const collectingCalls = ({ api, services: { delivery }, toCommandContext, find }: Dependencies) => {
  const { collect } = openPresses(delivery)
  return {
    collect: api.collecting.collect.handler(({ input, context }) => {
      const { id: deliveryId, code, also = [], taken, revision = null } = input
      return collect(context, {
        asked: toCommandContext(context, input),
        deliveryId,
        revision,
        code,
        also,
        ...(taken && { taken }),
      })
    }),
    newCode: api.collecting.newCode.handler(async ({ input, context }) => {
      const { id: deliveryId } = input
      const seen = await delivery.get({ viewer: context.caller.actor, deliveryId })
      if (!seen) throw new Refused('not_found')
      return delivery.issueCode({ asked: toCommandContext(context, input), deliveryId, by: 'party' })
    }),
    newCodeOfTracked: api.collecting.newCodeOfTracked.handler(async ({ input, context }) => {
      const { delivery: found } = await find(context, input.trackingId)
      return delivery.issueCode({ asked: toCommandContext(context, input), deliveryId: found._id, by: 'follower' })
    }),
  }
}
