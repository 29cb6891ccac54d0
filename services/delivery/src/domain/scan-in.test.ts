import { Refused, type ScanVerdict } from '@tuma/contracts/vocabulary'
import { toSpecification } from '@tuma/platform/testing'
import { describe, expect, test } from 'vitest'
import {
  admin,
  agentWithoutShop,
  assignRider,
  cbd,
  cbdAgent,
  client,
  doorstepRequested,
  dukaniRequested,
  getEvents,
  getRows,
  kimbo,
  kimboAgent,
  mondayTen,
  move,
  owedAtTheDoor,
  release,
  scanIn,
  thika,
  thikaAgent,
  thikaMarketAgent,
  waitDays,
} from '../testing/parcels.ts'
import type { Asker } from './asker.ts'
import type { DeliveryEvent } from './delivery.ts'
import { delivery } from './delivery-decisions.ts'
import { deliveriesView } from './delivery-views.ts'
import { promisesView } from './promises-view.ts'
import { decideScan } from './scan-in.ts'
import type { LiftHold } from './trouble/holds.ts'

const { given } = toSpecification(delivery)
const dukani = getEvents('parcelDukani')
const door = getEvents('doorstep')
const about = { deliveryId: 'd1', deliveryType: 'parcelDukani' } as const
const aboutDoor = { deliveryId: 'd1', deliveryType: 'doorstep' } as const

const booked: DeliveryEvent[] = [dukaniRequested(), dukani.paid()]
const dropped = [...booked, dukani.dropped]
const sent = [...dropped, dukani.inTransit]
const arrived = [...sent, dukani.delivered]
const back = [...arrived, dukani.returning()]
const toDoor: DeliveryEvent[] = [doorstepRequested(), door.promised(), door.paid()]
const withRider = [...toDoor, door.riderAssigned(), door.inTransit]

const trackingId = 'TM-7K3M-Q2XV-90TB'
const eightFive = '2026-11-16T05:05:00.000Z'
const waits = { since: mondayTen, until: '2026-11-26' }
const look = (events: readonly DeliveryEvent[], { shop }: Asker, doneAt: string | null = null) => {
  if (!shop) throw new Error('this agent has no shop')
  return decideScan(
    trackingId,
    { shop, doneAt, days: waitDays, at: mondayTen },
    events.reduce(delivery.evolve, delivery.initialState),
  )
}
const says = (events: readonly DeliveryEvent[], agent: Asker, verdict: ScanVerdict, more: object = {}) => {
  const { events: _, ...told } = look(events, agent)
  expect(told).toEqual({ verdict, ...more })
}
/** The same scan again, after the first has been recorded. */
const scannedAgain = (events: readonly DeliveryEvent[], agent: Asker) =>
  look([...events, ...look(events, agent).events], agent)
const seenAt = (shop: typeof cbd, more: object = {}): DeliveryEvent => ({
  type: 'ParcelSeen',
  data: { ...about, shop, at: mondayTen, ...more },
})
const doorSeenAt = (shop: typeof cbd): DeliveryEvent => ({
  type: 'ParcelSeen',
  data: { ...aboutDoor, shop, at: mondayTen },
})
const lift = (by: Asker, code: LiftHold['code']): LiftHold => ({
  ...{ type: 'LiftHold', by, code, days: waitDays, at: mondayTen },
})
const found: DeliveryEvent = { type: 'ParcelFound', data: { ...about, at: mondayTen } }
const notMissing = (holds: LiftHold['code'][] = []): DeliveryEvent => ({
  type: 'HoldReleased',
  data: { ...about, code: 'missing', holds, by: 'by_hand', at: mondayTen },
})
const promised = (by: string): DeliveryEvent => ({ type: 'PromiseMade', data: { ...aboutDoor, by, basis: 'tier' } })

