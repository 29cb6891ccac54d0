import type { ApiOutputs } from '@tuma/contracts/api'

type TabCounts = ApiOutputs['counter']['tabCounts']
type ByGroup = TabCounts['receiving']['inTransitBy']

const none: ByGroup = { shop: 0, riders: 0, near: 0 }

/** The counts of an agent's tabs, 0 where nothing is said. What is in transit or delivered counts without other riders' parcels. */
export function sampleTabCounts({
  sending,
  inTransitBy,
  deliveredBy,
  ...others
}: {
  sending?: Partial<TabCounts['sending']>
  inTransitBy?: Partial<ByGroup>
  deliveredBy?: Partial<ByGroup>
  collected?: number
  waiting?: number
} = {}): TabCounts {
  const [coming, arrived] = [
    { ...none, ...inTransitBy },
    { ...none, ...deliveredBy },
  ]
  return {
    sending: { dropping: 0, uncollected: 0, inTransit: 0, all: 0, ...sending },
    receiving: {
      ...{ inTransit: coming.shop + coming.riders, inTransitBy: coming },
      ...{ delivered: arrived.shop + arrived.riders, deliveredBy: arrived },
      ...{ collected: 0, waiting: 0, ...others },
    },
  }
}
