import { implement } from '@orpc/server'
import { deliveryContract } from '@tuma/contracts/services'
import { standingOf } from '../delivery-stream.ts'
import type { Dependencies } from '../dependencies.ts'
import type { Delivery } from '../domain/delivery.ts'
import type { RiderRow } from '../domain/network/rider.ts'
import { waitDaysOf } from '../settings.ts'
import { atTheDoor } from './at-the-door.ts'
import { collecting } from './collecting.ts'
import { photoHandlers } from './photo-handlers.ts'
import { pressing, rowFrom } from './pressing.ts'
import { receiverPhoneHandlers } from './receiver-phone-handlers.ts'
import { waitHandlers } from './wait-handlers.ts'

/** What agents press, and what admins do past them. Each answers the row as it is then. */
export const stepHandlers = (dependencies: Dependencies) => {
  const { network } = dependencies
  const os = implement(deliveryContract)
  const atDoor = atTheDoor(dependencies)

  const press = pressing(dependencies)
  const days = waitDaysOf(dependencies.settings)

  return {
    move: os.move.handler(async ({ input }) => {
      const { to, revision, deliveryId, together = false } = input
      // A press for several takes no parcel for which money may be due.
      const mayBeDue = (to === 'delivered' && !together) || input.taken
      const arrives = mayBeDue ? await standingOf(dependencies, deliveryId) : null
      const takingOf = (state: Delivery) =>
        input.taken ? atDoor.takingOf(input, input.taken, state) : atDoor.unsaid(input, state)
      const taken = arrives && (await takingOf(arrives))
      const senderKey = arrives ? atDoor.senderKeyOf(arrives) : ''
      return press(input, (by, at) => ({ type: 'MoveParcel', by, to, revision, taken, senderKey, days, together, at }))
    }),
    due: atDoor.due,
    ...collecting(dependencies, { atDoor, rowFrom }),
    ...waitHandlers(dependencies),
    ...photoHandlers(dependencies),
    ...receiverPhoneHandlers(dependencies),
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
      return press(input, (by, at) => ({ type: 'OverrideStatus', by, to, trackingId, senderKey, days, at }))
    }),
  }
}

const contactOf = ({ name, phone }: RiderRow) => ({ name, phone })
