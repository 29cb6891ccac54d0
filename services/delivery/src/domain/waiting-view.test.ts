import { describe, expect, test } from 'vitest'
import { dukaniRequested, eventsOf, mondayTen, rowsOf } from '../testing/parcels.ts'
import type { DeliveryEvent } from './delivery.ts'
import { deliveriesView } from './delivery-views.ts'
import { riddenView } from './ridden-view.ts'
import { waitingView } from './waiting-view.ts'

const dukani = eventsOf('parcelDukani')
const doorstep = eventsOf('doorstep')
const onItsWay: DeliveryEvent[] = [dukaniRequested(), dukani.paid(), dukani.dropped, dukani.inTransit]
const delivered = [...onItsWay, dukani.delivered]
const asked = dukani.asked('2026-11-23T06:00:00.000Z')
const clocks = (...past: DeliveryEvent[]) => rowsOf(waitingView, ...past)
const shown = (...past: DeliveryEvent[]) => rowsOf(deliveriesView, ...past)[0]

describe('parcels that wait', () => {
  const waits = { deliveryId: 'd1', since: mondayTen, until: '2026-11-26' }
  const untouched = { quietSince: mondayTen, reminded: 0, asked: false, times: 0, held: false }
  test('are those that lie at a shop, from their arrival on', () => {
    expect(clocks(...onItsWay)).toEqual([])
    expect(clocks(...delivered)).toEqual([{ ...waits, ...untouched }])
  })
  test('with what their clock has done', () => {
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
  test('and whether anything keeps them', () => {
    expect(clocks(...delivered, dukani.held())).toMatchObject([{ held: true }])
    expect(clocks(...delivered, dukani.held(), dukani.released())).toMatchObject([{ held: false }])
    expect(clocks(...delivered, dukani.lost)).toMatchObject([{ held: true }])
    expect(clocks(...delivered, dukani.lost, dukani.found)).toMatchObject([{ held: false }])
  })
  test('and no more once they are handed over, go back, are set back or deleted', () => {
    expect(clocks(...delivered, dukani.collected)).toEqual([])
    expect(clocks(...delivered, dukani.returning())).toEqual([])
    expect(clocks(...delivered, dukani.overridden('delivered', 'sorting'))).toEqual([])
    expect(clocks(...delivered, dukani.deleted('delivered'))).toEqual([])
    expect(clocks(...delivered, dukani.returning(), dukani.back.inTransit, dukani.back.delivered)).toEqual([])
  })
})

describe('the row of a parcel', () => {
  test('that waits says until when, and what its sender was asked', () => {
    const wait = { since: mondayTen, until: '2026-11-26', asked: false, mayWait: false }
    expect(shown(...onItsWay)).toMatchObject({ waiting: null })
    expect(shown(...delivered)).toMatchObject({ waiting: wait })
    expect(shown(...delivered, asked)).toMatchObject({ waiting: { ...wait, asked: true, mayWait: true } })
    const prolonged = dukani.prolonged('2026-11-24T06:00:00.000Z')
    expect(shown(...delivered, asked, prolonged)).toMatchObject({ waiting: { ...wait, until: '2026-12-03' } })
    expect(shown(...delivered, dukani.collected)).toMatchObject({ waiting: null })
  })
  test('that goes back belongs to the same shops the other way round', () => {
    const [thika, cbd] = ['THIKA|MAIN STAGE', 'NAIROBI CBD|TUMA HOUSE']
    expect(shown(...delivered)).toMatchObject({ sendingShop: cbd, receivingShop: thika })
    const back = shown(...delivered, dukani.returning())
    expect(back).toMatchObject({ leg: 'back', status: 'uncollected', senderShop: cbd, waiting: null })
    expect(back).toMatchObject({ sendingShop: thika, receivingShop: cbd })
    expect(back?.history.at(-1)).toMatchObject({ status: 'uncollected', leg: 'back' })
  })
  test('says that it is back, or lost', () => {
    const back = [dukani.returning(), dukani.back.inTransit, dukani.back.delivered, dukani.back.returned()]
    expect(shown(...delivered, ...back)).toMatchObject({ status: 'collected', outcome: 'returned' })
    expect(shown(...delivered, dukani.lost)).toMatchObject({ status: 'delivered', outcome: 'lost' })
    expect(shown(...delivered, dukani.lost, dukani.found)).toMatchObject({ outcome: null })
    expect(shown(...delivered, dukani.lost, dukani.overridden('delivered', 'sorting'))).toMatchObject({ outcome: null })
  })
})

test('what comes back from a door is no ride of anybody’s', () => {
  const rides = [doorstep.riderAssigned(), doorstep.inTransit]
  const back = doorstep.returning({ from: 'inTransit', to: 'inTransit' })
  expect(rowsOf(riddenView, ...rides)).toMatchObject([{ stage: 'underway' }])
  expect(rowsOf(riddenView, ...rides, back)).toMatchObject([{ stage: 'arrived' }])
  expect(rowsOf(riddenView, ...rides, back, doorstep.back.delivered)).toMatchObject([{ stage: 'arrived' }])
})