describe('a parcel for a shop, scanned where it is sent from', () => {
  test('is dropped off', () => {
    says(booked, cbdAgent, 'takenIn')
    given(...booked)
      .when(scanIn(cbdAgent))
      .then({ type: 'ParcelDroppedOff', data: { ...about, from: 'dropping', shop: cbd } })
  })
  test('is dropped off also while its payment is in doubt, as with a press', () => {
    says([...booked, dukani.held()], cbdAgent, 'takenIn')
  })
  test('is here already once it is dropped off', () => {
    expect(scannedAgain(booked, cbdAgent)).toEqual({ verdict: 'alreadyHere', events: [] })
    given(...dropped)
      .when(scanIn(cbdAgent))
      .then()
  })
  test('is on hold there while it is held', () => {
    says([...dropped, dukani.held(['damaged'])], cbdAgent, 'onHold', { hold: 'damaged' })
  })
  test('comes back to it from another shop', () => {
    const strayed = [...dropped, seenAt(kimbo)]
    says(strayed, cbdAgent, 'takenIn')
    given(...strayed)
      .when(scanIn(cbdAgent))
      .then(seenAt(cbd))
    expect(scannedAgain(strayed, cbdAgent).verdict).toBe('alreadyHere')
  })
  test('is for the other shop once it is sent, and this shop has it', () => {
    says(sent, cbdAgent, 'forOtherShop', { shop: thika })
    given(...sent)
      .when(scanIn(cbdAgent))
      .then(seenAt(cbd))
  })
  test('is no longer missing when it is found there', () => {
    const missing = [...dropped, dukani.held(['missing'])]
    says(missing, cbdAgent, 'takenIn')
    given(...missing)
      .when(scanIn(cbdAgent))
      .then(notMissing())
  })
})

describe('a parcel for a door, scanned where it is sent from', () => {
  test('is seen, and a rider must have it within its time from now on', () => {
    says(toDoor, cbdAgent, 'takenInForRider', { until: '2026-11-16T19:00:00.000Z' })
    given(...toDoor)
      .when(scanIn(cbdAgent))
      .then(doorSeenAt(cbd), promised('2026-11-16T19:00:00.000Z'))
  })
  test('express has 90 minutes from when the device scanned it', () => {
    const express = [doorstepRequested({ tier: 'express' }), door.paid()]
    expect(look(express, cbdAgent, eightFive)).toMatchObject({ until: '2026-11-16T06:35:00.000Z' })
    given(...express)
      .when(scanIn(cbdAgent, eightFive))
      .then(
        { type: 'ParcelSeen', data: { ...aboutDoor, shop: cbd, at: mondayTen, doneAt: eightFive } },
        promised('2026-11-16T06:35:00.000Z'),
      )
  })
  test('keeps its deadline at a second scan', () => {
    expect(scannedAgain(toDoor, cbdAgent)).toEqual({ verdict: 'alreadyHere', events: [] })
    const strayed = [...toDoor, doorSeenAt(cbd), promised('2026-11-16T19:00:00.000Z'), doorSeenAt(kimbo)]
    says(strayed, cbdAgent, 'takenInForRider', { until: '2026-11-16T19:00:00.000Z' })
    given(...strayed)
      .when(scanIn(cbdAgent))
      .then(doorSeenAt(cbd))
  })
  test('asks for no rider where it has one', () => {
    says([...toDoor, door.riderAssigned()], cbdAgent, 'takenIn')
  })
  test('is on hold there while it is held, and seen', () => {
    const held = [...toDoor, door.held(['damaged'])]
    says(held, cbdAgent, 'onHold', { hold: 'damaged' })
    expect(look(held, cbdAgent).events.map(({ type }) => type)).toEqual(['ParcelSeen', 'PromiseMade'])
  })
  test('is with its rider once it is in transit, in both places', () => {
    for (const agent of [cbdAgent, thikaAgent, thikaMarketAgent]) {
      says(withRider, agent, 'withRider')
      given(...withRider)
        .when(scanIn(agent))
        .then()
    }
  })
  test('is at the shop again when it was lost on its way', () => {
    const lost = [...withRider, door.lost]
    says(lost, cbdAgent, 'takenIn')
    given(...lost)
      .when(scanIn(cbdAgent))
      .then({ type: 'ParcelFound', data: { ...aboutDoor, at: mondayTen } }, doorSeenAt(cbd))
    expect(scannedAgain(lost, cbdAgent)).toEqual({ verdict: 'alreadyHere', events: [] })
  })
  test('is for the shop where a rider fetches it, at every other shop', () => {
    for (const agent of [kimboAgent, thikaAgent]) says(toDoor, agent, 'forOtherShop', { shop: cbd })
  })
  test('is handed over once it is at the door', () => {
    says([...withRider, door.delivered], cbdAgent, 'collected')
  })
})

