import { type AccountOpening, mayHaveStoodBefore, type Named } from './running-balance.ts'

/**
 * The balance of an account before its oldest row, by all files that have rows of it. Where two begin within one
 * second, the rows of both decide together, so the split over files does not matter.
 * @returns null where no file names a balance
 */
export const oldestOpening = (openings: readonly AccountOpening[]): Pick<AccountOpening, 'from' | 'opening'> | null => {
  const from = openings.map((one) => one.from).toSorted()[0]
  if (from === undefined) return null
  const begin = openings.filter((one) => one.from === from)
  const named = distinct(begin.flatMap(({ first }) => first))
  const cents = named.reduce((sum, one) => sum + one.cents, 0)
  const said = begin.map(({ opening }) => opening)
  const candidates = mayHaveStoodBefore({ cents, named })
  const opening = candidates.find((one) => said.includes(one)) ?? candidates[0] ?? Math.min(...said)
  return { from, opening }
}

const distinct = (rows: readonly Named[]): Named[] => {
  const each = new Map(rows.map(({ cents, balance }) => [`${cents} ${balance}`, { cents, balance }]))
  return [...each.values()].toSorted((one, other) => one.balance - other.balance || one.cents - other.cents)
}
