import { implement } from '@orpc/server'
import { deliveryContract } from '@tuma/contracts/services'
import { Refused, trackingIdIn } from '@tuma/contracts/vocabulary'
import { readDelivery } from '../delivery-stream.ts'
import type { Dependencies } from '../dependencies.ts'
import { delivery } from '../domain/delivery-decisions.ts'
import { type MakeRoll, type RollMade, stickerRolls, stickerRollsStream } from '../domain/stickers/rolls.ts'
import { getLocationId } from '../ids.ts'
import { readRolls } from '../stickers/stickers.ts'
import { toAsker } from './askers.ts'
import { openStepHandler } from './handle-step.ts'

/** Rolls of stickers for admins, and stickers that agents put on parcels. */
export const stickerHandlers = (dependencies: Dependencies) => {
  const { streams, network, stickers, buildMetadata } = dependencies
  const os = implement(deliveryContract)
  const handle = streams.createRecorder(stickerRolls)
  const press = openStepHandler(dependencies)

  return {
    makeStickerRoll: os.makeStickerRoll.handler(async ({ input: { asked, count, shop: typed } }) => {
      const metadata = buildMetadata(asked)
      const shop = typed && (await network.shop(getLocationId(typed.location), typed.address))
      if (typed && !shop) throw new Refused('unknown_shop', { field: 'shop' })
      const command: MakeRoll = { type: 'MakeRoll', by: toAsker(asked.actor), count, shop, at: metadata.at }
      const { events } = await handle(stickerRollsStream, command, metadata)
      const [made] = events
      if (!made) throw new Error('a roll was made and is not recorded')
      const { roll } = made.data
      const numbers = Array.from({ length: made.data.count }, (_, index) => index + 1)
      return { roll, stickers: numbers.map((n) => stickers.stickerId({ roll, n })) }
    }),
    stickerRolls: os.stickerRolls.handler(async () => (await readRolls(dependencies)).reverse().map(toRoll)),
    addSticker: os.addSticker.handler(async ({ input }) => {
      const { asked, deliveryId } = input
      const metadata = buildMetadata(asked)
      const typed = trackingIdIn(input.sticker)
      if (typed === null) throw new Refused('sticker_unknown')
      // Before the sticker is bound, the parcel says whether it takes one.
      const past = await readDelivery(dependencies, deliveryId)
      delivery.decide({ type: 'AddSticker', by: toAsker(asked.actor), sticker: typed, at: metadata.at }, past)
      const sticker = await stickers.bind(typed, deliveryId, metadata)
      return press(input, (by, at) => ({ type: 'AddSticker', by, sticker, at }))
    }),
  }
}

const toRoll = ({ roll, count, shop, at }: RollMade['data']) => ({ roll, count, shop: shop ?? null, at })
