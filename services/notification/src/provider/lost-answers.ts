import type { EventMetadata, Streams } from '@tuma/platform/event-sourcing'
import { type Collection, everyDocument } from '@tuma/platform/ports'
import type { CampaignRow } from '../domain/campaigns-view.ts'
import { fitReports } from '../domain/fit-reports.ts'
import { messageStream } from '../domain/message.ts'
import { message } from '../domain/message-decisions.ts'
import type { MessageRow } from '../domain/message-views.ts'
import { type UnansweredRow, unansweredView } from '../domain/unanswered-view.ts'
import type { NotificationEvent } from '../stored-events.ts'
import type { Report, ReportsTo } from './early-reports.ts'

const view = unansweredView.collection.name
const patienceMs = 1000
const hourMs = 60 * 60_000

const isRunning = ({ people, accepted, refused, optedOut, beyondBudget }: CampaignRow): boolean =>
  accepted + refused + optedOut + beyondBudget < people

/** A provider's report on an SMS whose answer we lost records that SMS as sent, so that it does not go again. */
export const lostAnswers = (deps: {
  readonly streams: Streams<NotificationEvent>
  readonly messages: Collection<MessageRow>
  readonly unanswered: Collection<UnansweredRow>
  readonly campaigns: Collection<CampaignRow>
}) => {
  const { streams, messages, unanswered, campaigns } = deps
  const handle = streams.getHandler(message)

  const isKnown = async ({ providerId }: Report): Promise<boolean> =>
    (await messages.find({ where: { providerId }, limit: 1 })).documents.length > 0

  /** Which phones of a campaign have no answer is not counted, so such a report may be of a campaign. */
  const mayBeOfMarketing = async ({ at }: Report): Promise<boolean> => {
    const before = (ms: number): string => new Date(Date.parse(at) - ms).toISOString()
    const recent = everyDocument(campaigns, { between: { from: before(24 * hourMs) } })
    for await (const campaign of recent) if (campaign.createdAt >= before(hourMs) || isRunning(campaign)) return true
    return false
  }

  const unknownAmong = async (reports: readonly Report[]): Promise<Report[]> => {
    const byId = [...new Map(reports.map((one) => [one.providerId, one])).values()]
    const isUnknown = await Promise.all(byId.map(async (one) => !(await isKnown(one))))
    return byId.filter((_, place) => isUnknown[place])
  }

  /**
   * Records each message that the reports to this phone prove.
   * @returns the message that this report is of; null where none is proven. @throws EngineAway: try again later
   */
  return async (report: Report, toPhone: ReportsTo, metadata: EventMetadata): Promise<string | null> => {
    const { phoneKey, provider } = report
    if (phoneKey === null) return null
    const rowsOf = () => Array.fromAsync(everyDocument(unanswered, { where: { phoneKey } }))
    if (!(await rowsOf()).some(({ isOwed }) => isOwed)) return null
    if (!(await streams.projector.caughtUp({ view, patienceMs })) || (await mayBeOfMarketing(report))) return null
    // Before the reports are looked up: the answer of an attempt that is under way may come meanwhile.
    const rows = await rowsOf()
    const unknown = await unknownAmong([report, ...(await toPhone(phoneKey))])
    const fits = fitReports(rows, unknown)
    for (const { messageId, providerId } of fits) {
      const reportedAt = unknown.find((one) => one.providerId === providerId)?.at ?? report.at
      const sent = { at: metadata.at, reportedAt, provider, providerId }
      const commandId = `${metadata.commandId}:${messageId}`
      await handle(messageStream(messageId), { type: 'RecordReported', ...sent }, { ...metadata, commandId })
    }
    return fits.find(({ providerId }) => providerId === report.providerId)?.messageId ?? null
  }
}
