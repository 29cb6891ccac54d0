import * as z from 'zod/mini'
import { deliveryStatuses, deliveryTypes, evidenceStates, receivingGroups, takenWords } from '../vocabulary/index.ts'
import { call } from './call.ts'
import { delivery } from './delivery-shapes.ts'
import { id, line, name, paging, phone, search, shop } from './fields.ts'
import { prompt } from './payment.ts'
import { tillReceipt } from './till-receipt.ts'

const staff = ['agent', 'admin'] as const
const agents = ['agent'] as const

/**
 * Answers an empty list when `location` and `address` are not the agent's own, or when the agent has no shop.
 * `status=uncollected` also returns parcels that are being sorted.
 */
const asked = z.object({ ...shop, ...paging, status: z.optional(z.enum(deliveryStatuses)) })
const list = <Input extends z.ZodMiniType>(path: `/${string}`, input: Input) =>
  call({ who: agents, audited: 'personal-data' })
    .route({ method: 'GET', path, tags: ['agent'] })
    .input(input)
    .output(z.array(delivery))

/** Answers with the row after the step; a step that was already taken succeeds and writes nothing. */
const revision = z.optional(z.int().check(z.minimum(0)))
const pressed = z.object({ id, status: z.optional(z.enum(deliveryStatuses)), revision })
const refusedSteps = [
  'not_found',
  'parcel_held',
  'step_not_allowed',
  'rider_needed',
  'status_disagrees',
  'stale',
] as const
const step = (path: `/${string}`) =>
  call(agents, ...refusedSteps)
    .route({ method: 'PUT', path, tags: ['agent'] })
    .input(pressed)
    .output(delivery)

/** The phone of the person who pays at the door. */
export const phoneToAsk = z.object({ phone: phone('Phone number') })

/**
 * How the due amount was paid: by a prompt on a phone (`promptId`), to the till (`receipt`, `payer`) or in cash;
 * `not_paid` leaves the parcel where it is, on hold until an agent sends another answer. The client never sends the
 * amount.
 */
export const taken = z.object({
  how: z.enum(takenWords),
  promptId: z.optional(id),
  receipt: z.optional(tillReceipt.shape.receipt),
  payer: z.optional(tillReceipt.shape.payer),
})
export type Taken = z.infer<typeof taken>

const refusedMoney = [
  'nothing_due',
  'paid_on_phone',
  'not_paid_yet',
  'payment_short',
  'payment_used',
  'payer_differs',
] as const
export const takingRefusals = [...refusedSteps, ...refusedMoney] as const

/** The person who took a parcel at the shop, as their card names them; one name alone is allowed. */
export const pickerForm = z.object({
  pickerName: name("Picker's name"),
  pickerPhone: phone("Picker's phone"),
  pickerNationalId: line('National ID', 20).check(
    z.regex(/^[A-Za-z0-9][A-Za-z0-9-]*$/, 'The national ID is not valid.'),
  ),
})

/**
 * `mpesaMessage` is rebuilt from the stored parts of the message; both it and the reference are empty for cash.
 * `payerName`: the payer that the checkout was given, to compare with the till; missing when none was given.
 * `evidence`: whether M-Pesa has confirmed the payment or only its message was shown; missing for cash, and when
 * payment did not answer.
 */
const paidParcel = z.object({
  _id: z.string(),
  trackerId: z.string(),
  trackingId: z.string(),
  deliveryType: z.enum(deliveryTypes),
  senderName: z.string(),
  payerName: z.optional(z.string()),
  paymentReferenceId: z.string(),
  mpesaMessage: z.string(),
  evidence: z.optional(z.enum(evidenceStates)),
  amount: z.number(),
  createdAt: z.string(),
})
export type PaidParcel = z.infer<typeof paidParcel>

/** `underway`: parcels that were given to the rider and have not arrived; only agents get it. */
export const rider = z.object({
  _id: z.string(),
  name: z.string(),
  phone: z.string(),
  underway: z.optional(z.number()),
})
export type Rider = z.infer<typeof rider>

