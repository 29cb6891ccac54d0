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
import { offeredTo } from './next-step.ts'
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

describe('what is due', () => {
  test.each([
    [cash, { how: 'cash', paymentIds: [] }],
    [byPrompt, { how: 'prompt', paymentIds: ['p1'] }],
    [byTill, { how: 'till', paymentIds: ['p2'] }],
  ] as const)('is taken with the step, as the agent says: %j', (taken, kept) =>
    given(...onItsWay)
      .when(deliver(taken))
      .then(...handedOver, doorstep.taken(kept)),
  )
  test('is in the hands of the agent who says nothing of it', () =>
    given(...onItsWay)
      .when(deliver(null))
      .then(...handedOver, doorstep.taken({ said: false })))
  test('is owed to the account that sent it', () =>
    given(doorstepRequested({ ...owedAtTheDoor, ownerId: 'wanjiku' }), ...onItsWay.slice(1))
      .when(deliver(cash))
      .then(...handedOver, doorstep.taken({ owedTo: 'account:wanjiku' }), doorstep.completed))
  test('is to be explained by an admin who sets it past the agents', () => {
    for (const by of [admin, system])
      given(...onItsWay)
        .when(overrideTo('delivered', by))
        .then(
          doorstep.overridden('inTransit', 'delivered'),
          doorstep.paid(mondayTen),
          doorstep.taken({ how: 'unexplained', said: false, agentId: null }),
        )
  })
  test('is taken once, whoever sets the parcel back', () => {
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

describe('nothing is written', () => {
  test('when it is said again', () =>
    given(...onItsWay, ...handedOver, doorstep.taken())
      .when(deliver(byTill))
      .then())
  test('where nothing is due', () => {
    const sent = [dukaniRequested(), dukani.paid(), dukani.dropped, dukani.inTransit]
    for (const taken of [cash, notPaid, byPrompt])
      given(...sent)
        .when(deliver(taken))
        .thenRefused('nothing_due')
    given(...sent, dukani.delivered)
      .when(deliver(cash))
      .thenRefused('nothing_due')
  })
  test('of a parcel that was to be paid beforehand, also where nobody has said that it was', () =>
    given(doorstepRequested(), ...onItsWay.slice(1))
      .when(deliver(null))
      .then(...handedOver))
  test('before it is handed over', () =>
    given(...onItsWay.slice(0, 2))
      .when(move('inTransit', cbdAgent, null, cash))
      .thenRefused('nothing_due'))
  test('by an agent of another shop, a client or an admin', () => {
    given(...onItsWay)
      .when(deliver(cash, kimboAgent))
      .thenRefused('not_found')
    for (const by of [client, admin])
      given(...onItsWay)
        .when(deliver(cash, by))
        .thenRefused('not_allowed')
  })
  test('by who saw an older row', () =>
    given(...onItsWay)
      .when(deliver(cash, thikaAgent, 1))
      .thenRefused('stale'))
})

describe('what is not paid', () => {
  test('stays where it is, held', () =>
    given(...onItsWay)
      .when(deliver(notPaid))
      .then(withoutMoney))
  test('is held once', () =>
    given(...onItsWay, withoutMoney)
      .when(deliver(notPaid))
      .then())
  test('goes when somebody says how it was paid, in the same append', () =>
    given(...onItsWay, withoutMoney)
      .when(deliver(byPrompt))
      .then(
        ...handedOver,
        doorstep.taken({ how: 'prompt', paymentIds: ['p1'] }),
        doorstep.released([], mondayTen, 'no_money'),
      ))
  test('is waited for no more when an admin sets it past the agents; what else holds it still does', () =>
    given(...onItsWay, withoutMoney, doorstep.held(['no_money', 'damaged']))
      .when(overrideTo('delivered'))
      .then(
        doorstep.overridden('inTransit', 'delivered'),
        doorstep.paid(mondayTen),
        doorstep.taken({ how: 'unexplained', said: false, agentId: null }),
        doorstep.released(['damaged'], mondayTen, 'no_money'),
      ))
  test('does not go by a press that says nothing of it', () =>
    given(...onItsWay, withoutMoney)
      .when(deliver(null))
      .thenRefused('parcel_held'))
  test('is offered to be handed over all the same', () => {
    const [row] = getRows(deliveriesView, ...onItsWay, withoutMoney)
    expect(row && offeredTo(thikaAgent, row)).toEqual({ nextStep: { step: 'markDelivered', mine: true } })
  })
})

const says = fc.constantFrom<Taking | null>(null, cash, notPaid, byPrompt, byTill)
const presses: fc.Arbitrary<DeliveryCommand> = fc.oneof(
  fc.tuple(says, fc.constantFrom(thikaAgent, cbdAgent, kimboAgent)).map(([taken, by]) => deliver(taken, by)),
  fc.constantFrom('uncollected', 'sorting', 'inTransit', 'delivered').map((to) => overrideTo(to as 'sorting')),
  fc.constantFrom(move('inTransit', cbdAgent), move('collected', thikaAgent)),
)

test('whatever is pressed in whatever order, it is taken once and never without the step', () => {
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
