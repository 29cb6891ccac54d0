import * as z from 'zod/mini'
import { paymentMethods, pricingTiers, refusals } from '../vocabulary/index.ts'
import { call, unlessSessionEnded } from './call.ts'
import { contentsForm } from './contents.ts'
import { formNumber, line, name, paragraph, paymentReference, personName, phone, shillings } from './fields.ts'

/** Accepts either spelling; our forms send the first. */
const oneOf = <T extends Record<string, unknown>>(
  first: keyof T & string,
  second: keyof T & string,
  sentence: string,
) =>
  z.check<T>((context) => {
    if (context.value[first] || context.value[second]) return
    context.issues.push({ code: 'custom', input: context.value, message: sentence, path: [first] })
  })

/** The server checks the rule of two names for senders, because a signed-in sender may give their username instead. */
const sender = z
  .object({
    name: name("Sender's name"),
    phone: z.optional(phone("Sender's phone")),
    phoneNumber: z.optional(phone("Sender's phone")),
    location: z.optional(line("Sender's location")),
    fromLocation: z.optional(line("Sender's location")),
    dropoffAgent: line('Dropoff agent'),
  })
  .check(
    oneOf('phone', 'phoneNumber', "Sender's phone is required."),
    oneOf('location', 'fromLocation', "Sender's location is required."),
  )

const withPayment = {
  paymentReferenceId: z.optional(
    z.union([
      z.literal(''),
      paymentReference,
      z.pipe(
        z.null(),
        z.transform(() => undefined),
      ),
    ]),
  ),
  deliveryFee: z.pipe(formNumber('Delivery fee'), z.optional(shillings('Delivery fee'))),
}

const payNowNeedsReference = <T extends { paymentReferenceId?: string | undefined; paymentMethod?: string }>() =>
  z.check<T>(({ value, issues }) => {
    if (value.paymentMethod === 'payOnDelivery' || value.paymentReferenceId) return
    issues.push({
      code: 'custom',
      input: value,
      message: refusals.payment_missing.message,
      path: ['paymentReferenceId'],
    })
  })

/** The price of the contents, which the receiver pays on delivery. */
export const productPrice = shillings('Product price')

/**
 * The server computes fee and total. A `deliveryFee` in the body must equal the price now or when paid; `status`,
 * `totalAmount` and `userName` are ignored.
 */
export const doorstepRequest = z
  .object({
    sender,
    receiver: z.object({
      name: personName("Receiver's name"),
      phone: phone("Receiver's phone"),
      pickupLocation: line("Receiver's location"),
      pickupAddress: line('Pickup address', 200),
      moreDetails: paragraph('More details', 500),
    }),
    ...contentsForm,
    ...withPayment,
    paymentMethod: z.enum(paymentMethods, 'Please choose how to pay.'),
    /** The tier: see `publicLocation`. */
    deliveryType: z.optional(z.enum(pricingTiers)),
    /** Ignored when the fee is paid now. */
    productPrice: formNumber('Product price'),
  })
  .check(
    payNowNeedsReference(),
    z.check(({ value, issues }) => {
      if (value.paymentMethod !== 'payOnDelivery') return
      const wrong =
        value.productPrice === undefined
          ? 'Product price is required.'
          : productPrice.safeParse(value.productPrice).error?.issues[0]?.message
      if (wrong) issues.push({ code: 'custom', input: value, message: wrong, path: ['productPrice'] })
    }),
  )
export type DoorstepRequest = z.input<typeof doorstepRequest>

export const dukaniRequest = z
  .object({
    sender,
    receiver: z
      .object({
        name: personName("Receiver's name"),
        phone: z.optional(phone("Receiver's phone")),
        phoneNumber: z.optional(phone("Receiver's phone")),
        location: line("Receiver's location"),
        pickupAgent: line('Pickup agent'),
      })
      .check(oneOf('phone', 'phoneNumber', "Receiver's phone is required.")),
    ...contentsForm,
    ...withPayment,
  })
  .check(payNowNeedsReference())
export type DukaniRequest = z.input<typeof dukaniRequest>

const accepted = z.object({
  message: z.string(),
  trackingId: z.string(),
  _id: z.string(),
  totalAmount: z.number(),
  /** No SMS about the parcel is sent before it is handed in or gets a rider. */
  smsAtHandIn: z.optional(z.literal(true)),
})

const request = () =>
  call(
    'anyone',
    unlessSessionEnded,
    'names_incomplete',
    'unknown_place',
    'unknown_shop',
    'fee_changed',
    'payment_missing',
    'payment_not_found',
    'payment_short',
    'payment_used',
    'key_reused',
  )

export const requests = {
  doorstep: request()
    .route({ method: 'POST', path: '/doorstep/deliveries', successStatus: 201, tags: ['doorstep'] })
    .input(doorstepRequest)
    .output(accepted),
  dukani: request()
    .route({ method: 'POST', path: '/dukani/deliveries', successStatus: 201, tags: ['dukani'] })
    .input(dukaniRequest)
    .output(accepted),
}
