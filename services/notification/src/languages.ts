import { type CommandContext, type DeliveryClient, getTrace } from '@tuma/contracts/services'
import { type Language, normalisePhone, Refused } from '@tuma/contracts/vocabulary'
import {
  assumeNewStream,
  type EventMetadata,
  fold,
  metadataFrom,
  type Streams,
  unlessDamaged,
} from '@tuma/platform/event-sourcing'
import type { Collection } from '@tuma/platform/ports'
import type { Environment } from '@tuma/platform/runtime'
import { type LanguageEvent, type LanguageRow, language, languageStream, languagesView } from './domain/language.ts'
import type { PhoneKey } from './phone-key.ts'
import type { NotificationEvent } from './stored-events.ts'

export type Languages = ReturnType<typeof phoneLanguages>

/** The language of messages to a phone. English where its stream is damaged. */
export const phoneLanguages = (deps: {
  readonly streams: Streams<NotificationEvent>
  readonly rows: Pick<Collection<LanguageRow>, 'get'>
  readonly delivery: Pick<DeliveryClient, 'parties'>
  readonly phoneKey: PhoneKey
  readonly environment: Environment
}) => {
  const { streams, rows, delivery, phoneKey, environment } = deps
  /** Resolves when the rows show it, because messages read the rows. */
  const handle = streams.getHandler(language)
  const getStreamName = (phone: string) => languageStream(phoneKey(phone))

  /** Most phones have no row. A read model that is late has no answer. */
  const hasSaid = async (phone: string): Promise<boolean> =>
    streams.projector.isBehind(languagesView.collection.name) || (await rows.get(phoneKey(phone))) !== null

  const of = async (phone: string): Promise<Language> => {
    const known = normalisePhone(phone)
    if (known === null || !(await hasSaid(known))) return 'en'
    const past = await unlessDamaged(streams.read(getStreamName(known)), [])
    return fold(language, past as LanguageEvent[]).language
  }

  return {
    /** @param phone in any form */
    of,

    /** Null for a parcel that does not exist, or whose receiver was erased. */
    async ofReceiver(deliveryId: string): Promise<Language | null> {
      const phone = (await delivery.parties({ deliveryId }))?.receiver.phone
      return phone && normalisePhone(phone) ? await of(phone) : null
    },

    /** Both people of a parcel get the sender's language, unless they have chosen one. */
    async suppose(phones: readonly string[], reads: Language, metadata: EventMetadata): Promise<void> {
      for (const phone of new Set(phones.map(normalisePhone).filter((one) => one !== null))) {
        const command = { type: 'SupposeLanguage', language: reads, at: metadata.at } as const
        const known = (await hasSaid(phone)) ? undefined : assumeNewStream(language)
        if (known && language.decide(command, known.state).length === 0) continue
        await handle(getStreamName(phone), command, metadata, known)
      }
    },

    /** For the receiver who follows a parcel. @throws Refused not_found */
    async choose(asked: CommandContext, deliveryId: string, reads: Language): Promise<void> {
      const parcel = await delivery.parties({ deliveryId })
      const phone = parcel && normalisePhone(parcel.receiver.phone)
      if (!phone) throw new Refused('not_found')
      const metadata = metadataFrom({ ...asked, actor: getTrace(asked.actor) }, environment.now())
      await handle(getStreamName(phone), { type: 'ChooseLanguage', language: reads, at: metadata.at }, metadata)
    },

    /** @param phone 254… */
    async forget(phone: string, metadata: EventMetadata): Promise<void> {
      await handle(getStreamName(phone), { type: 'ForgetLanguage', at: metadata.at }, metadata)
    },

    /** For the phone of this key; unless it was stored after that row. */
    async forgetIn({ phoneKey: key, heardAt: lastAt }: LanguageRow, metadata: EventMetadata): Promise<void> {
      await handle(languageStream(key), { type: 'ForgetLanguage', lastAt, at: metadata.at }, metadata)
    },
  }
}
