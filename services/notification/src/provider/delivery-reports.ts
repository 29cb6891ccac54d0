import { createHmac } from 'node:crypto'
import type { CommandContext, DeliveryClient } from '@tuma/contracts/services'
import { derivedId, metadataFrom, type Streams } from '@tuma/platform/event-sourcing'
import { type Collection, type Engines, everyDocument } from '@tuma/platform/ports'
import type { Environment } from '@tuma/platform/runtime'
import { unlessAway } from '../attempts/send-message.ts'
import { roleFor } from '../domain/message.ts'
import type { MessageRow } from '../domain/message-views.ts'
import { reachedBy } from '../domain/reach.ts'
import { isFinal, smsReport, smsReportStream } from '../domain/sms-report.ts'
import { isAboutMoney } from '../render-message/render-message.ts'
import type { NotificationSettings } from '../settings.ts'
import type { NotificationEvent } from '../stored-events.ts'
import { openEarlyReports, type Report } from './early-reports.ts'

const wordOf = ({ report }: MessageRow, { status }: Report): MessageRow['report'] =>
  status === 'Success' ? 'Success' : (report ?? 'Expired')

const self = { kind: 'system', name: 'notification' } as const

/**
 * The provider's reports on the results of SMS. A report of an unknown SMS is kept, because it may come before the
 * provider's own answer. Delivery is notified whom SMS can't reach.
 */
export const openDeliveryReports = async (deps: {
  readonly streams: Streams<NotificationEvent>
  readonly messages: Collection<MessageRow>
  readonly engines: Pick<Engines, 'documents'>
  readonly delivery: Pick<DeliveryClient, 'noteReach'>
  readonly settings: Pick<NotificationSettings, 'secret'>
  readonly environment: Environment
  readonly onFault: (error: unknown) => void
}) => {
  const { streams, messages, engines, delivery, settings, environment, onFault } = deps
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

  /** @returns false while no SMS of that id is known. @throws EngineAway: try again later */
  const take = async (report: Report): Promise<boolean> => {
    const { providerId, status, failureReason, at, commandId, correlationId } = report
    const { documents: found } = await messages.find({ where: { providerId }, limit: 1 })
    const [row] = found
    if (!row) return false
    if (row.channel !== 'sms') return true
    const metadata = metadataFrom({ actor: self, commandId, correlationId }, at)
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
    async report({
      asked,
      ...said
    }: { asked: CommandContext } & Pick<Report, 'providerId' | 'status' | 'failureReason'>) {
      if (!isFinal(said.status)) return
      const { commandId, correlationId } = asked
      const report = { ...said, at: environment.now(), commandId, correlationId }
      if ((await take(report).catch(unlessAway)) !== true) await early.keep(report)
    },
    close: early.close,
  }
}
