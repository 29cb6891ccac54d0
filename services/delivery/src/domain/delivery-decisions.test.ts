import { toSpecification } from '@tuma/platform/testing'
import { describe, expect, test } from 'vitest'
import {
  achieng,
  admin,
  agentWithoutShop,
  assignPicker,
  assignRider,
  cbdAgent,
  client,
  doorstepRequested,
  dukaniRequested,
  getEvents,
  kimboAgent,
  kiprono,
  mondayTen,
  move,
  owedAtTheDoor,
  system,
  thikaAgent,
  thikaMarketAgent,
  visitor,
} from '../testing/parcels.ts'
import { type Delivery, type DeliveryEvent, evolve, nothingRequested } from './delivery.ts'
import { type DeliveryCommand, delivery } from './delivery-decisions.ts'

const { given } = toSpecification(delivery)

const dukani = getEvents('parcelDukani')
const dukaniDropping: DeliveryEvent[] = [dukaniRequested(), dukani.paid()]
const dukaniDropped = [...dukaniDropping, dukani.dropped]
const dukaniInTransit = [...dukaniDropped, dukani.inTransit]
const dukaniDelivered = [...dukaniInTransit, dukani.delivered]
const dukaniCollected = [...dukaniDelivered, dukani.collected]

const doorstep = getEvents('doorstep')
const doorstepWaiting: DeliveryEvent[] = [doorstepRequested(), doorstep.paid()]
const doorstepWithRider = [...doorstepWaiting, doorstep.riderAssigned()]
const doorstepInTransit = [...doorstepWithRider, doorstep.inTransit]
const doorstepDelivered = [...doorstepInTransit, doorstep.delivered]

const owned = { ownerId: 'wanjiku' }
const ownedBy = ([, ...later]: DeliveryEvent[], requested: DeliveryEvent) => [requested, ...later]

describe('a dukani parcel', () => {
  test('is dropped at the sender’s shop', () =>
    given(...dukaniDropping)
      .when(move('uncollected', cbdAgent))
      .then(dukani.dropped))
  test('is put in transit by the sender’s shop', () =>
    given(...dukaniDropped)
      .when(move('inTransit', cbdAgent))
      .then(dukani.inTransit))
  test('is put in transit from sorting too', () => {
    const state = [...dukaniDropped].reduce<Delivery>(evolve, nothingRequested)
    const sorting: Delivery = { ...state, parcel: state.parcel && { ...state.parcel, status: 'sorting' } }
    expect(delivery.decide(move('inTransit', cbdAgent), sorting)).toEqual([
      { ...dukani.inTransit, data: { ...dukani.inTransit.data, from: 'sorting' } },
    ])
  })
  test('is delivered to the receiving shop', () =>
    given(...dukaniInTransit)
      .when(move('delivered', thikaAgent))
      .then(dukani.delivered))
  test('is collected at the receiving shop', () =>
    given(...dukaniDelivered)
      .when(move('collected', thikaAgent))
      .then(dukani.collected, dukani.withoutCode()))
  test('of a client earns points when it is collected, and not before', () => {
    const past = ownedBy(dukaniInTransit, dukaniRequested(owned))
    given(...past)
      .when(move('delivered', thikaAgent))
      .then(dukani.delivered)
    given(...past, dukani.delivered)
      .when(move('collected', thikaAgent))
      .then(dukani.collected, dukani.completed, dukani.withoutCode('wanjiku'))
  })
  test('that cost less than Ksh 10 earns no points', () =>
    given(...ownedBy(dukaniDelivered, dukaniRequested({ ...owned, fee: 9 })))
      .when(move('collected', thikaAgent))
      .then(dukani.collected, dukani.withoutCode('wanjiku')))
})

