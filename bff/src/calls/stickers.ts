import type { Dependencies } from '../dependencies.ts'
import { toDelivery } from './tracked.ts'

/** Stickers cost less to draw than labels. */
const asOneLabel = 10

/** Rolls of stickers, and stickers that agents put on parcels. */
export const stickerCalls = (dependencies: Dependencies) => {
  const { api, services, toCommandContext, papers, settings, environment } = dependencies
  const { delivery } = services
  return {
    makeRoll: api.stickers.makeRoll.handler(async ({ input, context }) => {
      const { count, shop = null, size = 'a4' } = input
      await papers.count(context, count / asOneLabel)
      const { roll, stickers } = await delivery.makeStickerRoll({
        ...{ asked: toCommandContext(context, input), count, shop },
      })
      const paper = { kind: 'stickers', roll, stickers, size, publicUrl: settings.PUBLIC_URL } as const
      const pdf = await papers.drawPdf(paper, environment.now())
      const name = `stickers_${roll}.pdf`
      context.resHeaders.set('content-disposition', `inline; filename="${name}"`)
      return new File([pdf], name, { type: 'application/pdf' })
    }),
    rolls: api.stickers.rolls.handler(async () => {
      const rolls = await delivery.stickerRolls()
      return rolls.map(({ roll, count, shop, at }) => ({ roll, count, shop, printedAt: at }))
    }),
    add: api.stickers.add.handler(async ({ input, context }) => {
      const { id: deliveryId, sticker } = input
      const added = await delivery.addSticker({ asked: toCommandContext(context, input), deliveryId, sticker })
      return toDelivery(added.delivery)
    }),
  }
}
