import type { CommandContext } from '@tuma/contracts/services'
import type { KeyedHash } from '@tuma/platform/event-sourcing'
import { getPast, readDelivery } from '../delivery-stream.ts'
import type { Dependencies } from '../dependencies.ts'
import { isLocked, openedBy, takesCode } from '../domain/collecting.ts'
import { type Delivery, getPickupShop, type Parcel, sameShop } from '../domain/delivery.ts'
import { getCode, ownCodes } from './collection-codes.ts'

export type CodePress = {
  readonly asked: CommandContext
  readonly deliveryId: string
  readonly code: string
  readonly also: readonly string[]
  readonly at: string
}
/** Another parcel that the press names. `goes`: it waits for the same phone at the same shop as the first one. */
export type Named = { readonly id: string; readonly state: Delivery; readonly goes: boolean }

/**
 * `own`: the parcel's own code was given. `others`: the code of another parcel of the press, which opens this one as
 * well.
 */
export type Opening = 'own' | 'others'
/**
 * The result of a press. `alone`: it names no parcel besides the first that its code could open. `wrong`: the code of
 * no parcel, so a miss for each of `missed` and for the first.
 */
export type Pressed =
  | { readonly state: 'alone' }
  | { readonly state: 'right'; readonly first: Opening; readonly opened: ReadonlyMap<string, Opening> }
  | { readonly state: 'wrong'; readonly missed: readonly string[] }

/** Reads the parcels of a press and tells which of them its code opens. Records nothing. */
export const codePresses = (dependencies: Pick<Dependencies, 'streams' | 'hash'>) => {
  const { hash } = dependencies

  /** For a repeated command: the code by which it opened the first parcel. */
  const openedBefore = async ({ asked, deliveryId, code }: CodePress): Promise<Opening | null> => {
    const past = await getPast(dependencies, deliveryId)
    const opened = past.find(
      ({ type, metadata }) => type === 'CollectedWithCode' && metadata.commandId === asked.commandId,
    )
    if (opened?.type !== 'CollectedWithCode') return null
    return getCode(hash, deliveryId, opened.data.generation) === code ? 'own' : 'others'
  }

  const weigh = (press: CodePress, first: Delivery, { others, before }: Tried): Pressed => {
    const isOwn = isOwnCode(hash, press)
    const right = others.filter(({ id, state }) => isOwn(id, state.parcel))
    const firsts = before ?? (isOwn(press.deliveryId, first.parcel) ? 'own' : null)
    if (firsts === null && right.length === 0) return { state: 'wrong', missed: others.map(({ id }) => id) }
    const opened = others.map((one) => [one.id, right.includes(one) ? 'own' : 'others'] as const)
    return { state: 'right', first: firsts ?? 'others', opened: new Map(opened) }
  }

  return {
    async readNamed(first: Delivery, { deliveryId, also }: CodePress): Promise<Named[]> {
      const ids = [...new Set(also)].filter((id) => id !== deliveryId)
      return Promise.all(
        ids.map(async (id) => {
          const state = await readDelivery(dependencies, id)
          return { id, state, goes: goesWith(first.parcel, state.parcel) }
        }),
      )
    },

    async read(press: CodePress, first: Delivery, named: readonly Named[]): Promise<Pressed> {
      const others = named.filter(({ state, goes }) => goes && isOpenToCodes(state.parcel))
      const isOpen = isOpenToCodes(first.parcel)
      const before = isOpen ? null : await openedBefore(press)
      if (others.length === 0 || !(isOpen || before)) return { state: 'alone' }
      return weigh(press, first, { others, before })
    },
  }
}

/**
 * The parcels that the code could open besides the first one. `before`: how this same command has already opened the
 * first.
 */
type Tried = { readonly others: readonly Named[]; readonly before: Opening | null }

const isOpenToCodes = (parcel: Parcel | null): boolean => parcel !== null && takesCode(parcel) && !isLocked(parcel)

const isOwnCode =
  (hash: KeyedHash, { code: said, at }: Pick<CodePress, 'code' | 'at'>) =>
  (id: string, parcel: Parcel | null): boolean => {
    if (parcel === null) return false
    const { collection } = parcel
    return openedBy({ said, own: ownCodes(hash, id, collection), isOthers: false }, collection, at) !== null
  }

const goesWith = (first: Parcel | null, other: Parcel | null): boolean => {
  if (!first || !other || other.deliveryType !== 'parcelDukani' || first.deliveryType !== 'parcelDukani') return false
  const [one, two] = [getPickupShop(first), getPickupShop(other)]
  return one !== null && two !== null && sameShop(one, two) && first.receiver.phone === other.receiver.phone
}
