import { implement } from '@orpc/server'
import { type Asked, deliveryContract } from '@tuma/contracts/services'
import { Refused } from '@tuma/contracts/vocabulary'
import type { Recorded } from '@tuma/platform/event-sourcing'
import { askerOf } from './askers.ts'
import { atTheDoor } from './at-the-door.ts'
import { collecting } from './collecting.ts'
import { standingOf } from './delivery-stream.ts'
import type { Dependencies } from './dependencies.ts'
import type { Asker } from './domain/asker.ts'
import type { DeliveryEvent } from './domain/delivery.ts'
import { type DeliveryCommand, delivery } from './domain/delivery-decisions.ts'
import { type DeliveryRow, deliveriesView } from './domain/delivery-views.ts'
import type { RiderRow } from './domain/rider.ts'
import { shownTo } from './domain/shown-to.ts'

/** What agents press, and what admins do past them. Each answers the row as it is then. */
export const stepHandlers = (dependencies: Dependencies) => {
  const { streams, network, metadataOf } = dependencies
  const os = implement(deliveryContract)
  const atDoor = atTheDoor(dependencies)
  const handle = streams.handlerOf(delivery)

  const press = async (
    { asked, deliveryId }: { asked: Asked; deliveryId: string },
    pressed: (by: Asker, at: string) => DeliveryCommand,
  ) => {
    const stream = `delivery-${deliveryId}`
    const metadata = metadataOf(asked)
    const asker = askerOf(asked.actor)
    const { past } = await handle(stream, pressed(asker, metadata.at), metadata)
    const row = rowFrom(past ?? [])
    return { delivery: shownTo(asker, row) }
  }

  return {
    move: os.move.handler(async ({ input }) => {
      const { to, revision, deliveryId } = input
      const arrives = to === 'delivered' || input.taken ? await standingOf(dependencies, deliveryId) : null
      const taken = arrives && input.taken ? await atDoor.takingOf(input, input.taken, arrives) : null
      if (arrives && input.together && !taken) atDoor.assertNothingDue(arrives)
      const senderKey = arrives ? atDoor.senderKeyOf(arrives) : ''
      return press(input, (by, at) => ({ type: 'MoveParcel', by, to, revision, taken, senderKey, at }))
    }),
    due: atDoor.due,
    ...collecting(dependencies, { atDoor, rowFrom }),
    assignRider: os.assignRider.handler(async ({ input }) => {
      const { riderId, revision } = input
      const rider = await network.rider(riderId)
      return press(input, (by) => ({ type: 'AssignRider', by, riderId, rider: rider && contactOf(rider), revision }))
    }),
    assignPicker: os.assignPicker.handler(({ input }) => {
      const { name, phone, nationalId, revision } = input
      const picker = { name, phone, nationalId }
      return press(input, (by) => ({ type: 'AssignPicker', by, picker, revision }))
    }),
    overrideStatus: os.overrideStatus.handler(async ({ input }) => {
      const { status: to, trackingId, deliveryId } = input
      const senderKey = to === 'delivered' ? atDoor.senderKeyOf(await standingOf(dependencies, deliveryId)) : ''
      return press(input, (by, at) => ({ type: 'OverrideStatus', by, to, trackingId, senderKey, at }))
    }),
    deleteDelivery: os.deleteDelivery.handler(async ({ input: { asked, deliveryId } }) => {
      await handle(`delivery-${deliveryId}`, { type: 'DeleteDelivery', by: askerOf(asked.actor) }, metadataOf(asked))
      return {}
    }),
  }
}

const contactOf = ({ name, phone }: RiderRow) => ({ name, phone })

/** From the stream itself: right even when the read models take their time. */
const rowFrom = (past: readonly Recorded<DeliveryEvent>[]): DeliveryRow => {
  const row = past.reduce<DeliveryRow | null>((row, event) => deliveriesView.project(row, event, ''), null)
  if (!row) throw new Refused('not_found')
  return row
}
