import { monthsBefore } from '@tuma/contracts/vocabulary'
import type { EventMetadata } from '@tuma/platform/event-sourcing'
import { EngineAway, everyDocument } from '@tuma/platform/ports'
import type { Dependencies } from '../dependencies.ts'
import { contactsView } from '../domain/people/people-views.ts'
import { pickersView } from '../domain/people/pickers-view.ts'
import type { Photos } from '../photos.ts'
import type { DeliverySettings } from '../settings.ts'
import type { Forgetting } from './forgetting.ts'

/** This name is stored and must not change. */
const name = 'delivery retention'
const looksEveryMs = 60 * 60_000
/** After a failure: an engine was away, or a view was still being filled. */
const triesAgainMs = 5000
const dayMs = 24 * 60 * 60_000
const atOnce = 500

/**
 * Forgets pickers, photos, and people without a parcel for a long time, when their retention time is over. One replica
 * does it at a time: at a start, once an hour, and soon again after a failure.
 */
export const openRetention = async (deps: {
  readonly streams: Dependencies['streams']
  readonly forgetting: Forgetting
  readonly photos: Pick<Photos, 'forgetBefore'>
  readonly settings: Pick<DeliverySettings, 'PICKER_ID_DAYS' | 'PHOTO_DAYS' | 'CONTACT_MONTHS'>
  readonly now: () => string
  readonly onFault: (error: unknown) => void
}) => {
  const { streams, forgetting, photos, settings, now, onFault } = deps
  const pickers = await streams.readModel(pickersView)
  const contacts = await streams.readModel(contactsView)
  const lease = streams.leaseFor('retention')

  const look = async (): Promise<void> => {
    const metadata = metadataAt(now())
    const day = beforeDays(now(), settings.PICKER_ID_DAYS)
    const due = await Array.fromAsync(everyDocument(pickers, { between: { to: day } }))
    for (let first = 0; first < due.length; first += atOnce)
      await forgetting.forgetPickers(due.slice(first, first + atOnce), metadata)
    await photos.forgetBefore(beforeDays(now(), settings.PHOTO_DAYS), metadata)
    const month = monthsBefore(now(), settings.CONTACT_MONTHS)
    for (const { type, phone } of await Array.fromAsync(everyDocument(contacts, { between: { to: month } }))) {
      const role = type === 'Sender' ? 'sender' : 'receiver'
      await forgetting.forgetIn(await forgetting.parcelsWith(phone, role), role, metadata)
    }
  }
  let looking = Promise.resolve()
  let timer: NodeJS.Timeout
  let closed = false
  const lookedIn = async (): Promise<number> => {
    try {
      if (await lease.take()) await look()
      return looksEveryMs
    } catch (error) {
      if (error instanceof EngineAway) return triesAgainMs
      onFault(error)
      return looksEveryMs
    }
  }
  const lookNow = () => {
    looking = lookedIn().then((ms) => {
      if (!closed) timer = setTimeout(lookNow, ms).unref()
    })
  }
  lookNow()
  return {
    async close() {
      closed = true
      clearTimeout(timer)
      await looking
    },
  }
}

const beforeDays = (at: string, days: number): string => new Date(Date.parse(at) - days * dayMs).toISOString()

/** The command id is the same at each attempt. */
const metadataAt = (at: string): EventMetadata => ({
  at,
  commandId: name,
  correlationId: name,
  causationId: name,
  actor: { kind: 'system', name },
})
