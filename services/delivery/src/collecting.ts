import { implement } from '@orpc/server'
import { type Asked, deliveryContract, type TakenWords } from '@tuma/contracts/services'
import { awaitsCode, type RefusalCode, Refused, refusals } from '@tuma/contracts/vocabulary'
import { fold, isRefusal, type KeyedHash, type Recorded } from '@tuma/platform/event-sourcing'
import type { Cache } from '@tuma/platform/ports'
import { tryLimit } from '@tuma/platform/runtime'
import { askerOf } from './askers.ts'
import type { atTheDoor } from './at-the-door.ts'
import type { Dependencies } from './dependencies.ts'
import { type CollectParcel, missesMost, OtherGeneration } from './domain/collecting.ts'
import { type Delivery, type DeliveryEvent, type Parcel, pickupShopOf, sameShop } from './domain/delivery.ts'
import { delivery } from './domain/delivery-decisions.ts'
import type { DeliveryRow } from './domain/delivery-views.ts'
import { shownTo } from './domain/shown-to.ts'

const digits = 6
const missesAnHour = 20
const hourMs = 3_600_000
/** A new code between reading one and recording what came of it is rare; three in a row are none. */
const attemptsMost = 4

/** Of a generation of a parcel's code: it follows from the secret, and is stored nowhere. */
const codeOf = (hash: KeyedHash, deliveryId: string, generation: number): string =>
  (BigInt(`0x${hash('collection code', deliveryId, generation)}`) % 10n ** BigInt(digits))
    .toString()
    .padStart(digits, '0')

type Handing = { readonly asked: Asked; readonly deliveryId: string }
type Given = Handing & {
  readonly code: string | null
  readonly revision: number | null
  readonly taken?: TakenWords | undefined
}

/** Parcels that somebody comes for with the code of their SMS. */
export const collecting = (
  dependencies: Dependencies,
  house: {
    readonly atDoor: Pick<ReturnType<typeof atTheDoor>, 'senderKey' | 'takingOf'>
    readonly rowFrom: (past: readonly Recorded<DeliveryEvent>[]) => DeliveryRow
  },
) => {
  const { streams, hash, cache, metadataOf } = dependencies
  const os = implement(deliveryContract)
  const handle = streams.handlerOf(delivery)
  const limited = missLimit(cache)
  const { waitingWith, opensOther } = together(dependencies)

  const standing = standingOf(dependencies)
  const commandOf = async ({ asked, deliveryId, code, revision, taken }: Given): Promise<CollectParcel> => {
    const { parcel } = await standing(deliveryId)
    const generation = parcel?.collection.generation ?? 1
    const known = code === null ? null : { said: code, right: codeOf(hash, deliveryId, generation), generation }
    return {
      ...{ type: 'CollectParcel', by: askerOf(asked.actor), code: known, revision, at: metadataOf(asked).at },
      taken: taken ? await house.atDoor.takingOf({ asked, deliveryId, revision }, taken) : null,
      senderKey: await house.atDoor.senderKey(deliveryId),
    }
  }

  /** @throws Refused collection_code_wrong (details: left), and what collecting is refused with */
  const collectOne = async (given: Given, attempt = 1): Promise<Recorded<DeliveryEvent>[]> => {
    const command = await commandOf(given)
    try {
      const { events, state, past } = await handle(`delivery-${given.deliveryId}`, command, metadataOf(given.asked))
      if (events.some(({ type }) => type === 'CollectionCodeMissed')) {
        const left = Math.max(0, missesMost - (state.parcel?.collection.misses ?? missesMost))
        throw new Refused('collection_code_wrong', { left })
      }
      return [...(past ?? [])]
    } catch (error) {
      if (!(error instanceof OtherGeneration) || attempt >= attemptsMost) throw error
      return collectOne(given, attempt + 1)
    }
  }

  /** The others of whoever showed a code: each for itself, and none of them stops another. */
  const collectOther = async (asked: Asked, { id, goes }: Other) => {
    if (!goes) return { deliveryId: id, outcome: 'not_found' as const }
    const given = { asked: ofOther(asked, id), deliveryId: id, code: null, revision: null }
    const outcome = await collectOne(given).then(() => 'collected' as const, refusedWith)
    return { deliveryId: id, outcome }
  }

  return {
    collect: os.collect.handler(async ({ input }) => {
      const { asked, deliveryId, code, also, revision, taken } = input
      const others = await waitingWith(deliveryId, also)
      const isOthers = await opensOther(deliveryId, others, code)
      const asker = askerOf(asked.actor)
      const past = await limited(asker, () =>
        collectOne({ asked, deliveryId, code: isOthers ? null : code, revision, taken }),
      )
      const outcomes = await Promise.all(others.map((other) => collectOther(asked, other)))
      return { delivery: shownTo(asker, house.rowFrom(past)), others: outcomes }
    }),

    issueCode: os.issueCode.handler(async ({ input: { asked, deliveryId } }) => {
      const metadata = metadataOf(asked)
      await handle(`delivery-${deliveryId}`, { type: 'IssueCollectionCode', at: metadata.at }, metadata)
      return {}
    }),

    collectionCode: os.collectionCode.handler(async ({ input: { deliveryId } }) => {
      const { parcel } = await standing(deliveryId)
      const isWaiting = parcel !== null && awaitsCode(parcel)
      return { code: isWaiting ? codeOf(hash, deliveryId, parcel.collection.generation) : null }
    }),
  }
}

