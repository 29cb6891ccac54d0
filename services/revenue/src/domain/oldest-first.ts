import type { Map as ById } from 'immutable'

type Money = { readonly cents: number; readonly at: string }

/**
 * The money of each parcel, the oldest first. Parcels of one moment are sorted by id, so that the order is always the
 * same.
 */
export const oldestFirst = (money: ById<string, Money>): { deliveryId: string; cents: number }[] =>
  [...money.entries()]
    .sort(([one, { at: a }], [other, { at: b }]) => inOrder(a, b) || inOrder(one, other))
    .map(([deliveryId, { cents }]) => ({ deliveryId, cents }))

const inOrder = (one: string, other: string): number => Number(one > other) - Number(one < other)

type Part = { readonly deliveryId: string; readonly cents: number }

/**
 * Takes so many cents from these parts, beginning with the first. All parts below zero are taken, so that the others
 * cover them.
 */
export const takeFirst = (parts: readonly Part[], cents: number): Part[] => {
  const below = parts.filter((part) => part.cents < 0)
  let left = below.reduce((sum, part) => sum - part.cents, cents)
  const taken = parts.flatMap((part) => {
    const of = Math.min(Math.max(part.cents, 0), left)
    left -= of
    return of > 0 ? [{ deliveryId: part.deliveryId, cents: of }] : []
  })
  return [...below, ...taken]
}
