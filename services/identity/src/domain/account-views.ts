import type { Role } from '@tuma/contracts/vocabulary'
import type { View } from '@tuma/platform/domain'
import { type AccountChange, type AccountEvent, nowhere } from './account.ts'
import type { IdentityEvent } from './identity-event.ts'
import type { ReservationMade } from './reservation.ts'

/**
 * An account as signed-in people see it; no password, no link. One that is deleted, or can never be verified because
 * another has its e-mail address, has no row.
 */
export type AccountRow = {
  readonly accountId: string
  readonly name: string
  readonly username: string
  readonly email: string
  readonly phone: string
  readonly role: Role
  readonly isVerified: boolean
  readonly points: number
  readonly location: string | null
  readonly address: string | null
  readonly createdAt: string
  readonly sessionEpoch: number
  /** Whether signing in asks for a code. */
  readonly secondFactor: boolean
}

export const accountsView: View<IdentityEvent, AccountRow> = {
  collection: {
    name: 'accounts-v3',
    shape: {
      accountId: 'text',
      name: 'text',
      username: 'text',
      email: 'text',
      phone: 'text',
      role: 'text',
      isVerified: 'boolean',
      points: 'number',
      location: 'text or null',
      address: 'text or null',
      createdAt: 'text',
      sessionEpoch: 'number',
      secondFactor: 'boolean',
    },
    fields: { role: 'text', createdAt: 'text' },
    indexes: [['role']],
    counted: [['role']],
    sortBy: 'createdAt',
  },
  idsOf: ({ type, data }) => {
    switch (type) {
      case 'AccountRegistered':
      case 'AccountOpened':
      case 'EmailVerified':
      case 'PointsEarned':
      case 'ProfileChanged':
      case 'EmailChanged':
      case 'PasswordReset':
      case 'ShopAssigned':
      case 'RoleChanged':
      case 'AccountDeleted':
      case 'SecondFactorConfirmed':
      case 'SecondFactorRemoved':
        return [data.accountId]
      case 'ReservationMade':
        return data.takenFrom === null ? [] : [data.takenFrom]
      case 'LinkIssued':
      case 'EmailChangeRequested':
      case 'SecondFactorSetUp':
      case 'SecondFactorUsed':
      case 'RecoveryCodeUsed':
      case 'AdminGranted':
      case 'AdminRevoked':
      case 'ReservationConfirmed':
      case 'ReservationReleased':
      case 'SessionStarted':
      case 'SessionEnded':
        return []
    }
  },
  project: (row, event) => projectAccount(row, event as RowEvent),
}

type RowEvent = AccountEvent | ReservationMade

const projectAccount = (row: AccountRow | null, event: RowEvent): AccountRow | null => {
  if (event.type === 'AccountRegistered') {
    const { data } = event
    return { ...beginning(data, data.registeredAt), role: 'user', isVerified: false, ...nowhere }
  }
  if (event.type === 'AccountOpened') {
    const { role, shop, openedAt } = event.data
    return { ...beginning(event.data, openedAt), role, isVerified: true, ...(shop ?? nowhere) }
  }
  return row && projectChange(row, event)
}

const projectChange = (row: AccountRow, { type, data }: AccountChange | ReservationMade): AccountRow | null => {
  const sessionEpoch = row.sessionEpoch + 1
  switch (type) {
    case 'EmailVerified':
      return { ...row, isVerified: true }
    case 'PointsEarned':
      return { ...row, points: row.points + data.points }
    case 'ProfileChanged': {
      const { personId: _, ...profile } = data.profile
      return { ...row, ...profile }
    }
    case 'EmailChanged':
      return { ...row, email: data.address.email }
    case 'PasswordReset':
      return { ...row, sessionEpoch }
    case 'ShopAssigned':
      return { ...row, ...data.shop }
    case 'RoleChanged':
      return {
        ...row,
        role: data.role,
        ...nowhere,
        sessionEpoch,
        secondFactor: row.secondFactor && data.role !== 'user',
      }
    case 'SecondFactorConfirmed':
      return { ...row, secondFactor: true, sessionEpoch }
    case 'SecondFactorRemoved':
      return { ...row, secondFactor: false }
    case 'LinkIssued':
    case 'EmailChangeRequested':
    case 'SecondFactorSetUp':
    case 'SecondFactorUsed':
    case 'RecoveryCodeUsed':
      return row
    case 'AccountDeleted':
      return null
    case 'ReservationMade':
      // Somebody else has its name now. Who is verified has lost an e-mail address that was only asked for.
      return row.isVerified ? row : null
  }
}

type Beginning = Extract<AccountEvent, { type: 'AccountRegistered' | 'AccountOpened' }>['data']

const beginning = ({ accountId, person: { personId: _, ...person } }: Beginning, createdAt: string) => ({
  accountId,
  ...person,
  points: 0,
  createdAt,
  sessionEpoch: 0,
  secondFactor: false,
})
