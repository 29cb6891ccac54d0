import type { InferContractRouterInputs, InferContractRouterOutputs } from '@orpc/contract'
import { adminDeliveries } from './admin-deliveries.ts'
import { adminPayments } from './admin-payments.ts'
import { agent } from './agent.ts'
import { approvals } from './approvals.ts'
import { audit } from './audit.ts'
import { bookings } from './bookings.ts'
import { books, cash } from './books.ts'
import { collecting } from './collecting.ts'
import { counter } from './counter.ts'
import { counterParcels } from './counter-parcels.ts'
import { deliveries } from './deliveries.ts'
import { erasures } from './erasures.ts'
import { live } from './live.ts'
import { locations } from './locations.ts'
import { marketing } from './marketing.ts'
import { money } from './money.ts'
import { network } from './network.ts'
import { operations } from './operations.ts'
import { ownData } from './own-data.ts'
import { parcelMessages } from './parcel-messages.ts'
import { payment } from './payment.ts'
import { people } from './people.ts'
import { requests } from './requests.ts'
import { revenue } from './revenue.ts'
import { savedPeople } from './saved-people.ts'
import { scanning } from './scanning.ts'
import { sessions } from './sessions.ts'
import { statements } from './statements.ts'
import { support } from './support.ts'
import { trouble } from './trouble.ts'
import { users } from './users.ts'

/**
 * The public contract: one entry for each call, with the roles that may make it. The server, the typed client, the
 * OpenAPI page and the authorisation test are all derived from it. Paths are below /api.
 */
export const contract = {
  users,
  sessions,
  ownData,
  deliveries,
  savedPeople,
  requests,
  agent,
  collecting,
  counter,
  counterParcels,
  scanning,
  bookings,
  trouble,
  payment,
  locations,
  people,
  erasures,
  approvals,
  adminDeliveries,
  parcelMessages,
  adminPayments,
  statements,
  books,
  cash,
  money,
  network,
  revenue,
  marketing,
  support,
  operations,
  audit,
  live,
}
export type Contract = typeof contract
export type ApiInputs = InferContractRouterInputs<Contract>
export type ApiOutputs = InferContractRouterOutputs<Contract>

export * from './admin-deliveries.ts'
export * from './admin-payments.ts'
export * from './agent.ts'
export { type Approval, approvalForm } from './approvals.ts'
export type { SecurityEvent } from './audit.ts'
export type { Booking, BookingAsked } from './bookings.ts'
export * from './books.ts'
export { type Audited, type CallMeta, unlessSessionEnded, type Who } from './call.ts'
export { type CashOffer, type CashOffers, type CashPassed, cashCountedOver, cashToGive } from './cash-offers.ts'
export { codeIfKnown, collectionForm } from './collecting.ts'
export { contentsForm } from './contents.ts'
export * from './counter.ts'
export * from './counter-parcels.ts'
export * from './delivery-shapes.ts'
export * from './erasures.ts'
export * from './fields.ts'
export * from './locations.ts'
export * from './marketing.ts'
export { type OwedParcel, payoutNumber } from './money.ts'
export type { OwnPayTo, Payout } from './money-shapes.ts'
export * from './network.ts'
export * from './operations.ts'
export type { HeldOfAccount } from './own-data.ts'
export type { ParcelMessages } from './parcel-messages.ts'
export { cashToPayIn, type PayIn } from './pay-ins.ts'
export * from './payment.ts'
export * from './people.ts'
export * from './requests.ts'
export * from './revenue.ts'
export type { LastSent, SavedPerson } from './saved-people.ts'
export { maxScannedCodes, type ScanAnswer } from './scanning.ts'
export type { Session } from './sessions.ts'
export * from './statements.ts'
export * from './support.ts'
export { tillReceipt } from './till-receipt.ts'
export type { OwnToday } from './today.ts'
export { holdForm, type PhotoFile, type Problems, receiverPhoneByAdmin, receiverPhoneForm } from './trouble.ts'
export * from './users.ts'
