import { erased } from '@tuma/platform/domain'
import { toSpecification } from '@tuma/platform/testing'
import { describe, expect, test } from 'vitest'
import {
  admin,
  cbdAgent,
  client,
  dukaniRequested,
  getEvents,
  getRows,
  mondayTen,
  move,
  thikaAgent,
  visitor,
  waitDays,
} from '../../testing/parcels.ts'
import type { DeliveryEvent } from '../delivery.ts'
import { delivery } from '../delivery-decisions.ts'
import { deliveriesView } from '../delivery-views.ts'
import type { LiftHold, ParcelHeld, PutOnHold } from './holds.ts'

const { given } = toSpecification(delivery)
const dukani = getEvents('parcelDukani')
const dropped: DeliveryEvent[] = [dukaniRequested(), dukani.paid(), dukani.dropped]
const delivered = [...dropped, dukani.inTransit, dukani.delivered]

const hold = (changes: Partial<PutOnHold> = {}): PutOnHold => ({
  ...{ type: 'PutOnHold', by: thikaAgent, code: 'damaged', note: 'The box is open.', toSender: '', at: mondayTen },
  ...changes,
})
const lift = (by = thikaAgent, code: LiftHold['code'] = 'damaged'): LiftHold => ({
  ...{ type: 'LiftHold', by, code, days: waitDays, at: mondayTen },
})
const about = { deliveryId: 'd1', deliveryType: 'parcelDukani' } as const
const said = { personId: 'TM-7K3M-Q2XV-90TB:sender', note: 'The box is open.', toSender: '' }
const held: ParcelHeld = {
  type: 'ParcelHeld',
  data: { ...about, code: 'damaged', holds: ['damaged'], at: mondayTen, byHand: true, said },
}
const lifted: DeliveryEvent = {
  type: 'HoldReleased',
  data: { ...about, code: 'damaged', holds: [], by: 'by_hand', at: mondayTen },
}

describe('a member of staff holds a parcel', () => {
  test('with what they saw', () =>
    given(...delivered)
      .when(hold())
      .then(held))
  test('or with the reason alone', () => {
    const { said: _, ...data } = held.data
    given(...delivered)
      .when(hold({ note: '' }))
      .then({ type: 'ParcelHeld', data })
  })
  test('with a message to the sender and nothing for colleagues', () => {
    const toSender = 'Your box is open. We packed it again.'
    given(...delivered)
      .when(hold({ note: '', toSender }))
      .then({ ...held, data: { ...held.data, said: { ...said, note: '', toSender } } })
  })
  test('once for each reason', () =>
    given(...delivered, held)
      .when(hold({ note: 'Still open.' }))
      .then())
  test('and it takes no step until they release it', () => {
    given(...delivered, held)
      .when(move('collected', thikaAgent))
      .thenRefused('parcel_held')
    given(...delivered, held)
      .when(lift())
      .then(lifted)
    given(...delivered, held, lifted)
      .when(lift())
      .then()
  })
  test('and they release it even if the clock was set back since', () => {
    const later = '2026-11-30T07:00:00.000Z'
    const ahead: ParcelHeld = { ...held, data: { ...held.data, at: later } }
    expect(later > mondayTen).toBe(true)
    given(...delivered, ahead)
      .when(lift())
      .then(lifted)
  })
  test.each([cbdAgent, thikaAgent, admin])('as $role of its shops, or of the office', (by) =>
    given(...delivered)
      .when(hold({ by }))
      .then(held),
  )
  test('and other people may not', () => {
    for (const by of [client, visitor])
      given(...delivered)
        .when(hold({ by }))
        .thenRefused('not_allowed')
    const stranger = { ...thikaAgent, shop: { location: 'KIMBO', address: 'Corner Shop' } }
    given(...delivered)
      .when(hold({ by: stranger }))
      .thenRefused('not_found')
    given(...delivered, held)
      .when(lift(stranger))
      .thenRefused('not_found')
    given(...delivered)
      .when(hold({ by: { ...thikaAgent, shop: null } }))
      .thenRefused('not_found')
    given().when(hold()).thenRefused('not_found')
  })
  test('with words sealed by its receiver once its sender is erased, and without words once both are', () => {
    given(...delivered, dukani.senderErased)
      .when(hold())
      .then({ ...held, data: { ...held.data, said: { ...said, personId: 'TM-7K3M-Q2XV-90TB:receiver' } } })
    const { said: _, ...data } = held.data
    given(...delivered, dukani.senderErased, dukani.receiverErased)
      .when(hold())
      .then({ type: 'ParcelHeld', data })
  })
  test('after it is handed in, and before it is handed over or lost', () => {
    for (const past of [
      [dukaniRequested(), dukani.paid()],
      [...delivered, dukani.collected],
      [...delivered, dukani.lost],
    ])
      given(...past)
        .when(hold())
        .thenRefused('step_not_allowed')
  })
})

describe('the row of a held parcel', () => {
  const shown = (...past: DeliveryEvent[]) => getRows(deliveriesView, ...past)[0]
  test('shows the words while it is held', () => {
    const remark = { code: 'damaged', note: 'The box is open.', toSender: '', at: mondayTen }
    expect(shown(...delivered, held)).toMatchObject({ trouble: 'held', remarks: [remark] })
    expect(shown(...delivered, held, lifted)).toMatchObject({ trouble: null, remarks: [] })
  })
  test('shows no words once its sender is erased', () => {
    const row = shown(...delivered, held, dukani.senderErased)
    expect(row).toMatchObject({ remarks: [{ code: 'damaged', note: erased, toSender: erased }] })
  })
  test('shows the words while its receiver is known, if the sender was erased before', () => {
    const past = [...delivered, dukani.senderErased, held]
    expect(shown(...past)).toMatchObject({ remarks: [{ note: 'The box is open.' }] })
    expect(shown(...past, dukani.receiverErased)).toMatchObject({ remarks: [{ note: erased, toSender: erased }] })
    expect(shown(...delivered, held, dukani.receiverErased)).toMatchObject({ remarks: [{ note: 'The box is open.' }] })
  })
  test('names the worst trouble alone', () => {
    expect(shown(...delivered, held, dukani.lost)).toMatchObject({ trouble: 'lost' })
    expect(shown(...delivered, dukani.returning())).toMatchObject({ trouble: 'back' })
    expect(shown(...delivered, dukani.returning(), dukani.held())).toMatchObject({ trouble: 'held' })
    const back = [dukani.returning(), dukani.back.inTransit, dukani.back.delivered, dukani.back.returned()]
    expect(shown(...delivered, ...back)).toMatchObject({ trouble: null })
  })
})
