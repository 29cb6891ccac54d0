import type { EventMetadata } from '@tuma/platform/event-sourcing'
import { readDelivery } from '../delivery-stream.ts'
import type { Dependencies } from '../dependencies.ts'
import { previewRequest, type RequestDelivery } from '../domain/request-decisions.ts'

/**
 * Binds the sticker of a parcel that is booked next, unless it is booked already. A parcel that would be refused leaves
 * its sticker free. @throws Refused as the request, and sticker_unknown, sticker_used
 */
export const bindingStickers =
  (deps: Pick<Dependencies, 'streams' | 'stickers'>) =>
  async (command: RequestDelivery, metadata: EventMetadata): Promise<void> => {
    const { deliveryId, trackingId, onSticker } = command
    if (!onSticker || (await readDelivery(deps, deliveryId)).revision >= 0) return
    previewRequest(command)
    await deps.stickers.bind(trackingId, deliveryId, metadata)
  }
