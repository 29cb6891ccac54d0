import * as z from 'zod/mini'
import { maxAlso } from '../vocabulary/index.ts'
import { taken, takingRefusals } from './agent.ts'
import { call, everybodySignedIn, unlessSessionEnded } from './call.ts'
import { delivery } from './delivery-shapes.ts'
import { id, refusalCode, typedId } from './fields.ts'

const sixDigits = 'The collection code has six digits.'
const code = z.string('Collection code is required.').check(z.trim(), z.regex(/^\d{6}$/, sixDigits))

/** What whoever comes for a parcel says at the counter. */
export const collectionForm = z.object({ code })
/** Where a parcel changes hands without it as well. */
export const codeIfKnown = z.object({ code: z.string().check(z.trim(), z.regex(/^(\d{6})?$/, sixDigits)) })

const codeRefusals = ['collection_code_wrong', 'collection_code_locked'] as const

export const collecting = {
  /**
   * Whoever brings the code of the receiver's SMS has the parcel; from a rider's hands it is delivered as well, and `taken` says
   * how what was due was paid. `also`: what waits at this shop for the same phone. The code of any opens them all;
   * a wrong code is a miss at each, and one of the agent's 20 an hour.
   */
  collect: call(['agent'], ...takingRefusals, ...codeRefusals, 'money_unsaid')
    .route({ method: 'PUT', path: '/agent/collect/{id}', tags: ['agent'] })
    .input(
      z.extend(collectionForm, {
        id,
        also: z.optional(z.array(id).check(z.maxLength(maxAlso))),
        taken: z.optional(taken),
        revision: z.optional(z.int().check(z.minimum(0))),
      }),
    )
    .output(
      z.extend(delivery, {
        others: z.array(z.object({ id: z.string(), outcome: z.union([z.literal('collected'), refusalCode]) })),
      }),
    ),
  /** Another code goes to the receiver's phone, three a day; the code before stops working. For who may see the parcel in full. */
  newCode: call(everybodySignedIn, 'not_found', 'step_not_allowed')
    .route({ method: 'POST', path: '/deliveries/{id}/code', tags: ['deliveries'] })
    .input(z.object({ id }))
    .output(z.object({})),
  /** For all who follow it. The code before stays good for an hour. */
  newCodeOfTracked: call('anyone', unlessSessionEnded, 'parcel_not_found', 'not_found', 'step_not_allowed')
    .route({ method: 'POST', path: '/agent/track/{trackingId}/code', tags: ['tracking'] })
    .input(z.object({ trackingId: typedId }))
    .output(z.object({})),
}
