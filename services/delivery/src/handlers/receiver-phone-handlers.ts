import { implement } from '@orpc/server'
import { deliveryContract } from '@tuma/contracts/services'
import { Refused } from '@tuma/contracts/vocabulary'
import { derivedId, unlessDamaged } from '@tuma/platform/event-sourcing'
import { getPast } from '../delivery-stream.ts'
import type { Dependencies } from '../dependencies.ts'
import { isErased } from '../domain/delivery.ts'
import { delivery } from '../domain/delivery-decisions.ts'
import { toAsker } from './askers.ts'
import { openStepHandler } from './handle-step.ts'

/** Changes the phone to which a code goes, and replaces codes that strangers may know. */
export const receiverPhoneHandlers = (dependencies: Dependencies) => {
  const { streams, allDeliveries, buildMetadata } = dependencies
  const os = implement(deliveryContract)
  const handle = streams.getHandler(delivery)
  const press = openStepHandler(dependencies)
  return {
    changeReceiverPhone: os.changeReceiverPhone.handler(({ input: { phone, reason, ...input } }) =>
      press(input, (by, at) => ({ type: 'ChangeReceiverPhone', by, phone, reason, at })),
    ),
    formerPhone: os.formerPhone.handler(async ({ input: { deliveryId, generation } }) => {
      const past = await getPast(dependencies, deliveryId)
      const [changed] = past.flatMap((event) =>
        event.type === 'ReceiverPhoneChanged' && event.data.generation === generation ? [event.data.receiver] : [],
      )
      return { phone: changed && !isErased(changed) ? changed.phone : null }
    }),
    raiseCodes: os.raiseCodes.handler(async ({ input: { asked } }) => {
      const by = toAsker(asked.actor)
      if (by.role !== 'admin') throw new Refused('not_allowed')
      const metadata = buildMetadata(asked)
      let raised = 0
      for await (const { _id: deliveryId } of allDeliveries.waitedFor()) {
        // The command id of this press and this parcel. A press that is repeated after a lost answer raises each code
        // once.
        const commandId = derivedId('code raised', metadata.commandId, deliveryId)
        const command = { type: 'RaiseCollectionCode', by, at: metadata.at } as const
        const handled = await unlessDamaged(handle(`delivery-${deliveryId}`, command, { ...metadata, commandId }), null)
        if (handled && handled.events.length > 0) raised += 1
      }
      return { raised }
    }),
  }
}
