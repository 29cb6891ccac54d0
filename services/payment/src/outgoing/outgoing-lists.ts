import { wordsAsked } from '@tuma/contracts/vocabulary'
import { type EventMetadata, fold, type Recorded, unlessDamaged } from '@tuma/platform/event-sourcing'
import type { Collection, Filter } from '@tuma/platform/ports'
import { type OutgoingEvent, outgoing } from '../domain/outgoing/outgoing.ts'
import type { PaidForRow } from '../domain/outgoing/outgoing-views.ts'
import { hashedWords } from '../payer.ts'
import { type Deps, getPayeeKey, outgoingPast } from './outgoing.ts'

const maxCounted = 1000

type Wanted = {
  readonly search: string | null
  readonly missing: boolean
  readonly limit: number
  readonly cursor: string | null
}

/** The lists of money that left, for admins, and what notification and revenue need of one. */
export const outgoingLists = (deps: Deps & { readonly paidFor: Collection<PaidForRow> }) => {
  const { streams, rows, paidFor, hash } = deps
  const past = async (outgoingId: string): Promise<Recorded<OutgoingEvent>[]> =>
    unlessDamaged(outgoingPast(streams, outgoingId), [])

  /**
   * A receipt by its beginning, a phone as a whole, names by whole words, because only hashes of names and phones are
   * kept.
   */
  const wordsOf = (search: string): (readonly string[])[] =>
    wordsAsked(search).map((beginnings) => [
      ...beginnings.filter((text) => text.length > 3),
      ...beginnings.map((text) => getPayeeKey(hash, text, '')),
      ...beginnings.flatMap((text) => hashedWords(text, hash)),
    ])

  const shown = async (outgoingId: string) => {
    const events = await past(outgoingId)
    const state = fold(outgoing, events)
    if (!state) return null
    const looked = events.findLast((event) => event.type === 'OutgoingApproved')
    const { of, id, about, cents, receipt, payee, by, approvedBy, approval, deliveryIds, at, note } = state
    return {
      ...{ outgoingId, of, id, about, cents, receipt, by, approvedBy, approval, at },
      ...{ name: payee.name, phone: payee.phone, deliveryIds: [...deliveryIds] },
      reason: note?.reason ?? null,
      approvalReason: looked?.data.note?.reason ?? null,
    }
  }
  const all = async (outgoingIds: readonly string[]) =>
    (await Promise.all(outgoingIds.map(shown))).filter((row) => row !== null)

  return {
    async list({ search, missing, limit, cursor }: Wanted) {
      const words = wordsOf(search ?? '')
      const where: Filter['where'] = missing ? { approval: 'missing' } : { standing: 'paid' }
      const { documents, next } = await rows.find({
        where,
        ...(words.length > 0 ? { words } : {}),
        limit,
        after: cursor,
      })
      return { rows: await all(documents.map(({ outgoingId }) => outgoingId)), next }
    },
    counts: async () => ({ missing: await rows.countUpTo(maxCounted, { approval: 'missing' }) }),
    async ofDelivery(deliveryId: string) {
      return all((await paidFor.get(deliveryId))?.outgoingIds ?? [])
    },
    one: shown,
    /** The request for it, for the process that finishes it after a crash; null unless it is still open. */
    async open(outgoingId: string) {
      const events = await past(outgoingId)
      const state = fold(outgoing, events)
      const claimed = events.findLast((event) => event.type === 'OutgoingClaimed')
      if (state?.standing !== 'claimed' || !claimed) return null
      const { of, id, about, cents, receipt } = state
      return { of, id, about, cents, receipt, metadata: saidBy(claimed.metadata) }
    },
  }
}
export type OutgoingLists = ReturnType<typeof outgoingLists>

/** The metadata of the command that took the receipt, for another process that sends the command again. */
const saidBy = ({ at, commandId, correlationId, requestHash, origin, actor }: EventMetadata) => ({
  ...{ at, commandId, correlationId, actor: actor as { kind: string; userId?: string } },
  ...(requestHash === undefined ? {} : { requestHash }),
  ...(origin === undefined ? {} : { origin }),
})
