/** How many at a time, because others send requests too. */
const batchSize = 8

/** Asks for each item, a few at a time. @returns the answers in the order of `all` */
export const askInBatches = async <One, Answer>(
  all: readonly One[],
  answer: (one: One) => Promise<Answer>,
): Promise<Answer[]> => {
  const answers: Answer[] = []
  for (let from = 0; from < all.length; from += batchSize) {
    answers.push(...(await Promise.all(all.slice(from, from + batchSize).map(answer))))
  }
  return answers
}
