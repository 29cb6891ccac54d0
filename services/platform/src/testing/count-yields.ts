/** How often other work had the thread during this work. */
export const countYields = async (work: () => Promise<unknown>): Promise<number> => {
  let yieldCount = 0
  let waiting = setImmediate(function wait() {
    yieldCount += 1
    waiting = setImmediate(wait)
  })
  await work()
  clearImmediate(waiting)
  return yieldCount
}
