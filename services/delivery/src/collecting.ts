import { implement } from '@orpc/server'
import { type Asked, deliveryContract, type TakenWords } from '@tuma/contracts/services'
import { awaitsCode, missesAnHour, type RefusalCode, Refused, refusals, shopKey } from '@tuma/contracts/vocabulary'
import { isRefusal, type KeyedHash, type Recorded } from '@tuma/platform/event-sourcing'
import { EngineAway, type LimitCounts } from '@tuma/platform/ports'
import { tryLimit } from '@tuma/platform/runtime'
import { askerOf } from './askers.ts'
import type { atTheDoor } from './at-the-door.ts'
import { standingOf } from './delivery-stream.ts'
import type { Dependencies } from './dependencies.ts'
import type { Asker } from './domain/asker.ts'
import { type CollectParcel, missesMost, OtherGeneration } from './domain/collecting.ts'
import { type Delivery, type DeliveryEvent, type Parcel, pickupShopOf, sameShop } from './domain/delivery.ts'
import { delivery } from './domain/delivery-decisions.ts'
import type { DeliveryRow } from './domain/delivery-views.ts'
import { shownTo } from './domain/shown-to.ts'
import { withRiderOfToday } from './lists/riders-of-today.ts'

const digits = 6
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

type AtDoor = Pick<ReturnType<typeof atTheDoor>, 'senderKeyOf' | 'takingOf'>

/** Parcels that somebody comes for with the code of their SMS. */
export const collecting = (
  dependencies: Dependencies,
  house: { readonly atDoor: AtDoor; readonly rowFrom: (past: readonly Recorded<DeliveryEvent>[]) => DeliveryRow },
) => {
  const { streams, hash, limits, metadataOf } = dependencies
  const os = implement(deliveryContract)
  const handle = streams.handlerOf(delivery)
  const limited = missLimit(limits)
  const collectOne = handingOver(dependencies, house.atDoor)

  /** The others of whoever showed a code: each for itself, and none of them stops another. */
  const collectOther = async (asked: Asked, { id, state, goes }: Other) => {
    if (!goes) return { deliveryId: id, outcome: 'not_found' as const }
    const given = { asked: ofOther(asked, id), deliveryId: id, code: null, revision: null }
    const outcome = await collectOne(given, state).then(() => 'collected' as const, refusedWith)
    return { deliveryId: id, outcome }
  }

  const goingWith = (first: Delivery, ids: readonly string[]): Promise<Other[]> =>
    Promise.all(
      ids.map(async (id) => {
        const state = await standingOf(dependencies, id)
        return { id, state, goes: goesWith(first.parcel, state.parcel) }
      }),
    )

  return {
    collect: os.collect.handler(async ({ input }) => {
      const { asked, deliveryId, code, also, revision, taken } = input
      const first = await standingOf(dependencies, deliveryId)
      const others = await goingWith(
        first,
        [...new Set(also)].filter((id) => id !== deliveryId),
      )
      const opens = (id: string, { parcel }: Delivery) => parcel !== null && opensBy(hash, id, parcel, code)
      const isOthers = !opens(deliveryId, first) && others.some(({ id, state, goes }) => goes && opens(id, state))
      const asker = askerOf(asked.actor)
      const given = { asked, deliveryId, code: isOthers ? null : code, revision, taken }
      const past = await limited(asker, () => collectOne(given, first))
      const outcomes = await Promise.all(others.map((other) => collectOther(asked, other)))
      return {
        delivery: shownTo(asker, await withRiderOfToday(dependencies.network.rider, house.rowFrom(past))),
        others: outcomes,
      }
    }),

    issueCode: os.issueCode.handler(async ({ input: { asked, deliveryId } }) => {
      const metadata = metadataOf(asked)
      await handle(`delivery-${deliveryId}`, { type: 'IssueCollectionCode', at: metadata.at }, metadata)
      return {}
    }),

    collectionCode: os.collectionCode.handler(async ({ input: { deliveryId, phone } }) => {
      const { parcel } = await standingOf(dependencies, deliveryId)
      if (parcel && phone !== undefined && phone !== phoneOfLeg(parcel))
        throw new EngineAway('the deliveries do not show yet whose the code is')
      const isWaiting = parcel !== null && awaitsCode(parcel)
      const code = isWaiting ? codeOf(hash, deliveryId, parcel.collection.generation) : null
      return parcel?.leg === 'back' ? { code, leg: 'back' } : { code }
    }),
  }
}

