import { expect, test } from 'vitest'
import type { DeliveryEvent } from '../domain/delivery.ts'
import { doorstepRequested, dukaniRequested, getEvents, owedAtTheDoor, recorded } from '../testing/parcels.ts'
import { getEntry } from './history.ts'

const dukani = getEvents('parcelDukani')

const told = (event: DeliveryEvent, actor: object = { kind: 'visitor' }) =>
  recorded('delivery-d1', event).map((one) =>
    getEntry({ ...one, metadata: { ...one.metadata, actor: { ...actor } } }),
  )[0]

test('an entry shows when, by which request, and by whom', () => {
  expect(told(dukani.dropped, { kind: 'user', userId: 'agent-cbd', role: 'agent' })).toEqual({
    at: '2026-11-16T06:00:00.000Z',
    type: 'ParcelDroppedOff',
    by: { kind: 'user', role: 'agent', id: 'agent-cbd' },
    correlationId: 'c',
    details: { from: 'dropping', to: 'uncollected' },
  })
  expect(told(dukani.dropped)?.by).toEqual({ kind: 'visitor', role: null, id: null })
  expect(told(dukani.dropped, { kind: 'system', name: 'seed' })?.by).toEqual({
    kind: 'system',
    role: null,
    id: 'seed',
  })
})

const requested = {
  trackingId: 'TM-7K3M-Q2XV-90TB',
  sender: 'Wanjiku Kamau',
  senderPhone: '0712345678',
  from: 'NAIROBI CBD, Tuma House',
  receiver: 'Otieno Ouma',
  receiverPhone: '0722000111',
  fee: 'Ksh 250',
}
test.each<[DeliveryEvent, object]>([
  [
    dukaniRequested(),
    {
      ...requested,
      to: 'THIKA, Main Stage',
      paymentMethod: 'payNow',
      paymentReference: 'PAY-123456',
      total: 'Ksh 250',
    },
  ],
  [doorstepRequested(owedAtTheDoor), { ...requested, to: 'THIKA', paymentMethod: 'payOnDelivery', total: 'Ksh 1,250' }],
  [dukani.paid(), { fee: 'Ksh 250' }],
  [dukani.inTransit, { from: 'uncollected', to: 'inTransit' }],
  [dukani.delivered, { from: 'inTransit', to: 'delivered' }],
  [dukani.collected, { from: 'delivered', to: 'collected' }],
  [dukani.overridden('collected', 'sorting'), { from: 'collected', to: 'sorting' }],
  [dukani.riderAssigned(), { rider: 'Kiprono Rotich', riderPhone: '0733000222' }],
  [dukani.pickerAssigned, { picker: 'Achieng Odhiambo', pickerPhone: '0711000333', pickerNationalId: '*****789' }],
  [dukani.completed, { points: '25' }],
  [dukani.held(), { code: 'payment_doubted', because: 'overdue' }],
  [dukani.released(), { code: 'payment_doubted', releasedBy: 'cleared' }],
  [dukani.deleted('dropping'), { trackingId: 'TM-7K3M-Q2XV-90TB', from: 'dropping', payment: 'free again' }],
  [
    dukani.deleted('collected', { freed: false }),
    { trackingId: 'TM-7K3M-Q2XV-90TB', from: 'collected', payment: 'stays used' },
  ],
])('an entry of $type shows what helps an admin', (event, details) => expect(told(event)?.details).toEqual(details))

test('an erased picker stays erased', () => {
  const erased = '(erased)'
  const picker = { personId: 'd1:picker', name: erased, phone: erased, nationalId: erased }
  const about = { deliveryId: 'd1', deliveryType: 'parcelDukani' } as const
  expect(told({ type: 'PickerAssigned', data: { ...about, picker } })?.details).toEqual({
    picker: erased,
    pickerPhone: erased,
    pickerNationalId: erased,
  })
})

test.each([
  ['7', '*'],
  ['12', '*2'],
  ['12345', '***45'],
  ['12345678', '*****678'],
])('the national ID %s is shown as %s, never more than half', (nationalId, shown) => {
  const picker = { personId: 'd1:picker', name: 'Otieno', phone: '254711000333', nationalId }
  const about = { deliveryId: 'd1', deliveryType: 'parcelDukani' } as const
  expect(told({ type: 'PickerAssigned', data: { ...about, picker } })?.details).toMatchObject({
    pickerNationalId: shown,
  })
})

test('a scan tells the shop, and both times where the phone told us later', () => {
  const doneAt = '2026-11-16T05:05:00.000Z'
  const shop = { location: 'THIKA', address: 'Main Stage' }
  const [about, scanned] = [{ deliveryId: 'd1', deliveryType: 'parcelDukani' } as const, { shop, doneAt }]
  expect(told({ type: 'ParcelDelivered', data: { ...about, from: 'inTransit', ...scanned } })).toMatchObject({
    at: '2026-11-16T06:00:00.000Z',
    details: { from: 'inTransit', to: 'delivered', shop: 'THIKA, Main Stage', doneAt },
  })
  expect(told({ type: 'ParcelSeen', data: { ...about, at: '2026-11-16T06:00:00.000Z', ...scanned } })?.details).toEqual(
    {
      shop: 'THIKA, Main Stage',
      doneAt,
    },
  )
})
