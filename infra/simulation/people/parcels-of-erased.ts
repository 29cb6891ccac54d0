import { isUnderWay } from '@tuma/contracts/vocabulary'
import { admin, type PersonContext, toAgent } from './network.ts'
import { photograph } from './photos.ts'

const getParcels = ({ ledger }: PersonContext) => ledger.erasedPeople.flatMap(({ parcels }) => parcels)

const getRow = async ({ caller }: PersonContext, deliveryId: string) => {
  const found = await caller.askUntilAnswered({
    actor: admin,
    call: ({ delivery }) => delivery.get({ viewer: admin, deliveryId }),
  })
  return 'answer' in found ? found.answer : null
}

/**
 * In the evening an admin ends the parcels of people who have left that are still under way: sets them to delivered, or
 * deletes them.
 */
export const endErasedParcels = async (context: PersonContext): Promise<void> => {
  const { caller, chance } = context
  for (const { deliveryId } of getParcels(context)) {
    const row = await getRow(context, deliveryId)
    if (!row || !isUnderWay(row)) continue
    const isToADoor = row.deliveryType === 'doorstep' && row.leg !== 'back' && chance.is(0.6)
    await caller.askUntilAnswered<unknown>({
      actor: admin,
      call: ({ delivery }, asked) =>
        isToADoor
          ? delivery.overrideStatus({ asked, deliveryId, status: 'delivered', trackingId: null })
          : delivery.deleteDelivery({ asked, deliveryId }),
    })
  }
}

/** Call it when all has come to rest. */
const recordWhoIsUnderWay = async (context: PersonContext): Promise<void> => {
  for (const erasedPerson of context.ledger.erasedPeople)
    for (const { deliveryId } of erasedPerson.parcels) {
      const row = await getRow(context, deliveryId)
      erasedPerson.isUnderWay ||= row !== null && isUnderWay(row)
    }
}

/** Acts on parcels of erased people: the office sets them back on their way, and agents hold and photograph them. */
export const changeErasedParcels = async (context: PersonContext): Promise<void> => {
  const { caller, ledger } = context
  await recordWhoIsUnderWay(context)
  for (const { deliveryId } of getParcels(context)) {
    if ((await getRow(context, deliveryId)) === null) continue
    const parcel = ledger.parcels.find((one) => one.deliveryId === deliveryId)
    const agent = toAgent(parcel?.from ?? 0)
    await caller.askUntilAnswered({
      actor: admin,
      call: ({ delivery }, asked) =>
        delivery.overrideStatus({ asked, deliveryId, status: 'inTransit', trackingId: null }),
    })
    await photograph(context, { deliveryId })
    await caller.askUntilAnswered({
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
    await caller.askUntilAnswered({
      actor: agent,
      call: ({ delivery }, asked) => delivery.liftHold({ asked, deliveryId, code: 'damaged' }),
    })
  }
}
