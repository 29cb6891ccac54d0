import { implement } from '@orpc/server'
import { deliveryContract } from '@tuma/contracts/services'
import type { Dependencies } from '../dependencies.ts'
import { delivery } from '../domain/delivery-decisions.ts'
import { toShownRow } from '../domain/shown-row.ts'
import { bindingStickers } from '../stickers/bind-first.ts'
import { toAsker } from './askers.ts'
import { counterRequests, requestAtOnce } from './counter-requests.ts'
import { rowFrom } from './handle-step.ts'

/** Parcels that agents take in for customers at the counter. */
export const counterHandlers = (dependencies: Dependencies) => {
  const { streams, buildMetadata, lists } = dependencies
  const os = implement(deliveryContract)
  const handle = streams.getHandler(delivery)
  const toRequest = requestAtOnce(dependencies, counterRequests(dependencies))

  const bindSticker = bindingStickers(dependencies)

  return {
    takeInAtCounter: os.takeInAtCounter.handler(async ({ input: { asked, ...form } }) => {
      const metadata = buildMetadata(asked)
      const command = await toRequest(asked, form, metadata)
      await bindSticker(command, metadata)
      const { past } = await handle(`delivery-${command.deliveryId}`, command, metadata)
      // A repeated command gets its first answer, even if the parcel was cancelled since.
      const first = (past ?? []).findLastIndex((event) => event.metadata.commandId === metadata.commandId)
      return { delivery: toShownRow(toAsker(asked.actor), rowFrom((past ?? []).slice(0, first + 1))) }
    }),
    voidCounterParcel: os.voidCounterParcel.handler(async ({ input: { asked, deliveryId, reason } }) => {
      const metadata = buildMetadata(asked)
      const command = { type: 'CancelAtCounter', by: toAsker(asked.actor), reason, at: metadata.at } as const
      const { events } = await handle(`delivery-${deliveryId}`, command, metadata)
      const cancelled = events.find((event) => event.type === 'ParcelCancelled')
      if (!cancelled) throw new Error(`delivery ${deliveryId} was cancelled and does not say so`)
      const { trackingId, cashBack } = cancelled.data
      return { trackingId, cashBack }
    }),
    sentFromShop: os.sentFromShop.handler(async ({ input }) => {
      const rows = await lists.sentBy(input)
      const agent = { userId: null, role: 'agent', shop: input.shop } as const
      return rows.map((row) => toShownRow(agent, row))
    }),
    counterDay: os.counterDay.handler(({ input }) => lists.counterDay(input)),
  }
}
