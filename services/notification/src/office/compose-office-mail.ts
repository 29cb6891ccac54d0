import type { EventMetadata } from '@tuma/platform/event-sourcing'
import { getWriter, messageStream } from '../domain/message.ts'
import type { Dispatcher } from '../sms-queue/dispatcher.ts'

/** The mailbox of the office; `site` is without a slash at its end. */
export type Office = { readonly to: string; readonly site: string }

type OfficeMail = {
  /** The name of what noticed it, which is stored. */
  readonly by: string
  /** A mail with an id that exists is not composed again. */
  readonly messageId: string
  readonly template: string
  /** ISO instant */
  readonly at: string
  readonly mail: { readonly subject: string; readonly text: string; readonly replyTo: string | null }
}

/** Composes a mail to CONTACT_EMAIL about what no event of another service tells. */
export const composeOfficeMail = async (
  { compose, office }: { readonly compose: Dispatcher['compose']; readonly office: Office },
  { by, messageId, template, at, mail }: OfficeMail,
): Promise<void> => {
  const recipient = { personId: getWriter(messageId), to: office.to, ...mail }
  const kind = { channel: 'email', template, role: 'support', language: 'en', purse: null } as const
  const actor = { kind: 'system', name: by } as const
  const metadata: EventMetadata = { at, commandId: messageId, correlationId: messageId, causationId: by, actor }
  const composed = { ...kind, about: messageId, recipient }
  await compose(messageStream(messageId), { type: 'ComposeMessage', at, composed }, metadata)
}
