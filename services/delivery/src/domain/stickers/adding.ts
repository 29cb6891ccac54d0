import { Refused } from '@tuma/contracts/vocabulary'
import type { DomainEvent } from '@tuma/platform/domain'
import type { Asker } from '../asker.ts'
import { type About, about, type Delivery, endsOnLeg } from '../delivery.ts'
import { isReceivingShop, isSendingShop } from '../step-shops.ts'

/** The sticker is on the parcel: its tracking id from the beginning, or a second one. */
export type StickerAdded = DomainEvent<
  'StickerAdded',
  About & { readonly sticker: string; readonly agentId: string | null; readonly at: string }
>

export const stickerAdded = (
  of: About,
  added: Pick<StickerAdded['data'], 'sticker' | 'agentId' | 'at'>,
): StickerAdded => ({ type: 'StickerAdded', data: { ...about(of), ...added } })

export type AddSticker = {
  readonly type: 'AddSticker'
  readonly by: Asker
  readonly sticker: string
  readonly at: string
}

/** All stickers of a parcel stay findable. */
const maxOnParcel = 10

/**
 * By an agent of a shop where the parcel is, or by the system, which finishes what an agent began. A parcel that has
 * ended takes no further sticker. @throws Refused not_allowed, not_found, parcel_cancelled, step_not_allowed,
 * stickers_enough
 */
export const addSticker = ({ by, sticker, at }: AddSticker, { parcel, cancelled }: Delivery): StickerAdded[] => {
  if (by.role !== 'agent' && by.role !== 'system') throw new Refused('not_allowed')
  if (!parcel) throw new Refused(cancelled ? 'parcel_cancelled' : 'not_found')
  const ends = endsOnLeg(parcel, parcel.leg)
  const isTheirs = by.shop !== null && (isSendingShop(ends, by.shop) || isReceivingShop(ends, by.shop))
  if (by.role === 'agent' && !isTheirs) throw new Refused('not_found')
  if (parcel.stickers.includes(sticker)) return []
  if (parcel.status === 'collected') throw new Refused('step_not_allowed')
  if (parcel.stickers.length >= maxOnParcel) throw new Refused('stickers_enough')
  return [stickerAdded(parcel, { sticker, agentId: by.userId, at })]
}
