import { eventIterator } from '@orpc/contract'
import * as z from 'zod/mini'
import { call } from './call.ts'
import { id, typedId } from './fields.ts'

/**
 * Something changed and must be read again. Has only a kind and an id: the delivery's, or the given tracking id or
 * prompt.
 */
const change = z.object({ kind: z.enum(['delivery', 'prompt']), id: z.string() })

export const live = {
  /**
   * Server-sent events: changes to what the caller may see. A visitor gives a tracking id or the id of their prompt and
   * only gets changes of that parcel or prompt; a signed-in caller may give a prompt too, and an agent the prompt of
   * one of their parcels. Ends with the session.
   */
  changes: call('anyone', 'parcel_not_found', 'sticker_free', 'not_found')
    .route({ method: 'GET', path: '/events', tags: ['live'] })
    .input(z.object({ trackingId: z.optional(typedId), promptId: z.optional(id) }))
    .output(eventIterator(change)),
}
