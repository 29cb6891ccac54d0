import { type CommandContext, nameOfActor } from '@tuma/contracts/services'
import {
  type Contents,
  type CounterHow,
  getContents,
  getEatDay,
  Refused,
  type Shillings,
  type Shop,
  trackingIdFrom,
} from '@tuma/contracts/vocabulary'
import type { EventMetadata } from '@tuma/platform/event-sourcing'
import type { Dependencies } from '../dependencies.ts'
import { dukaniQuoteFrom } from '../domain/network/fee.ts'
import { aboutShop, shopIn } from '../domain/network/locations-view.ts'
import type { Doorstep, Dukani, RequestDelivery } from '../domain/request-decisions.ts'
import { deliveryIdOfCommand, senderKeyOfPhone } from '../ids.ts'
import { toAsker } from './askers.ts'

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

export type CounterForm = Contents & {
  readonly sender: RequestDelivery['sender']
  readonly receiver: RequestDelivery['receiver']
  readonly to: DestinationAsked
  readonly deliveryFee: Shillings
}

type Deps = Pick<Dependencies, 'network' | 'hash' | 'environment' | 'settings'>

/** The agent at whose counter it is, and the agent's shop. @throws Refused not_allowed, not_found */
export const getAgentAtCounter = (asked: CommandContext): { readonly agentId: string; readonly shop: Shop } => {
  const { role, userId, shop } = toAsker(asked.actor)
  if (role !== 'agent' || userId === null) throw new Refused('not_allowed')
  if (shop === null) throw new Refused('not_found')
  return { agentId: userId, shop }
}

/** What is known of a parcel at the counter once it is known how it is paid. `quotedAt`: null: the prices of now. */
type ToRequest = {
  readonly deliveryId: string
  readonly requestHash: string
  readonly agentId: string
  readonly shop: Shop
  readonly form: CounterForm
  readonly how: CounterHow
  readonly payment: RequestDelivery['payment']
  readonly quotedAt: string | null
  readonly at: string
}

/** Makes commands for parcels that are sent from an agent's own shop, with places and prices from our network. */
export const counterRequests = (deps: Deps) => {
  const { network, hash, environment, settings } = deps
  const destinationFor = findDestination(deps)

  return async (wanted: ToRequest): Promise<RequestDelivery> => {
    const { deliveryId, requestHash, agentId, shop, form, how, payment, quotedAt, at } = wanted
    const location = await network.location(shop.location)
    const voidUntil = new Date(Date.parse(at) + 60_000 * settings.VOID_MINUTES).toISOString()
    return {
      ...{ type: 'RequestDelivery', deliveryId, trackingId: trackingIdFrom(environment.randomBytes(8)) },
      ...{ requestHash, at, owner: null },
      sender: form.sender,
      senderShop: shopIn(location, shop.address),
      senderShopOpening: aboutShop(location, shop.address, getEatDay(at)),
      ...getContents(form),
      receiver: form.receiver,
      destination: await destinationFor(form.to, quotedAt),
      shownFee: form.deliveryFee,
      payment,
      counter: { agentId, how, senderKey: senderKeyOfPhone(hash, form.sender.phone), voidUntil },
      held: null,
    }
  }
}
export type CounterRequests = ReturnType<typeof counterRequests>

type CashOrReceiver = { readonly how: 'cash' | 'on_delivery'; readonly productPrice: Shillings }

/** The command for a parcel that is booked at once. @throws Refused not_allowed, not_found, to_a_shop */
export const requestAtOnce =
  (deps: Deps, toRequest: CounterRequests) =>
  (asked: CommandContext, form: CounterForm & { readonly pay: CashOrReceiver }, { at, requestHash }: EventMetadata) => {
    const { pay } = form
    const agent = getAgentAtCounter(asked)
    if ('shop' in form.to && pay.how === 'on_delivery') throw new Refused('to_a_shop')
    return toRequest({
      deliveryId: deliveryIdOfCommand(deps.hash, nameOfActor(asked.actor), asked.commandId),
      requestHash: requestHash ?? deps.hash('form', form),
      ...agent,
      ...{ form, how: pay.how, quotedAt: null, at },
      payment: pay.how === 'cash' ? { method: 'cash' } : { method: 'payOnDelivery', productPrice: pay.productPrice },
    })
  }

/** @returns the destination with its prices of now, and of that time */
export const findDestination =
  ({ network, settings }: Pick<Dependencies, 'network' | 'settings'>) =>
  async (to: DestinationAsked, quotedAt: string | null): Promise<Doorstep | Dukani> => {
    if ('shop' in to) {
      const location = await network.location(to.shop.location)
      const quote = dukaniQuoteFrom(location?.history ?? [], quotedAt, settings.DUKANI_FEE)
      return { deliveryType: 'parcelDukani', shop: shopIn(location, to.shop.address), quote }
    }
    const { place: typed, tier, address: pickupAddress, moreDetails } = to.door
    const { place, quotes } = await network.doorstep(typed, quotedAt)
    return { deliveryType: 'doorstep', place, pickupAddress, moreDetails, tier, quotes }
  }
