import type { IdentityClient } from '@tuma/contracts/services'
import { isMobile, Refused } from '@tuma/contracts/vocabulary'
import { type EventMetadata, erased, type Recorded, type Streams, unlessDamaged } from '@tuma/platform/event-sourcing'
import type { BookEvent } from './domain/books-views.ts'
import { changedAt, type PayeeChange, type PayToEvent, payTo, payToStream } from './domain/payto.ts'

type Known = { readonly name: string; readonly phone: string }
/** Where money goes. `changedAt` and `payableFrom` are null where the number was never changed, `former` (the last number that could be paid) where it is not known. */
export type PayToRecord = Known & {
  readonly changedAt: string | null
  readonly payableFrom: string | null
  readonly former: string | null
}
type NewNumber = Known & { readonly accountId: string; readonly by: string }

export type PayTos = ReturnType<typeof openPayTos>

/**
 * The number that the money of an account goes to. Until its owner sets another, it is the phone of the registration, which
 * identity keeps in the account's own stream: asked for when it is needed, so that no crash can lose it.
 */
export const openPayTos = (deps: {
  readonly streams: Streams<BookEvent>
  readonly identity: Pick<IdentityClient, 'registeredAs'>
  /** How long nothing is paid to a number after it was changed. */
  readonly waitHours: number
  readonly now: () => string
}) => {
  const { streams, identity, waitHours, now } = deps
  const handle = streams.getHandler(payTo)

  /** Those that can still be read, the oldest first. */
  const readChanges = async (accountId: string): Promise<Recorded<PayToEvent>[]> => {
    const past = (await unlessDamaged(streams.read(payToStream(accountId)), [])) as Recorded<PayToEvent>[]
    return past.filter(({ data }) => data.payTo.phone !== erased)
  }
  const before = async (accountId: string, changes: readonly Recorded<PayToEvent>[], at: number) =>
    changes[at - 1]?.data.payTo.phone ?? (await identity.registeredAs({ accountId }))?.phone ?? null
  /**
   * The number that could be paid before the last one: a thief who changes it twice within the wait would hide the owner's.
   * Null where it is the last one again.
   */
  const lastPayable = async (accountId: string, changes: readonly Recorded<PayToEvent>[]) => {
    const isReplacedTooSoon = ({ data }: Recorded<PayToEvent>, at: number) =>
      changedAt(data.at, waitHours).payableFrom > (changes[at + 1]?.data.at ?? '')
    const payable = changes.slice(0, -1).findLastIndex((change, at) => !isReplacedTooSoon(change, at))
    const phone = await before(accountId, changes, payable + 1)
    return phone === changes.at(-1)?.data.payTo.phone ? null : phone
  }

  return {
    /** Null of an account that nobody knows any more. */
    async of(accountId: string): Promise<PayToRecord | null> {
      const changes = await readChanges(accountId)
      const last = changes.at(-1)
      if (!last) {
        const registered = await identity.registeredAs({ accountId })
        return registered && { ...registered, changedAt: null, payableFrom: null, former: null }
      }
      const { name, phone } = last.data.payTo
      const former = await lastPayable(accountId, changes)
      return { name, phone, ...changedAt(last.data.at, waitHours), former }
    },

    /** What a payout must wait for; null where the number was never changed. Of who is erased too: the instant is kept. */
    async readChange(accountId: string): Promise<PayeeChange | null> {
      const past = (await streams.read(payToStream(accountId))) as Recorded<PayToEvent>[]
      const last = past.at(-1)
      return last ? changedAt(last.data.at, waitHours) : null
    },

    /** @throws Refused('bad_input' | 'not_found'): no mobile, no such account */
    async set({ accountId, name, phone, by }: NewNumber, metadata: EventMetadata): Promise<void> {
      if (!isMobile(phone)) throw new Refused('bad_input', { field: 'phone' })
      const registered = await identity.registeredAs({ accountId })
      if (!registered) throw new Refused('not_found')
      const command = { type: 'SetPayTo', accountId, name, phone, by, at: now(), registered: registered.phone } as const
      await handle(payToStream(accountId), command, metadata)
    },

    /** The numbers of one change, for those who are told of it; null where they are erased. */
    async change(accountId: string, changeId: string) {
      const changes = await readChanges(accountId)
      const at = changes.findIndex(({ id }) => id === changeId)
      const changed = changes[at]
      if (!changed) return null
      const former = await before(accountId, changes, at)
      return { former, phone: changed.data.payTo.phone, payableFrom: changedAt(changed.data.at, waitHours).payableFrom }
    },
  }
}
