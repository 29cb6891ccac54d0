import { type Asked, traceOf } from '@tuma/contracts/services'
import { normalisePhone, Refused } from '@tuma/contracts/vocabulary'
import { metadataFrom, type Streams, unlessDamaged } from '@tuma/platform/event-sourcing'
import type { Collection } from '@tuma/platform/ports'
import type { Surroundings } from '@tuma/platform/runtime'
import { type OptOutRow, optOut, optOutStream } from './domain/opt-out.ts'
import { type PhoneKey, personOf } from './phone-key.ts'
import type { NotificationEvent } from './stored-events.ts'

export type OptOuts = ReturnType<typeof optOuts>

/** Who wants no marketing. */
export const optOuts = (house: {
  readonly streams: Streams<NotificationEvent>
  readonly rows: Collection<OptOutRow>
  readonly phoneKey: PhoneKey
  readonly surroundings: Surroundings
}) => {
  const { streams, rows, phoneKey, surroundings } = house
  const handle = streams.handlerOf(optOut)

  return {
    async add(asked: Asked, typed: string): Promise<void> {
      const phone = normalisePhone(typed)
      if (phone === null) throw new Refused('bad_input', { field: 'phone' })
      const key = phoneKey(phone)
      const metadata = metadataFrom({ ...asked, actor: traceOf(asked.actor) }, surroundings.now())
      const person = { personId: personOf(key), phone }
      await handle(optOutStream(key), { type: 'OptOut', person, at: metadata.at }, metadata)
    },

    /**
     * Those of the phones (254…) that have, asked of the streams themselves: a read model may be a moment late. Where a
     * stream is damaged somebody had begun it.
     */
    async among(phones: readonly string[]): Promise<Set<string>> {
      const hasOptedOut = async (phone: string) => (await streams.read(optOutStream(phoneKey(phone)))).length > 0
      const answers = await Promise.all(phones.map((phone) => unlessDamaged(hasOptedOut(phone), true)))
      return new Set(phones.filter((_, place) => answers[place]))
    },

    /** Newest first. */
    async list(limit: number, cursor: string | null) {
      const { documents, next } = await rows.find({ limit, after: cursor })
      return { rows: documents, next, total: await rows.count() }
    },
  }
}
