import type { AnyContractRouter, ContractRouterClient } from '@orpc/contract'
import type { deliveryContract } from './delivery.ts'
import type { identityContract } from './identity.ts'
import type { InternalContract } from './internal-call.ts'
import type { notificationContract } from './notification.ts'
import type { paymentContract } from './payment.ts'
import type { revenueContract } from './revenue.ts'

export type { Approval, ToApprove, UsedApproval } from './approvals.ts'
export * from './behind.ts'
export type { BookingRecord, SenderBookingRecord } from './bookings.ts'
export type { DrawerRecord, HandOverRecord, OwedMoveRecord, OwedRecord, PayoutRecord } from './books.ts'
export type { CashOfferRecord } from './cash-offers.ts'
export * from './command-context.ts'
export * from './delivery.ts'
export { whoDid } from './history.ts'
export * from './identity.ts'
export type { Caller } from './internal-call.ts'
export * from './notification.ts'
export type { ApprovalGiven, OutgoingRecord } from './outgoing.ts'
export * from './parked.ts'
export * from './payment.ts'
export type { UsableMoney } from './payment-of-booking.ts'
export * from './phone-erasure.ts'
export * from './revenue.ts'
export { countedSecurityEvent, type SecurityEvent } from './security-event.ts'

/** The client for another service: the same type in one process and between processes. */
type ClientOf<Contract extends AnyContractRouter & InternalContract> = ContractRouterClient<Contract>
export type IdentityClient = ClientOf<typeof identityContract>
export type DeliveryClient = ClientOf<typeof deliveryContract>
export type PaymentClient = ClientOf<typeof paymentContract>
export type NotificationClient = ClientOf<typeof notificationContract>
export type RevenueClient = ClientOf<typeof revenueContract>
