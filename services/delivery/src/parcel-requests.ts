import { type Contents, getContents, getEatDay, type Shop, trackingIdFrom } from '@tuma/contracts/vocabulary'
import type { Dependencies } from './dependencies.ts'
import { dukaniQuoteFrom } from './domain/network/fee.ts'
import { aboutShop, shopIn } from './domain/network/locations-view.ts'
import type { Doorstep, Dukani, RequestDelivery } from './domain/request-decisions.ts'

/** Where a parcel goes, as it was filled in; `tier` null: the one whose price was shown. */
export type DestinationAsked =
  | { readonly shop: Shop }
  | {
      readonly door: {
        readonly place: string
        readonly tier: Doorstep['tier']
        readonly address: string
        readonly moreDetails: string
      }
    }

/** A filled-in form, with places and shops as its person wrote them. */
export type ParcelForm = Contents & {
  readonly sender: RequestDelivery['sender']
  readonly senderShop: Shop
  readonly receiver: RequestDelivery['receiver']
  readonly to: DestinationAsked
  readonly deliveryFee: RequestDelivery['shownFee']
}

/** What else a request says. `quotedAt`: the prices of this time count where they are lower; null: the prices of now. */
type Wanted = Pick<
  RequestDelivery,
  'deliveryId' | 'requestHash' | 'owner' | 'payment' | 'counter' | 'held' | 'language' | 'at'
> & {
  readonly form: ParcelForm
  readonly quotedAt: string | null
  /** As printed, and bound to this parcel already: it becomes the tracking id. */
  readonly sticker?: string | undefined
}

type Deps = Pick<Dependencies, 'network' | 'environment' | 'settings'>

/** Makes commands from filled-in forms, with places and prices from our network. The domain decides whether they are allowed. */
export const parcelRequests = ({ network, environment, settings }: Deps) => {
  const findDestination = async (to: DestinationAsked, quotedAt: string | null): Promise<Doorstep | Dukani> => {
    if ('shop' in to) {
      const location = await network.location(to.shop.location)
      const quote = dukaniQuoteFrom(location?.history ?? [], quotedAt, settings.DUKANI_FEE)
      return { deliveryType: 'parcelDukani', shop: shopIn(location, to.shop.address), quote }
    }
    const { place: typed, tier, address: pickupAddress, moreDetails } = to.door
    const { place, quotes } = await network.doorstep(typed, quotedAt)
    return { deliveryType: 'doorstep', place, pickupAddress, moreDetails, tier, quotes }
  }

  return async ({ form, quotedAt, sticker, ...wanted }: Wanted): Promise<RequestDelivery> => {
    const { sender, senderShop, receiver, to, deliveryFee } = form
    const location = await network.location(senderShop.location)
    return {
      ...{ type: 'RequestDelivery', trackingId: sticker ?? trackingIdFrom(environment.randomBytes(8)), ...wanted },
      onSticker: sticker !== undefined,
      sender: { name: sender.name, phone: sender.phone },
      senderShop: shopIn(location, senderShop.address),
      senderShopOpening: aboutShop(location, senderShop.address, getEatDay(wanted.at)),
      ...getContents(form),
      receiver: { name: receiver.name, phone: receiver.phone },
      destination: await findDestination(to, quotedAt),
      shownFee: deliveryFee,
    }
  }
}
