import type { IdentityClient } from '@tuma/contracts/services'
import { isMobile, Refused } from '@tuma/contracts/vocabulary'
import { type EventMetadata, erased, type Recorded, type Streams, unlessDamaged } from '@tuma/platform/event-sourcing'
import type { BookEvent } from './domain/books-views.ts'
import { changedAt, type PayeeChange, type PayToEvent, payTo, payToStream } from './domain/payto.ts'

type Known = { readonly name: string; readonly phone: string }
/**
 * Where money goes. `changedAt` and `payableFrom` are null where the number was never changed; `former` is the last
 * number that could be paid, null where it is not known.
 */
export type PayToRecord = Known & {
  readonly changedAt: string | null
  readonly payableFrom: string | null
  readonly former: string | null
}
type NewNumber = Known & { readonly accountId: string; readonly by: string }

export type PayTos = ReturnType<typeof openPayTos>

/**
 * The number that an account's money goes to. Until its owner sets another, it is the phone of the registration, which
 * identity keeps in the account's own stream; we ask for it when we need it, so that no crash can lose it.
 */
export const openPayTos = (deps: {
  readonly streams: Streams<BookEvent>
  readonly identity: Pick<IdentityClient, 'registeredAs'>
  /** Hours during which nothing is paid to a number after it was changed. */
  readonly waitHours: number
  readonly now: () => string
}) => {
  const { streams, identity, waitHours, now } = deps
  const handle = streams.getHandler(payTo)

  /** The changes that can still be decrypted, the oldest first. */
  const readChanges = async (accountId: string): Promise<Recorded<PayToEvent>[]> => {
    const past = (await unlessDamaged(streams.read(payToStream(accountId)), [])) as Recorded<PayToEvent>[]
    return past.filter(({ data }) => data.payTo.phone !== erased)
  }
  const before = async (accountId: string, changes: readonly Recorded<PayToEvent>[], at: number) =>
    changes[at - 1]?.data.payTo.phone ?? (await identity.registeredAs({ accountId }))?.phone ?? null
  /**
   * The number that could be paid before the last change, so that a thief who changes the number twice within the wait
   * does not hide the owner's. Null where it equals the current one.
   */
  const lastPayable = async (accountId: string, changes: readonly Recorded<PayToEvent>[]) => {
    const isReplacedTooSoon = ({ data }: Recorded<PayToEvent>, at: number) =>
      changedAt(data.at, waitHours).payableFrom > (changes[at + 1]?.data.at ?? '')
    const payable = changes.slice(0, -1).findLastIndex((change, at) => !isReplacedTooSoon(change, at))
    const phone = await before(accountId, changes, payable + 1)
    return phone === changes.at(-1)?.data.payTo.phone ? null : phone
  }

  return {
    /** Null for an unknown or deleted account. */
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

    /**
     * The change that a payout must wait for; null where the number was never changed. It is known for an erased person
     * too, because the instant is not sealed.
     */
    async readChange(accountId: string): Promise<PayeeChange | null> {
      const past = (await streams.read(payToStream(accountId))) as Recorded<PayToEvent>[]
      const last = past.at(-1)
      return last ? changedAt(last.data.at, waitHours) : null
    },

    /** @throws Refused('bad_input' | 'not_found'): not a mobile number, no such account */
    async set({ accountId, name, phone, by }: NewNumber, metadata: EventMetadata): Promise<void> {
      if (!isMobile(phone)) throw new Refused('bad_input', { field: 'phone' })
      const registered = await identity.registeredAs({ accountId })
      if (!registered) throw new Refused('not_found')
      const command = { type: 'SetPayTo', accountId, name, phone, by, at: now(), registered: registered.phone } as const
      await handle(payToStream(accountId), command, metadata)
    },

    /** The numbers of one change, for the messages about it; null where they are erased. */
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
