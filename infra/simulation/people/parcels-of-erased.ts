import { isUnderWay } from '@tuma/contracts/vocabulary'
import { photograph } from './photos.ts'
import { admin, type Means, toAgent } from './town.ts'

const getParcels = ({ ledger }: Means) => ledger.leavers.flatMap(({ parcels }) => parcels)

const getRow = async ({ asking }: Means, deliveryId: string) => {
  const found = await asking.persist({
    actor: admin,
    call: ({ delivery }) => delivery.get({ viewer: admin, deliveryId }),
  })
  return 'answer' in found ? found.answer : null
}

/**
 * In the evening an admin ends the parcels of people who have left that are still under way: sets them to delivered, or
 * deletes them.
 */
export const endTheirParcels = async (means: Means): Promise<void> => {
  const { asking, chance } = means
  for (const { deliveryId } of getParcels(means)) {
    const row = await getRow(means, deliveryId)
    if (!row || !isUnderWay(row)) continue
    const isToADoor = row.deliveryType === 'doorstep' && row.leg !== 'back' && chance.is(0.6)
    await asking.persist<unknown>({
      actor: admin,
      call: ({ delivery }, asked) =>
        isToADoor
          ? delivery.overrideStatus({ asked, deliveryId, status: 'delivered', trackingId: null })
          : delivery.deleteDelivery({ asked, deliveryId }),
    })
  }
}

/** Call it when all has come to rest. */
const noteWhoIsUnderWay = async (means: Means): Promise<void> => {
  for (const leaver of means.ledger.leavers)
    for (const { deliveryId } of leaver.parcels) {
      const row = await getRow(means, deliveryId)
      leaver.isUnderWay ||= row !== null && isUnderWay(row)
    }
}

/** Acts on parcels of erased people: the office sets them back on their way, and agents hold and photograph them. */
export const stirTheirParcels = async (means: Means): Promise<void> => {
  const { asking, ledger } = means
  await noteWhoIsUnderWay(means)
  for (const { deliveryId } of getParcels(means)) {
    if ((await getRow(means, deliveryId)) === null) continue
    const parcel = ledger.parcels.find((one) => one.deliveryId === deliveryId)
    const agent = toAgent(parcel?.from ?? 0)
    await asking.persist({
      actor: admin,
      call: ({ delivery }, asked) =>
        delivery.overrideStatus({ asked, deliveryId, status: 'inTransit', trackingId: null }),
    })
    await photograph(means, { deliveryId })
    await asking.persist({
      actor: agent,
      call: ({ delivery }, asked) =>
        delivery.putOnHold({
          asked,
          deliveryId,
          code: 'damaged',
          note: 'The box is open.',
          toSender: 'We look at it.',
        }),
    })
    await asking.persist({
      actor: agent,
      call: ({ delivery }, asked) => delivery.liftHold({ asked, deliveryId, code: 'damaged' }),
    })
  }
}
