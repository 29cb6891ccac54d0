import { Refused } from '@tuma/contracts/vocabulary'
import { derivedId, type EventMetadata, unlessDamaged } from '@tuma/platform/event-sourcing'
import { type Collection, everyDocument } from '@tuma/platform/ports'
import type { Dependencies } from '../dependencies.ts'
import { delivery } from '../domain/delivery-decisions.ts'
import type { UnfinishedSticker } from '../domain/stickers/sticker.ts'

type Deps = Pick<Dependencies, 'streams' | 'environment'> & { readonly rows: Collection<UnfinishedSticker> }

/** This name is stored and must not change. */
const stickersName = 'delivery stickers'
const system = { userId: null, role: 'system', shop: null } as const
/** A parcel that was never booked, or has ended meanwhile, is not looked at any longer. */
const looksForMs = 7 * 24 * 60 * 60_000

/** Has each parcel say that it has the sticker that is bound to it. */
export const finishStickers = ({ streams, environment, rows }: Deps) => {
  const record = streams.createRecorder(delivery)
  const finish = async ({ sticker, deliveryId }: UnfinishedSticker): Promise<void> => {
    const at = environment.now()
    try {
      const command = { type: 'AddSticker', by: system, sticker, at } as const
      await record(`delivery-${deliveryId}`, command, toMetadata(at, sticker, deliveryId))
    } catch (error) {
      if (!(error instanceof Refused)) throw error
    }
  }
  return async (): Promise<void> => {
    const from = new Date(Date.parse(environment.now()) - looksForMs).toISOString()
    const open = await Array.fromAsync(everyDocument(rows, { between: { from } }))
    for (const row of open) await unlessDamaged(finish(row), undefined)
  }
}

const toMetadata = (at: string, sticker: string, deliveryId: string): EventMetadata => ({
  at,
  commandId: derivedId(stickersName, sticker, deliveryId),
  correlationId: sticker,
  causationId: sticker,
  actor: { kind: 'system', name: stickersName },
})
