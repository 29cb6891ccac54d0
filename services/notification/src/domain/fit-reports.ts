import type { UnansweredRow } from './unanswered-view.ts'

/** A provider's report on an SMS that belongs to no known message. */
export type UnknownReport = {
  readonly providerId: string
  /** When it came: an ISO instant. */
  readonly at: string
}
export type Fit = { readonly messageId: string; readonly providerId: string }

const sum = (counts: readonly number[]): number => counts.reduce((total, one) => total + one, 0)

/**
 * Which messages were sent, as far as the reports prove it. Each report is of another attempt, so a message was sent when
 * there are more reports than the attempts of all other messages to that phone could explain. With fewer it is not known
 * which of them was sent, and each goes again.
 * @param rows of one phone: every attempt without an answer, also those of messages that were sent later
 * @param reports to that phone, of no known message
 */
export const fitReports = (rows: readonly UnansweredRow[], reports: readonly UnknownReport[]): Fit[] => {
  const left = reports.toSorted((one, other) => (one.at < other.at ? -1 : 1))
  const isSent = ({ messageId, since, isOwed }: UnansweredRow): boolean => {
    const others = rows.filter((other) => other.messageId !== messageId)
    return isOwed && left.filter(({ at }) => at >= since).length > sum(others.map(({ count }) => count))
  }
  const sent = rows.filter(isSent).toSorted((one, other) => (one.since < other.since ? -1 : 1))
  return sent.flatMap(({ messageId, since }) => {
    const place = left.findIndex(({ at }) => at >= since)
    const [report] = place === -1 ? [] : left.splice(place, 1)
    return report ? [{ messageId, providerId: report.providerId }] : []
  })
}
