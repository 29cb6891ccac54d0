import {
  type Contents,
  getContents,
  getEatDay,
  type Language,
  type Shop,
  trackingIdFrom,
} from '@tuma/contracts/vocabulary'
import type { Dependencies } from '../dependencies.ts'
import { aboutShop, shopIn } from '../domain/network/locations-view.ts'
import type { RequestDelivery } from '../domain/request-decisions.ts'
import { type DestinationAsked, findDestination } from '../handlers/counter-requests.ts'

/** A sender's form, with places and shops as the sender wrote them. */
export type SenderForm = Contents & {
  readonly sender: RequestDelivery['sender']
  readonly senderShop: Shop
  readonly receiver: RequestDelivery['receiver']
  readonly to: DestinationAsked
  readonly deliveryFee: RequestDelivery['shownFee']
}

type Wanted = Pick<RequestDelivery, 'deliveryId' | 'requestHash' | 'owner' | 'payment' | 'at'> & {
  readonly form: SenderForm
  /** The prices of this time count, where they are lower than those of now; null: only those of now. */
  readonly quotedAt: string | null
  readonly language: Language | undefined
}

type Deps = Pick<Dependencies, 'network' | 'environment' | 'settings'>

/** Makes commands for parcels whose senders have filled in a form, with places and prices from our network. */
export const senderRequests = (deps: Deps) => {
  const { network, environment } = deps
  const destinationFor = findDestination(deps)

  return async ({ form, quotedAt, ...wanted }: Wanted): Promise<RequestDelivery> => {
    const { sender, senderShop, receiver, to, deliveryFee } = form
    const location = await network.location(senderShop.location)
    return {
      ...{ type: 'RequestDelivery', trackingId: trackingIdFrom(environment.randomBytes(8)), ...wanted },
      ...{ sender, receiver, ...getContents(form), shownFee: deliveryFee },
      senderShop: shopIn(location, senderShop.address),
      senderShopOpening: aboutShop(location, senderShop.address, getEatDay(wanted.at)),
      destination: await destinationFor(to, quotedAt),
      held: null,
    }
  }
}
