import * as z from 'zod/mini'
import { call, everybodySignedIn } from './call.ts'
import { id, messageAnswer } from './fields.ts'

/** A browser that is signed in to the caller's account. */
export const session = z.object({
  _id: z.string(),
  /** As the browser named itself, "Chrome" and "Android"; null where it said nothing that we know. */
  browser: z.nullable(z.string()),
  system: z.nullable(z.string()),
  /** Where it signed in from: an IPv4 address, or the first half of an IPv6 address. */
  network: z.nullable(z.string()),
  /** ISO instants. `lastUsed` is up to a quarter of an hour old. */
  since: z.string(),
  lastUsed: z.string(),
  /** The one that asks. */
  current: z.boolean(),
})
export type Session = z.infer<typeof session>

/** One's own sessions. One that has ended lets no one in, and is told nothing more. */
export const sessions = {
  list: call(everybodySignedIn)
    .route({ method: 'GET', path: '/users/sessions', tags: ['users'] })
    .output(z.array(session)),
  end: call(everybodySignedIn, 'not_found')
    .route({ method: 'DELETE', path: '/users/sessions/{id}', tags: ['users'] })
    .input(z.object({ id }))
    .output(messageAnswer),
  /** All but the one that asks. */
  endOthers: call(everybodySignedIn)
    .route({ method: 'DELETE', path: '/users/sessions', tags: ['users'] })
    .output(messageAnswer),
}
