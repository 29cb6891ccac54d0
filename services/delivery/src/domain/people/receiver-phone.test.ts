import { toSpecification } from '@tuma/platform/testing'
import { describe, expect, test } from 'vitest'
import { getEntry } from '../../lists/history.ts'
import {
  admin,
  client,
  dukaniRequested,
  getEvents,
  getRows,
  mondayTen,
  recorded,
  thikaAgent,
  visitor,
} from '../../testing/parcels.ts'
import type { DeliveryEvent } from '../delivery.ts'
import { delivery } from '../delivery-decisions.ts'
import { deliveriesView } from '../delivery-views.ts'
import { contactsView } from './people-views.ts'
import type { ReceiverPhoneChanged } from './receiver-phone.ts'
import type { ChangeReceiverPhone } from './receiver-phone-decisions.ts'

const { given } = toSpecification(delivery)
const dukani = getEvents('parcelDukani')
const owned = dukaniRequested({ ownerId: 'wanjiku' })
const waiting = [owned, dukani.paid(), dukani.dropped, dukani.inTransit, dukani.delivered]
const [before, after] = ['254722000111', '254722000119']

const change = (changes: Partial<ChangeReceiverPhone> = {}): ChangeReceiverPhone => ({
  ...{ type: 'ChangeReceiverPhone', by: client, phone: after, reason: null, at: mondayTen },
  ...changes,
})
const byAdmin = (changes: Partial<ChangeReceiverPhone> = {}) =>
  change({ by: admin, reason: 'A digit was wrong.', ...changes })
const changed = (changes: Partial<ReceiverPhoneChanged['data']> = {}): ReceiverPhoneChanged => ({
  type: 'ReceiverPhoneChanged',
  data: {
    ...{ deliveryId: 'd1', deliveryType: 'parcelDukani', trackingId: 'TM-7K3M-Q2XV-90TB', generation: 2 },
    ...{
      receiver: { personId: 'TM-7K3M-Q2XV-90TB:receiver', name: 'Otieno Ouma', phone: before, newPhone: after },
      at: mondayTen,
    },
    ...changes,
  },
})
const said = { personId: 'TM-7K3M-Q2XV-90TB:sender', note: 'A digit was wrong.' }

describe('a new phone of the receiver', () => {
  test('is set by the sender with their account, and brings a code of the next generation', () =>
    given(...waiting)
      .when(change())
      .then(changed()))
  test('is set by an admin with a reason', () =>
    given(...waiting)
      .when(byAdmin())
      .then(changed({ said })))
  test('is refused from an admin without a reason', () =>
    given(...waiting)
      .when(byAdmin({ reason: null }))
      .thenRefused('not_allowed'))
  test.each([thikaAgent, visitor, { ...client, userId: 'njeri' }])('is refused from others: %o', (by) =>
    given(...waiting)
      .when(change({ by }))
      .thenRefused('not_found'),
  )
  test('records nothing if it is the same', () =>
    given(...waiting)
      .when(change({ phone: before }))
      .then())
  test('is allowed on the way or held: a wrong phone may be the reason', () => {
    given(owned).when(change()).then(changed())
    given(...waiting, dukani.held())
      .when(change())
      .then(changed())
  })
  test.each<[string, DeliveryEvent]>([
    ['its receiver has it', dukani.collected],
    ['it goes back', dukani.returning()],
  ])('is of no use once the parcel %s', (_, event) =>
    given(...waiting, event)
      .when(change())
      .thenRefused('step_not_allowed'),
  )
  test('is allowed three times a day at most, because each sends an SMS to a phone of the caller’s choice', () => {
    const three = [changed(), changed({ generation: 3 }), changed({ generation: 4 })]
    const other = change({ phone: '254700000009' })
    given(...waiting, ...three)
      .when(other)
      .thenRefused('too_many')
    given(...waiting, ...three)
      .when({ ...other, at: '2026-11-17T07:00:00.000Z' })
      .then(
        changed({
          generation: 5,
          receiver: {
            personId: 'TM-7K3M-Q2XV-90TB:receiver',
            name: 'Otieno Ouma',
            phone: after,
            newPhone: '254700000009',
          },
          at: '2026-11-17T07:00:00.000Z',
        }),
      )
  })
  test('opens a locked code, and the former code stops working', () => {
    const missed = Array.from({ length: 5 }, () => dukani.missed())
    const state = [...waiting, ...missed, changed()].reduce(delivery.evolve, delivery.initialState)
    expect(state.parcel?.collection).toMatchObject({ generation: 2, misses: 0 })
    expect(state.parcel?.receiver.phone).toBe(after)
  })
})

describe('after the change', () => {
  test('the row shows the new phone, and a search finds it by that one only', () => {
    const [row] = getRows(deliveriesView, ...waiting, changed())
    expect(row?.receiver.phone).toBe(after)
    expect(row?.words).toContain(after)
    expect(row?.words).not.toContain(before)
  })
  test('contacts have the new phone, and the former one keeps its other parcels', () => {
    const receivers = (...events: DeliveryEvent[]) =>
      getRows(contactsView, ...events).flatMap(({ type, phone, totalDeliveries }) =>
        type === 'Receiver' ? [[phone, totalDeliveries]] : [],
      )
    expect(receivers(owned, changed())).toEqual([[after, 1]])
    const other = dukaniRequested({ trackingId: 'TM-2' })
    expect(receivers(owned, other, changed()).sort()).toEqual([
      [before, 1],
      [after, 1],
    ])
  })
  test('an erased person is no contact under any of their phones', () => {
    const receiver = {
      personId: 'TM-7K3M-Q2XV-90TB:receiver',
      name: '(erased)',
      phone: '(erased)',
      newPhone: '(erased)',
    }
    expect(getRows(contactsView, changed({ receiver }))).toEqual([])
  })
  test('the history has both phones, and the reason', () => {
    const [event] = recorded('delivery-d1', changed({ said }))
    expect(
      event && getEntry({ ...event, metadata: { ...event.metadata, actor: { kind: 'visitor' } } }).details,
    ).toEqual({
      phoneBefore: '0722000111',
      newPhone: '0722000119',
      note: 'A digit was wrong.',
    })
  })
})

describe('after codes have leaked', () => {
  const raise = { type: 'RaiseCollectionCode', by: admin, at: mondayTen } as const
  test('an admin’s press replaces the code of a waiting parcel, whatever the limit of that day', () => {
    const three = [2, 3, 4].map((generation) => dukani.codeIssued(generation))
    given(...waiting, ...three)
      .when(raise)
      .then(dukani.codeIssued(5, mondayTen, { by: 'office' }))
  })
  test('the code of a parcel that can’t be collected stays', () => {
    given(owned).when(raise).then()
    given(...waiting, dukani.collected)
      .when(raise)
      .then()
    given(dukaniRequested(), dukani.deleted('dropping')).when(raise).then()
  })
  test('only an admin may replace them', () =>
    given(...waiting)
      .when({ ...raise, by: thikaAgent })
      .thenRefused('not_allowed'))
})
