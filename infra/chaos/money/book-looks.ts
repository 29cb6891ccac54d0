/**
 * What a look at the books shows. `inBetween`: rows of one batch are still to come, so the next look says more. `wrong`: the
 * difference can't be a batch under way.
 */
type BookLook = 'balanced' | 'unanswered' | 'inBetween' | 'wrong'

/** Far longer than a batch takes on a slow machine. A wrong sum stays. */
const maxInBetweenMs = 5000

/**
 * Judges one look at the books after the other.
 * @param writesAtOnce false where a look may come between two rows of one batch; then only a difference that no look within
 * 5 s finds gone is wrong. Elsewhere each difference is.
 * @returns takes the difference in cents (null: the books did not answer) and when that was, in milliseconds. A look without
 * an answer begins the 5 s again, because the batch can't go on while its store is away.
 */
export const judgeLooks = (writesAtOnce: boolean) => {
  let differsSince: number | null = null
  return (difference: number | null, atMs: number): BookLook => {
    if (difference === null || difference === 0) {
      differsSince = null
      return difference === null ? 'unanswered' : 'balanced'
    }
    if (writesAtOnce) return 'wrong'
    differsSince ??= atMs
    return atMs - differsSince < maxInBetweenMs ? 'inBetween' : 'wrong'
  }
}