const phoneOfLeg = ({ leg, sender, receiver }: Parcel): string => (leg === 'back' ? sender : receiver).phone

/** One parcel, by its code or because another's was right. */
const handingOver = (dependencies: Dependencies, atDoor: AtDoor) => {
  const { streams, hash, metadataOf } = dependencies
  const handle = streams.handlerOf(delivery)

  const commandOf = async (given: Given, state: Delivery): Promise<CollectParcel> => {
    const { asked, code, revision, taken } = given
    const generation = state.parcel?.collection.generation ?? 1
    const known = code === null ? null : { said: code, right: codeOf(hash, given.deliveryId, generation), generation }
    return {
      ...{ type: 'CollectParcel', by: askerOf(asked.actor), code: known, revision, at: metadataOf(asked).at },
      taken: taken ? await atDoor.takingOf(given, taken, state) : null,
      senderKey: atDoor.senderKeyOf(state),
    }
  }

  /** @throws Refused collection_code_wrong (details: left), and what collecting is refused with */
  const collectOne = async (given: Given, state: Delivery, attempt = 1): Promise<Recorded<DeliveryEvent>[]> => {
    const command = await commandOf(given, state)
    try {
      const {
        events,
        state: then,
        past,
      } = await handle(`delivery-${given.deliveryId}`, command, metadataOf(given.asked))
      if (events.some(({ type }) => type === 'CollectionCodeMissed')) {
        const left = missesMost - (then.parcel?.collection.misses ?? missesMost)
        if (left < 0) throw new Refused('collection_code_locked')
        throw new Refused('collection_code_wrong', { left })
      }
      return [...(past ?? [])]
    } catch (error) {
      if (!(error instanceof OtherGeneration) || attempt >= attemptsMost) throw error
      return collectOne(given, await standingOf(dependencies, given.deliveryId), attempt + 1)
    }
  }
  return collectOne
}

/** A parcel that is to go with the first, and whether it may: both are for the same phone at the same shop. */
type Other = { readonly id: string; readonly state: Delivery; readonly goes: boolean }

/** Its code, while it waits for whoever knows it: that of a parcel which has been collected, or is locked, opens nothing. */
const opensBy = (hash: KeyedHash, id: string, parcel: Parcel, code: string): boolean =>
  awaitsCode(parcel) && parcel.collection.misses < missesMost && codeOf(hash, id, parcel.collection.generation) === code

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
const missLimit = (limits: LimitCounts) => {
  const attempt = tryLimit(limits, { name: 'collection codes', most: missesAnHour, windowMs: hourMs })
  return async <T>({ userId, shop }: Asker, guess: () => Promise<T>): Promise<T> => {
    const giveBacks: (() => Promise<void>)[] = []
    const giveAllBack = () => Promise.all(giveBacks.map((giveBack) => giveBack()))
    try {
      giveBacks.push(await attempt({ account: userId ?? 'nobody' }))
      if (shop) giveBacks.push(await attempt({ hash: `shop ${shopKey(shop)}` }))
      const right = await guess()
      await giveAllBack()
      return right
    } catch (error) {
      if (!isMiss(error)) await giveAllBack()
      throw error
    }
  }
}

const isMiss = (error: unknown): boolean =>
  isRefusal(error) && (error.code === 'collection_code_wrong' || error.code === 'collection_code_locked')
