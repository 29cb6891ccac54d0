import { deliveryStatuses } from '@tuma/contracts/vocabulary'
import { type Fact, type Facts, groupedBy } from './facts.ts'

export const getStreams = ({ events }: Facts, service: string, noun: string) =>
  groupedBy(
    events.filter((one) => one.service === service && one.stream.startsWith(`${noun}-`)),
    ({ stream }) => stream,
  )
export const selectOnly = (past: readonly Fact[], type: string) => past.filter((one) => one.type === type)
export const statusOrder: readonly string[] = deliveryStatuses
export const statusAfter: Readonly<Record<string, string>> = {
  ParcelDroppedOff: 'uncollected',
  ParcelPutInTransit: 'inTransit',
  ParcelDelivered: 'delivered',
  ParcelCollected: 'collected',
  ParcelReturned: 'collected',
}

/** A stream that was begun again after a deletion holds several histories of a parcel. */
export const toHistories = (past: readonly Fact[]): Fact[][] => {
  const histories: Fact[][] = []
  for (const one of past) {
    if (one.type === 'DeliveryRequested') histories.push([])
    histories.at(-1)?.push(one)
  }
  return histories
}
/** Its people may be erased after that. */
const toDeletion = (history: readonly Fact[]) => selectOnly(history, 'DeliveryDeleted')[0]
export const isDeleted = (history: readonly Fact[]) => toDeletion(history) !== undefined
/** The parcel was not handed in yet, so its payment may pay for another. */
export const isFreed = (history: readonly Fact[]): boolean => toDeletion(history)?.data.freed ?? false
/** It was cancelled at the counter where it was taken in. */
export const isCancelled = (history: readonly Fact[]): boolean => selectOnly(history, 'ParcelCancelled').length > 0
export const getRequestData = (history: readonly Fact[]) => history[0]?.data
export const getStatus = (history: readonly Fact[]): string => {
  const start = getRequestData(history).deliveryType === 'doorstep' ? 'uncollected' : 'dropping'
  return history.reduce(
    (status, { type, data }) =>
      statusAfter[type] ?? (type === 'StatusOverridden' || type === 'ReturnStarted' ? data.to : status),
    start,
  )
}
export const getParcels = (facts: Facts) => [...getStreams(facts, 'delivery', 'delivery').values()]

/** The receipt of each payment that M-Pesa has told of, by the payment's id. */
export const toReceipts = (events: readonly Fact[]): ReadonlyMap<string, string> =>
  new Map(selectOnly(events, 'PaymentSeen').map(({ stream, data }) => [stream.slice('payment-'.length), data.code]))
