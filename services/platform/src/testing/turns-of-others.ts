/** How often other work had the thread during this work. */
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
