import type { KeyObject } from 'node:crypto'
import type { EventMetadata, Streams } from '@tuma/platform/event-sourcing'
import { type Account, sameAddress } from './domain/account.ts'
import type { IdentityEvent } from './domain/identity-event.ts'
import { nameKey, type Reservation } from './domain/reservation.ts'
import {
  emailReservation,
  type Holder,
  type Kind,
  type ReservationCommand,
  taken,
  usernameReservation,
} from './domain/reservation-decisions.ts'
import { keyedHash } from './keys.ts'
import { stateOf } from './stream-state.ts'

type Names = { readonly email: string; readonly username: string }
type Step = { readonly kind: Kind; readonly stream: string; readonly command: ReservationCommand }

const deciders = { email: emailReservation, username: usernameReservation }

type AccountOf = (accountId: string) => Promise<Account | null>

/** Who has which name at this moment. */
const openHolders = (streams: Streams<IdentityEvent>, key: KeyObject, accountOf: AccountOf) => {
  const hashOf = (text: string): string => keyedHash(key, nameKey(text))
  const streamOf = (kind: Kind, text: string): string => `${kind}-${hashOf(text)}`
  const held = (kind: Kind, text: string): Promise<Reservation | null> =>
    stateOf(streams, deciders[kind], streamOf(kind, text))

  const holderOf = async (reservation: Reservation | null, emptied?: Holder | null): Promise<Holder | null> => {
    if (!reservation) return null
    const { accountId } = reservation
    const account = await accountOf(accountId)
    if (!account) return { accountId, standing: 'missing' }
    if (account.deleted) return { accountId, standing: 'deleted' }
    const atEmail = await held('email', account.person.email)
    const stands = atEmail?.accountId === accountId && emptied?.accountId !== accountId
    return { accountId, standing: stands ? 'registered' : 'displaced' }
  }

  return { hashOf, streamOf, held, holderOf }
}

export type Reservations = ReturnType<typeof openReservations>

/**
 * E-mail addresses and usernames, each in one hand without regard to case. Both reservations of an account are asked
 * for before either is written, so that whoever is refused leaves nothing behind.
 */
export const openReservations = (streams: Streams<IdentityEvent>, key: KeyObject, accountOf: AccountOf) => {
  const { hashOf, streamOf, held, holderOf } = openHolders(streams, key, accountOf)
  const handlers = {
    email: streams.handlerOf(emailReservation),
    username: streams.handlerOf(usernameReservation),
  }

  /** @throws what the decision would refuse */
  const ask = (kind: Kind, text: string, reservation: Reservation | null, command: ReservationCommand): Step => {
    deciders[kind].decide(command, reservation)
    return { kind, stream: streamOf(kind, text), command }
  }

  const record = async (steps: readonly Step[], metadata: EventMetadata): Promise<void> => {
    for (const { kind, stream, command } of steps) {
      const { state } = await handlers[kind](stream, command, metadata)
      // A late retry finds its own reservation of old, which somebody else may have taken over since.
      if (state?.accountId !== command.accountId) throw taken(kind)
    }
  }

  return {
    hashOf,
    /** Whose it is; of an e-mail address perhaps somebody's who only asked for it. */
    holder: async (kind: Kind, text: string): Promise<string | null> => (await held(kind, text))?.accountId ?? null,
    /** The account that has the e-mail address, verified or not. */
    async accountAt(email: string): Promise<Account | null> {
      const reservation = await held('email', email)
      const account = reservation && (await accountOf(reservation.accountId))
      return account && !account.deleted && sameAddress(account.person.email, email) ? account : null
    },
    /** @throws Refused('email_taken' | 'username_taken') */
    async reserve(
      { email, username }: Names,
      { accountId, confirmed }: { readonly accountId: string; readonly confirmed: boolean },
      metadata: EventMetadata,
    ): Promise<void> {
      const [atEmail, atUsername] = await Promise.all([held('email', email), held('username', username)])
      const displaced = await holderOf(atEmail)
      const reserve = { type: 'Reserve', accountId, confirmed, at: metadata.at } as const
      const steps = [
        ask('email', email, atEmail, { ...reserve, seen: displaced }),
        // Whoever registers again takes their username along.
        ask('username', username, atUsername, { ...reserve, seen: await holderOf(atUsername, displaced) }),
      ]
      await record(steps, metadata)
    },
    /** For an account that has another address so far. @throws Refused('email_taken') */
    async reserveEmail(email: string, accountId: string, metadata: EventMetadata): Promise<void> {
      const atEmail = await held('email', email)
      const seen = await holderOf(atEmail)
      const command = { type: 'Reserve', accountId, seen, confirmed: false, at: metadata.at } as const
      await record([ask('email', email, atEmail, command)], metadata)
    },
    /** For good: from now on nobody takes them over. @throws Refused('link_invalid') for who does not hold both */
    async confirm({ email, username }: Names, accountId: string, metadata: EventMetadata): Promise<void> {
      const [atEmail, atUsername] = await Promise.all([held('email', email), held('username', username)])
      const command = { type: 'Confirm', accountId, at: metadata.at } as const
      await record([ask('email', email, atEmail, command), ask('username', username, atUsername, command)], metadata)
    },
    /** Somebody else's stays. */
    async releaseEmail(email: string, accountId: string, metadata: EventMetadata): Promise<void> {
      await handlers.email(streamOf('email', email), { type: 'Release', accountId, at: metadata.at }, metadata)
    },
  }
}
