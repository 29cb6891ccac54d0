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

/** A stream that was begun again after a deletion holds several lives of a parcel. */
export const toLives = (past: readonly Fact[]): Fact[][] => {
  const lives: Fact[][] = []
  for (const one of past) {
    if (one.type === 'DeliveryRequested') lives.push([])
    lives.at(-1)?.push(one)
  }
  return lives
}
/** Its people may be erased after that. */
const toDeletion = (life: readonly Fact[]) => selectOnly(life, 'DeliveryDeleted')[0]
export const isDeleted = (life: readonly Fact[]) => toDeletion(life) !== undefined
/** The parcel was not handed in yet, so its payment may pay for another. */
export const isFreed = (life: readonly Fact[]): boolean => toDeletion(life)?.data.freed ?? false
export const begunAs = (life: readonly Fact[]) => life[0]?.data
export const getStatus = (life: readonly Fact[]): string => {
  const start = begunAs(life).deliveryType === 'doorstep' ? 'uncollected' : 'dropping'
  return life.reduce(
    (status, { type, data }) =>
      statusAfter[type] ?? (type === 'StatusOverridden' || type === 'ReturnStarted' ? data.to : status),
    start,
  )
}
export const getParcels = (facts: Facts) => [...getStreams(facts, 'delivery', 'delivery').values()]
