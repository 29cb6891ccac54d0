import { Refused } from '@tuma/contracts/vocabulary'
import type { Decider, DomainEvent, RowOf, View } from '@tuma/platform/domain'
import type { DeliveryEvent } from '../delivery.ts'

/** What a sticker can be on. */
export const stickerCarriers = ['parcel', 'bag'] as const
type OnWhat = { readonly to: (typeof stickerCarriers)[number]; readonly id: string }

/** The sticker leads to this parcel or bag from now on. */
export type StickerBound = DomainEvent<'StickerBound', OnWhat & { readonly sticker: string; readonly at: string }>

export const stickerStream = (sticker: string): string => `sticker-${sticker}`

export type BindSticker = OnWhat & {
  readonly type: 'BindSticker'
  readonly sticker: string
  /** The parcel that the sticker was bound to, if that parcel was never booked; null: it was, or there is none. */
  readonly unbooked: string | null
  readonly at: string
}

/** Null: free. */
export type Sticker = (OnWhat & { readonly at: string }) | null

/** A sticker is bound before its parcel is booked. A parcel that a crash prevented keeps its sticker for so long. */
const unbookedKeepsMs = 10 * 60_000

/** The parcel was never booked, and its time is over: the sticker is free again. */
export const isLapsed = (sticker: NonNullable<Sticker>, { unbooked, at }: Pick<BindSticker, 'unbooked' | 'at'>) =>
  sticker.id === unbooked && Date.parse(at) - Date.parse(sticker.at) > unbookedKeepsMs

/** @throws Refused sticker_used */
const decide = (command: BindSticker, sticker: Sticker): StickerBound[] => {
  const { sticker: id, to, id: parcel, at } = command
  const bound: StickerBound = { type: 'StickerBound', data: { sticker: id, to, id: parcel, at } }
  if (!sticker || isLapsed(sticker, command)) return [bound]
  if (sticker.to !== to || sticker.id !== parcel) throw new Refused('sticker_used')
  return []
}

export const sticker: Decider<Sticker, BindSticker, StickerBound> = {
  initialState: null,
  decide,
  evolve: (_sticker, { data: { to, id, at } }) => ({ to, id, at }),
}

const shape = { sticker: 'text', deliveryId: 'text', boundAt: 'text' } as const
/** A sticker whose parcel does not say yet that it has it. */
export type UnfinishedSticker = RowOf<typeof shape>

/** What a crash between the two appends has left; empty otherwise. */
export const stickersView: View<DeliveryEvent | StickerBound, UnfinishedSticker> = {
  whenDamaged: 'leavesOut',
  collection: {
    name: 'stickers-v1',
    shape,
    fields: { boundAt: 'text' },
    indexes: [],
    sortBy: 'boundAt',
  },
  getIds: ({ type, data }) => (type === 'StickerBound' || type === 'StickerAdded' ? [data.sticker] : []),
  project: (row, { type, data }) => {
    if (type === 'StickerAdded') return null
    if (type !== 'StickerBound' || data.to !== 'parcel') return row
    return { sticker: data.sticker, deliveryId: data.id, boundAt: data.at }
  },
}
