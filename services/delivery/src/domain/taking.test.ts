import { Refused } from '@tuma/contracts/vocabulary'
import { toSpecification } from '@tuma/platform/testing'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  admin,
  cbdAgent,
  client,
  doorstepRequested,
  dukaniRequested,
  getEvents,
  getRows,
  kimboAgent,
  mondayTen,
  move,
  overrideTo,
  owedAtTheDoor,
  system,
  thikaAgent,
} from '../testing/parcels.ts'
import { type Delivery, type DeliveryEvent, nothingRequested } from './delivery.ts'
import { type DeliveryCommand, delivery, type MoveParcel } from './delivery-decisions.ts'
import { deliveriesView } from './delivery-views.ts'
import { getNextStepFor } from './next-step.ts'
import type { Taking } from './taking.ts'

const { given } = toSpecification(delivery)
const doorstep = getEvents('doorstep')
const dukani = getEvents('parcelDukani')
const cash: Taking = { how: 'cash' }
const notPaid: Taking = { how: 'not_paid' }
const byPrompt: Taking = { how: 'prompt', paymentIds: ['p1'] }
const byTill: Taking = { how: 'till', paymentIds: ['p2'] }
const deliver = (taken: MoveParcel['taken'], by = thikaAgent, revision: number | null = null) =>
  move('delivered', by, revision, taken)
const onItsWay = [doorstepRequested(owedAtTheDoor), doorstep.riderAssigned(), doorstep.inTransit]
const withoutMoney: DeliveryEvent = {
  type: 'ParcelHeld',
  data: { deliveryId: 'd1', deliveryType: 'doorstep', code: 'no_money', holds: ['no_money'], at: mondayTen },
}
const handedOver = [doorstep.delivered, doorstep.paid(mondayTen)]

describe('money that is due', () => {
  test.each([
    [cash, { how: 'cash', paymentIds: [] }],
    [byPrompt, { how: 'prompt', paymentIds: ['p1'] }],
    [byTill, { how: 'till', paymentIds: ['p2'] }],
  ] as const)('is taken with the step, as the agent says: %j', (taken, kept) =>
    given(...onItsWay)
      .when(deliver(taken))
      .then(...handedOver, doorstep.taken(kept)),
  )
  test('is with the agent who does not say how it was paid', () =>
    given(...onItsWay)
      .when(deliver(null))
      .then(...handedOver, doorstep.taken({ said: false })))
  test('is owed to the account that sent the parcel', () =>
    given(doorstepRequested({ ...owedAtTheDoor, ownerId: 'wanjiku' }), ...onItsWay.slice(1))
      .when(deliver(cash))
      .then(...handedOver, doorstep.taken({ owedTo: 'account:wanjiku' }), doorstep.completed))
  test('must be explained when an admin skips the agents', () => {
    for (const by of [admin, system])
      given(...onItsWay)
        .when(overrideTo('delivered', by))
        .then(
          doorstep.overridden('inTransit', 'delivered'),
          doorstep.paid(mondayTen),
          doorstep.taken({ how: 'unexplained', said: false, agentId: null }),
        )
  })
  test('is taken once, even if the parcel is set back', () => {
    const back = [...onItsWay, ...handedOver, doorstep.taken(), doorstep.overridden('delivered', 'inTransit')]
    given(...back)
      .when(deliver(null))
      .then(doorstep.delivered)
    given(...back)
      .when(overrideTo('delivered'))
      .then(doorstep.overridden('inTransit', 'delivered'))
    given(...back)
      .when(deliver(cash))
      .thenRefused('nothing_due')
  })
})

