import type { OutgoingApproval } from '@tuma/contracts/vocabulary'
import type { Streams } from '@tuma/platform/event-sourcing'
import { type Collection, everyDocument } from '@tuma/platform/ports'
import { type OutgoingRow, outgoingView } from '../domain/outgoing/outgoing-views.ts'
import type { StoredDomainEvent } from '../stored-events.ts'

const dayMs = 24 * 60 * 60 * 1000

/**
 * The approval of another admin, before the money left; `alone`: there was no other admin. Null: no admin was asked.
 */
export type Approved = { readonly by: string | null; readonly alone: boolean } | null

/** In cents; `now` is ISO. */
type Limit = {
  readonly payeeKey: string
  readonly by: string
  readonly cents: number
  readonly now: string
  /** The payout or refund itself, which may be noted already: it counts once. */
  readonly id: string
}

/** What one admin may send without another: so much in 24 hours, and so much to one payee, by all admins together. */
export const secondAdmins = (deps: {
  readonly streams: Streams<StoredDomainEvent>
  readonly rows: Collection<OutgoingRow>
  readonly secondAdminAbove: number
}) => {
  const { streams, rows, secondAdminAbove } = deps

  /** Cents that left in 24 hours without a second admin. */
  const aloneSince = async (
    where: { readonly payeeKey: string } | { readonly by: string },
    { now, id: own }: Limit,
  ) => {
    const between = { from: new Date(Date.parse(now) - dayMs).toISOString() }
    const found = await Array.fromAsync(everyDocument(rows, { where, between }))
    return found
      .filter(({ id, standing, approval }) => id !== own && standing !== 'released' && approval !== 'given')
      .reduce((sum, { cents }) => sum + cents, 0)
  }

  const needsSecond = async (limit: Limit): Promise<boolean> => {
    const { payeeKey, by, cents } = limit
    await streams.assertShown([outgoingView], 'the money that left is not all shown')
    const sums = await Promise.all([aloneSince({ payeeKey }, limit), aloneSince({ by }, limit)])
    return sums.some((sum) => sum + cents > secondAdminAbove)
  }

  const getApproval = async (approval: Approved, limit: Limit): Promise<OutgoingApproval> => {
    if (approval?.by != null) return 'given'
    if (!(await needsSecond(limit))) return 'not_needed'
    return approval?.alone ? 'alone' : 'missing'
  }

  return { needsSecond, getApproval }
}
