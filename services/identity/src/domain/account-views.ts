import { type Role, sameWords, wordsOf, wordsOfPhone } from '@tuma/contracts/vocabulary'
import type { View } from '@tuma/platform/domain'
import { type AccountChange, type AccountEvent, nowhere } from './account.ts'
import type { IdentityEvent } from './identity-event.ts'
import type { ReservationMade } from './reservation.ts'

/**
 * An account as signed-in people see it, without password and links. An account has no row once it is deleted, or once
 * another account owns its e-mail address, so that it can never be verified.
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
  /** The words by which a search finds it. */
  readonly words: readonly string[]
}

/** The same account for lists in another order than the newest first; each order has its own read model. */
export type PlacedAccount = {
  readonly account: Omit<AccountRow, 'words'>
  readonly role: Role
  /** The sort key; each list has its own. */
  readonly place: string
  readonly words: readonly string[]
}

const shape = {
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
} as const
const words = { each: 'text' } as const

export const accountsView: View<IdentityEvent, AccountRow> = {
  whenDamaged: 'leavesOut',
  collection: {
    name: 'accounts-v4',
    shape: { ...shape, words },
    fields: { role: 'text', createdAt: 'text' },
    indexes: [['role']],
    counted: [['role']],
    words: 'words',
    sortBy: 'createdAt',
  },
  getIds: ({ type, data }) => {
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
      case 'SessionsEnded':
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
      case 'ApprovalAsked':
      case 'ApprovalGiven':
      case 'ApprovalDeclined':
      case 'ApprovalUsed':
      case 'ApprovalReturned':
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

const placedBy = (name: PlacedView['collection']['name'], toPlace: (row: AccountRow) => string): PlacedView => ({
  whenDamaged: 'leavesOut',
  collection: {
    name,
    shape: { account: shape, role: 'text', place: 'text', words },
    fields: { role: 'text', place: 'text' },
    indexes: [['role']],
    counted: [['role']],
    words: 'words',
    sortBy: 'place',
  },
  getIds: accountsView.getIds,
  project: (placed, event) => {
    const row = projectAccount(placed && { ...placed.account, words: placed.words }, event as RowEvent)
    if (row === null) return null
    const { words, ...account } = row
    return { account, role: row.role, place: toPlace(row), words }
  },
})
type PlacedView = View<IdentityEvent, PlacedAccount>

export const accountsByNameView = placedBy('accounts-by-name-v1', ({ name }) => sameWords(name))

const maxDigits = 12
/** Many accounts have equal points, so the key includes the id: it fixes the order, and pages can continue in it. */
export const accountsByPointsView = placedBy(
  'accounts-by-points-v1',
  ({ points, accountId }) => `${String(points).padStart(maxDigits, '0')} ${accountId}`,
)

type RowEvent = AccountEvent | ReservationMade

const projectAccount = (row: AccountRow | null, event: RowEvent): AccountRow | null => {
  const after = projectRow(row, event)
  return after && { ...after, words: wordsOfAccount(after) }
}

type Row = Omit<AccountRow, 'words'>

const wordsOfAccount = ({ name, username, email, phone }: Row): string[] => [
  ...new Set([...[name, username, email].flatMap(wordsOf), ...wordsOfPhone(phone)]),
]

const projectRow = (row: Row | null, event: RowEvent): Row | null => {
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

const projectChange = (row: Row, { type, data }: AccountChange | ReservationMade): Row | null => {
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
    case 'SessionsEnded':
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
      // Another account has the name now. A verified account has only lost an e-mail address that it asked for.
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
