import { identityEvents } from '@tuma/contracts/events'
import { type Announcement, announce, type Recorded } from '@tuma/platform/event-sourcing'
import type { IdentityEvent } from './domain/identity-event.ts'

/**
 * All that other services learn from identity: that a mail with a link must be sent, which account is deleted, whose
 * sessions an admin ended, and what was done without a second admin.
 */
export const announceIdentity = ({ type, data }: Recorded<IdentityEvent>): Announcement | null => {
  switch (type) {
    case 'LinkIssued':
      return announce(identityEvents.linkRequested, data)
    case 'AccountDeleted':
      return announce(identityEvents.accountDeleted, { accountId: data.accountId, at: data.deletedAt })
    case 'SessionsEnded':
      return announce(identityEvents.sessionsEnded, { accountId: data.accountId, at: data.endedAt })
    case 'ApprovalUsed': {
      const { approvalId, kind, cents, alone, at } = data
      return alone ? announce(identityEvents.doneAlone, { approvalId, kind, cents, at }) : null
    }
    case 'AccountRegistered':
    case 'AccountOpened':
    case 'EmailVerified':
    case 'PointsEarned':
    case 'ProfileChanged':
    case 'EmailChangeRequested':
    case 'EmailChanged':
    case 'PasswordReset':
    case 'ShopAssigned':
    case 'RoleChanged':
    case 'SecondFactorSetUp':
    case 'SecondFactorUsed':
    case 'RecoveryCodeUsed':
    case 'SecondFactorConfirmed':
    case 'SecondFactorRemoved':
    case 'ApprovalAsked':
    case 'ApprovalGiven':
    case 'ApprovalDeclined':
    case 'ApprovalReturned':
    case 'AdminGranted':
    case 'AdminRevoked':
    case 'ReservationMade':
    case 'ReservationConfirmed':
    case 'ReservationReleased':
    case 'SessionStarted':
    case 'SessionEnded':
      return null
  }
}