describe('a doorstep parcel', () => {
  test('is given a rider by the sender’s shop', () =>
    given(...doorstepWaiting)
      .when(assignRider(cbdAgent))
      .then(doorstep.riderAssigned()))
  test('may be given another rider until it is in transit', () => {
    given(...doorstepWithRider)
      .when(assignRider(cbdAgent, 'r2'))
      .then(doorstep.riderAssigned('r2'))
    given(...doorstepInTransit)
      .when(assignRider(cbdAgent, 'r2'))
      .thenRefused('step_not_allowed')
  })
  test('needs a rider before it can be put in transit', () => {
    given(...doorstepWaiting)
      .when(move('inTransit', cbdAgent))
      .thenRefused('rider_needed')
    given(...doorstepWithRider)
      .when(move('inTransit', cbdAgent))
      .then(doorstep.inTransit)
  })
  test.each([
    ['the sender’s shop', cbdAgent],
    ['any shop at the receiver’s place', thikaMarketAgent],
  ])('is delivered, and then confirmed by %s', (_who, agent) => {
    given(...doorstepInTransit)
      .when(move('delivered', agent))
      .then(doorstep.delivered)
    given(...doorstepDelivered)
      .when(move('collected', agent))
      .then(doorstep.collected, doorstep.withoutCode())
  })
  test('that is paid on delivery is paid when it is delivered', () =>
    given(doorstepRequested(owedAtTheDoor), doorstep.riderAssigned(), doorstep.inTransit)
      .when(move('delivered', cbdAgent))
      .then(doorstep.delivered, doorstep.paid(mondayTen), doorstep.taken({ said: false })))
  test('of a client earns points when it is delivered, and not again when that is confirmed', () => {
    const past = ownedBy(doorstepInTransit, doorstepRequested(owned))
    given(...past)
      .when(move('delivered', cbdAgent))
      .then(doorstep.delivered, doorstep.completed)
    given(...past, doorstep.delivered, doorstep.completed)
      .when(move('collected', cbdAgent))
      .then(doorstep.collected, doorstep.withoutCode('wanjiku'))
  })
  test('that was set back earns and pays nothing a second time', () => {
    const state = ownedBy(doorstepInTransit, doorstepRequested(owned)).reduce(evolve, nothingRequested)
    const setBack: Delivery = { ...state, parcel: state.parcel && { ...state.parcel, paid: true, completed: true } }
    expect(delivery.decide(move('delivered', cbdAgent), setBack)).toEqual([doorstep.delivered])
  })
  test('can only have a known rider', () =>
    given(...doorstepWaiting)
      .when(assignRider(cbdAgent, 'r9', null))
      .thenRefused('unknown_rider'))
})

describe('a picker', () => {
  test('is recorded for a collected parcel', () =>
    given(...dukaniCollected)
      .when(assignPicker(thikaAgent))
      .then(dukani.pickerAssigned))
  test('collects a parcel that is still waiting', () =>
    given(...ownedBy(dukaniDelivered, dukaniRequested(owned)))
      .when(assignPicker(thikaAgent))
      .then(dukani.collected, dukani.pickerAssigned, dukani.completed, dukani.withoutCode('wanjiku')))
  test('is recorded once, even if the name is typed differently', () =>
    given(...dukaniCollected, dukani.pickerAssigned)
      .when(assignPicker(thikaAgent, { ...achieng, name: ' achieng  odhiambo' }))
      .then())
  test('who is another person is refused', () =>
    given(...dukaniCollected, dukani.pickerAssigned)
      .when(assignPicker(thikaAgent, { ...achieng, nationalId: '99999999' }))
      .thenRefused('picker_differs'))
  test('can’t come before the parcel arrives', () =>
    given(...dukaniInTransit)
      .when(assignPicker(thikaAgent))
      .thenRefused('step_not_allowed'))
  test('can’t come for a doorstep parcel', () =>
    given(...doorstepDelivered)
      .when(assignPicker(cbdAgent))
      .thenRefused('step_not_allowed'))
})

describe('a step that was already taken records nothing', () => {
  test.each<[string, DeliveryEvent[], DeliveryCommand]>([
    ['dropping twice', dukaniDropped, move('uncollected', cbdAgent)],
    ['dropping what has gone', dukaniInTransit, move('uncollected', cbdAgent)],
    ['dropping a doorstep parcel, which begins there', doorstepWaiting, move('uncollected', cbdAgent)],
    ['putting in transit twice', doorstepInTransit, move('inTransit', cbdAgent)],
    ['delivering twice', dukaniDelivered, move('delivered', thikaAgent)],
    ['collecting twice', dukaniCollected, move('collected', thikaAgent)],
    ['assigning the same rider again', doorstepWithRider, assignRider(cbdAgent)],
    ['assigning the same rider to a parcel that has gone', doorstepInTransit, assignRider(cbdAgent)],
  ])('%s', (_what, past, command) =>
    given(...past)
      .when(command)
      .then(),
  )

  test.each<[string, DeliveryEvent[], DeliveryCommand]>([
    ['collecting', dukaniCollected, move('collected', thikaAgent, 0)],
    ['assigning the rider', doorstepWithRider, assignRider(cbdAgent, 'r1', null, 0)],
    ['noting the picker', [...dukaniCollected, dukani.pickerAssigned], assignPicker(thikaAgent, achieng, 0)],
  ])('even from an outdated screen: %s', (_what, past, command) =>
    given(...past)
      .when(command)
      .then(),
  )
})

describe('a step out of order is refused', () => {
  test.each<[string, DeliveryEvent[], DeliveryCommand]>([
    ['in transit before it was dropped', dukaniDropping, move('inTransit', cbdAgent)],
    ['delivered before it was in transit', dukaniDropped, move('delivered', thikaAgent)],
    ['collected before it was delivered', dukaniInTransit, move('collected', thikaAgent)],
    ['a doorstep parcel delivered before it was in transit', doorstepWithRider, move('delivered', cbdAgent)],
    ['a rider for a dukani parcel', dukaniDropped, assignRider(cbdAgent)],
  ])('%s', (_what, past, command) =>
    given(...past)
      .when(command)
      .thenRefused('step_not_allowed'),
  )
})

