import type { DeliveryClient, PaymentClient } from '@tuma/contracts/services'
import type { CallContext } from './policy.ts'

/** Null for a caller who is not an agent of the parcel's shops. */
export const promptAtTheDoor =
  ({ delivery, payment }: { readonly delivery: DeliveryClient; readonly payment: PaymentClient }) =>
  async ({ caller: { actor } }: CallContext, promptId: string) => {
    if (actor.kind !== 'user' || actor.role !== 'agent') return null
    const found = await payment.promptAtTheDoor({ promptId })
    return found && (await delivery.get({ viewer: actor, deliveryId: found.deliveryId })) ? found : null
  }
