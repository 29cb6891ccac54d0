import type { PaymentMethod } from './delivery-status.ts'
import type { Shillings } from './money.ts'
import { type Leg, type Placed, type Standing, standing } from './standing.ts'

type Ends = Placed & {
  readonly sender: { readonly dropoffAgent: string; readonly location: string }
  readonly receiver: { readonly pickupAgent: string | null; readonly location: string }
}
type ShopToGoTo = { readonly name: string; readonly place: string }

/**
 * The shop that a parcel must be brought to, is at, or must be collected from; none on its way to a door, and at its
 * end.
 */
export const shopToGoTo = (parcel: Ends): ShopToGoTo | undefined => shops[standing(parcel)](parcel)

const sendingShop = ({ sender }: Ends) => ({ name: sender.dropoffAgent, place: sender.location })
const receivingShop = ({ receiver }: Ends) =>
  receiver.pickupAgent === null ? undefined : { name: receiver.pickupAgent, place: receiver.location }
const none = () => undefined

const shops: Record<Standing, (parcel: Ends) => ShopToGoTo | undefined> = {
  toReceiver: (parcel) => (parcel.status === 'inTransit' ? receivingShop(parcel) : sendingShop(parcel)),
  waiting: receivingShop,
  handedOver: none,
  toSender: sendingShop,
  waitingForSender: sendingShop,
  returned: none,
  lost: none,
  cancelled: none,
}

/**
 * So many wrong codes at an agent's counter, or at a shop, over all parcels, block codes there for the rest of the
 * hour.
 */
export const missesAnHour = 20

/** How many parcels can go with another by one code: a wrong code counts as a miss for each of them. */
export const maxAlso = 10

/** The parcel can be collected with its code, by the receiver or, once it is back, by the sender. */
export const awaitsCode = (parcel: Placed): boolean => codes[standing(parcel)](parcel)

/** The person who collects it may get another code; a parcel that a rider has left at a door needs none. */
export const mayHaveNewCode = (parcel: Placed): boolean => awaitsCode(parcel) && standing(parcel) !== 'handedOver'

const never = () => false
const codes: Record<Standing, (parcel: Placed) => boolean> = {
  toReceiver: ({ deliveryType, status }) => deliveryType === 'doorstep' && status === 'inTransit',
  waiting: () => true,
  // A rider has reported it, and the receiver has not confirmed it yet.
  handedOver: ({ status }) => status === 'delivered',
  toSender: never,
  waitingForSender: () => true,
  returned: never,
  lost: never,
  cancelled: never,
}

type Owed = {
  readonly paymentMethod: PaymentMethod
  readonly paid: boolean
  readonly totalAmount: Shillings
  readonly leg?: Leg | undefined
}

/** The amount that the receiver must have ready; a sender who gets the parcel back pays nothing. */
export const dueAtHandOver = ({ paymentMethod, paid, totalAmount, leg = 'out' }: Owed): Shillings | undefined =>
  leg === 'out' && paymentMethod === 'payOnDelivery' && !paid && totalAmount > 0 ? totalAmount : undefined
