import type { View } from '@tuma/platform/domain'
import type { AccountRow } from './account-views.ts'
import type { IdentityEvent } from './identity-event.ts'

/** A session that was not ended by a person; it may have expired. */
export type SessionRow = {
  readonly sessionId: string
  readonly accountId: string
  readonly epoch: number
  readonly startedAt: string
  readonly expiresAt: string
}

export const sessionsView: View<IdentityEvent, SessionRow> = {
  whenDamaged: 'leavesOut',
  collection: {
    name: 'sessions-v1',
    shape: { sessionId: 'text', accountId: 'text', epoch: 'number', startedAt: 'text', expiresAt: 'text' },
    fields: { startedAt: 'text' },
    indexes: [],
    unlisted: true,
    sortBy: 'startedAt',
  },
  getIds: ({ type, data }) => {
    switch (type) {
      case 'SessionStarted':
      case 'SessionEnded':
        return [data.sessionId]
      case 'AccountRegistered':
      case 'AccountOpened':
      case 'LinkIssued':
      case 'EmailVerified':
      case 'PointsEarned':
      case 'ProfileChanged':
      case 'EmailChangeRequested':
      case 'EmailChanged':
      case 'PasswordReset':
      case 'ShopAssigned':
      case 'RoleChanged':
      case 'SessionsEnded':
      case 'AccountDeleted':
      case 'SecondFactorSetUp':
      case 'SecondFactorUsed':
      case 'RecoveryCodeUsed':
      case 'SecondFactorConfirmed':
      case 'SecondFactorRemoved':
      case 'ApprovalAsked':
      case 'ApprovalGiven':
      case 'ApprovalDeclined':
      case 'ApprovalUsed':
      case 'ApprovalReturned':
      case 'AdminGranted':
      case 'AdminRevoked':
      case 'ReservationMade':
      case 'ReservationConfirmed':
      case 'ReservationReleased':
        return []
    }
  },
  project: (_row, { type, data }) => (type === 'SessionStarted' ? data : null),
}

/** Whether the session is still valid for the account. */
export const speaksFor = (session: SessionRow, account: AccountRow, at: string): boolean =>
  session.expiresAt > at && session.epoch === account.sessionEpoch && account.isVerified