describe('a press for several parcels', () => {
  const together = (command: ReturnType<typeof move>) => ({ ...command, together: true })
  test('does not deliver a parcel that a rider carries', () => {
    for (const agent of [cbdAgent, thikaAgent, thikaMarketAgent])
      given(...doorstepInTransit)
        .when(together(move('delivered', agent)))
        .thenRefused('with_rider')
  })
  test('delivers what the van has brought', () =>
    given(...dukaniInTransit)
      .when(together(move('delivered', thikaAgent)))
      .then(dukani.delivered))
  test('takes in a parcel that comes back from a door without a rider', () => {
    const turned = doorstep.returning({ from: 'inTransit', to: 'inTransit' })
    given(...doorstepInTransit, turned)
      .when(together(move('delivered', cbdAgent)))
      .then(doorstep.back.delivered)
  })
  test('sends parcels out with their riders, and confirms parcels that riders have delivered', () => {
    given(...doorstepWithRider)
      .when(together(move('inTransit', cbdAgent)))
      .then(doorstep.inTransit)
    given(...doorstepDelivered)
      .when(together(move('collected', thikaAgent)))
      .then(doorstep.collected, doorstep.withoutCode())
  })
  test('records nothing for a parcel that was already delivered', () =>
    given(...doorstepDelivered)
      .when(together(move('delivered', cbdAgent)))
      .then())
})

describe('a press on a row', () => {
  const presses: [string, DeliveryEvent[], (revision: number) => DeliveryCommand][] = [
    ['Intransit', dukaniDropped, (revision) => move('inTransit', cbdAgent, revision)],
    ['Assign Rider', doorstepWaiting, (revision) => assignRider(cbdAgent, 'r1', kiprono, revision)],
    ['another rider', doorstepWithRider, (revision) => assignRider(cbdAgent, 'r2', kiprono, revision)],
    ['Assign Picker', dukaniCollected, (revision) => assignPicker(thikaAgent, achieng, revision)],
  ]
  test.each(presses)('that has changed is refused, with its revision: %s', (_press, past, pressedAt) => {
    const state = past.reduce(evolve, nothingRequested)
    const { revision } = state
    expect(() => delivery.decide(pressedAt(revision - 1), state)).toThrow(
      expect.objectContaining({ code: 'stale', details: { revision } }),
    )
  })
  test.each(presses)('that has not changed is accepted: %s', (_press, past, pressedAt) => {
    const state = past.reduce(evolve, nothingRequested)
    expect(delivery.decide(pressedAt(state.revision), state)).toHaveLength(1)
  })
})

describe('the steps are checked', () => {
  const everyPress = (by: typeof cbdAgent): [string, DeliveryEvent[], DeliveryCommand][] => [
    ['Dropped', dukaniDropping, move('uncollected', by)],
    ['Assign Rider', doorstepWaiting, assignRider(by)],
    ['Intransit', dukaniDropped, move('inTransit', by)],
    ['Delivered', dukaniInTransit, move('delivered', by)],
    ['Delivered at the door', doorstepInTransit, move('delivered', by)],
    ['Collected', dukaniDelivered, move('collected', by)],
    ['Assign Picker', dukaniCollected, assignPicker(by)],
  ]
  test.each(everyPress(kimboAgent))('%s: an agent of another shop does not find the parcel', (_press, past, command) =>
    given(...past)
      .when(command)
      .thenRefused('not_found'),
  )
  test.each(everyPress(agentWithoutShop))('%s: an agent without a shop does not find it', (_press, past, command) =>
    given(...past)
      .when(command)
      .thenRefused('not_found'),
  )
  test.each([admin, client, visitor, system].flatMap(everyPress))('%s: only agents may press', (_p, past, command) =>
    given(...past)
      .when(command)
      .thenRefused('not_allowed'),
  )
  test.each<[string, DeliveryEvent[], DeliveryCommand]>([
    ['Dropped', dukaniDropping, move('uncollected', thikaAgent)],
    ['Intransit', dukaniDropped, move('inTransit', thikaAgent)],
    ['Assign Rider', doorstepWaiting, assignRider(thikaAgent)],
    ['Delivered', dukaniInTransit, move('delivered', cbdAgent)],
    ['Collected', dukaniDelivered, move('collected', cbdAgent)],
    ['Assign Picker', dukaniCollected, assignPicker(cbdAgent)],
  ])('%s: the other shop may not press', (_press, past, command) =>
    given(...past)
      .when(command)
      .thenRefused('not_allowed'),
  )
  test('another shop in the place of a dukani parcel does not find it', () =>
    given(...dukaniInTransit)
      .when(move('delivered', thikaMarketAgent))
      .thenRefused('not_found'))
  test('a shop is the same in any spelling', () =>
    given(...dukaniDropping)
      .when(move('uncollected', { ...cbdAgent, shop: { location: ' nairobi  cbd', address: 'TUMA HOUSE ' } }))
      .then(dukani.dropped))
  test('a parcel that was never requested is not found', () =>
    given().when(move('uncollected', cbdAgent)).thenRefused('not_found'))
})
