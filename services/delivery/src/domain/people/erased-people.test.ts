import { toSpecification } from '@tuma/platform/testing'
import { describe, expect, test } from 'vitest'
import {
  achieng,
  assignPicker,
  deletion,
  doorstepRequested,
  dukaniRequested,
  getEvents,
  recorded,
  thikaAgent,
} from '../../testing/parcels.ts'
import { type DeliveryEvent, erasedPicker, erasedReceiver, erasedSender } from '../delivery.ts'
import { delivery } from '../delivery-decisions.ts'
import { type DeliveryRow, deliveriesView } from '../delivery-views.ts'
import { type PickerRow, pickersView } from './pickers-view.ts'

const { given } = toSpecification(delivery)
const dukani = getEvents('parcelDukani')
const delivered = [dukaniRequested(), dukani.paid(), dukani.dropped, dukani.inTransit, dukani.delivered]
const collected = [...delivered, dukani.collected, dukani.pickerAssigned]
const senderShop = { location: 'NAIROBI CBD', address: 'Tuma House' }
const trackingId = 'TM-7K3M-Q2XV-90TB'
const about = { deliveryId: 'd1', deliveryType: 'parcelDukani' } as const

const sender = { personId: 'TM-7K3M-Q2XV-90TB:sender', name: 'Wanjiku Kamau', phone: '254712345678' }
const receiver = { personId: 'TM-7K3M-Q2XV-90TB:receiver', name: 'Otieno Ouma', phone: '254722000111' }
const senderErased = (deliveryType: 'doorstep' | 'parcelDukani'): DeliveryEvent => ({
  type: 'SenderErased',
  data: { deliveryId: 'd1', deliveryType, trackingId, sender, senderShop },
})
const receiverErased = (deliveryType: 'doorstep' | 'parcelDukani'): DeliveryEvent => ({
  type: 'ReceiverErased',
  data: { deliveryId: 'd1', deliveryType, trackingId, receiver, senderShop },
})
const pickerErased: DeliveryEvent = { type: 'PickerErased', data: { ...about, personId: 'd1:picker' } }
const anotherPicker: DeliveryEvent = {
  type: 'PickerAssigned',
  data: { ...about, picker: { personId: 'd1:picker:1', ...achieng } },
}

describe('an erased person', () => {
  test('is named once more as sender, with the payment if other services must be notified', () =>
    given(...delivered)
      .when({ type: 'EraseSender', tells: true })
      .then({ type: 'SenderErased', data: { ...about, trackingId, sender, senderShop, paymentId: 'payment-1' } }))
  test('is named once more as receiver', () =>
    given(...delivered)
      .when({ type: 'EraseReceiver' })
      .then(receiverErased('parcelDukani')))
  test('is erased once, and only from an existing parcel', async () => {
    await given(...delivered, receiverErased('parcelDukani'))
      .when({ type: 'EraseReceiver' })
      .then()
    await given(...delivered, senderErased('parcelDukani'))
      .when({ type: 'EraseSender', tells: true })
      .then()
    await given().when({ type: 'EraseReceiver' }).then()
    await given().when({ type: 'EraseSender', tells: true }).then()
  })
  test('is not named again when the parcel is deleted, while the other person is', async () => {
    await given(...delivered, senderErased('parcelDukani'))
      .when(deletion())
      .then(dukani.deleted('delivered', { sender: null, freed: false }))
    await given(...delivered, receiverErased('parcelDukani'))
      .when(deletion())
      .then(dukani.deleted('delivered', { receiver: null, freed: false }))
  })
  test('as picker matches no other picker', async () => {
    await given(...collected, pickerErased)
      .when(assignPicker(thikaAgent))
      .thenRefused('picker_differs')
    await given(...delivered, pickerErased)
      .when(assignPicker(thikaAgent))
      .then(dukani.collected, anotherPicker, dukani.withoutCode())
  })
  test('as picker is erased even if the parcel was deleted since', () =>
    given()
      .when({ type: 'ErasePicker', ...about, personId: 'd1:picker' })
      .then(pickerErased))
})

test('a picker who comes after an erased one has a new key', () => {
  const state = [...delivered, pickerErased].reduce(delivery.evolve, delivery.initialState)
  const assigned = delivery.decide(assignPicker(thikaAgent), state).find(({ type }) => type === 'PickerAssigned')
  expect(assigned?.data).toMatchObject({ picker: { personId: 'd1:picker:1' } })
})

/** The events as they are read once the keys are destroyed: each personal text is replaced. */
const unread = (event: DeliveryEvent): DeliveryEvent => {
  switch (event.type) {
    case 'DeliveryRequested': {
      const { data } = event
      const ends = { sender: { ...data.sender, ...erasedSender }, receiver: { ...data.receiver, ...erasedReceiver } }
      return { ...event, data: { ...data, ...ends } }
    }
    case 'PickerAssigned':
      return { ...event, data: { ...event.data, picker: { ...event.data.picker, ...erasedPicker } } }
    case 'SenderErased':
      return {
        ...event,
        data: { ...event.data, sender: { ...event.data.sender, name: '(erased)', phone: '(erased)' } },
      }
    case 'ReceiverErased': {
      const { data } = event
      return { ...event, data: { ...data, receiver: { ...data.receiver, name: '(erased)', phone: '(erased)' } } }
    }
    default:
      return event
  }
}
const rowAfter = (events: readonly DeliveryEvent[]) =>
  recorded('delivery-d1', ...events).reduce<DeliveryRow | null>(
    (row, event) => deliveriesView.project(row, event, 'd1'),
    null,
  )

test.each([
  ['of a shop', [...collected, senderErased('parcelDukani'), receiverErased('parcelDukani'), pickerErased]],
  ['of a door', [doorstepRequested(), receiverErased('doorstep'), senderErased('doorstep')]],
])('the row of a parcel %s equals the row that is rebuilt once the keys are destroyed', (_, events) => {
  const row = rowAfter(events)
  expect(row).toEqual(rowAfter(events.map(unread)))
  expect(JSON.stringify(row)).not.toMatch(/Wanjiku|Otieno|2547|Blue gate|blue suitcase/)
})

test('a picker is listed until they are erased, or their key is destroyed', () => {
  const rowsAfter = (events: readonly DeliveryEvent[]) =>
    recorded('delivery-d1', ...events)
      .filter((event) => pickersView.getIds(event).length > 0)
      .reduce<PickerRow | null>((row, event) => pickersView.project(row, event, 'd1:picker'), null)
  expect(rowsAfter(collected)).toMatchObject({ personId: 'd1:picker', deliveryId: 'd1', at: expect.any(String) })
  expect(rowsAfter([...collected, pickerErased])).toBeNull()
  expect(rowsAfter(collected.map(unread))).toBeNull()
})
