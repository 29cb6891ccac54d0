let aheadMs = 0

/** An answer's `Date` has whole seconds: what differs less is no difference. */
const leastMs = 2_000

/** Learns from an answer of the API how far the server's clock is from this device's. @returns the same answer */
export const learnServerTime = (answer: Response): Response => {
  const at = Date.parse(answer.headers.get('date') ?? '')
  const differs = at - Date.now()
  if (!Number.isNaN(at)) aheadMs = Math.abs(differs) < leastMs ? 0 : differs
  return answer
}

/** The moment by the server's clock, ISO: a phone's own may be wrong by hours. Before the first answer it is the device's. */
export const serverNow = (): string => new Date(Date.now() + aheadMs).toISOString()
