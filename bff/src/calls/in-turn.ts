/** How many at a time, because others send requests too. */
const atOnce = 8

/** Asks for each item, a few at a time. @returns the answers in the order of `all` */
export const inTurn = async <One, Answer>(
  all: readonly One[],
  answer: (one: One) => Promise<Answer>,
): Promise<Answer[]> => {
  const answers: Answer[] = []
  for (let from = 0; from < all.length; from += atOnce) {
    answers.push(...(await Promise.all(all.slice(from, from + atOnce).map(answer))))
  }
  return answers
}
