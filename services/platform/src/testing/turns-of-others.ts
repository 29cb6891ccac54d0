/** How often whoever else waited had the thread while the work went on. */
export const turnsOfOthers = async (work: () => Promise<unknown>): Promise<number> => {
  let turns = 0
  let waiting = setImmediate(function wait() {
    turns += 1
    waiting = setImmediate(wait)
  })
  await work()
  clearImmediate(waiting)
  return turns
}
