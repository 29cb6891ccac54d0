import { eventIterator } from '@orpc/contract'
import * as z from 'zod/mini'
import { call } from './call.ts'
import { id, typedId } from './fields.ts'

/** Something changed: ask for it again. Never more than a kind and an id: the delivery's, or the tracking id or prompt that was given. */
const change = z.object({ kind: z.enum(['delivery', 'prompt']), id: z.string() })

export const live = {
  /**
   * Server-sent: what changed among what the caller may see. Who is not signed in gives a tracking id or their prompt's and
   * hears of that one parcel or prompt only; with a prompt, so does who is; an agent
   * also gives that of a parcel of theirs. Ends with the session.
   */
  changes: call('anyone', 'parcel_not_found', 'not_found')
    .route({ method: 'GET', path: '/events', tags: ['live'] })
    .input(z.object({ trackingId: z.optional(typedId), promptId: z.optional(id) }))
    .output(eventIterator(change)),
}
