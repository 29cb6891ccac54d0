import { describe, expect, test } from 'vitest'
import { doorstepRequested, dukaniRequested, getEvents, getRows, mondayTen, recorded } from '../../testing/parcels.ts'
import type { DeliveryEvent } from '../delivery.ts'
import { deliveriesView } from '../delivery-views.ts'
import { riddenView } from '../ridden-view.ts'
import { waitingView } from './waiting-view.ts'

const dukani = getEvents('parcelDukani')
const doorstep = getEvents('doorstep')
const onItsWay: DeliveryEvent[] = [dukaniRequested(), dukani.paid(), dukani.dropped, dukani.inTransit]
const delivered = [...onItsWay, dukani.delivered]
const asked = dukani.asked('2026-11-23T06:00:00.000Z')
const clocks = (...past: DeliveryEvent[]) => getRows(waitingView, ...past)
const shown = (...past: DeliveryEvent[]) => getRows(deliveriesView, ...past)[0]

describe('parcels that wait', () => {
  const waits = { deliveryId: 'd1', since: mondayTen, until: '2026-11-26' }
  const untouched = { quietSince: mondayTen, reminded: 0, asked: false, times: 0, held: false }
  test('are those at a shop for their receivers, from the arrival on', () => {
    expect(clocks(...onItsWay)).toEqual([])
    expect(clocks(...delivered)).toEqual([{ ...waits, ...untouched }])
  })
  test('have a row with what their clock has done', () => {
    expect(clocks(...delivered, dukani.reminded(2, '2026-11-18T06:00:00.000Z'))).toMatchObject([
      { reminded: 2, quietSince: '2026-11-18T06:00:00.000Z' },
    ])
    expect(clocks(...delivered, asked)).toMatchObject([
      { asked: true, reminded: 7, until: '2026-11-26', quietSince: '2026-11-23T06:00:00.000Z' },
    ])
    const prolonged = dukani.prolonged('2026-11-24T06:00:00.000Z')
    expect(clocks(...delivered, asked, prolonged)).toMatchObject([
      { asked: false, times: 1, until: '2026-12-03', quietSince: '2026-11-24T06:00:00.000Z' },
    ])
  })
  test('have a row that says what holds them', () => {
    expect(clocks(...delivered, dukani.held())).toMatchObject([{ held: true }])
    expect(clocks(...delivered, dukani.held(), dukani.released())).toMatchObject([{ held: false }])
    expect(clocks(...delivered, dukani.lost)).toMatchObject([{ held: true }])
    expect(clocks(...delivered, dukani.lost, dukani.found)).toMatchObject([{ held: false }])
  })
  test('have no row once they are handed over, go back, are set back or deleted', () => {
    expect(clocks(...delivered, dukani.collected)).toEqual([])
    expect(clocks(...delivered, dukani.returning())).toEqual([])
    expect(clocks(...delivered, dukani.overridden('delivered', 'sorting'))).toEqual([])
    expect(clocks(...delivered, dukani.deleted('delivered'))).toEqual([])
    expect(clocks(...delivered, dukani.returning(), dukani.back.inTransit, dukani.back.delivered)).toEqual([])
  })
})

describe('the clock of a parcel', () => {
  test('starts when an admin marks it as delivered', () =>
    expect(clocks(...onItsWay, dukani.overridden('inTransit', 'delivered'))).toMatchObject([
      { since: mondayTen, until: '2026-11-26', held: false },
    ]))
  test('starts with the arrival if its event has no time', () => {
    const said = { deliveryId: 'd1', deliveryType: 'parcelDukani', from: 'inTransit' } as const
    const at = '2026-11-16T10:00:00.000Z'
    const untold: DeliveryEvent = { type: 'ParcelDelivered', data: said }
    expect(clocks(...onItsWay, untold)).toMatchObject([{ since: at, quietSince: at, until: null }])
  })
  test('does not start for one that is set back to where it waits for its sender', () => {
    const set = { deliveryId: 'd1', deliveryType: 'parcelDukani', from: 'inTransit', to: 'delivered' } as const
    const overridden: DeliveryEvent = { type: 'StatusOverridden', data: { ...set, leg: 'back' } }
    expect(clocks(...onItsWay, overridden)).toEqual([])
  })
  test('does nothing if no parcel waits', () => {
    expect(clocks(...onItsWay, dukani.held(), dukani.released())).toEqual([])
    expect(clocks(...onItsWay, dukani.reminded(2, mondayTen))).toEqual([])
    const atTheDoor = [doorstep.delivered, doorstep.held(), doorstep.lost]
    expect(recorded('delivery-d1', doorstepRequested(), ...atTheDoor).flatMap(waitingView.getIds)).toEqual([])
  })
  test('ignores events that do not concern it', () =>
    expect(recorded('delivery-d1', ...onItsWay, dukani.completed).flatMap(waitingView.getIds)).toEqual([]))
})

