import * as z from 'zod/mini'
import { refusals, stepsOfMany } from '../vocabulary/index.ts'
import { call, everybodySignedIn } from './call.ts'
import { delivery } from './delivery-shapes.ts'
import { degrees, id, onLand, paging, search, typedId } from './fields.ts'

const agents = ['agent'] as const

/** How labels are printed: one on a sheet of A6, four on a sheet of A4, or on a roll of so many millimetres. */
export const labelSizes = ['a6', 'a4', '80', '58'] as const
export type LabelSize = (typeof labelSizes)[number]

/**
 * One answer for each parcel: the row after the step, or why the step was not taken (`stale` and `parcel_held` come
 * with the current row).
 */
const stepAnswer = z.object({
  id: z.string(),
  delivery: z.optional(delivery),
  code: z.optional(z.string()),
  message: z.optional(z.string()),
})
export type StepAnswer = z.infer<typeof stepAnswer>

/** `arrivedAt`: when the parcel arrived at the shop. */
const waitingParcel = z.extend(delivery, { arrivedAt: z.string() })
export type WaitingParcel = z.infer<typeof waitingParcel>

/** Rows in each group of `receiving`. */
const countsByGroup = z.object({ shop: z.number(), riders: z.number(), near: z.number() })

export const tabCounts = z.object({
  sending: z.object({ dropping: z.number(), uncollected: z.number(), inTransit: z.number(), all: z.number() }),
  receiving: z.object({
    inTransit: z.number(),
    /** Rows in each group of `receiving`, of the parcels in transit and of the delivered ones. */
    inTransitBy: countsByGroup,
    delivered: z.number(),
    deliveredBy: countsByGroup,
    collected: z.number(),
    /** Rows of `waiting`. */
    waiting: z.number(),
  }),
})

/** What an agent needs while people wait at the counter, all for the agent's own shop. */
export const counter = {
  /**
   * How many parcels each tab of Sending and Receiving has; `uncollected` includes those that are being sorted, `all`
   * is everything that was sent.
   */
  tabCounts: call(agents)
    .route({ method: 'GET', path: '/agent/tab-counts', tags: ['agent'] })
    .output(tabCounts),
  /**
   * Parcels at the agent's shop that wait for the person who collects them, or for their sender; the longest waiting
   * first.
   */
  waiting: call({ who: agents, audited: 'personal-data' })
    .route({ method: 'GET', path: '/agent/waiting', tags: ['agent'] })
    .input(z.object(paging))
    .output(z.array(waitingParcel)),
  /**
   * Parcels with a `dueAt` on which the agent's shop must act, the earliest `dueAt` first. Parcels on hold are left
   * out.
   */
  toDo: call({ who: agents, audited: 'personal-data' })
    .route({ method: 'GET', path: '/agent/to-do', tags: ['agent'] })
    .input(z.object(paging))
    .output(z.array(delivery)),
  /**
   * All parcels that were sent from the agent's shop or are meant for it, at any status, newest first. `search`: groups
   * of the tracking id, beginnings of words of a name, a phone, its beginning or its last four digits; for sent parcels
   * also beginnings of words of the place or the shop that they go to. Without it, all of them.
   */
  find: call({ who: agents, audited: 'personal-data' })
    .route({ method: 'GET', path: '/agent/find', tags: ['agent'] })
    .input(z.object({ ...paging, search: z.optional(search) }))
    .output(z.array(delivery)),
  /**
   * Takes one step for many parcels, each by itself: a refusal of one does not stop the others. A parcel that a rider
   * carries is refused for `markDelivered` (`with_rider`) and must be marked alone. Answers have the order of
   * `parcels`. When the call is repeated with its Idempotency-Key, each parcel gets its recorded answer.
   */
  steps: call(agents)
    .route({ method: 'POST', path: '/agent/steps', tags: ['agent'] })
    .input(
      z
        .object({
          step: z.enum(stepsOfMany),
          parcels: z
            .array(z.object({ id, revision: z.optional(z.int().check(z.minimum(0))) }))
            .check(z.minLength(1), z.maxLength(100)),
          riderId: z.optional(z.string().check(z.minLength(1), z.maxLength(64))),
        })
        .check(
          z.refine(({ step, riderId }) => step !== 'assignRider' || riderId !== undefined, {
            error: refusals.rider_needed.message,
            path: ['riderId'],
          }),
        ),
    )
    .output(z.array(stepAnswer)),
  /** Closes the agent's own shop for today, or opens it after all; the list of shops shows which. */
  closedToday: call(agents, 'not_found')
    .route({ method: 'PUT', path: '/agent/shop/closed-today', tags: ['agent'] })
    .input(z.object({ closed: z.boolean('Please say whether it is closed.') }))
    .output(z.object({ closed: z.boolean() })),
  /** The position of the agent's own shop, which is public. Its decimals are rounded to five. */
  setPosition: call({ who: agents, audited: 'admin-act' }, 'not_found')
    .route({ method: 'PUT', path: '/agent/shop/position', tags: ['agent'] })
    .input(z.object(degrees).check(onLand))
    .output(z.object({ lat: z.number(), lng: z.number() })),
  /**
   * The label to stick on the parcel: its code, where it goes and what is due. For its owner, agents of either shop and
   * admins.
   */
  label: call({ who: everybodySignedIn, audited: 'personal-data' }, 'parcel_not_found', 'sticker_free')
    .route({ method: 'GET', path: '/agent/label/{trackingId}', tags: ['agent'] })
    .input(z.object({ trackingId: typedId, size: z.optional(z.enum(labelSizes)) }))
    .output(z.file()),
  /**
   * The labels of all these parcels in one file, in their order; for people who may see each of them in full. Each label
   * is recorded as a look at personal data.
   */
  labels: call({ who: everybodySignedIn, audited: 'personal-data' }, 'not_found')
    .route({ method: 'POST', path: '/agent/labels', tags: ['agent'] })
    .input(
      z.object({
        ids: z.array(id).check(z.minLength(1), z.maxLength(100, 'At most 100 labels at once.')),
        size: z.enum(labelSizes),
      }),
    )
    .output(z.file()),
}
