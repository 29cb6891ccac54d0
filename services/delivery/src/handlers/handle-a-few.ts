/** How many at a time, because others send commands too. */
const atOnce = 8

/**
 * Answers each, a few at a time, in the order of `all`. Where one fails, the others are done first. @throws the first
 * failure
 */
export const handleAFewAtATime = async <One, Answer>(
  all: readonly One[],
  answer: (one: One, index: number) => Promise<Answer>,
): Promise<Answer[]> => {
  const answers: PromiseSettledResult<Answer>[] = []
  const left = all.entries()
  const work = async () => {
    for (const [index, one] of left) [answers[index]] = await Promise.allSettled([answer(one, index)])
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  return answers.map((settled) => {
    if (settled.status === 'rejected') throw settled.reason
    return settled.value
  })
}
