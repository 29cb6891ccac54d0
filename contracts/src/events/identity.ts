import * as z from 'zod/mini'
import { approvalKinds } from '../vocabulary/index.ts'
import { integrationEvent } from './integration-event.ts'

export const identityEvents = {
  /** An account needs an e-mail with a link; identity gives the words and the token on request. */
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
  /**
   * The account can no longer log in. Each service forgets its owner once delivery announces that its parcels have
   * ended.
   */
  accountDeleted: integrationEvent('identity.account-deleted', 1, z.object({ accountId: z.string(), at: z.string() })),
  /** An admin has ended all sessions of an account. */
  sessionsEnded: integrationEvent('identity.sessions-ended', 1, z.object({ accountId: z.string(), at: z.string() })),
  /** An admin did alone what needs two, because there was no other admin. `cents` if it moved money. */
  doneAlone: integrationEvent(
    'identity.done-alone',
    1,
    z.object({ approvalId: z.string(), kind: z.enum(approvalKinds), cents: z.nullable(z.number()), at: z.string() }),
  ),
}
