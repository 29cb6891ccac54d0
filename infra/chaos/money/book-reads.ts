/**
 * The result of a read of the books. `inBetween`: rows of one batch may be missing, so the next read decides. `wrong`:
 * the difference cannot be a batch under way.
 */
type BookRead = 'balanced' | 'unanswered' | 'inBetween' | 'wrong'

/** Far longer than a batch takes on a slow machine. A wrong sum stays. */
const maxInBetweenMs = 5000

/**
 * Judges one read of the books after the other.
 * @param writesAtOnce false where a read may come between two rows of one batch; then a difference is wrong only if it
 * stays in all reads for 5 s. Otherwise each difference is wrong.
 * @returns takes the difference in cents (null: the books did not answer) and its time in milliseconds. A read without
 * an answer begins the 5 s again, because the batch cannot go on while its store is away.
 */
export const judgeBookReads = (writesAtOnce: boolean) => {
  let differsSince: number | null = null
  return (difference: number | null, atMs: number): BookRead => {
    if (difference === null || difference === 0) {
      differsSince = null
      return difference === null ? 'unanswered' : 'balanced'
    }
    if (writesAtOnce) return 'wrong'
    differsSince ??= atMs
    return atMs - differsSince < maxInBetweenMs ? 'inBetween' : 'wrong'
  }
}
