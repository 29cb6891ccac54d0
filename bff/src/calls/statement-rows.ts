import type { OwedMoveRecord } from '@tuma/contracts/services'
import { type EatDay, type OwedMove, owedToAccount } from '@tuma/contracts/vocabulary'
import type { Services } from '../dependencies.ts'
import { unlessAway } from './unless-away.ts'

export type OwnParcel = Awaited<ReturnType<Services['delivery']['ofStatement']>>[number]
type Asked = { readonly accountId: string; readonly from: EatDay; readonly to: EatDay }
type PageAt = { readonly limit: number; readonly cursor: string | null }

/** A line of a sender's statement. Money is in cents, fee and price in shillings. */
export type StatementRow = {
  /** `before`: what was owed when the first day began. */
  readonly move: OwedMove | 'before'
  readonly at: string
  /** Null where there is none, or it is deleted; undefined while delivery is away. */
  readonly parcel: OwnParcel | null | undefined
  readonly how: OwedMoveRecord['how']
  readonly state: OwedMoveRecord['state']
  readonly paidOut: OwedMoveRecord['paidOut']
  readonly cents: number
  /** What Tuma owes after this line. */
  readonly balance: number
}

/** These parcels of an account, by id; null while delivery is away. */
export const readOwnParcels = async (
  delivery: Pick<Services['delivery'], 'ofStatement'>,
  ownerId: string,
  rows: readonly { readonly deliveryId: string | null }[],
) => {
  const deliveryIds = [...new Set(rows.flatMap(({ deliveryId }) => deliveryId ?? []))]
  if (deliveryIds.length === 0) return new Map<string, OwnParcel>()
  const found = await unlessAway(delivery.ofStatement({ ownerId, deliveryIds }))
  return found && new Map(found.map((one) => [one.deliveryId, one]))
}

/** The lines of a statement page by page, the oldest first; each page is read once, in their order. */
export const openStatement = (
  { revenue, delivery }: Pick<Services, 'revenue' | 'delivery'>,
  { accountId, from, to }: Asked,
) => {
  const owedTo = owedToAccount(accountId)
  let balance = 0
  const readBefore = async (): Promise<StatementRow[]> => {
    balance = (await revenue.owedBefore({ owedTo, day: from })).cents
    const nothing = { parcel: null, how: null, state: null, paidOut: null }
    return [{ move: 'before', at: `${from}T00:00:00+03:00`, ...nothing, cents: 0, balance }]
  }
  return async (page: PageAt): Promise<{ rows: StatementRow[]; next: string | null }> => {
    const first = page.cursor === null ? await readBefore() : []
    const { rows, next } = await revenue.owedMoves({ owedTo, from, to, ...page })
    const parcels = await readOwnParcels(delivery, accountId, rows)
    const lines = rows.map(({ valueAt: at, deliveryId, move, how, state, paidOut, cents }) => {
      balance += cents
      const parcel = deliveryId === null ? null : parcels ? (parcels.get(deliveryId) ?? null) : undefined
      return { move, at, parcel, how, state, paidOut, cents, balance }
    })
    return { rows: [...first, ...lines], next }
  }
}
