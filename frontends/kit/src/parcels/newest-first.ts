import type { Delivery } from '@tuma/contracts/api'

/** Merges lists that are each newest first, as far down as all of them are loaded: Show more adds below, never in between. */
export const newestFirst = (lists: readonly { rows: readonly Delivery[]; goesOn: boolean }[]): Delivery[] => {
  const ends = lists.map(({ rows, goesOn }) => (goesOn && rows.at(-1)?.createdAt) || '')
  return lists
    .flatMap(({ rows }) => rows)
    .filter(({ createdAt }) => ends.every((end) => createdAt >= end))
    .sort((one, other) => other.createdAt.localeCompare(one.createdAt))
}
