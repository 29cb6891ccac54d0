import { implement } from '@orpc/server'
import { deliveryContract } from '@tuma/contracts/services'
import { readDelivery } from '../delivery-stream.ts'
import type { Dependencies } from '../dependencies.ts'
import type { Delivery } from '../domain/delivery.ts'
import type { RiderRow } from '../domain/network/rider.ts'
import { toWaitDays } from '../settings.ts'
import { atTheDoor } from './at-the-door.ts'
import { collecting } from './collecting.ts'
import { openStepHandler, rowFrom } from './handle-step.ts'
import { photoHandlers } from './photo-handlers.ts'
import { receiverPhoneHandlers } from './receiver-phone-handlers.ts'
import { waitHandlers } from './wait-handlers.ts'

/** The steps of agents, and what admins do outside of them. Each call answers the row as the command leaves it. */
export const stepHandlers = (dependencies: Dependencies) => {
  const { network } = dependencies
  const os = implement(deliveryContract)
  const atDoor = atTheDoor(dependencies)

  const press = openStepHandler(dependencies)
  const days = toWaitDays(dependencies.settings)

  return {
    move: os.move.handler(async ({ input }) => {
      const { to, revision, deliveryId, together = false } = input
      // A press for several parcels takes none with money due.
      const mayBeDue = (to === 'delivered' && !together) || input.taken
      const arrives = mayBeDue ? await readDelivery(dependencies, deliveryId) : null
      const getTaking = (state: Delivery) =>
        input.taken ? atDoor.getTaking(input, input.taken, state) : atDoor.unsaid(input, state)
      const taken = arrives && (await getTaking(arrives))
      const senderKey = arrives ? atDoor.getSenderKey(arrives) : ''
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
      return press(input, (by) => ({ type: 'AssignRider', by, riderId, rider: rider && getContact(rider), revision }))
    }),
    assignPicker: os.assignPicker.handler(({ input }) => {
      const { name, phone, nationalId, revision } = input
      const picker = { name, phone, nationalId }
      return press(input, (by) => ({ type: 'AssignPicker', by, picker, revision }))
    }),
    overrideStatus: os.overrideStatus.handler(async ({ input }) => {
      const { status: to, trackingId, deliveryId } = input
      const senderKey = to === 'delivered' ? atDoor.getSenderKey(await readDelivery(dependencies, deliveryId)) : ''
      return press(input, (by, at) => ({ type: 'OverrideStatus', by, to, trackingId, senderKey, days, at }))
    }),
  }
}

const getContact = ({ name, phone }: RiderRow) => ({ name, phone })
