import { implement } from '@orpc/server'
import { revenueContract } from '@tuma/contracts/services'
import { addDays } from '@tuma/contracts/vocabulary'
import type { Streams } from '@tuma/platform/event-sourcing'
import { everyDocument, type Where } from '@tuma/platform/ports'
import { withinDays } from './book-reading.ts'
import type { BookEvent } from './domain/books-views.ts'
import { type OwedMoveRow, owedMovesView } from './domain/owed-moves-view.ts'
import { type OwedRow, owedParcelsView, owedView, type PayoutRow, payoutsView } from './domain/owed-views.ts'

const contract = implement(revenueContract)
type PageAsked = { readonly limit: number; readonly cursor: string | null }
const pageAt = ({ limit, cursor }: PageAsked) => ({ limit, after: cursor })

export const shownOwed = ({ owedTo, cents, ready, since, parcels }: OwedRow) => ({
  ...{ owedTo, cents, ready, since: since || null, parcels: [...parcels] },
})

/** What Tuma holds for a sender, from which parcels, and what was paid out. */
export const owedReading = async ({ streams }: { readonly streams: Streams<BookEvent> }) => {
  const senders = await streams.readModel(owedView)
  const parcels = await streams.readModel(owedParcelsView)
  const payouts = await streams.readModel(payoutsView)
  const moves = await streams.readModel(owedMovesView)

  /** Only what is not ready can be at a shop, so few parcels are read. */
  const sumAtShops = async (row: OwedRow): Promise<number> => {
    const waiting = row.parcels.filter(({ ready }) => !ready)
    const found = await Promise.all(waiting.map(({ deliveryId }) => parcels.get(deliveryId)))
    return waiting.reduce((sum, { cents }, at) => sum + (isInCash(found[at]?.how) ? cents : 0), 0)
  }
  const readPayouts = async (rows: readonly { readonly payoutId: string | null }[]) => {
    const ids = [...new Set(rows.flatMap(({ payoutId }) => payoutId ?? []))]
    const found = await Promise.all(ids.map((payoutId) => payouts.get(payoutId)))
    const known = new Map(found.flatMap((row) => (row ? [[row.payoutId, row] as const] : [])))
    return (payoutId: string | null) => toPaidOut(known.get(payoutId ?? ''))
  }
  /** With the state of their parcels now. */
  const withParcels = async (rows: readonly OwedMoveRow[]) => {
    const isCollected = ({ move, deliveryId }: OwedMoveRow) => move === 'collected' && deliveryId !== null
    const found = await Promise.all(rows.map((row) => (isCollected(row) ? parcels.get(row.deliveryId ?? '') : null)))
    const paidBy = rows.map(({ payoutId }, at) => ({ payoutId: payoutId ?? found[at]?.payoutId ?? null }))
    const getPaidOut = await readPayouts(paidBy)
    return rows.map(({ entryId, move, cents, valueAt, deliveryId }, at) => ({
      ...{ entryId, move, cents, valueAt, deliveryId },
      ...{ how: found[at]?.how ?? null, state: found[at]?.state ?? null },
      paidOut: getPaidOut(paidBy[at]?.payoutId ?? null) ?? null,
    }))
  }

  return {
    owed: contract.owed.handler(async ({ input: { owedTo } }) => {
      const row = await senders.get(owedTo)
      if (!row) return { owedTo, cents: 0, ready: 0, since: null, parcels: [], atShops: 0 }
      const { documents } = await moves.find({ where: { owedTo }, limit: 1, upwards: true })
      const firstAt = documents[0]?.valueAt
      return { ...shownOwed(row), atShops: await sumAtShops(row), ...(firstAt ? { firstAt } : {}) }
    }),
    owedParcels: contract.owedParcels.handler(async ({ input: { owedTo, from, to, ...page } }) => {
      const within = withinDays({ from, to })
      const { documents, next } = await parcels.find({ where: { owedTo }, ...within, ...pageAt(page) })
      const getPaidOut = await readPayouts(documents)
      return { rows: documents.map((row) => ({ ...row, paidOut: getPaidOut(row.payoutId) })), next }
    }),
    payouts: contract.payouts.handler(async ({ input: { owedTo, from, to, ...page } }) => {
      const where: Where = owedTo === null ? {} : { owedTo }
      const { documents, next } = await payouts.find({ where, ...withinDays({ from, to }), ...pageAt(page) })
      return { rows: documents, next }
    }),
    owedBefore: contract.owedBefore.handler(async ({ input: { owedTo, day } }) => {
      let cents = 0
      for await (const row of everyDocument(moves, { where: { owedTo }, ...withinDays({ to: addDays(day, -1) }) }))
        cents += row.cents
      return { cents }
    }),
    owedMoves: contract.owedMoves.handler(async ({ input: { owedTo, from, to, ...page } }) => {
      const within = withinDays({ from, to })
      const { documents, next } = await moves.find({ where: { owedTo }, ...within, ...pageAt(page), upwards: true })
      return { rows: await withParcels(documents), next }
    }),
  }
}

const toPaidOut = (payout: PayoutRow | undefined) => payout && { at: payout.at, reference: payout.reference }
const isInCash = (how: string | undefined): boolean => how === 'cash' || how === 'unexplained'