describe('the row of a parcel', () => {
  test('is unchanged when its receiver is reminded', () => {
    const reminded = shown(...delivered, dukani.reminded(2, '2026-11-18T06:00:00.000Z'))
    expect(reminded).toMatchObject({ status: 'delivered', waiting: { asked: false, until: '2026-11-26' } })
  })
  test('that no longer waits does not ask its sender', () =>
    expect(shown(...delivered, dukani.collected, asked)).toMatchObject({ waiting: null }))
  test('that comes back from a door comes to its sender’s shop', () => {
    const ride = [doorstepRequested(), doorstep.riderAssigned(), doorstep.inTransit]
    expect(shown(...ride, doorstep.returning({ from: 'inTransit', to: 'inTransit' }))).toMatchObject({
      ...{ leg: 'back', sendingShop: 'NAIROBI CBD|TUMA HOUSE', receivingShop: 'NAIROBI CBD|TUMA HOUSE' },
      doorstepPlace: null,
    })
  })
  test('that waits shows until when, and what its sender was asked', () => {
    const wait = { since: mondayTen, until: '2026-11-26', asked: false, mayWait: false }
    expect(shown(...onItsWay)).toMatchObject({ waiting: null })
    expect(shown(...delivered)).toMatchObject({ waiting: wait })
    expect(shown(...delivered, asked)).toMatchObject({ waiting: { ...wait, asked: true, mayWait: true } })
    const prolonged = dukani.prolonged('2026-11-24T06:00:00.000Z')
    expect(shown(...delivered, asked, prolonged)).toMatchObject({ waiting: { ...wait, until: '2026-12-03' } })
    expect(shown(...delivered, dukani.collected)).toMatchObject({ waiting: null })
  })
  test('that goes back belongs to the same shops in opposite roles', () => {
    const [thika, cbd] = ['THIKA|MAIN STAGE', 'NAIROBI CBD|TUMA HOUSE']
    expect(shown(...delivered)).toMatchObject({ sendingShop: cbd, receivingShop: thika })
    const back = shown(...delivered, dukani.returning())
    expect(back).toMatchObject({ leg: 'back', status: 'uncollected', senderShop: cbd, waiting: null })
    expect(back).toMatchObject({ sendingShop: thika, receivingShop: cbd })
    expect(back?.history.at(-1)).toMatchObject({ status: 'uncollected', leg: 'back' })
  })
  test('shows that it is back, or lost', () => {
    const back = [dukani.returning(), dukani.back.inTransit, dukani.back.delivered, dukani.back.returned()]
    expect(shown(...delivered, ...back)).toMatchObject({ status: 'collected', outcome: 'returned' })
    expect(shown(...delivered, dukani.lost)).toMatchObject({ status: 'delivered', outcome: 'lost' })
    expect(shown(...delivered, dukani.lost, dukani.found)).toMatchObject({ outcome: null })
    expect(shown(...delivered, dukani.lost, dukani.overridden('delivered', 'sorting'))).toMatchObject({ outcome: null })
  })
})

test('a return from a door counts for no rider', () => {
  const rides = [doorstep.riderAssigned(), doorstep.inTransit]
  const back = doorstep.returning({ from: 'inTransit', to: 'inTransit' })
  expect(getRows(riddenView, ...rides)).toMatchObject([{ stage: 'underway' }])
  expect(getRows(riddenView, ...rides, back)).toMatchObject([{ stage: 'arrived' }])
  expect(getRows(riddenView, ...rides, back, doorstep.back.delivered)).toMatchObject([{ stage: 'arrived' }])
})
