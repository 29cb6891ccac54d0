import { delivery as deliveryShape } from '@tuma/contracts/api'
import { type DeliveryStatus, Refused } from '@tuma/contracts/vocabulary'
import { isRefusal } from '@tuma/platform/event-sourcing'
import * as z from 'zod/mini'
import type { Dependencies } from '../dependencies.ts'
import type { CallContext } from '../door/policy.ts'
import { refusedWith } from '../door/refusing.ts'
import { storedPhone } from './stored-phone.ts'

type Step = 'uncollected' | 'inTransit' | 'delivered' | 'collected'
type StepInput = { id: string; status?: DeliveryStatus | undefined; revision?: number | undefined }

/** What agents do with a parcel. */
export const agentSteps = ({ api, services: { delivery }, asked }: Dependencies) => {
  /** Whoever looked at an old row is shown it as it is now. */
  const showNow = (context: CallContext, deliveryId: string) => async (error: unknown) => {
    if (!isRefusal(error) || error.code !== 'stale') throw error
    const row = await delivery.get({ viewer: context.caller.actor, deliveryId })
    throw refusedWith('stale', { ...error.details, delivery: row && z.parse(deliveryShape, row) })
  }
  const move = async (context: CallContext, input: StepInput, to: Step) => {
    if (input.status !== undefined && input.status !== to) throw new Refused('status_disagrees')
    const step = { asked: asked(context, input), deliveryId: input.id, to, revision: input.revision ?? null }
    return (await delivery.move(step).catch(showNow(context, input.id))).delivery
  }

  return {
    drop: api.agent.drop.handler(({ input, context }) => move(context, input, 'uncollected')),
    putInTransit: api.agent.putInTransit.handler(({ input, context }) => move(context, input, 'inTransit')),
    markDelivered: api.agent.markDelivered.handler(({ input, context }) => move(context, input, 'delivered')),
    markCollected: api.agent.markCollected.handler(({ input, context }) => move(context, input, 'collected')),

    assignRider: api.agent.assignRider.handler(async ({ input, context }) => {
      const { id: deliveryId, riderId, revision = null } = input
      const assigning = delivery.assignRider({ asked: asked(context, input), deliveryId, riderId, revision })
      return (await assigning.catch(showNow(context, deliveryId))).delivery
    }),
    assignPicker: api.agent.assignPicker.handler(async ({ input, context }) => {
      const { id: deliveryId, pickerName: name, pickerNationalId: nationalId, revision = null } = input
      const picker = { name, nationalId, phone: storedPhone(input.pickerPhone) }
      const assigning = delivery.assignPicker({ asked: asked(context, input), deliveryId, ...picker, revision })
      return (await assigning.catch(showNow(context, deliveryId))).delivery
    }),
  }
}
