import { Refused } from '@tuma/contracts/vocabulary'
import type { Dependencies } from '../dependencies.ts'
import { promptAtTheDoor } from '../door/prompt-at-the-door.ts'
import { shown } from './payment.ts'
import { storedPhone } from './stored-phone.ts'

/** M-Pesa shows the payer only twelve characters of the reference. */
const shorten = (trackingId: string): string => `TM-${trackingId.slice(-9)}`

/** The prompts and receipts of agents who hand a parcel over. */
export const atTheDoorCalls = ({ api, services: { delivery, payment }, toCommandContext }: Dependencies) => {
  const getPrompt = promptAtTheDoor({ delivery, payment })
  return {
    askForDue: api.agent.askForDue.handler(async ({ input, context }) => {
      const { id: deliveryId, phone } = input
      const { due, trackingId, receiver } = await delivery.due({ viewer: context.caller.actor, deliveryId })
      const whom = { name: receiver.name, phone: phone === undefined ? receiver.phone : storedPhone(phone) }
      const wanted = { deliveryId, reference: shorten(trackingId), ...whom, amount: due }
      return shown(await payment.askAtTheDoor({ asked: toCommandContext(context, input), ...wanted }))
    }),
    lastAskedForDue: api.agent.lastAskedForDue.handler(async ({ input: { id: deliveryId }, context }) => {
      if (!(await delivery.get({ viewer: context.caller.actor, deliveryId }))) throw new Refused('not_found')
      const last = await payment.askedAtTheDoor({ deliveryId })
      return { asked: last && shown(last) }
    }),
    askedForDue: api.agent.askedForDue.handler(async ({ input: { id, promptId }, context }) => {
      const found = await getPrompt(context, promptId)
      if (found?.deliveryId !== id) throw new Refused('not_found')
      return shown(found)
    }),
  }
}
