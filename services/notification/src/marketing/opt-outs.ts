import { type CommandContext, getTrace } from '@tuma/contracts/services'
import { isPartOfPhone, normalisePhone, Refused } from '@tuma/contracts/vocabulary'
import { metadataFrom, type Streams, unlessDamaged } from '@tuma/platform/event-sourcing'
import { type Collection, everyDocument } from '@tuma/platform/ports'
import type { Environment } from '@tuma/platform/runtime'
import { type MessageRow, messagesView, shownPhone } from '../domain/message-views.ts'
import { type OptOutRow, optOut, optOutStream, optOutsView } from '../domain/opt-out.ts'
import type { Languages } from '../languages.ts'
import { getPerson, type PhoneKey } from '../phone-key.ts'
import type { NotificationEvent } from '../stored-events.ts'

export type OptOuts = ReturnType<typeof optOuts>

const partSize = 1000

/** The phones that get no marketing. */
export const optOuts = (deps: {
  readonly streams: Streams<NotificationEvent>
  readonly rows: Collection<OptOutRow>
  readonly messages: Collection<MessageRow>
  readonly phoneKey: PhoneKey
  readonly languages: Pick<Languages, 'forget'>
  readonly environment: Environment
}) => {
  const { streams, rows, messages, phoneKey, languages, environment } = deps
  const handle = streams.getHandler(optOut)
  const buildMetadata = (asked: CommandContext, commandId: string) =>
    metadataFrom({ ...asked, commandId, actor: getTrace(asked.actor) }, environment.now())
  const phoneFrom = (typed: string): string => {
    const phone = normalisePhone(typed)
    if (phone === null) throw new Refused('bad_input', { field: 'phone' })
    return phone
  }

  /** Of campaigns; the rows of other messages show no phone. */
  const rowsWith = async (phone: string): Promise<string[]> => {
    const found: string[] = []
    for await (const { messageId, to } of everyDocument(messages, { where: { template: null } }))
      if (to === shownPhone(phone)) found.push(messageId)
    return found
  }
  const assertShown = () => streams.assertShown([messagesView, optOutsView], 'rows still show who is erased')

  return {
    async add(asked: CommandContext, typed: string): Promise<void> {
      const phone = phoneFrom(typed)
      const key = phoneKey(phone)
      const person = { personId: getPerson(key), phone }
      // After a restore the key may be gone although no event says so.
      if (await streams.keys.isDestroyed(person.personId)) return
      const metadata = buildMetadata(asked, asked.commandId)
      await handle(optOutStream(key), { type: 'OptOut', person, at: metadata.at }, metadata)
    },

    /**
     * Removes these phones from campaigns and opt-outs, and keeps only that nothing is sent there. First records it, then
     * rows are blanked that a campaign may have added until then; each step may be repeated.
     */
    async erase(asked: CommandContext, typed: readonly string[]): Promise<void> {
      const phones = typed.map(phoneFrom)
      const blank = async (phone: string, messageIds: readonly string[], step: string) => {
        const metadata = buildMetadata(asked, `${asked.commandId}:${step}`)
        await handle(optOutStream(phoneKey(phone)), { type: 'ErasePhone', messageIds, at: metadata.at }, metadata)
      }
      for (const phone of phones) {
        await blank(phone, [], 'phone')
        await languages.forget(phone, buildMetadata(asked, `${asked.commandId}:language`))
      }
      await assertShown()
      for (const phone of phones) {
        const messageIds = await rowsWith(phone)
        for (let first = 0; first < messageIds.length; first += partSize)
          await blank(phone, messageIds.slice(first, first + partSize), messageIds[first] as string)
      }
      await assertShown()
      await streams.keys.destroy(phones.map((phone) => getPerson(phoneKey(phone))))
    },

    /**
     * Those of the phones (254…) that have opted out. Reads the streams, because a read model may be late. A damaged
     * stream counts as an opt-out.
     */
    async among(phones: readonly string[]): Promise<Set<string>> {
      const hasOptedOut = async (phone: string) => {
        const key = phoneKey(phone)
        return (await streams.read(optOutStream(key))).length > 0 || streams.keys.isDestroyed(getPerson(key))
      }
      const answers = await Promise.all(phones.map((phone) => unlessDamaged(hasOptedOut(phone), true)))
      return new Set(phones.filter((_, place) => answers[place]))
    },

    /** Newest first. `search`: digits of the phone in local form, or its beginning as 254…. */
    async list(limit: number, cursor: string | null, search: string | null) {
      if (search !== null && /\d/.test(search)) return withDigits(rows, search, limit)
      const { documents, next } = await rows.find({ limit, after: cursor })
      return { rows: documents, next, total: await rows.count() }
    },
  }
}

/** Looks at all of them: they are few, and no index may hold a part of a phone. */
const withDigits = async (rows: Collection<OptOutRow>, typed: string, limit: number) => {
  const all = await Array.fromAsync(everyDocument(rows))
  const those = all.filter(({ phone }) => isPartOfPhone(typed, phone))
  return { rows: those.slice(0, limit), next: null, total: those.length }
}
