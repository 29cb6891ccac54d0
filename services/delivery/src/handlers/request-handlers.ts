import { implement } from '@orpc/server'
import { type CommandContext, deliveryContract, nameOfActor } from '@tuma/contracts/services'
import {
  type Contents,
  getContents,
  getEatDay,
  type HeldMessages,
  notHandedIn,
  trackingIdFrom,
} from '@tuma/contracts/vocabulary'
import { assumeNewStream } from '@tuma/platform/event-sourcing'
import type { Dependencies } from '../dependencies.ts'
import { delivery } from '../domain/delivery-decisions.ts'
import { dukaniQuoteFrom } from '../domain/network/fee.ts'
import { aboutShop, shopIn } from '../domain/network/locations-view.ts'
import type { Doorstep, Dukani } from '../domain/request-decisions.ts'
import { deliveryIdOfCommand } from '../ids.ts'
import { requestPaid, type Settled } from './request-paid.ts'

type Contact = { name: string; phone: string }

/** The fields of both forms. */
type Form = Contents & {
  sender: Contact & { location: string; dropoffAgent: string }
  receiver: Contact
  deliveryFee: number | null
  paymentReference: string
}

/** The two forms. Names of places and shops are looked up here; the domain decides whether the request is allowed. */
export const requestHandlers = (dependencies: Dependencies) => {
  const { network, settings } = dependencies
  const os = implement(deliveryContract)
  const submit = submission(dependencies)

  return {
    requestDoorstep: os.requestDoorstep.handler(async ({ input: { asked, held, ...form } }) => {
      const { paymentMethod, productPrice, tier } = form
      const { pickupLocation, pickupAddress, moreDetails } = form.receiver
      const request = async (settled: Settled) => {
        const { place, quotes } = await network.doorstep(pickupLocation, settled.paidAt)
        const destination = { deliveryType: 'doorstep', place, pickupAddress, moreDetails, tier, quotes } as const
        return submit(asked, form, settled, destination, held ?? null)
      }
      return paymentMethod === 'payNow'
        ? requestPaid(dependencies, asked, form, request)
        : request(paidOnDelivery(dependencies, asked, productPrice))
    }),

    requestDukani: os.requestDukani.handler(async ({ input: { asked, held, ...form } }) =>
      requestPaid(dependencies, asked, form, async (settled) => {
        const location = await network.location(form.receiver.location)
        const shop = shopIn(location, form.receiver.pickupAgent)
        const quote = dukaniQuoteFrom(location?.history ?? [], settled.paidAt, settings.DUKANI_FEE)
        return submit(asked, form, settled, { deliveryType: 'parcelDukani', shop, quote }, held ?? null)
      }),
    ),
  }
}

/** Pay on delivery has no payment to derive the id from: the same command of the same payer is the same delivery. */
const paidOnDelivery = (
  { hash }: Dependencies,
  { actor, commandId }: CommandContext,
  productPrice: number,
): Settled => ({
  deliveryId: deliveryIdOfCommand(hash, nameOfActor(actor), commandId),
  paidAt: null,
  payment: { method: 'payOnDelivery', productPrice },
})

const submission = ({ streams, network, hash, environment, buildMetadata, bookings }: Dependencies) => {
  const handle = streams.getHandler(delivery)

  return async (
    asked: CommandContext,
    form: Form,
    { deliveryId, payment }: Settled,
    destination: Doorstep | Dukani,
    held: HeldMessages | null,
  ) => {
    const { actor } = asked
    const { sender, receiver, deliveryFee } = form
    const metadata = buildMetadata(asked)
    const location = await network.location(sender.location)
    const { state, events, added } = await handle(
      `delivery-${deliveryId}`,
      {
        type: 'RequestDelivery',
        deliveryId,
        trackingId: trackingIdFrom(environment.randomBytes(8)),
        requestHash: metadata.requestHash ?? hash('form', form),
        at: metadata.at,
        owner: actor.kind === 'user' ? { userId: actor.userId, username: actor.username } : null,
        sender: { name: sender.name, phone: sender.phone },
        senderShop: shopIn(location, sender.dropoffAgent),
        senderShopOpening: aboutShop(location, sender.dropoffAgent, getEatDay(metadata.at)),
        ...getContents(form),
        receiver: { name: receiver.name, phone: receiver.phone },
        destination,
        shownFee: deliveryFee,
        payment,
        held,
        language: asked.language,
      },
      metadata,
      assumeNewStream(delivery),
    )
    // A repeated command gets the first answer, even if the parcel was deleted since.
    const requested = events.find((event) => event.type === 'DeliveryRequested')?.data ?? state.parcel
    if (!requested) throw new Error(`delivery ${deliveryId} was requested and is not there`)
    const { trackingId, totalAmount } = requested
    if (payment.method === 'payNow') await bookings.ofSenders.endSent(actor, payment.reference)
    const waits = requested.held?.receiver === notHandedIn
    const repeated = added.length === 0
    return { deliveryId, trackingId, totalAmount, repeated, ...(waits ? ({ smsAtHandIn: true } as const) : {}) }
  }
}
