import * as z from 'zod/mini'
import { commandContext, shop } from './command-context.ts'
import { bffCall, callFrom } from './internal-call.ts'

/** Rolls of stickers: pre-printed tracking ids. */
export const stickerCalls = {
  /**
   * By admins: a new roll, with the ids to print in their order. Repeated by its command id. `shop`: which shop gets
   * it. @refuses unknown_shop
   */
  makeStickerRoll: callFrom('bff', 'launcher')
    .input(z.object({ asked: commandContext, count: z.number(), shop: z.nullable(shop) }))
    .output(z.object({ roll: z.number(), stickers: z.array(z.string()) })),
  /** All rolls, newest first. */
  stickerRolls: bffCall.output(
    z.array(z.object({ roll: z.number(), count: z.number(), shop: z.nullable(shop), at: z.string() })),
  ),
}
