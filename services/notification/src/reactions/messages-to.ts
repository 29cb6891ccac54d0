import type { Collection, Filter } from '@tuma/platform/ports'
import { everyDocument } from '@tuma/platform/ports'
import { aboutLink, roleFor } from '../domain/message.ts'
import type { MessageRow } from '../domain/message-views.ts'

const parcelsAtOnce = 100

/** Emails about an account's links, and the SMS to the account as a sender. */
export const messagesTo = async (
  messages: Collection<MessageRow>,
  { accountId, deliveryIds }: { readonly accountId: string; readonly deliveryIds: readonly string[] },
) => {
  const filters: Filter[] = [{ startsWith: { field: 'about', text: aboutLink(accountId, '') } }]
  for (let first = 0; first < deliveryIds.length; first += parcelsAtOnce)
    filters.push({ where: { about: deliveryIds.slice(first, first + parcelsAtOnce) } })
  const found = []
  for (const filter of filters) {
    for await (const { channel, template, about, createdAt } of everyDocument(messages, filter))
      if (template !== null && about !== null && roleFor(template) !== 'receiver')
        found.push({ channel, template, about, createdAt })
  }
  return found
}
