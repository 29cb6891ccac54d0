import { type DeliveryType, type NextStep, Refused } from '@tuma/contracts/vocabulary'
import { describe, expect, test } from 'vitest'
import {
  admin,
  agentWithoutShop,
  assignPicker,
  assignRider,
  cbdAgent,
  client,
  doorstepRequested,
  dukaniRequested,
  getEvents,
  getRows,
  kimboAgent,
  move,
  thikaAgent,
  thikaMarketAgent,
  visitor,
} from '../testing/parcels.ts'
import type { Asker } from './asker.ts'
import { type DeliveryEvent, evolve, nothingRequested } from './delivery.ts'
import { type DeliveryCommand, delivery } from './delivery-decisions.ts'
import { type DeliveryRow, deliveriesView } from './delivery-views.ts'
import { getNextStepFor } from './next-step.ts'

/** From CBD to THIKA, at each status of the way. */
const toWay = (deliveryType: DeliveryType): [at: string, step: NextStep | null, past: DeliveryEvent[]][] => {
  const { dropped, riderAssigned, inTransit, delivered, collected, pickerAssigned, overridden } =
    getEvents(deliveryType)
  if (deliveryType === 'parcelDukani') {
    const way = [dukaniRequested(), dropped, inTransit, delivered, collected, pickerAssigned]
    return [
      ['dropping', 'drop', way.slice(0, 1)],
      ['uncollected', 'putInTransit', way.slice(0, 2)],
      ['sorting', 'putInTransit', [...way.slice(0, 2), overridden('uncollected', 'sorting')]],
      ['in transit', 'markDelivered', way.slice(0, 3)],
      ['delivered', 'assignPicker', way.slice(0, 4)],
      ['collected', 'assignPicker', way.slice(0, 5)],
      ['collected by a known picker', null, way],
    ]
  }
  const way = [doorstepRequested(), riderAssigned(), inTransit, delivered, collected]
  return [
    ['uncollected', 'assignRider', way.slice(0, 1)],
    ['sorting without a rider', 'assignRider', [...way.slice(0, 1), overridden('uncollected', 'sorting')]],
    ['uncollected with a rider', 'putInTransit', way.slice(0, 2)],
    ['sorting', 'putInTransit', [...way.slice(0, 2), overridden('uncollected', 'sorting')]],
    ['in transit', 'markDelivered', way.slice(0, 3)],
    ['delivered', 'confirmReceipt', way.slice(0, 4)],
    ['collected', null, way],
  ]
}

const taken: Record<NextStep, (by: Asker) => DeliveryCommand> = {
  drop: (by) => move('uncollected', by),
  assignRider,
  putInTransit: (by) => move('inTransit', by),
  markDelivered: (by) => move('delivered', by),
  confirmReceipt: (by) => move('collected', by),
  assignPicker,
}
const isAllowed = (command: DeliveryCommand, past: DeliveryEvent[]): boolean => {
  try {
    return delivery.decide(command, past.reduce(evolve, nothingRequested)).length > 0
  } catch (error) {
    if (error instanceof Refused) return false
    throw error
  }
}
const agents = { cbdAgent, thikaAgent, thikaMarketAgent, kimboAgent, agentWithoutShop }

describe.each(['parcelDukani', 'doorstep'] as const)('a %s parcel', (deliveryType) => {
  const way = toWay(deliveryType)
  const rowAfter = (past: DeliveryEvent[]) => getRows(deliveriesView, ...past)[0] as DeliveryRow

  test.each(way)('%s offers an agent %s, as theirs if it is', (_at, step, past) => {
    for (const agent of Object.values(agents)) {
      const mine = step !== null && isAllowed(taken[step](agent), past)
      expect(getNextStepFor(agent, rowAfter(past))).toEqual({ nextStep: { step, mine } })
    }
    if (step !== null) expect(Object.values(agents).some((agent) => isAllowed(taken[step](agent), past))).toBe(true)
  })
  const { held } = getEvents(deliveryType)
  const steps = way.filter((one): one is [string, NextStep, DeliveryEvent[]] => one[1] !== null)
  test.each(steps)('%s and held says what %s waits for, if it waits', (_at, step, past) => {
    const those = Object.values(agents).filter((agent) => isAllowed(taken[step](agent), past))
    for (const agent of those)
      for (const code of ['payment_doubted', 'damaged'] as const) {
        const heldPast = [...past, held([code])]
        const waits = isAllowed(taken[step](agent), heldPast) ? {} : { heldBy: code }
        expect(getNextStepFor(agent, rowAfter(heldPast))).toEqual({ nextStep: { step, mine: true, ...waits } })
      }
  })
  test('offers nothing to people who are not agents', () => {
    for (const [, , past] of way)
      for (const asker of [admin, client, visitor]) expect(getNextStepFor(asker, rowAfter(past))).toEqual({})
  })
})

describe('a parcel that goes back', () => {
  const dukani = getEvents('parcelDukani')
  const { returning, back } = dukani
  const waits = toWay('parcelDukani')[3]?.[2] ?? []
  const offered = (agent: Asker, ...past: DeliveryEvent[]) =>
    getNextStepFor(agent, getRows(deliveriesView, ...waits, ...past)[0] as DeliveryRow)
  const sorting = dukani.overridden('uncollected', 'sorting')

  test.each<[string, NextStep, Asker, Asker, DeliveryEvent[]]>([
    ['lies', 'putInTransit', thikaAgent, cbdAgent, [returning()]],
    ['is sorted', 'putInTransit', thikaAgent, cbdAgent, [returning(), sorting]],
    ['is on its way', 'markDelivered', cbdAgent, thikaAgent, [returning(), back.inTransit]],
    ['is back', 'confirmReceipt', cbdAgent, thikaAgent, [returning(), back.inTransit, back.delivered]],
  ])('and %s offers %s to the shop that has it', (_at, step, theirs, others, past) => {
    expect(offered(theirs, ...past)).toEqual({ nextStep: { step, mine: true } })
    expect(offered(others, ...past)).toEqual({ nextStep: { step, mine: false } })
  })
  test('and was collected takes no step, nor does a lost one', () => {
    const none = { nextStep: { step: null, mine: false } }
    expect(offered(cbdAgent, returning(), back.inTransit, back.delivered, back.returned())).toEqual(none)
    expect(offered(thikaAgent, dukani.lost)).toEqual(none)
  })
})
