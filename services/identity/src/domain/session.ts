import type { DomainEvent } from '@tuma/platform/domain'

export type SessionEvent =
  | DomainEvent<
      'SessionStarted',
      {
        readonly sessionId: string
        readonly accountId: string
        /** The account's `sessionEpoch` when it began. */
        readonly epoch: number
        readonly startedAt: string
        readonly expiresAt: string
      }
    >
  | DomainEvent<'SessionEnded', { readonly sessionId: string; readonly endedAt: string }>

export type Session = { readonly sessionId: string; readonly expiresAt: string; readonly ended: boolean }

export const evolve = (session: Session | null, { type, data }: SessionEvent): Session | null => {
  switch (type) {
    case 'SessionStarted':
      return { sessionId: data.sessionId, expiresAt: data.expiresAt, ended: false }
    case 'SessionEnded':
      return session && { ...session, ended: true }
  }
}
