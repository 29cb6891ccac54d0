import type { ContractRouterClient } from '@orpc/contract'
import type { deliveryContract } from './delivery.ts'
import type { identityContract } from './identity.ts'
import type { notificationContract } from './notification.ts'
import type { paymentContract } from './payment.ts'
import type { revenueContract } from './revenue.ts'

export type { Approval, ToApprove, UsedApproval } from './approvals.ts'
export * from './asked.ts'
export * from './behind.ts'
export type { DrawerRecord, HandOverRecord, OwedRecord, PayoutRecord } from './books.ts'
export { mayAsk } from './callers.ts'
export * from './delivery.ts'
export { whoDid } from './history.ts'
export * from './identity.ts'
export * from './notification.ts'
export type { ApprovalGiven, OutgoingRecord } from './outgoing.ts'
export * from './parked.ts'
export * from './payment.ts'
export * from './phone-erasure.ts'
export * from './revenue.ts'
export { countedSecurityEvent, type SecurityEvent } from './security-event.ts'

/** What a caller holds of another service: the same type in one process and between processes. */
export type IdentityClient = ContractRouterClient<typeof identityContract>
export type DeliveryClient = ContractRouterClient<typeof deliveryContract>
export type PaymentClient = ContractRouterClient<typeof paymentContract>
export type NotificationClient = ContractRouterClient<typeof notificationContract>
export type RevenueClient = ContractRouterClient<typeof revenueContract>
