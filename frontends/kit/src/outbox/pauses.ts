const shortestMs = 5_000
/** The longest pause that we choose ourselves. */
const maxPauseMs = 5 * 60_000
/** The longest `Retry-After` that is obeyed, so that a wrong one stops nothing for days. */
export const maxRetryAfterMs = 60 * 60_000

/**
 * How long to wait after a failure: from 5 s, doubled each time, to 5 min. A part by chance keeps phones of one shop from
 * asking at the same moment. The server's `Retry-After` wins.
 * @param failures in a row, 1 for the first
 */
export const choosePauseMs = (failures: number, random: () => number, retryAfterMs?: number): number =>
  retryAfterMs === undefined
    ? Math.min(maxPauseMs, shortestMs * 2 ** (failures - 1) * (1 + random() / 2))
    : Math.min(maxRetryAfterMs, Math.max(0, retryAfterMs))
