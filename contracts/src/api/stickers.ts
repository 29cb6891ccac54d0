import * as z from 'zod/mini'
import { maxStickers } from '../vocabulary/index.ts'
import { adminAct, call } from './call.ts'
import { delivery } from './delivery-shapes.ts'
import { id, line, typedId } from './fields.ts'

/** How stickers are printed: forty on a sheet of A4, or on a roll of so many millimetres. */
export const stickerSizes = ['a4', '80', '58'] as const
export type StickerSize = (typeof stickerSizes)[number]

export const stickerRefusals = ['sticker_unknown', 'sticker_used'] as const

const countSentence = `A roll has 1 to ${maxStickers} stickers.`
export const newStickerRoll = z.object({
  count: z.int(countSentence).check(z.minimum(1, countSentence), z.maximum(maxStickers, countSentence)),
  /** The shop that gets it, for the office to know. Any shop may use its stickers. */
  shop: z.optional(z.object({ location: line('Location'), address: line('Shop') })),
  /** Sheets of A4 where it is left out. */
  size: z.optional(z.enum(stickerSizes)),
})

const stickerRoll = z.object({
  roll: z.number(),
  count: z.number(),
  shop: z.nullable(z.object({ location: z.string(), address: z.string() })),
  /** ISO: when it was printed. */
  printedAt: z.string(),
})
export type StickerRoll = z.infer<typeof stickerRoll>

/** Stickers are pre-printed tracking ids: a shop without a printer puts them on parcels. */
export const stickers = {
  /** A new roll as a PDF. The same Idempotency-Key prints the same stickers again. */
  makeRoll: call(adminAct, 'unknown_shop')
    .route({ method: 'POST', path: '/admin/sticker-rolls', tags: ['network'] })
    .input(newStickerRoll)
    .output(z.file()),
  /** Newest first. */
  rolls: call(['admin'])
    .route({ method: 'GET', path: '/admin/sticker-rolls', tags: ['network'] })
    .output(z.array(stickerRoll)),
  /**
   * A further sticker on a parcel of the agent's shop, for example where the first was lost: the parcel is found by each
   * of them.
   */
  add: call(
    ['agent'],
    ...(['not_found', 'parcel_cancelled', 'step_not_allowed', 'stickers_enough'] as const),
    ...stickerRefusals,
  )
    .route({ method: 'PUT', path: '/agent/deliveries/{id}/sticker', tags: ['agent'] })
    .input(z.object({ id, sticker: typedId }))
    .output(delivery),
}
