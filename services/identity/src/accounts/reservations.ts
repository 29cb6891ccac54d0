import type { KeyObject } from 'node:crypto'
import type { EventMetadata, Streams } from '@tuma/platform/event-sourcing'
import { type Account, sameAddress } from '../domain/account.ts'
import type { IdentityEvent } from '../domain/identity-event.ts'
import { getOwner, nameKey, type Reservation, toClaim } from '../domain/reservation.ts'
import {
  emailReservation,
  type Holder,
  type Kind,
  type ReservationCommand,
  taken,
  usernameReservation,
} from '../domain/reservation-decisions.ts'
import { keyedHash } from '../keys.ts'
import { getState } from '../stream-state.ts'

type Names = { readonly email: string; readonly username: string }
type Step = { readonly kind: Kind; readonly stream: string; readonly command: ReservationCommand }

/** At most this many unverified accounts with the same address may sign in and be told to open their link. */
const maxUnverified = 5

const deciders = { email: emailReservation, username: usernameReservation }

type AccountOf = (accountId: string) => Promise<Account | null>
type Asker = { readonly accountId: string; readonly email: string; readonly at: string }

/** Reads who has which name now. */
const openHolders = (streams: Streams<IdentityEvent>, key: KeyObject, getAccount: AccountOf) => {
  const computeHash = (text: string): string => keyedHash(key, nameKey(text))
  const getStreamName = (kind: Kind, text: string): string => `${kind}-${computeHash(text)}`
  const held = (kind: Kind, text: string): Promise<Reservation> =>
    getState(streams, deciders[kind], getStreamName(kind, text))

  const getHolderState = async (account: Account, { email, at }: Asker): Promise<Holder['standing']> => {
    const { accountId, person, verified, links } = account
    if (verified) return 'registered'
    if (sameAddress(person.email, email)) return 'rival'
    // An account that has lost its address keeps the username while a link could still work, just like one that has
    // not. So the username does not reveal which of the two it is.
    const waits = links.some(({ expiresAt }) => expiresAt > at) || toClaim(await held('email', person.email), accountId)
    return waits ? 'registered' : 'displaced'
  }

  /** The state of each claim's account, as this asker must see it. */
  const seenBy = (asker: Asker, { claims }: Reservation): Promise<Holder[]> =>
    Promise.all(
      claims.map(async ({ accountId }) => {
        const account = await getAccount(accountId)
        if (!account) return { accountId, standing: 'missing' }
        return { accountId, standing: account.deleted ? 'deleted' : await getHolderState(account, asker) }
      }),
    )

  const accountsAt = async (email: string, accountIds: readonly string[]): Promise<Account[]> => {
    const accounts = await Promise.all(accountIds.map(getAccount))
    return accounts.filter(
      (account): account is Account => account !== null && !account.deleted && sameAddress(account.person.email, email),
    )
  }

  const questions = {
    computeHash,
    /** The owner of the username, or the last account that asked for it. */
    async holder(username: string): Promise<string | null> {
      return (await held('username', username)).claims.at(-1)?.accountId ?? null
    },
    /** Whether the e-mail address belongs to the account, or still can. */
    async awaits(email: string, accountId: string): Promise<boolean> {
      return toClaim(await held('email', email), accountId) !== null
    },
    /**
     * The account that owns the e-mail address; and those, newest first, that registered with it and never verified it,
     * whether or not they still can.
     */
    async accountsAt(email: string): Promise<{ owner: Account | null; unverified: readonly Account[] }> {
      const reservation = await held('email', email)
      const owner = getOwner(reservation)
      const waiting = reservation.claims.map(({ accountId }) => accountId).filter((accountId) => accountId !== owner)
      const newestFirst = [...reservation.lost, ...waiting].reverse().slice(0, maxUnverified)
      const [owners, others] = await Promise.all([
        accountsAt(email, owner === null ? [] : [owner]),
        accountsAt(email, newestFirst),
      ])
      return { owner: owners[0] ?? null, unverified: others.filter(({ verified }) => !verified) }
    },
  }
  return { getStreamName, held, seenBy, questions }
}

export type Reservations = ReturnType<typeof openReservations>

/**
 * E-mail addresses and usernames, each owned by one account, without regard to case. Both are checked before either is
 * written, so that a refused registration leaves nothing behind.
 */
export const openReservations = (streams: Streams<IdentityEvent>, key: KeyObject, getAccount: AccountOf) => {
  const { getStreamName, held, seenBy, questions } = openHolders(streams, key, getAccount)
  const handlers = {
    email: streams.getHandler(emailReservation),
    username: streams.getHandler(usernameReservation),
  }

  /** @throws the refusal of the decision */
  const ask = (kind: Kind, text: string, reservation: Reservation, command: ReservationCommand): Step => {
    deciders[kind].decide(command, reservation)
    return { kind, stream: getStreamName(kind, text), command }
  }

  const record = async (steps: readonly Step[], metadata: EventMetadata): Promise<void> => {
    for (const { kind, stream, command } of steps) {
      const { state } = await handlers[kind](stream, command, metadata)
      // An account that asks for another's address gets no refusal.
      const mayBeLost = kind === 'email' && command.type === 'Reserve' && !command.confirmed
      // A late retry finds its own old reservation, which another account may have taken over since.
      if (!mayBeLost && !toClaim(state, command.accountId)) throw taken(kind)
    }
  }

  return {
    ...questions,
    /** @throws Refused('username_taken'), and 'email_taken' for `confirmed` ones */
    async reserve(
      { email, username }: Names,
      { accountId, confirmed }: { readonly accountId: string; readonly confirmed: boolean },
      metadata: EventMetadata,
    ): Promise<void> {
      const { at } = metadata
      const asker = { accountId, email, at }
      const [atEmail, atUsername] = await Promise.all([held('email', email), held('username', username)])
      const reserve = { type: 'Reserve', accountId, confirmed, at } as const
      const steps = [
        ask('email', email, atEmail, { ...reserve, seen: await seenBy(asker, atEmail) }),
        ask('username', username, atUsername, { ...reserve, seen: await seenBy(asker, atUsername) }),
      ]
      await record(steps, metadata)
    },
    /** For an account that has another address until then. The answer does not tell whether the address is taken. */
    async reserveEmail(email: string, accountId: string, metadata: EventMetadata): Promise<void> {
      const { at } = metadata
      const atEmail = await held('email', email)
      const seen = await seenBy({ accountId, email, at }, atEmail)
      await record([ask('email', email, atEmail, { type: 'Reserve', accountId, seen, confirmed: false, at })], metadata)
    },
    /** Final: all other claims on the names are lost. @throws Refused('link_invalid') if the account may not have both */
    async confirm({ email, username }: Names, accountId: string, metadata: EventMetadata): Promise<void> {
      const [atEmail, atUsername] = await Promise.all([held('email', email), held('username', username)])
      const command = { type: 'Confirm', accountId, at: metadata.at } as const
      await record([ask('email', email, atEmail, command), ask('username', username, atUsername, command)], metadata)
    },
    /** Leaves a reservation of another account alone. */
    async releaseEmail(email: string, accountId: string, metadata: EventMetadata): Promise<void> {
      await handlers.email(getStreamName('email', email), { type: 'Release', accountId, at: metadata.at }, metadata)
    },
  }
}
