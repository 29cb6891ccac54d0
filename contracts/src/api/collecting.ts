import * as z from 'zod/mini'
import { maxAlso } from '../vocabulary/index.ts'
import { taken, takingRefusals } from './agent.ts'
import { call, everybodySignedIn, unlessSessionEnded } from './call.ts'
import { delivery } from './delivery-shapes.ts'
import { id, refusalCode, typedId } from './fields.ts'

const sixDigits = 'The collection code has six digits.'
const code = z.string('Collection code is required.').check(z.trim(), z.regex(/^\d{6}$/, sixDigits))

/** The code that the person who collects a parcel gives at the counter. */
export const collectionForm = z.object({ code })
/** For hand-overs that also work without the code. */
export const codeIfKnown = z.object({ code: z.string().check(z.trim(), z.regex(/^(\d{6})?$/, sixDigits)) })

const codeRefusals = ['collection_code_wrong', 'collection_code_locked'] as const

export const collecting = {
  /**
   * The person who brings the code from the receiver's SMS gets the parcel. If a rider has it, this delivers it too,
   * and `taken` says how the due amount was paid. `also`: other parcels at this shop for the same phone. The code of
   * any one opens them all; a wrong code counts as a miss for each, and as one of the agent's 20 an hour.
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
  /**
   * Sends another code to the receiver's phone, at most three a day; the previous code stops working. For callers who
   * may see the parcel in full.
   */
  newCode: call(everybodySignedIn, 'not_found', 'step_not_allowed')
    .route({ method: 'POST', path: '/deliveries/{id}/code', tags: ['deliveries'] })
    .input(z.object({ id }))
    .output(z.object({})),
  /** For everyone who tracks the parcel. The previous code works for one more hour. */
  newCodeOfTracked: call(
    'anyone',
    unlessSessionEnded,
    'parcel_not_found',
    'sticker_free',
    'not_found',
    'step_not_allowed',
  )
    .route({ method: 'POST', path: '/agent/track/{trackingId}/code', tags: ['tracking'] })
    .input(z.object({ trackingId: typedId }))
    .output(z.object({})),
}