export const agent = {
  sending: list('/agent/dropping-deliveries', asked),
  /**
   * `by` returns one group: `shop`, parcels that come to the shop itself; `riders`, parcels that the shop's own riders
   * bring to doors; `near`, parcels that riders of other shops bring to doors at its location.
   */
  receiving: list('/agent/receiving-deliveries', z.extend(asked, { by: z.optional(z.enum(receivingGroups)) })),
  /** Counts of the agent's parcels by status, sent from or received at the shop. */
  counts: call(agents)
    .route({ method: 'GET', path: '/agent/counts', tags: ['agent'] })
    .output(z.record(z.enum(deliveryStatuses), z.number())),
  drop: step('/agent/update-status/{id}'),
  putInTransit: step('/agent/update-intransit/{id}'),
  /** Without `taken`, the agent has the due amount in cash. */
  markDelivered: call(agents, ...takingRefusals)
    .route({ method: 'PUT', path: '/agent/update-received/{id}', tags: ['agent'] })
    .input(z.extend(pressed, { taken: z.optional(taken) }))
    .output(delivery),
  /**
   * Sends an M-Pesa prompt for the amount due when this parcel is handed over, to the receiver's phone when none is
   * given.
   */
  askForDue: call(agents, 'not_found', 'parcel_held', 'step_not_allowed', 'nothing_due', 'prompts_off', 'prompt_open')
    .route({ method: 'POST', path: '/agent/deliveries/{id}/prompt', successStatus: 202, tags: ['agent'] })
    .input(z.object({ id, phone: z.optional(phoneToAsk.shape.phone) }))
    .output(prompt),
  /**
   * The latest prompt for the parcel, by any agent, for agents of its shops. The money that it brings pays for the
   * parcel before anything else.
   */
  lastAskedForDue: call(agents, 'not_found')
    .route({ method: 'GET', path: '/agent/deliveries/{id}/prompt', tags: ['agent'] })
    .input(z.object({ id }))
    .output(z.object({ asked: z.nullable(prompt) })),
  /** The state of that prompt, for agents of the parcel's shops. */
  askedForDue: call(agents, 'not_found')
    .route({ method: 'GET', path: '/agent/deliveries/{id}/prompt/{promptId}', tags: ['agent'] })
    .input(z.object({ id, promptId: id }))
    .output(prompt),
  markCollected: step('/agent/update-collected/{id}'),
  assignRider: call(agents, 'not_found', 'parcel_held', 'step_not_allowed', 'unknown_rider', 'stale')
    .route({ method: 'PUT', path: '/doorstep/assign-rider/{id}', tags: ['agent'] })
    .input(
      z.object({
        id,
        riderId: z.string('Please select a rider!').check(z.minLength(1, 'Please select a rider!'), z.maxLength(64)),
        revision: z.optional(z.int().check(z.minimum(0))),
      }),
    )
    .output(delivery),
  assignPicker: call(agents, 'not_found', 'parcel_held', 'step_not_allowed', 'picker_differs', 'stale')
    .route({ method: 'PUT', path: '/dukani/assign-picker/{id}', tags: ['agent'] })
    .input(z.extend(pickerForm, { id, revision: z.optional(z.int().check(z.minimum(0))) }))
    .output(delivery),
  /**
   * Senders of the shop's parcels, grouped by name, phone and kind of delivery; each group carries its newest tracking
   * id.
   */
  customers: call({ who: agents, audited: 'personal-data' })
    .route({ method: 'GET', path: '/agent/customers', tags: ['agent'] })
    .input(z.object({ ...shop, ...paging, search: z.optional(search) }))
    .output(
      z.array(
        z.object({
          _id: z.object({ name: z.string(), phone: z.string(), trackerId: z.string() }),
          deliveryType: z.enum(deliveryTypes),
          totalDeliveries: z.number(),
        }),
      ),
    ),
  /** Paid and sent from the agent's shop; for an admin, all. `search` is as admins search deliveries. */
  paidParcels: call({ who: staff, audited: 'personal-data' })
    .route({ method: 'GET', path: '/agent/paid-parcels', tags: ['agent'] })
    .input(z.object({ ...paging, search: z.optional(search) }))
    .output(z.array(paidParcel)),
  riders: call(staff)
    .route({ method: 'GET', path: '/admin/all', tags: ['riders'] })
    .output(z.array(rider)),
}
