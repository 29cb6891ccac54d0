/** Runs tasks one after the other, in the order of the calls; a failure blocks none. */
export const oneAtATime = () => {
  let last: Promise<unknown> = Promise.resolve()
  return <Result>(run: () => Promise<Result>): Promise<Result> => {
    const turn = last.then(run, run)
    last = turn
    return turn
  }
}