describe('a parcel scanned at the shop that it is for', () => {
  const delivered = (more: object = {}): DeliveryEvent => ({
    type: 'ParcelDelivered',
    data: { ...about, from: 'inTransit', shop: thika, waits, ...more },
  })
  test('arrives', () => {
    says(sent, thikaAgent, 'arrived')
    given(...sent)
      .when(scanIn(thikaAgent))
      .then(delivered())
  })
  test('is here already for the second agent', () => {
    expect(scannedAgain(sent, thikaAgent)).toEqual({ verdict: 'alreadyHere', events: [] })
    given(...arrived)
      .when(scanIn(thikaAgent))
      .then()
  })
  test('waits from when the device scanned it', () => {
    const doneAt = '2026-11-14T07:00:00.000Z'
    given(...sent)
      .when(scanIn(thikaAgent, doneAt))
      .then(delivered({ doneAt, waits: { since: doneAt, until: '2026-11-24' } }))
  })
  test('arrives when it was lost, and is found', () => {
    given(...sent, dukani.lost)
      .when(scanIn(thikaAgent))
      .then(found, delivered())
  })
  test('arrives when it was held only because it was missing', () => {
    says([...sent, dukani.held(['missing'])], thikaAgent, 'arrived')
    given(...sent, dukani.held(['missing']))
      .when(scanIn(thikaAgent))
      .then(notMissing(), delivered())
  })
  test('is found on its shelf without arriving again', () => {
    says([...arrived, dukani.lost], thikaAgent, 'arrived')
    given(...arrived, dukani.lost)
      .when(scanIn(thikaAgent))
      .then(found)
  })
  test.each([
    ['dropped off', booked, ['ParcelDroppedOff', 'ParcelPutInTransit']],
    ['sent', dropped, ['ParcelPutInTransit']],
  ])('takes the steps that its first shop forgot, when it was not %s', (_, before, steps) => {
    says(before, thikaAgent, 'arrivedUnsent', { shop: cbd })
    const { events } = look(before, thikaAgent)
    expect(events.map(({ type }) => type)).toEqual([...steps, 'ParcelDelivered'])
    expect(events.map(({ data }) => 'passing' in data && data.passing)).toEqual([...steps.map(() => true), false])
  })
  test('on hold stays where it is, and the shop has it', () => {
    const held = [...sent, dukani.held(['damaged'])]
    says(held, thikaAgent, 'onHold', { hold: 'damaged' })
    given(...held)
      .when(scanIn(thikaAgent))
      .then(seenAt(thika))
    expect(scannedAgain(held, thikaAgent)).toEqual({ verdict: 'onHold', hold: 'damaged', events: [] })
  })
  test('held as missing and for another reason is missing no more', () => {
    const held = [...sent, dukani.held(['missing', 'damaged'])]
    given(...held)
      .when(scanIn(thikaAgent))
      .then(notMissing(['damaged']), seenAt(thika))
  })
  test('whose money is due stays, because a scan takes none', () => {
    const due: DeliveryEvent[] = [dukaniRequested(owedAtTheDoor), dukani.dropped, dukani.inTransit]
    says(due, thikaAgent, 'onHold', { hold: 'no_money' })
    given(...due)
      .when(scanIn(thikaAgent))
      .then(seenAt(thika))
  })
  test('comes back to its shelf from another shop', () => {
    says([...arrived, seenAt(kimbo)], thikaAgent, 'arrived')
    given(...arrived, seenAt(kimbo))
      .when(scanIn(thikaAgent))
      .then(seenAt(thika))
  })
})

