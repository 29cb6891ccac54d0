import { implement } from '@orpc/server'
import { type CommandContext, deliveryContract, nameOfActor } from '@tuma/contracts/services'
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
import { delivery } from '../domain/delivery-decisions.ts'
import { dukaniQuoteFrom } from '../domain/network/fee.ts'
import { aboutShop, shopIn } from '../domain/network/locations-view.ts'
import type { Doorstep, Dukani, RequestDelivery } from '../domain/request-decisions.ts'
import { toShownRow } from '../domain/shown-row.ts'
import { deliveryIdOfCommand, senderKeyOfPhone } from '../ids.ts'
import { toAsker } from './askers.ts'
import { rowFrom } from './handle-step.ts'

type To =
  | { readonly shop: Shop }
  | {
      readonly door: {
        readonly place: string
        readonly tier: Doorstep['tier']
        readonly address: string
        readonly moreDetails: string
      }
    }

/** Parcels that agents take in for customers at the counter. */
export const counterHandlers = (dependencies: Dependencies) => {
  const { streams, buildMetadata, lists } = dependencies
  const os = implement(deliveryContract)
  const handle = streams.getHandler(delivery)
  const toRequest = requestAtCounter(dependencies)

  return {
    takeInAtCounter: os.takeInAtCounter.handler(async ({ input: { asked, ...form } }) => {
      const metadata = buildMetadata(asked)
      const command = await toRequest(asked, form, metadata)
      const { past } = await handle(`delivery-${command.deliveryId}`, command, metadata)
      // A repeated command gets its first answer, even if the parcel was cancelled since.
      const first = (past ?? []).findLastIndex((event) => event.metadata.commandId === metadata.commandId)
      return { delivery: toShownRow(toAsker(asked.actor), rowFrom((past ?? []).slice(0, first + 1))) }
    }),
    voidCounterParcel: os.voidCounterParcel.handler(async ({ input: { asked, deliveryId, reason } }) => {
      const metadata = buildMetadata(asked)
      const command = { type: 'CancelAtCounter', by: toAsker(asked.actor), reason, at: metadata.at } as const
      const { events } = await handle(`delivery-${deliveryId}`, command, metadata)
      const cancelled = events.find((event) => event.type === 'ParcelCancelled')
      if (!cancelled) throw new Error(`delivery ${deliveryId} was cancelled and does not say so`)
      const { trackingId, cashBack } = cancelled.data
      return { trackingId, cashBack }
    }),
    sentFromShop: os.sentFromShop.handler(async ({ input }) => {
      const rows = await lists.sentBy(input)
      const agent = { userId: null, role: 'agent', shop: input.shop } as const
      return rows.map((row) => toShownRow(agent, row))
    }),
    counterDay: os.counterDay.handler(({ input }) => lists.counterDay(input)),
  }
}

type Form = Contents & {
  readonly sender: RequestDelivery['sender']
  readonly receiver: RequestDelivery['receiver']
  readonly to: To
  readonly deliveryFee: Shillings
  readonly pay: { readonly how: CounterHow; readonly productPrice: Shillings }
}

/** The command for a parcel that is sent from the agent's own shop. @throws Refused not_allowed, not_found, to_a_shop */
const requestAtCounter = (dependencies: Dependencies) => {
  const { network, hash, environment, settings } = dependencies
  const destinationOf = getDestination(dependencies)

  return async (asked: CommandContext, form: Form, { at, requestHash }: EventMetadata): Promise<RequestDelivery> => {
    const { role, userId, shop } = toAsker(asked.actor)
    if (role !== 'agent' || userId === null) throw new Refused('not_allowed')
    if (shop === null) throw new Refused('not_found')
    if ('shop' in form.to && form.pay.how === 'on_delivery') throw new Refused('to_a_shop')
    const location = await network.location(shop.location)
    const voidUntil = new Date(Date.parse(at) + 60_000 * settings.VOID_MINUTES).toISOString()
    return {
      type: 'RequestDelivery',
      deliveryId: deliveryIdOfCommand(hash, nameOfActor(asked.actor), asked.commandId),
      trackingId: trackingIdFrom(environment.randomBytes(8)),
      requestHash: requestHash ?? hash('form', form),
      at,
      owner: null,
      sender: form.sender,
      senderShop: shopIn(location, shop.address),
      senderShopOpening: aboutShop(location, shop.address, getEatDay(at)),
      ...getContents(form),
      receiver: form.receiver,
      destination: await destinationOf(form.to),
      shownFee: form.deliveryFee,
      payment: toPayment(form.pay),
      counter: { agentId: userId, senderKey: senderKeyOfPhone(hash, form.sender.phone), voidUntil },
      held: null,
    }
  }
}

const toPayment = ({ how, productPrice }: Form['pay']): RequestDelivery['payment'] =>
  how === 'cash' ? { method: 'cash' } : { method: 'payOnDelivery', productPrice }

/** With the prices of now. */
const getDestination =
  ({ network, settings }: Pick<Dependencies, 'network' | 'settings'>) =>
  async (to: To): Promise<Doorstep | Dukani> => {
    if ('shop' in to) {
      const location = await network.location(to.shop.location)
      const quote = dukaniQuoteFrom(location?.history ?? [], null, settings.DUKANI_FEE)
      return { deliveryType: 'parcelDukani', shop: shopIn(location, to.shop.address), quote }
    }
    const { place: typed, tier, address: pickupAddress, moreDetails } = to.door
    const { place, quotes } = await network.doorstep(typed, null)
    return { deliveryType: 'doorstep', place, pickupAddress, moreDetails, tier, quotes }
  }
