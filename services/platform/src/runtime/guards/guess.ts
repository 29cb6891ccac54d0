/** An allowed guess. Exactly one of the three must be called when its outcome is known. */
export type Guess = {
  right(): Promise<void>
  /** Resolves when it is stored: answer after that. */
  wrong(): Promise<void>
  /** It was not checked, or had no result: as if it had not been made. */
  untried(): Promise<void>
}

/**
 * A guess under several guards: if one refuses it, the others take it back.
 * @throws too_many (`retryAfter` in seconds)
 */
export const beginUnderAll = async (...guards: readonly (() => Promise<Guess>)[]): Promise<Guess> => {
  const begun: Guess[] = []
  const settle = async (how: (guess: Guess) => Promise<void>) => void (await Promise.all(begun.map(how)))
  try {
    for (const begin of guards) begun.push(await begin())
  } catch (error) {
    await settle((guess) => guess.untried())
    throw error
  }
  return {
    right: () => settle((guess) => guess.right()),
    wrong: () => settle((guess) => guess.wrong()),
    untried: () => settle((guess) => guess.untried()),
  }
}

/** Ends a guess by its verdict. Without a verdict, because the check failed, the guess does not count. */
export const endGuess = async (guess: Guess, verdict: Promise<boolean>): Promise<boolean> => {
  const isRight = await verdict.catch(async (error) => {
    await guess.untried()
    throw error
  })
  await (isRight ? guess.right() : guess.wrong())
  return isRight
}
