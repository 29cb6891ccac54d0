import { implement } from '@orpc/server'
import { type CommandContext, deliveryContract, nameOfActor } from '@tuma/contracts/services'
import { type HeldMessages, notHandedIn } from '@tuma/contracts/vocabulary'
import { assumeNewStream } from '@tuma/platform/event-sourcing'
import type { Dependencies } from '../dependencies.ts'
import { delivery } from '../domain/delivery-decisions.ts'
import { deliveryIdOfCommand } from '../ids.ts'
import { type DestinationAsked, type ParcelForm, parcelRequests } from '../parcel-requests.ts'
import { requestPaid, type Settled } from './request-paid.ts'

/** The two forms. */
export const requestHandlers = (dependencies: Dependencies) => {
  const os = implement(deliveryContract)
  const submit = submission(dependencies)

  return {
    requestDoorstep: os.requestDoorstep.handler(async ({ input: { asked, held, ...form } }) => {
      const { paymentMethod, productPrice, tier } = form
      const { pickupLocation: place, pickupAddress: address, moreDetails } = form.receiver
      const request = (settled: Settled) =>
        submit({ asked, form, settled, to: { door: { place, tier, address, moreDetails } }, held: held ?? null })
      return paymentMethod === 'payNow'
        ? requestPaid(dependencies, asked, form, request)
        : request(paidOnDelivery(dependencies, asked, productPrice))
    }),

    requestDukani: os.requestDukani.handler(async ({ input: { asked, held, ...form } }) => {
      const { location, pickupAgent: address } = form.receiver
      return requestPaid(dependencies, asked, form, (settled) =>
        submit({ asked, form, settled, to: { shop: { location, address } }, held: held ?? null }),
      )
    }),
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

type Submitted = {
  readonly asked: CommandContext
  /** The fields of both forms. */
  readonly form: Omit<ParcelForm, 'sender' | 'senderShop' | 'to'> & {
    readonly sender: ParcelForm['sender'] & { readonly location: string; readonly dropoffAgent: string }
  }
  readonly settled: Settled
  readonly to: DestinationAsked
  readonly held: HeldMessages | null
}

const submission = (dependencies: Dependencies) => {
  const { streams, hash, buildMetadata, bookings } = dependencies
  const handle = streams.getHandler(delivery)
  const toRequest = parcelRequests(dependencies)

  return async ({ asked, form, settled: { deliveryId, paidAt, payment }, to, held }: Submitted) => {
    const { actor } = asked
    const { location, dropoffAgent: address } = form.sender
    const metadata = buildMetadata(asked)
    const wanted = await toRequest({
      ...{ deliveryId, payment, held, language: asked.language, quotedAt: paidAt, at: metadata.at },
      requestHash: metadata.requestHash ?? hash('form', form),
      owner: actor.kind === 'user' ? { userId: actor.userId, username: actor.username } : null,
      form: { ...form, senderShop: { location, address }, to },
    })
    const { state, events, added } = await handle(`delivery-${deliveryId}`, wanted, metadata, assumeNewStream(delivery))
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
