import type { NotificationClient } from '@tuma/contracts/services'
import type { Collection } from '@tuma/platform/ports'
import type { MessageRow } from './domain/message-views.ts'
import type { RepeatedRow } from './domain/repeated-view.ts'

type Answer = Awaited<ReturnType<NotificationClient['repeated']>>

const dayMs = 24 * 60 * 60_000

/** Messages that went again in the last 24 hours because an attempt had no answer, newest first. */
export const repeatedMessages =
  (deps: {
    readonly repeated: Collection<RepeatedRow>
    readonly messages: Collection<MessageRow>
    readonly now: () => string
  }) =>
  async (limit: number, cursor: string | null): Promise<Answer> => {
    const { repeated, messages, now } = deps
    const between = { from: new Date(Date.parse(now()) - dayMs).toISOString() }
    const { documents, next } = await repeated.find({ between, limit, after: cursor })
    const rows = await Promise.all(
      documents.map(async ({ messageId, at }) => ({ row: await messages.get(messageId), at })),
    )
    return {
      rows: rows.flatMap(({ row, at }) => (row ? [toRepeated(row, at)] : [])),
      next,
      total: await repeated.count({}, { between }),
    }
  }

const toRepeated = ({ messageId, channel, template, about }: MessageRow, at: string): Answer['rows'][number] => ({
  ...{ messageId, channel, template: template ?? '', at },
  deliveryId: channel === 'sms' ? about : null,
})
