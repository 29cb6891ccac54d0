import type { DeliveryStatus, DeliveryType, PaymentMethod } from './delivery-status.ts'
import type { Shillings } from './money.ts'

type Ends = {
  readonly status: DeliveryStatus
  readonly sender: { readonly dropoffAgent: string; readonly location: string }
  readonly receiver: { readonly pickupAgent: string | null; readonly location: string }
}

/** The shop that a parcel is to be brought to, lies at, or is to be collected from; none on its way to a door, and at its end. */
export const shopToGoTo = ({ status, sender, receiver }: Ends): { name: string; place: string } | undefined => {
  switch (status) {
    case 'dropping':
    case 'uncollected':
    case 'sorting':
      return { name: sender.dropoffAgent, place: sender.location }
    case 'inTransit':
    case 'delivered':
      return receiver.pickupAgent === null ? undefined : { name: receiver.pickupAgent, place: receiver.location }
    case 'collected':
      return undefined
  }
}

/** Somebody may come for it with its code. */
export const awaitsCode = ({ deliveryType, status }: { deliveryType: DeliveryType; status: DeliveryStatus }): boolean =>
  status === 'delivered' || (deliveryType === 'doorstep' && status === 'inTransit')

type Owed = { readonly paymentMethod: PaymentMethod; readonly paid: boolean; readonly totalAmount: Shillings }

/** What whoever takes it must have in hand. */
export const dueAtHandOver = ({ paymentMethod, paid, totalAmount }: Owed): Shillings | undefined =>
  paymentMethod === 'payOnDelivery' && !paid && totalAmount > 0 ? totalAmount : undefined
