import type { Delivery, Taken } from '@tuma/contracts/api'
import type { CommandContext, DeliveryClient, DeliveryRecord } from '@tuma/contracts/services'
import { type DeliveryStatus, type NextStep, type PressedStatus, Refused } from '@tuma/contracts/vocabulary'
import { isRefusal } from '@tuma/platform/event-sourcing'
import type { Dependencies } from '../dependencies.ts'
import type { CallContext } from '../door/policy.ts'
import { refusedWith } from '../door/refusing.ts'
import { storedPhone } from './stored-phone.ts'
import { toDelivery } from './tracked.ts'

type StepInput = { id: string; status?: DeliveryStatus | undefined; revision?: number | undefined }
/** A step with a parcel, and the revision that the agent saw. */
export type Pressed = { readonly asked: CommandContext; readonly deliveryId: string; readonly revision: number | null }
/** `together`: one of several in one request. */
type Delivering = Pressed & { readonly taken?: Taken | undefined; readonly together?: boolean }
type Collecting = Omit<Delivering, 'together'> & { readonly code: string; readonly also: string[] }
type Picker = { readonly name: string; readonly phone: string; readonly nationalId: string }

/**
 * Each step as a call to delivery. An agent with an old row, or one who did not know that the parcel is held, gets the
 * current row.
 */
export const openPresses = (delivery: DeliveryClient) => {
  const shown = async (
    context: CallContext,
    deliveryId: string,
    pressed: Promise<{ delivery: DeliveryRecord }>,
  ): Promise<Delivery> => {
    try {
      return toDelivery((await pressed).delivery)
    } catch (error) {
      if (!isRefusal(error) || (error.code !== 'stale' && error.code !== 'parcel_held')) throw error
      const row = await delivery.get({ viewer: context.caller.actor, deliveryId })
      throw refusedWith(error.code, { ...error.details, delivery: row && toDelivery(row) })
    }
  }
  const moveTo =
    (to: PressedStatus) =>
    (context: CallContext, { asked, deliveryId, revision }: Pressed) =>
      shown(context, deliveryId, delivery.move({ asked, deliveryId, revision, to }))
  return {
    drop: moveTo('uncollected'),
    putInTransit: moveTo('inTransit'),
    markDelivered: (context: CallContext, { asked, deliveryId, revision, taken, together }: Delivering) =>
      shown(
        context,
        deliveryId,
        delivery.move({
          ...{ asked, deliveryId, revision, to: 'delivered' },
          ...(taken ? { taken } : {}),
          ...(together ? { together } : {}),
        }),
      ),
    confirmReceipt: moveTo('collected'),
    async collect(context: CallContext, { deliveryId, taken, ...collecting }: Collecting) {
      const pressed = delivery.collect({ ...collecting, deliveryId, ...(taken ? { taken } : {}) })
      const row = await shown(context, deliveryId, pressed)
      const { others } = await pressed
      return { ...row, others: others.map(({ deliveryId: id, outcome }) => ({ id, outcome })) }
    },
    assignRider: (context: CallContext, { asked, deliveryId, revision, riderId }: Pressed & { riderId: string }) =>
      shown(context, deliveryId, delivery.assignRider({ asked, deliveryId, revision, riderId })),
    assignPicker: (context: CallContext, { asked, deliveryId, revision, ...picker }: Pressed & Picker) =>
      shown(context, deliveryId, delivery.assignPicker({ asked, deliveryId, revision, ...picker })),
  } satisfies Record<NextStep | 'collect', unknown>
}

/** What agents do with a parcel. */
export const agentSteps = ({ api, services: { delivery }, toCommandContext }: Dependencies) => {
  const presses = openPresses(delivery)
  const pressed = (context: CallContext, input: { id: string; revision?: number | undefined }): Pressed => ({
    asked: toCommandContext(context, input),
    deliveryId: input.id,
    revision: input.revision ?? null,
  })
  const move = (
    context: CallContext,
    input: StepInput,
    to: PressedStatus,
    press: 'drop' | 'putInTransit' | 'confirmReceipt',
  ) => {
    assertAgrees(input, to)
    return presses[press](context, pressed(context, input))
  }

  return {
    drop: api.agent.drop.handler(({ input, context }) => move(context, input, 'uncollected', 'drop')),
    putInTransit: api.agent.putInTransit.handler(({ input, context }) =>
      move(context, input, 'inTransit', 'putInTransit'),
    ),
    markDelivered: api.agent.markDelivered.handler(({ input, context }) => {
      assertAgrees(input, 'delivered')
      return presses.markDelivered(context, { ...pressed(context, input), taken: input.taken })
    }),
    markCollected: api.agent.markCollected.handler(({ input, context }) =>
      move(context, input, 'collected', 'confirmReceipt'),
    ),

    assignRider: api.agent.assignRider.handler(({ input, context }) =>
      presses.assignRider(context, { ...pressed(context, input), riderId: input.riderId }),
    ),
    assignPicker: api.agent.assignPicker.handler(({ input, context }) => {
      const { pickerName: name, pickerNationalId: nationalId } = input
      return presses.assignPicker(context, {
        ...pressed(context, input),
        name,
        nationalId,
        phone: storedPhone(input.pickerPhone),
      })
    }),
  }
}

const assertAgrees = ({ status }: StepInput, to: PressedStatus): void => {
  if (status !== undefined && status !== to) throw new Refused('status_disagrees')
}
