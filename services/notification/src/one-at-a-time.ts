/** Runs what it is given one after the other, in the order it came; one that fails holds up nobody. */
export const oneAtATime = () => {
  let last: Promise<unknown> = Promise.resolve()
  return <Result>(run: () => Promise<Result>): Promise<Result> => {
    const turn = last.then(run, run)
    last = turn
    return turn
  }
}
