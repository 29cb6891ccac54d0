import * as z from 'zod/mini'
import { call, everybodySignedIn } from './call.ts'
import { id, messageAnswer } from './fields.ts'

/** A browser that is signed in to the caller's account. */
export const session = z.object({
  _id: z.string(),
  /** The browser's own names, "Chrome" and "Android"; null when it sent none that we know. */
  browser: z.nullable(z.string()),
  system: z.nullable(z.string()),
  /** The address at sign-in: an IPv4 address, or the first half of an IPv6 address. */
  network: z.nullable(z.string()),
  /** ISO instants. `lastUsed` is up to a quarter of an hour old. */
  since: z.string(),
  lastUsed: z.string(),
  /** The session of this call. */
  current: z.boolean(),
})
export type Session = z.infer<typeof session>

/** The caller's own sessions. An ended one no longer works and gets no more events. */
export const sessions = {
  list: call(everybodySignedIn)
    .route({ method: 'GET', path: '/users/sessions', tags: ['users'] })
    .output(z.array(session)),
  end: call(everybodySignedIn, 'not_found')
    .route({ method: 'DELETE', path: '/users/sessions/{id}', tags: ['users'] })
    .input(z.object({ id }))
    .output(messageAnswer),
  /** Ends all sessions except the caller's. */
  endOthers: call(everybodySignedIn)
    .route({ method: 'DELETE', path: '/users/sessions', tags: ['users'] })
    .output(messageAnswer),
}
