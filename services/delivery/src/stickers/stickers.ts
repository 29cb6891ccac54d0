import { Refused, trackingIdIn } from '@tuma/contracts/vocabulary'
import { derivedId, type EventMetadata, fold, pollUnderLease, type Recorded } from '@tuma/platform/event-sourcing'
import type { Log } from '@tuma/platform/runtime'
import { readDelivery } from '../delivery-stream.ts'
import type { Dependencies } from '../dependencies.ts'
import { isPrinted, type RollMade, stickerRollsStream } from '../domain/stickers/rolls.ts'
import {
  isLapsed,
  type Sticker,
  type StickerBound,
  sticker,
  stickerStream,
  stickersView,
} from '../domain/stickers/sticker.ts'
import { stickerIds } from '../domain/stickers/sticker-id.ts'
import { finishStickers } from './finish-stickers.ts'

type Deps = Pick<Dependencies, 'streams' | 'hash' | 'environment'> & { readonly log: Log }

const looksEveryMs = 60_000

/** All rolls, the oldest first. */
export const readRolls = async ({ streams }: Pick<Deps, 'streams'>): Promise<RollMade['data'][]> =>
  ((await streams.read(stickerRollsStream)) as Recorded<RollMade>[]).map(({ data }) => data)

/**
 * Pre-printed tracking ids. A sticker is bound in its own stream first, so that two parcels never get the same one, and
 * then its parcel says that it has it; what a crash between the two has left, one replica finishes a minute later.
 */
export const openStickers = async (deps: Deps) => {
  const { streams, hash, environment, log } = deps
  const { stickerId, readSticker } = stickerIds(hash)
  const look = finishStickers({ streams, environment, rows: await streams.readModel(stickersView) })
  const onFault = (error: unknown) => log.error({ err: error }, 'delivery can not finish its stickers')
  const looks = pollUnderLease(looksEveryMs, { lease: streams.leaseFor('stickers'), look, onFault })
  void looks.pollNow()

  /** @returns the id as printed; null: no roll of ours has such a sticker */
  const readPrinted = async (typed: string): Promise<string | null> => {
    const number = readSticker(typed)
    if (number === null) return null
    const rolls = { counts: (await readRolls(deps)).map(({ count }) => count) }
    return isPrinted(rolls, number) ? trackingIdIn(typed) : null
  }

  return {
    stickerId,
    readSticker,

    /** @returns the parcel to which it is bound; null: it is no sticker, or is on no parcel */
    async findBySticker(typed: string): Promise<string | null> {
      const id = readSticker(typed) === null ? null : trackingIdIn(typed)
      const found = id === null ? null : await readBound(deps, id)
      return found?.to === 'parcel' ? found.id : null
    },

    /** It is one of ours and is on nothing yet. */
    async isFreeSticker(typed: string): Promise<boolean> {
      const id = await readPrinted(typed)
      return id !== null && (await isFree(deps, id))
    },

    /** @returns the id as printed @throws Refused sticker_unknown, sticker_used */
    async readFree(typed: string): Promise<string> {
      const id = await readPrinted(typed)
      if (id === null) throw new Refused('sticker_unknown')
      if (!(await isFree(deps, id))) throw new Refused('sticker_used')
      return id
    },

    /**
     * Binds it to the parcel. Repeated by its command id. @returns the id as printed
     * @throws Refused sticker_unknown, sticker_used
     */
    async bind(typed: string, deliveryId: string, metadata: EventMetadata): Promise<string> {
      const id = await readPrinted(typed)
      if (id === null) throw new Refused('sticker_unknown')
      await bindTo(deps, id, deliveryId, metadata)
      return id
    },

    /** Looks at all unfinished ones now. */
    lookNow: looks.pollNow,
    close: looks.close,
  }
}
export type Stickers = Awaited<ReturnType<typeof openStickers>>

const readBound = async ({ streams }: Pick<Deps, 'streams'>, id: string): Promise<Sticker> =>
  fold(sticker, (await streams.read(stickerStream(id))) as Recorded<StickerBound>[])

/** @returns the parcel that it is bound to, where that was never booked */
const findUnbooked = async (deps: Pick<Deps, 'streams'>, bound: Sticker): Promise<string | null> => {
  if (bound?.to !== 'parcel') return null
  const { revision } = await readDelivery(deps, bound.id)
  return revision < 0 ? bound.id : null
}

const isFree = async (deps: Deps, id: string): Promise<boolean> => {
  const bound = await readBound(deps, id)
  if (!bound) return true
  return isLapsed(bound, { unbooked: await findUnbooked(deps, bound), at: deps.environment.now() })
}

const bindTo = async (deps: Deps, id: string, deliveryId: string, metadata: EventMetadata): Promise<void> => {
  const bound = await readBound(deps, id)
  const unbooked = await findUnbooked(deps, bound)
  const { at, commandId } = metadata
  // The same command again, after its time is over, must be recorded again: another parcel may take the sticker now.
  const again = bound && isLapsed(bound, { unbooked, at }) ? derivedId('sticker again', commandId, bound.at) : commandId
  const command = { type: 'BindSticker', sticker: id, to: 'parcel', id: deliveryId, unbooked, at } as const
  const handle = deps.streams.createRecorder(sticker)
  const { state } = await handle(stickerStream(id), command, { ...metadata, commandId: again })
  if (state?.id !== deliveryId) throw new Refused('sticker_used')
}