describe('a parcel that its last shop scanned in while it was held', () => {
  const held = [...sent, dukani.held(['damaged', 'payment_doubted'])]
  const seen = [...held, seenAt(thika)]
  const types = (events: readonly DeliveryEvent[]) => events.map(({ type }) => type)
  const decide = (command: LiftHold | ReturnType<typeof release>, events: readonly DeliveryEvent[]) =>
    types(delivery.decide(command, events.reduce(delivery.evolve, delivery.initialState)))
  const doubted: DeliveryEvent[] = [...sent, dukani.held(), seenAt(thika)]

  test('arrives with the release of its last hold, without another scan', () => {
    expect(decide(lift(thikaAgent, 'damaged'), seen)).toEqual(['HoldReleased'])
    expect(decide(release(), doubted)).toEqual(['HoldReleased', 'ParcelDelivered'])
    given(...doubted)
      .when(release())
      .then(
        { type: 'HoldReleased', data: { ...about, code: 'payment_doubted', holds: [], by: 'cleared', at: mondayTen } },
        { type: 'ParcelDelivered', data: { ...about, from: 'inTransit', waits } },
      )
  })
  test('takes the steps that its first shop forgot, with the release', () => {
    const unsent: DeliveryEvent[] = [...dropped, dukani.held(['damaged']), seenAt(thika)]
    expect(decide(lift(admin, 'damaged'), unsent)).toEqual(['HoldReleased', 'ParcelPutInTransit', 'ParcelDelivered'])
  })
  test('does not arrive where another shop has scanned it since', () => {
    expect(decide(release(), [...doubted, seenAt(kimbo)])).toEqual(['HoldReleased'])
  })
  test('does not arrive where no shop has scanned it', () => {
    expect(decide(release(), [...sent, dukani.held()])).toEqual(['HoldReleased'])
  })
  test('does not arrive twice', () => {
    expect(decide(release(), [...arrived, dukani.held(), seenAt(thika)])).toEqual(['HoldReleased'])
  })
})

describe('a parcel scanned at a shop that it is not for', () => {
  test.each([
    ['not dropped off', booked],
    ['dropped off', dropped],
    ['sent', sent],
    ['arrived', arrived],
    ['held', [...sent, dukani.held(['damaged'])]],
  ])('and that is %s is in the hands of that shop, and moves no step', (_, before) => {
    says(before, kimboAgent, 'forOtherShop', { shop: thika })
    given(...before)
      .when(scanIn(kimboAgent))
      .then(seenAt(kimbo))
    expect(scannedAgain(before, kimboAgent)).toEqual({ verdict: 'forOtherShop', shop: thika, events: [] })
  })
  test('is not lost any more', () => {
    given(...sent, dukani.lost)
      .when(scanIn(kimboAgent))
      .then(found, seenAt(kimbo))
  })
  test('is not cancelled at the counter where it was taken in', () => {
    const counter = { agentId: 'agent', how: 'cash', voidUntil: mondayTen } as const
    given(dukaniRequested({ counter }), dukani.paid(), dukani.dropped, seenAt(kimbo))
      .when({ type: 'CancelAtCounter', by: cbdAgent, reason: '', at: mondayTen })
      .thenRefused('too_late_to_void')
  })
  test('for a door counts as handed in at its own shop only', () => {
    const row = (...seen: DeliveryEvent[]) => getRows(deliveriesView, ...toDoor, ...seen)[0]?.seen
    expect([row(), row(doorSeenAt(kimbo)), row(doorSeenAt(cbd))]).toEqual([false, false, true])
  })
})

