import * as z from 'zod/mini'
import { refusals, stepsOfMany } from '../vocabulary/index.ts'
import { call, everybodySignedIn, staff } from './call.ts'
import { delivery } from './delivery-shapes.ts'
import { id, paging, search, typedId } from './fields.ts'

const agents = ['agent'] as const

/** How labels are printed: one on a sheet of A6, four on a sheet of A4, or on a roll of so many millimetres. */
export const labelSizes = ['a6', 'a4', '80', '58'] as const
export type LabelSize = (typeof labelSizes)[number]

/** Of each parcel: the row as it is after the step, or why it was not taken (`stale` and `parcel_held` with the row as it is now). */
const stepAnswer = z.object({
  id: z.string(),
  delivery: z.optional(delivery),
  code: z.optional(z.string()),
  message: z.optional(z.string()),
})
export type StepAnswer = z.infer<typeof stepAnswer>

/** `arrivedAt`: since when it lies there. */
const waitingParcel = z.extend(delivery, { arrivedAt: z.string() })
export type WaitingParcel = z.infer<typeof waitingParcel>

/** Of `receiving`, rows in each group. */
const countsByGroup = z.object({ shop: z.number(), riders: z.number(), near: z.number() })

export const tabCounts = z.object({
  sending: z.object({ dropping: z.number(), uncollected: z.number(), inTransit: z.number(), all: z.number() }),
  receiving: z.object({
    inTransit: z.number(),
    /** Of those in transit and of those delivered, the rows of each group of `receiving`. */
    inTransitBy: countsByGroup,
    delivered: z.number(),
    deliveredBy: countsByGroup,
    collected: z.number(),
    /** Rows of `waiting`. */
    waiting: z.number(),
  }),
})

/** What an agent needs with people waiting: all of it of the agent's own shop. */
export const counter = {
  /** How many parcels each tab of Sending and Receiving has; `uncollected` with those that are being sorted, `all` whatever was sent. */
  tabCounts: call(agents)
    .route({ method: 'GET', path: '/agent/tab-counts', tags: ['agent'] })
    .output(tabCounts),
  /** What lies at the agent's shop for whoever gets it, or has it back: the longest there first. */
  waiting: call({ who: agents, audited: 'personal-data' })
    .route({ method: 'GET', path: '/agent/waiting', tags: ['agent'] })
    .input(z.object(paging))
    .output(z.array(waitingParcel)),
  /** Parcels that must arrive by `dueAt` and that the agent's shop must act on, the earliest `dueAt` first. What is held is left out. */
  toDo: call({ who: agents, audited: 'personal-data' })
    .route({ method: 'GET', path: '/agent/to-do', tags: ['agent'] })
    .input(z.object(paging))
    .output(z.array(delivery)),
  /**
   * All parcels of the agent's shop, sent from it or meant for it, at whatever status, newest first. `search`: groups of
   * the tracking id, how words of a name begin, a phone, its beginning or its last four digits, of what is sent also how
   * words of the place or the shop begin where it goes; without it, all of them.
   */
  find: call({ who: agents, audited: 'personal-data' })
    .route({ method: 'GET', path: '/agent/find', tags: ['agent'] })
    .input(z.object({ ...paging, search: z.optional(search) }))
    .output(z.array(delivery)),
  /**
   * One step for many parcels, each as if it had been pressed alone: one that is refused holds up no other. What a rider
   * carries is refused for `markDelivered` (`with_rider`): it is marked by itself. Answers are in the order of `parcels`.
   * Sent again with its Idempotency-Key, each parcel is answered from what is recorded.
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
  /** That the agent's own shop is closed today, or open after all; whether it is stands in the list of shops. */
  closedToday: call(agents, 'not_found')
    .route({ method: 'PUT', path: '/agent/shop/closed-today', tags: ['agent'] })
    .input(z.object({ closed: z.boolean('Please say whether it is closed.') }))
    .output(z.object({ closed: z.boolean() })),
  /** To be stuck on the parcel: its code, where it goes and what is due. For its owner, agents of either shop and admins. */
  label: call({ who: everybodySignedIn, audited: 'personal-data' }, 'parcel_not_found')
    .route({ method: 'GET', path: '/agent/label/{trackingId}', tags: ['agent'] })
    .input(z.object({ trackingId: typedId, size: z.optional(z.enum(labelSizes)) }))
    .output(z.file()),
  /** The labels of all these parcels in one file, in their order. Each is recorded as one that was looked at. */
  labels: call({ who: staff, audited: 'personal-data' }, 'not_found')
    .route({ method: 'POST', path: '/agent/labels', tags: ['agent'] })
    .input(
      z.object({
        ids: z.array(id).check(z.minLength(1), z.maxLength(100, 'At most 100 labels at once.')),
        size: z.enum(labelSizes),
      }),
    )
    .output(z.file()),
}
