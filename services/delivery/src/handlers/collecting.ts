import { implement } from '@orpc/server'
import { deliveryContract } from '@tuma/contracts/services'
import { awaitsCode, type RefusalCode } from '@tuma/contracts/vocabulary'
import type { Recorded } from '@tuma/platform/event-sourcing'
import { EngineAway } from '@tuma/platform/ports'
import { readDelivery } from '../delivery-stream.ts'
import type { Dependencies } from '../dependencies.ts'
import { isLocked } from '../domain/collecting.ts'
import type { Delivery, DeliveryEvent, Parcel } from '../domain/delivery.ts'
import { delivery } from '../domain/delivery-decisions.ts'
import type { DeliveryRow } from '../domain/delivery-views.ts'
import { toShownRow } from '../domain/shown-row.ts'
import { heldBy } from '../domain/trouble/holds.ts'
import { withRiderOfToday } from '../lists/riders-of-today.ts'
import { toAsker } from './askers.ts'
import { guessLimit } from './code-guesses.ts'
import { type CodePress, codePresses, type Named, type Pressed } from './code-presses.ts'
import { getCode } from './collection-codes.ts'
import { type AtDoor, type Given, handingOver } from './handing-over.ts'

type Press = CodePress & Omit<Given, 'isOthers'>

/** Hands parcels over by the code of the receiver's SMS. */
export const collecting = (
  dependencies: Dependencies,
  deps: { readonly atDoor: AtDoor; readonly rowFrom: (past: readonly Recorded<DeliveryEvent>[]) => DeliveryRow },
) => {
  const { streams, hash, buildMetadata } = dependencies
  const os = implement(deliveryContract)
  const handle = streams.getHandler(delivery)
  const pressCode = pressingCodes(dependencies, deps.atDoor)

  return {
    collect: os.collect.handler(async ({ input }) => {
      const { past, others } = await pressCode({ ...input, at: buildMetadata(input.asked).at })
      const row = await withRiderOfToday(dependencies.network.rider, deps.rowFrom(past))
      return { delivery: toShownRow(toAsker(input.asked.actor), row), others }
    }),

    issueCode: os.issueCode.handler(async ({ input: { asked, deliveryId, by } }) => {
      const metadata = buildMetadata(asked)
      await handle(`delivery-${deliveryId}`, { type: 'IssueCollectionCode', by, at: metadata.at }, metadata)
      return {}
    }),

    collectionCode: os.collectionCode.handler(async ({ input: { deliveryId, phone } }) => {
      const { parcel } = await readDelivery(dependencies, deliveryId)
      if (parcel && phone !== undefined && phone !== phoneOfLeg(parcel))
        throw new EngineAway('the deliveries do not show yet whose the code is')
      const isWaiting = parcel !== null && awaitsCode(parcel)
      const code = isWaiting ? getCode(hash, deliveryId, parcel.collection.generation) : null
      return parcel?.leg === 'back' ? { code, leg: 'back' } : { code }
    }),
  }
}

const phoneOfLeg = ({ leg, sender, receiver }: Parcel): string => (leg === 'back' ? sender : receiver).phone

/** One press of an agent: a code, a parcel, and others for the same phone that the code may open. */
const pressingCodes = (dependencies: Dependencies, atDoor: AtDoor) => {
  const limited = guessLimit(dependencies.guards)
  const presses = codePresses(dependencies)
  const { collectOne, collectOther, missOther, assertMayCollect } = handingOver(dependencies, atDoor)

  const collectFirst = async (press: Press, first: Delivery, pressed: Pressed, named: readonly Named[]) => {
    const given = { ...press, isOthers: pressed.state === 'right' && pressed.first === 'others' }
    if (pressed.state === 'wrong')
      // Each parcel gets its miss before the press is answered. A press that fails between two of them gets no answer,
      // so that the agent tries again.
      for (const { id, state } of named) if (pressed.missed.includes(id)) await missOther(given, id, state)
    return collectOne(given, first)
  }

  return async (press: Press) => {
    const first = await readDelivery(dependencies, press.deliveryId)
    const named = await presses.readNamed(first, press)
    const given = { ...press, isOthers: false }
    // A refusal of the first parcel comes before the codes of the others are checked.
    if (named.length > 0) await assertMayCollect(given, first)
    const pressed = await presses.read(press, first, named)
    const asker = toAsker(press.asked.actor)
    const past = await limited(asker, parcelsIn(pressed), () => collectFirst(press, first, pressed, named))
    const others = await Promise.all(
      named.map(async ({ id, state, goes }) => {
        const opening = pressed.state === 'right' ? pressed.opened.get(id) : undefined
        const outcome = opening ? await collectOther(given, { id, state, opening }) : getOutcome(state, goes)
        return { deliveryId: id, outcome }
      }),
    )
    return { past, others }
  }
}

/** How many parcels the code could open. */
const parcelsIn = (pressed: Pressed): number => {
  switch (pressed.state) {
    case 'alone':
      return 1
    case 'right':
      return 1 + pressed.opened.size
    case 'wrong':
      return 1 + pressed.missed.length
  }
}

/** The outcome for a parcel on which the code was not tried. */
const getOutcome = ({ parcel }: Delivery, goes: boolean): 'collected' | RefusalCode => {
  if (!parcel || !goes) return 'not_found'
  if (parcel.status === 'collected') return 'collected'
  if (heldBy(parcel) !== null) return 'parcel_held'
  return isLocked(parcel) ? 'collection_code_locked' : 'step_not_allowed'
}
