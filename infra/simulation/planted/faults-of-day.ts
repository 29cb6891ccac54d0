import type { Fault } from './faults.ts'

const daysForAll = 3

/**
 * The planted faults that a run finds: a third of them by the number of the day, so that three days in a row find all.
 * @param day a whole number, or `all` for every fault. @throws RangeError for another word
 */
export const faultsOfDay = (faults: readonly Fault[], day: string): readonly Fault[] => {
  if (day === 'all') return faults
  if (!/^\d+$/.test(day)) throw new RangeError(`SIMULATION_DAY: must be a whole number or all, and is ${day}`)
  return faults.filter((_, place) => place % daysForAll === Number(day) % daysForAll)
}