describe('no money is recorded', () => {
  test('when the agent repeats the answer', () =>
    given(...onItsWay, ...handedOver, doorstep.taken())
      .when(deliver(byTill))
      .then())
  test('where no money is due', () => {
    const sent = [dukaniRequested(), dukani.paid(), dukani.dropped, dukani.inTransit]
    for (const taken of [cash, notPaid, byPrompt])
      given(...sent)
        .when(deliver(taken))
        .thenRefused('nothing_due')
    given(...sent, dukani.delivered)
      .when(deliver(cash))
      .thenRefused('nothing_due')
  })
  test('for a parcel that must be paid in advance, even without an answer', () =>
    given(doorstepRequested(), ...onItsWay.slice(1))
      .when(deliver(null))
      .then(...handedOver))
  test('before the hand-over', () =>
    given(...onItsWay.slice(0, 2))
      .when(move('inTransit', cbdAgent, null, cash))
      .thenRefused('nothing_due'))
  test('for an agent of another shop, a client or an admin', () => {
    given(...onItsWay)
      .when(deliver(cash, kimboAgent))
      .thenRefused('not_found')
    for (const by of [client, admin])
      given(...onItsWay)
        .when(deliver(cash, by))
        .thenRefused('not_allowed')
  })
  test('for an agent with an outdated row', () =>
    given(...onItsWay)
      .when(deliver(cash, thikaAgent, 1))
      .thenRefused('stale'))
})

describe('an unpaid parcel', () => {
  test('stays at its shop, held', () =>
    given(...onItsWay)
      .when(deliver(notPaid))
      .then(withoutMoney))
  test('is held once', () =>
    given(...onItsWay, withoutMoney)
      .when(deliver(notPaid))
      .then())
  test('is handed over when the agent says how it was paid, in the same append', () =>
    given(...onItsWay, withoutMoney)
      .when(deliver(byPrompt))
      .then(
        ...handedOver,
        doorstep.taken({ how: 'prompt', paymentIds: ['p1'] }),
        doorstep.released([], mondayTen, 'no_money'),
      ))
  test('loses this hold when an admin skips the agents, and keeps its others', () =>
    given(...onItsWay, withoutMoney, doorstep.held(['no_money', 'damaged']))
      .when(overrideTo('delivered'))
      .then(
        doorstep.overridden('inTransit', 'delivered'),
        doorstep.paid(mondayTen),
        doorstep.taken({ how: 'unexplained', said: false, agentId: null }),
        doorstep.released(['damaged'], mondayTen, 'no_money'),
      ))
  test('can’t be handed over without an answer', () =>
    given(...onItsWay, withoutMoney)
      .when(deliver(null))
      .thenRefused('parcel_held'))
  test('still offers the hand-over', () => {
    const [row] = getRows(deliveriesView, ...onItsWay, withoutMoney)
    expect(row && getNextStepFor(thikaAgent, row)).toEqual({ nextStep: { step: 'markDelivered', mine: true } })
  })
})

const says = fc.constantFrom<Taking | null>(null, cash, notPaid, byPrompt, byTill)
const presses: fc.Arbitrary<DeliveryCommand> = fc.oneof(
  fc.tuple(says, fc.constantFrom(thikaAgent, cbdAgent, kimboAgent)).map(([taken, by]) => deliver(taken, by)),
  fc.constantFrom('uncollected', 'sorting', 'inTransit', 'delivered').map((to) => overrideTo(to as 'sorting')),
  fc.constantFrom(move('inTransit', cbdAgent), move('collected', thikaAgent)),
)

test('in every order of presses, the money is taken once, and always with the step', () => {
  fc.assert(
    fc.property(fc.array(presses, { maxLength: 30 }), (commands) => {
      let state: Delivery = onItsWay.reduce(delivery.evolve, nothingRequested)
      const all: DeliveryEvent[] = []
      for (const command of commands) {
        const events = decided(command, state)
        const types = events.map(({ type }) => type)
        expect(types.includes('DueTaken')).toBe(types.includes('DeliveryPaid'))
        state = events.reduce(delivery.evolve, state)
        all.push(...events)
        expect(state.parcel?.paid && state.parcel.holds.includes('no_money')).toBe(false)
      }
      expect(all.filter(({ type }) => type === 'DueTaken').length).toBe(state.parcel?.paid ? 1 : 0)
    }),
  )
})

const decided = (command: DeliveryCommand, state: Delivery): readonly DeliveryEvent[] => {
  try {
    return delivery.decide(command, state)
  } catch (error) {
    if (error instanceof Refused) return []
    throw error
  }
}
