import { monthsBefore } from '@tuma/contracts/vocabulary'
import {
  derivedId,
  type EventMetadata,
  pollUnderLease,
  type Streams,
  unlessDamaged,
} from '@tuma/platform/event-sourcing'
import { everyDocument } from '@tuma/platform/ports'
import { languagesView, renewedAfterDays } from './domain/language.ts'
import type { Languages } from './languages.ts'
import type { NotificationSettings } from './settings.ts'
import type { NotificationEvent } from './stored-events.ts'

/** The name in the store. */
const name = 'notification retention'
const looksEveryMs = 60 * 60_000
const dayMs = 24 * 60 * 60_000

/**
 * Forgets the language of a phone without a parcel for so long that delivery has forgotten the phone. A language may have
 * been of use up to `renewedAfterDays` after it was stored, so it is forgotten never earlier, and so much later at most.
 */
export const openRetention = async (deps: {
  readonly streams: Streams<NotificationEvent>
  readonly languages: Pick<Languages, 'forgetIn'>
  readonly settings: Pick<NotificationSettings, 'CONTACT_MONTHS'>
  readonly now: () => string
  readonly onFault: (error: unknown) => void
}) => {
  const { streams, languages, settings, now, onFault } = deps
  const rows = await streams.readModel(languagesView)

  const look = async (): Promise<void> => {
    const at = now()
    const month = monthsBefore(at, settings.CONTACT_MONTHS)
    const to = new Date(Date.parse(month) - renewedAfterDays * dayMs).toISOString()
    for (const row of await Array.fromAsync(everyDocument(rows, { between: { to } }))) {
      const commandId = derivedId(name, row.phoneKey, row.heardAt)
      const metadata: EventMetadata = { at, commandId, correlationId: commandId, causationId: name, actor }
      await unlessDamaged(languages.forgetIn(row, metadata), undefined)
    }
  }
  const looks = pollUnderLease(looksEveryMs, { lease: streams.leaseFor('retention'), look, onFault })
  void looks.pollNow()
  return looks
}

const actor = { kind: 'system', name } as const
