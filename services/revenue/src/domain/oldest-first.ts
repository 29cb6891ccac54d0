import type { Map as ById } from 'immutable'

type Money = { readonly cents: number; readonly at: string }

/** What of each parcel there is, by when it came; of one moment by the parcels' ids, so that all who ask get one order. */
export const oldestFirst = (money: ById<string, Money>): { deliveryId: string; cents: number }[] =>
  [...money.entries()]
    .sort(([one, { at: a }], [other, { at: b }]) => inOrder(a, b) || inOrder(one, other))
    .map(([deliveryId, { cents }]) => ({ deliveryId, cents }))

const inOrder = (one: string, other: string): number => Number(one > other) - Number(one < other)

type Part = { readonly deliveryId: string; readonly cents: number }

/** So many cents of these parts, the first of them first. */
export const takeFirst = (parts: readonly Part[], cents: number): Part[] => {
  let left = cents
  return parts.flatMap((part) => {
    const of = Math.min(part.cents, left)
    left -= of
    return of > 0 ? [{ deliveryId: part.deliveryId, cents: of }] : []
  })
}
