import { type Fact, groupedBy } from '../facts.ts'
import type { EndState } from '../invariants.ts'
import { selectOnly } from '../parcel-histories.ts'

/** What the events of one booking say at the end of a day. */
const summarise = (events: readonly Fact[]) => {
  const ended = selectOnly(events, 'BookingEnded')[0]?.data
  const isFunded = selectOnly(events, 'BookingFunded').length > 0
  return {
    total: selectOnly(events, 'BookingOpened')[0]?.data.total as number,
    ended: ended?.why as string | undefined,
    isFunded,
    isPaid: isFunded || Boolean(ended?.cash),
    booked: selectOnly(events, 'RowsBooked').flatMap(({ data }) => data.rows).length,
    failed: selectOnly(events, 'RowFailed').length,
    promptIds: selectOnly(events, 'BookingPrompted').map(({ data }) => data.promptId as string),
  }
}
type Summary = ReturnType<typeof summarise>

/** In cents, by prompt: what came in by it and did not go back. */
const moneyOfPrompts = (events: readonly Fact[]): ReadonlyMap<string, number> => {
  const reversed = new Set(selectOnly(events, 'PaymentReversed').map(({ stream }) => stream))
  const seen = new Map(selectOnly(events, 'PaymentSeen').map(({ stream, data }) => [stream, data.cents as number]))
  return new Map(
    selectOnly(events, 'PromptPaid').map(({ stream, data }) => {
      const payment = `payment-${data.paymentId}`
      return [stream.slice(stream.indexOf('-') + 1), reversed.has(payment) ? 0 : (seen.get(payment) ?? 0)]
    }),
  )
}

const judge = (id: string, one: Summary, money: ReadonlyMap<string, number>): string[] => {
  const { total, ended, isFunded, isPaid, booked, failed, promptIds } = one
  const isWhole = promptIds.some((promptId) => (money.get(promptId) ?? 0) >= 100 * total)
  return [
    ...(isPaid && booked + failed === 0 ? [`${id} is paid and not booked`] : []),
    ...(!isPaid && booked > 0 ? [`${id} is booked and not paid`] : []),
    ...(booked > 1 ? [`${id} is booked ${booked} times`] : []),
    ...(ended === undefined && isWhole && !isFunded ? [`the money for ${id} is not taken`] : []),
  ]
}

/** Parcels that were asked for at the counter and waited for their money. */
export const bookingInvariants: Readonly<Record<string, (end: EndState) => string[]>> = {
  'each booking that is paid is booked once, and no other': ({ facts: { events } }) => {
    const money = moneyOfPrompts(events)
    const ofBookings = events.filter(({ stream }) => stream.startsWith('booking-'))
    return [...groupedBy(ofBookings, ({ stream }) => stream)].flatMap(([stream, own]) =>
      judge(stream, summarise(own), money),
    )
  },
}
