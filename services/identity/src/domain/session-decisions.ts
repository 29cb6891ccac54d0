import { Refused } from '@tuma/contracts/vocabulary'
import type { Decider } from '@tuma/platform/domain'
import type { Account } from './account.ts'
import { days, hours, later } from './instant.ts'
import { evolve, type Session, type SessionEvent } from './session.ts'

const sessionLasts = hours(12)
const keptSessionLasts = days(30)

export type SessionCommand =
  | {
      readonly type: 'StartSession'
      readonly sessionId: string
      readonly account: Pick<Account, 'accountId' | 'verified' | 'sessionEpoch'>
      readonly keepSignedIn: boolean
      readonly at: string
    }
  | { readonly type: 'EndSession'; readonly at: string }

export const getExpiry = (at: string, keepSignedIn: boolean): string =>
  later(at, keepSignedIn ? keptSessionLasts : sessionLasts)

const decide = (command: SessionCommand, session: Session | null): SessionEvent[] => {
  const { at } = command
  switch (command.type) {
    case 'StartSession': {
      const { sessionId, account, keepSignedIn } = command
      if (!account.verified) throw new Refused('not_verified')
      if (session) return []
      const { accountId, sessionEpoch: epoch } = account
      const expiresAt = getExpiry(at, keepSignedIn)
      return [{ type: 'SessionStarted', data: { sessionId, accountId, epoch, startedAt: at, expiresAt } }]
    }
    case 'EndSession':
      if (!session || session.ended) return []
      return [{ type: 'SessionEnded', data: { sessionId: session.sessionId, endedAt: at } }]
  }
}

export const session: Decider<Session | null, SessionCommand, SessionEvent> = { initialState: null, decide, evolve }
