import { createHmac } from 'node:crypto'
import type { CommandContext, DeliveryClient } from '@tuma/contracts/services'
import { derivedId, type EventMetadata, metadataFrom, type Streams } from '@tuma/platform/event-sourcing'
import { type Collection, type Engines, everyDocument } from '@tuma/platform/ports'
import type { Environment } from '@tuma/platform/runtime'
import { campaignsView } from '../domain/campaigns-view.ts'
import { roleFor } from '../domain/message.ts'
import type { MessageRow } from '../domain/message-views.ts'
import { reachedBy } from '../domain/reach.ts'
import { isFinal, showsItWasTaken, smsReport, smsReportStream } from '../domain/sms-report.ts'
import { unansweredView } from '../domain/unanswered-view.ts'
import type { PhoneKey } from '../phone-key.ts'
import { isAboutMoney } from '../render-message/render-message.ts'
import type { NotificationSettings } from '../settings.ts'
import type { NotificationEvent } from '../stored-events.ts'
import { openEarlyReports, type Report, type ReportsTo } from './early-reports.ts'
import { lostAnswers } from './lost-answers.ts'

const wordOf = ({ report }: MessageRow, { status }: Report): MessageRow['report'] =>
  status === 'Success' ? 'Success' : (report ?? 'Expired')

const self = { kind: 'system', name: 'notification' } as const

/**
 * The provider's reports on the results of SMS. A report of an unknown SMS is kept, because it may come before the
 * provider's own answer, or that answer may be lost. Delivery is notified whom SMS can't reach.
 */
export const openDeliveryReports = async (deps: {
  readonly streams: Streams<NotificationEvent>
  readonly messages: Collection<MessageRow>
  readonly engines: Pick<Engines, 'documents'>
  readonly delivery: Pick<DeliveryClient, 'noteReach'>
  readonly settings: Pick<NotificationSettings, 'secret'>
  readonly phoneKey: PhoneKey
  readonly environment: Environment
  readonly onFault: (error: unknown) => void
}) => {
  const { streams, messages, engines, delivery, settings, phoneKey, environment, onFault } = deps
  const recordLost = lostAnswers({
    ...{ streams, messages, unanswered: await streams.readModel(unansweredView) },
    campaigns: await streams.readModel(campaignsView),
  })
  const handle = streams.getHandler(smsReport)

  const tellReach = async (about: string, row: MessageRow, report: Report): Promise<void> => {
    const role = row.template === null || isAboutMoney({ template: row.template }) ? null : roleFor(row.template)
    if (role !== 'sender' && role !== 'receiver') return
    const rows = await Array.fromAsync(everyDocument(messages, { where: { about } }))
    // The rows may not show this report yet.
    const reported = rows.map((one) =>
      one.messageId === row.messageId ? { ...one, report: wordOf(one, report) } : one,
    )
    const reached = reachedBy(reported, role)
    if (reached === null || (reached && report.status !== 'Success')) return
    const commandId = derivedId('reach', row.messageId, report.status)
    const asked: CommandContext = { actor: self, commandId, correlationId: report.correlationId }
    await delivery.noteReach({ asked, deliveryId: about, role, reached })
  }

  /** A row that was recorded just now may not be shown with its id yet. */
  const findRow = async (report: Report, toPhone: ReportsTo, metadata: EventMetadata): Promise<MessageRow | null> => {
    const { documents } = await messages.find({ where: { providerId: report.providerId }, limit: 1 })
    if (documents[0]) return documents[0]
    const messageId = await recordLost(report, toPhone, metadata)
    return messageId === null ? null : messages.get(messageId)
  }

  /** @returns false while no SMS of that id is known. @throws EngineAway: try again later */
  const take = async (report: Report, toPhone: ReportsTo): Promise<boolean> => {
    const { providerId, status, failureReason, at, commandId, correlationId } = report
    const metadata = metadataFrom({ actor: self, commandId, correlationId }, at)
    const row = await findRow(report, toPhone, metadata)
    if (!row) return false
    if (row.channel !== 'sms' || !isFinal(status)) return true
    const command = { type: 'ReportSms', at, providerId, status, failureReason } as const
    await handle(smsReportStream(row.messageId), command, metadata)
    if (row.about !== null && (status === 'Expired' || status === 'Success')) await tellReach(row.about, row, report)
    return true
  }

  const getId = ({ providerId, status }: Pick<Report, 'providerId' | 'status'>): string =>
    createHmac('sha256', settings.secret)
      .update(JSON.stringify(['early report', providerId, status]))
      .digest('hex')
  const early = await openEarlyReports({ documents: engines.documents, take, getId, now: environment.now, onFault })

  return {
    /** @throws EngineAway where the report could not be kept either */
    async report({ asked, phone, ...said }: Said) {
      // Without a phone only the end of an SMS says something new.
      if (phone === null ? !isFinal(said.status) : !showsItWasTaken(said.status)) return
      const { commandId, correlationId } = asked
      const at = environment.now()
      const report = { ...said, phoneKey: phone === null ? null : phoneKey(phone), at, commandId, correlationId }
      await early.takeOrKeep(report)
    },
    close: early.close,
  }
}

type Said = Pick<Report, 'provider' | 'providerId' | 'status' | 'failureReason'> & {
  readonly asked: CommandContext
  /** 254…; null where the provider does not say it. */
  readonly phone: string | null
}