const standingOf =
  ({ streams }: Pick<Dependencies, 'streams'>) =>
  async (deliveryId: string): Promise<Delivery> =>
    fold(delivery, (await streams.read(`delivery-${deliveryId}`)) as Recorded<DeliveryEvent>[])

/** A parcel that is to go with the first, and whether it may: it waits at the same shop for the same phone. */
type Other = { readonly id: string; readonly goes: boolean }

const together = (dependencies: Pick<Dependencies, 'streams' | 'hash'>) => {
  const standing = standingOf(dependencies)
  const opens = async (id: string, code: string) => {
    const { parcel } = await standing(id)
    return parcel !== null && codeOf(dependencies.hash, id, parcel.collection.generation) === code
  }
  return {
    async waitingWith(deliveryId: string, also: readonly string[]): Promise<Other[]> {
      const { parcel: first } = await standing(deliveryId)
      const ids = [...new Set(also)].filter((id) => id !== deliveryId)
      return Promise.all(ids.map(async (id) => ({ id, goes: goesWith(first, (await standing(id)).parcel) })))
    },
    /** The code that was said is not its own, and one of those that go with it. */
    async opensOther(deliveryId: string, others: readonly Other[], code: string): Promise<boolean> {
      if (await opens(deliveryId, code)) return false
      const theirs = await Promise.all(others.map(({ id, goes }) => goes && opens(id, code)))
      return theirs.includes(true)
    },
  }
}

const refusedWith = (error: unknown): RefusalCode => {
  if (isRefusal(error) && error.code in refusals) return error.code as RefusalCode
  throw error
}

/** Of the same press, and a command of its own. */
const ofOther = (asked: Asked, deliveryId: string): Asked => ({
  ...asked,
  commandId: `${asked.commandId}:${deliveryId}`,
})

const goesWith = (first: Parcel | null, other: Parcel | null): boolean => {
  if (!first || !other || other.deliveryType !== 'parcelDukani' || first.deliveryType !== 'parcelDukani') return false
  const [one, two] = [pickupShopOf(first), pickupShopOf(other)]
  return one !== null && two !== null && sameShop(one, two) && first.receiver.phone === other.receiver.phone
}

/** Guesses over all parcels, by an agent and at a shop: what was right, or was refused for another reason, is none. */
const missLimit = (cache: Cache) => {
  const attempt = tryLimit(cache, { name: 'collection codes', most: missesAnHour, windowMs: hourMs })
  return async <T>({ userId, shop }: { userId: string | null; shop: unknown }, guess: () => Promise<T>): Promise<T> => {
    const giveBacks = [await attempt(`agent ${userId}`)]
    if (shop) giveBacks.push(await attempt(`shop ${JSON.stringify(shop)}`))
    try {
      const right = await guess()
      for (const giveBack of giveBacks) await giveBack()
      return right
    } catch (error) {
      const isMiss =
        isRefusal(error) && (error.code === 'collection_code_wrong' || error.code === 'collection_code_locked')
      if (!isMiss) for (const giveBack of giveBacks) await giveBack()
      throw error
    }
  }
}
