import type { CommandContext, TakenWords } from '@tuma/contracts/services'
import { type RefusalCode, Refused, refusals } from '@tuma/contracts/vocabulary'
import { isRefusal, type Recorded } from '@tuma/platform/event-sourcing'
import { readDelivery } from '../delivery-stream.ts'
import type { Dependencies } from '../dependencies.ts'
import { type CollectParcel, maxMisses, OtherGeneration } from '../domain/collecting.ts'
import { firstCode } from '../domain/collection-code.ts'
import type { Delivery, DeliveryEvent } from '../domain/delivery.ts'
import { delivery } from '../domain/delivery-decisions.ts'
import { toAsker } from './askers.ts'
import type { atTheDoor } from './at-the-door.ts'
import type { Opening } from './code-presses.ts'
import { ownCodes } from './collection-codes.ts'

/**
 * Another press may issue a new code between our read and our write. That is rare; three times in a row does not
 * happen.
 */
const maxAttempts = 4

export type Given = {
  readonly asked: CommandContext
  readonly deliveryId: string
  readonly code: string
  readonly isOthers: boolean
  readonly revision: number | null
  readonly taken?: TakenWords | undefined
}

export type AtDoor = Pick<ReturnType<typeof atTheDoor>, 'getSenderKey' | 'getTaking'>

/** Hands one parcel over by its code, or by the code of another parcel of the same press. */
export const handingOver = (dependencies: Dependencies, atDoor: AtDoor) => {
  const { streams, hash, buildMetadata } = dependencies
  const handle = streams.getHandler(delivery)

  const getCommand = async (given: Given, state: Delivery): Promise<CollectParcel> => {
    const { asked, code: said, isOthers, revision, taken } = given
    const own = ownCodes(hash, given.deliveryId, state.parcel?.collection ?? firstCode)
    return {
      ...{ type: 'CollectParcel', by: toAsker(asked.actor), revision, at: buildMetadata(asked).at },
      code: { said, own, isOthers },
      taken: taken ? await atDoor.getTaking(given, taken, state) : null,
      senderKey: atDoor.getSenderKey(state),
    }
  }

  /** @throws Refused collection_code_wrong (details: left), and the refusals of collecting */
  const collectOne = async (given: Given, state: Delivery, attempt = 1): Promise<Recorded<DeliveryEvent>[]> => {
    const command = await getCommand(given, state)
    try {
      const {
        events,
        state: then,
        past,
      } = await handle(`delivery-${given.deliveryId}`, command, buildMetadata(given.asked))
      if (events.some(({ type }) => type === 'CollectionCodeMissed')) {
        const left = maxMisses - (then.parcel?.collection.misses ?? maxMisses)
        if (left < 0) throw new Refused('collection_code_locked')
        throw new Refused('collection_code_wrong', { left })
      }
      return [...(past ?? [])]
    } catch (error) {
      if (!(error instanceof OtherGeneration) || attempt >= maxAttempts) throw error
      return collectOne(given, await readDelivery(dependencies, given.deliveryId), attempt + 1)
    }
  }

  /** Handles each other parcel separately, so that a refusal of one does not stop the rest. */
  const collectOther = async (given: Given, { id, state, opening }: Other): Promise<'collected' | RefusalCode> => {
    const asked = { ...given.asked, commandId: `${given.asked.commandId}:${id}` }
    const other = { asked, deliveryId: id, code: given.code, isOthers: opening === 'others', revision: null }
    return collectOne(other, state).then(() => 'collected' as const, refusedWith)
  }

  return {
    collectOne,
    collectOther,
    /** Records the wrong code at another parcel. @throws Refused busy, damaged where it is not recorded */
    async missOther(given: Given, id: string, state: Delivery): Promise<void> {
      const outcome = await collectOther(given, { id, state, opening: 'own' })
      if (outcome === 'busy' || outcome === 'damaged') throw new Refused(outcome)
    },
    /** Checks everything but the code. @throws Refused as collecting does, except for its code */
    async assertMayCollect(given: Given, state: Delivery): Promise<void> {
      try {
        delivery.decide(await getCommand(given, state), state)
      } catch (error) {
        if (!isRefusal(error) || error.code !== 'collection_code_locked') throw error
      }
    },
  }
}

type Other = { readonly id: string; readonly state: Delivery; readonly opening: Opening }

const refusedWith = (error: unknown): RefusalCode => {
  if (isRefusal(error) && error.code in refusals) return error.code as RefusalCode
  throw error
}
