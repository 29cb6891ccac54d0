import type { View } from '@tuma/platform/domain'
import type { IdentityEvent } from './identity-event.ts'

/** The keys by which approvals are listed and found. What they show is in their streams alone. */
export type ApprovalRow = {
  readonly approvalId: string
  readonly by: string
  readonly digest: string
  readonly askedAt: string
  readonly state: 'asked' | 'given' | 'declined' | 'used'
}

export const approvalsView: View<IdentityEvent, ApprovalRow> = {
  whenDamaged: 'leavesOut',
  collection: {
    name: 'approvals-v1',
    shape: { approvalId: 'text', by: 'text', digest: 'text', askedAt: 'text', state: 'text' },
    fields: { by: 'text', digest: 'text', askedAt: 'text', state: 'text' },
    indexes: [['state'], ['by', 'digest'], ['by', 'state']],
    sortBy: 'askedAt',
  },
  getIds: ({ type, data }) => {
    switch (type) {
      case 'ApprovalAsked':
      case 'ApprovalGiven':
      case 'ApprovalDeclined':
      case 'ApprovalUsed':
      case 'ApprovalReturned':
        return [data.approvalId]
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
      case 'AdminGranted':
      case 'AdminRevoked':
      case 'ReservationMade':
      case 'ReservationConfirmed':
      case 'ReservationReleased':
      case 'SessionStarted':
      case 'SessionEnded':
        return []
    }
  },
  project: (row, event) => {
    if (event.type === 'ApprovalAsked') {
      const { approvalId, by, digest, at } = event.data
      return { approvalId, by, digest, askedAt: at, state: 'asked' }
    }
    return row && { ...row, state: stateAfter[event.type as keyof typeof stateAfter] }
  },
}

/** A returned approval may be used again; an action without a second admin that failed is closed. */
const stateAfter = {
  ApprovalGiven: 'given',
  ApprovalDeclined: 'declined',
  ApprovalUsed: 'used',
  ApprovalReturned: 'given',
} as const
