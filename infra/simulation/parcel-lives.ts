import { deliveryStatuses } from '@tuma/contracts/vocabulary'
import { type Fact, type Facts, groupedBy } from './facts.ts'

export const streamsOf = ({ events }: Facts, service: string, noun: string) =>
  groupedBy(
    events.filter((one) => one.service === service && one.stream.startsWith(`${noun}-`)),
    ({ stream }) => stream,
  )
export const onlyOf = (past: readonly Fact[], type: string) => past.filter((one) => one.type === type)
export const statusOrder: readonly string[] = deliveryStatuses
export const statusAfter: Readonly<Record<string, string>> = {
  ParcelDroppedOff: 'uncollected',
  ParcelPutInTransit: 'inTransit',
  ParcelDelivered: 'delivered',
  ParcelCollected: 'collected',
  ParcelReturned: 'collected',
}

/** A stream that was begun again after a deletion is as many lives of a parcel. */
export const livesOf = (past: readonly Fact[]): Fact[][] => {
  const lives: Fact[][] = []
  for (const one of past) {
    if (one.type === 'DeliveryRequested') lives.push([])
    lives.at(-1)?.push(one)
  }
  return lives
}
/** Its people may be erased after that. */
const deletionOf = (life: readonly Fact[]) => onlyOf(life, 'DeliveryDeleted')[0]
export const isDeleted = (life: readonly Fact[]) => deletionOf(life) !== undefined
/** It was not handed in yet, so that its payment may pay for another. */
export const isFreed = (life: readonly Fact[]): boolean => deletionOf(life)?.data.freed ?? false
export const begunAs = (life: readonly Fact[]) => life[0]?.data
export const statusOf = (life: readonly Fact[]): string => {
  const start = begunAs(life).deliveryType === 'doorstep' ? 'uncollected' : 'dropping'
  return life.reduce(
    (status, { type, data }) =>
      statusAfter[type] ?? (type === 'StatusOverridden' || type === 'ReturnStarted' ? data.to : status),
    start,
  )
}
export const parcelsOf = (facts: Facts) => [...streamsOf(facts, 'delivery', 'delivery').values()]
