import * as z from 'zod/mini'
import { approvalKinds } from '../vocabulary/index.ts'
import { integrationEvent } from './integration-event.ts'

export const identityEvents = {
  /** Somebody needs a mail with a link; the words and the token are asked from identity. */
  linkRequested: integrationEvent(
    'identity.link-requested',
    1,
    z.object({
      accountId: z.string(),
      linkId: z.string(),
      purpose: z.enum(['verify', 'reset']),
      expiresAt: z.string(),
    }),
  ),
  /** Nobody signs in with it any more. Each service forgets whose it was once delivery says that its parcels have ended. */
  accountDeleted: integrationEvent('identity.account-deleted', 1, z.object({ accountId: z.string(), at: z.string() })),
  /** An admin has ended all sessions of an account. */
  sessionsEnded: integrationEvent('identity.sessions-ended', 1, z.object({ accountId: z.string(), at: z.string() })),
  /** An admin did what needs two, for there was no other. `cents` where it moved money. */
  doneAlone: integrationEvent(
    'identity.done-alone',
    1,
    z.object({ approvalId: z.string(), kind: z.enum(approvalKinds), cents: z.nullable(z.number()), at: z.string() }),
  ),
}