describe('on its way back a parcel', () => {
  test('arrives at the shop where it was handed in', () => {
    says([...back, dukani.back.inTransit], cbdAgent, 'arrived')
    given(...back, dukani.back.inTransit)
      .when(scanIn(cbdAgent))
      .then({ type: 'ParcelDelivered', data: { ...about, from: 'inTransit', leg: 'back', shop: cbd } })
  })
  test('takes the step that the other shop forgot', () => {
    says(back, cbdAgent, 'arrivedUnsent', { shop: thika })
    given(...back)
      .when(scanIn(cbdAgent))
      .then(
        {
          type: 'ParcelPutInTransit',
          data: { ...about, from: 'uncollected', leg: 'back', shop: cbd, passing: true },
        },
        { type: 'ParcelDelivered', data: { ...about, from: 'inTransit', leg: 'back', shop: cbd } },
      )
  })
  test('is here already where it is sent back from, and where it has arrived', () => {
    says(back, thikaAgent, 'alreadyHere')
    says([...back, dukani.back.inTransit, dukani.back.delivered], cbdAgent, 'alreadyHere')
  })
  test('from a door arrives at its first shop', () => {
    const turned = [...withRider, door.returning({ from: 'inTransit', to: 'inTransit' })]
    says(turned, cbdAgent, 'arrived')
  })
  test('is returned at its end', () => {
    const returned = [...back, dukani.back.inTransit, dukani.back.delivered, dukani.back.returned()]
    says(returned, cbdAgent, 'returned')
    given(...returned)
      .when(scanIn(thikaAgent))
      .then()
  })
})

describe('a scan records nothing', () => {
  test('of a parcel that was collected', () => {
    says([...arrived, dukani.collected], thikaAgent, 'collected')
    says([...arrived, dukani.collected], kimboAgent, 'collected')
  })
  test('of one that was cancelled or deleted, or whose stream has another parcel', () => {
    const cancelled = delivery.decide(
      { type: 'CancelAtCounter', by: cbdAgent, reason: '', at: mondayTen },
      [
        dukaniRequested({ counter: { agentId: 'agent', how: 'cash', voidUntil: mondayTen } }),
        dukani.paid(),
        dukani.dropped,
      ].reduce(delivery.evolve, delivery.initialState),
    )
    says([...dropped, ...cancelled], cbdAgent, 'cancelled')
    says([...booked, dukani.deleted('dropping')], cbdAgent, 'unknown')
    says([dukaniRequested({ trackingId: 'TM-0000-0000-0001' })], cbdAgent, 'unknown')
  })
  test('by a person without a shop', () => {
    given(...booked)
      .when(scanIn(agentWithoutShop))
      .thenRefused('not_found')
    for (const by of [admin, client])
      given(...booked)
        .when(scanIn(by))
        .thenRefused('not_allowed')
  })
})

test('a scan never refuses a step that a press would refuse', () => {
  expect(() =>
    delivery.decide(move('delivered', thikaAgent), booked.reduce(delivery.evolve, delivery.initialState)),
  ).toThrow(Refused)
  says(booked, thikaAgent, 'arrivedUnsent', { shop: cbd })
})

test('the deadline of the first scan is the one that the shop must keep', () => {
  const events = [...toDoor, ...look(toDoor, cbdAgent).events]
  expect(getRows(promisesView, ...events)).toMatchObject([{ by: '2026-11-16T19:00:00.000Z', state: 'open' }])
  expect(getRows(deliveriesView, ...events)).toMatchObject([{ promisedBy: '2026-11-16T19:00:00.000Z', seen: true }])
  const state = events.reduce(delivery.evolve, delivery.initialState)
  expect(delivery.decide(assignRider(cbdAgent), state).map(({ type }) => type)).toEqual(['RiderAssigned'])
})
