import { type BookingOfPayment, contract, type promptRequest } from '@tuma/contracts/api'
import type { Actor, DeliveryClient, SenderBookingRecord } from '@tuma/contracts/services'
import { getContents } from '@tuma/contracts/vocabulary'
import type * as z from 'zod/mini'
import type { Dependencies } from '../dependencies.ts'
import type { CallContext } from '../door/policy.ts'
import { toSentence } from './bookings.ts'
import { getSender } from './requests.ts'
import { storedPhone } from './stored-phone.ts'

type Asked = z.output<typeof promptRequest>
type Book = NonNullable<Asked['book']>
type Wanted = Omit<
  Parameters<DeliveryClient['bookByPrompt']>[0],
  'asked' | 'reference' | 'payerName' | 'phone' | 'formHash'
>

const pathOf = {
  doorstep: contract.requests.doorstep,
  dukani: contract.requests.dukani,
  ask: contract.payment.askPrompt,
}

/** Parcels that are booked by the payment that was asked for with them. */
export const paidBookings = (deps: Dependencies) => {
  const { services, toCommandContext, cookies, environment } = deps
  const { delivery, payment } = services

  /** The hash that the same form has where it is sent by itself. */
  const hashForm = (context: CallContext, { kind, request }: Book, payer: Actor): string => {
    const prefix = context.path.slice(0, -routePath(pathOf.ask).length)
    const alone = { ...context, path: prefix + routePath(pathOf[kind]) }
    return toCommandContext(alone, request, payer).requestHash ?? ''
  }

  /** What the payer sees of a booking. Once it is booked, this browser may download the receipt. */
  const toShown = (context: CallContext, record: SenderBookingRecord): BookingOfPayment => {
    const { bookingId, state, receiver, to, missing, parcel, failedBy } = record
    if (parcel) cookies.openReceipt(context, parcel.trackingId, environment.now())
    return {
      ...{ id: bookingId, state, to },
      ...(receiver === null ? {} : { receiver: receiver.trim().split(/\s+/)[0] ?? '' }),
      ...(missing > 0 ? { missing } : {}),
      ...(parcel ? { trackingId: parcel.trackingId } : {}),
      ...(failedBy === null ? {} : { code: failedBy, message: toSentence(failedBy) }),
    }
  }

  return {
    toShown,

    /** @throws Refused as bookByPrompt */
    async ask(context: CallContext, input: Asked, book: Book, payer: Actor) {
      const { paymentReferenceId: reference, senderName: payerName } = input
      const asked = toCommandContext(context, input, payer)
      const phone = storedPhone(input.phone)
      const formHash = hashForm(context, book, payer)
      const booked = await delivery.bookByPrompt({ asked, reference, payerName, phone, formHash, ...toWanted(book) })
      const found = booked.promptId === null ? null : await payment.prompt({ actor: payer, promptId: booked.promptId })
      return { booked, found }
    },

    /** The booking of each reference, without those that are booked. */
    async ofPayer(context: CallContext): Promise<Map<string, SenderBookingRecord>> {
      const records = await delivery.bookingsOfPayer({ payer: context.caller.actor })
      return new Map(records.toReversed().map((record) => [record.reference, record]))
    },
  }
}

const routePath = (call: { readonly '~orpc': { readonly route: { readonly path?: string | undefined } } }): string =>
  call['~orpc'].route.path ?? ''

const toWanted = ({ kind, request }: Book): Wanted => {
  const sender = getSender(request.sender)
  const filledIn = {
    sender: { name: sender.name, phone: sender.phone },
    senderShop: { location: sender.location, address: sender.dropoffAgent },
    ...getContents(request),
    deliveryFee: request.deliveryFee ?? null,
  }
  if (kind === 'dukani') {
    const { name, phone, phoneNumber, location, pickupAgent } = request.receiver
    const receiver = { name, phone: storedPhone(phone ?? phoneNumber) }
    return { ...filledIn, receiver, to: { shop: { location, address: pickupAgent } } }
  }
  const { name, phone, pickupLocation: place, pickupAddress: address, moreDetails } = request.receiver
  const door = { place, tier: request.deliveryType ?? null, address, moreDetails }
  return { ...filledIn, receiver: { name, phone: storedPhone(phone) }, to: { door } }
}
