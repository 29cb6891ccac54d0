import type { PaymentMethod } from './delivery-status.ts'
import type { Shillings } from './money.ts'
import { type Leg, type Placed, type Standing, standing } from './standing.ts'

type Ends = Placed & {
  readonly sender: { readonly dropoffAgent: string; readonly location: string }
  readonly receiver: { readonly pickupAgent: string | null; readonly location: string }
}
type ShopToGoTo = { readonly name: string; readonly place: string }

/** The shop that a parcel is to be brought to, lies at, or is to be collected from; none on its way to a door, and at its end. */
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
}

/** Wrong codes at an agent's counter, or at a shop, over all parcels: with so many, codes open nothing there for the hour. */
export const missesAnHour = 20

/** So many parcels at most may go with another by one code: a wrong one is a miss at each of them. */
export const maxAlso = 10

/** Somebody may come for it with its code: the receiver, or whoever sent it once it is back. */
export const awaitsCode = (parcel: Placed): boolean => codes[standing(parcel)](parcel)

/** Whoever comes for it may have another code sent; what a rider has left at a door needs none any more. */
export const mayHaveNewCode = (parcel: Placed): boolean => awaitsCode(parcel) && standing(parcel) !== 'handedOver'

const never = () => false
const codes: Record<Standing, (parcel: Placed) => boolean> = {
  toReceiver: ({ deliveryType, status }) => deliveryType === 'doorstep' && status === 'inTransit',
  waiting: () => true,
  // A rider has told of it, and nobody has said yet that it was received.
  handedOver: ({ status }) => status === 'delivered',
  toSender: never,
  waitingForSender: () => true,
  returned: never,
  lost: never,
}

type Owed = {
  readonly paymentMethod: PaymentMethod
  readonly paid: boolean
  readonly totalAmount: Shillings
  readonly leg?: Leg | undefined
}

/** What whoever takes it must have in hand; whoever gets it back pays nothing. */
export const dueAtHandOver = ({ paymentMethod, paid, totalAmount, leg = 'out' }: Owed): Shillings | undefined =>
  leg === 'out' && paymentMethod === 'payOnDelivery' && !paid && totalAmount > 0 ? totalAmount : undefined
