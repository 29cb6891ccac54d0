import type { AccountEvent } from './account.ts'
import type { ApprovalEvent } from './approval.ts'
import type { GrantEvent } from './grants.ts'
import type { ReservationEvent } from './reservation.ts'
import type { SessionEvent } from './session.ts'

/** Every event that identity's streams may hold. */
export type IdentityEvent = AccountEvent | ApprovalEvent | GrantEvent | ReservationEvent | SessionEvent
