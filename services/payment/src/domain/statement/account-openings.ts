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
  const named = getRows(begin.map(({ first }) => first))
  const cents = named.reduce((sum, one) => sum + one.cents, 0)
  const said = begin.map(({ opening }) => opening)
  const candidates = mayHaveStoodBefore({ cents, named })
  const opening = candidates.find((one) => said.includes(one)) ?? candidates[0] ?? Math.min(...said)
  return { from, opening }
}

/**
 * Two files may both have a row of that second, and one file may have two rows alike: a charge and a reversal of the same
 * sum. So there are as many of each as one file has.
 */
const getRows = (files: readonly (readonly Named[])[]): Named[] => {
  const alike = new Map<string, readonly Named[]>()
  for (const rows of files)
    for (const [key, same] of Map.groupBy(rows, ({ cents, balance }) => `${cents} ${balance}`))
      if (same.length > (alike.get(key)?.length ?? 0)) alike.set(key, same)
  const all = [...alike.values()].flat().map(({ cents, balance }) => ({ cents, balance }))
  return all.toSorted((one, other) => one.balance - other.balance || one.cents - other.cents)
}
