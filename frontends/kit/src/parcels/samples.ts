import type { TrackedDelivery } from '@tuma/contracts/api'
import { sampleDelivery } from '../testing/sample-delivery.ts'

/** For tests: two places in both tiers, two locations with shops, a delivery of each kind. */
export const prices = [
  { _id: 'p1', place: 'NAIROBI CBD', price: 200, deliveryType: 'same-day' as const },
  { _id: 'p2', place: 'THIKA', price: 350, deliveryType: 'same-day' as const },
  { _id: 'p3', place: 'NAIROBI CBD', price: 500, deliveryType: 'express' as const },
]

export const shops = [
  { _id: 's1', locationName: 'NAIROBI CBD', pickupPoints: ['Moi Avenue Shop', 'Tom Mboya Stage'], price: 150 },
  { _id: 's2', locationName: 'THIKA', pickupPoints: ['Thika Stage Shop'], price: 180 },
]

export const contact = {
  phone: '254700123456',
  email: 'hello@tuma.test',
  address: 'P.O. Box 1234-00100, Nairobi',
  till: { name: 'TUMA PARCELS', number: '555123' },
  demonstration: false,
  prompts: false,
}

/** A doorstep form that is whole, as its draft keeps it. */
export const filledIn = {
  sender: { name: 'Wanjiku Kamau', phone: '0712345678', location: 'NAIROBI CBD', dropoffAgent: 'Moi Avenue Shop' },
  receiver: {
    name: 'Otieno Odhiambo',
    phone: '0722345678',
    pickupLocation: 'NAIROBI CBD',
    pickupAddress: 'Kenyatta Avenue 12',
    moreDetails: 'Blue gate',
  },
  parcelDescription: 'A box of shoes',
  deliveryType: 'same-day',
  paymentMethod: 'payNow',
}

export const accepted = { message: 'ok', trackingId: 'TM-7K3M-Q2XV-90TB', _id: 'd1', totalAmount: 200 }

export const onItsWay: TrackedDelivery = {
  trackingId: 'TM-7K3M-Q2XV-90TB',
  deliveryType: 'parcelDukani',
  status: 'inTransit',
  sender: { name: 'Wanjiku K.', phone: '07** *** 678', location: 'NAIROBI CBD' },
  receiver: { name: 'Otieno O.', phone: '07** *** 321', location: 'THIKA' },
  history: [
    { status: 'dropping', at: '2026-11-20T06:00:00.000Z' },
    { status: 'inTransit', at: '2026-11-20T21:30:00.000Z' },
  ],
  createdAt: '2026-11-20T06:00:00.000Z',
  updatedAt: '2026-11-20T21:30:00.000Z',
}

export const toTheDoor = sampleDelivery(1, {
  _id: 'd1',
  trackingId: 'TM-7K3M-Q2XV-90TB',
  parcelDescription: 'A box of shoes',
  deliveryFee: 500,
  totalAmount: 500,
  sender: { dropoffAgent: 'Moi Avenue Shop' },
  receiver: {
    name: 'Otieno Odhiambo',
    phone: '254722345678',
    phoneNumber: '254722345678',
    location: 'NAIROBI CBD',
    pickupLocation: 'NAIROBI CBD',
    pickupAddress: 'Kenyatta Avenue 12',
    moreDetails: 'Blue gate',
  },
  rider: { _id: 'r1', name: 'Kimani Njoroge', phone: '254733345678' },
  revision: 3,
  createdAt: '2026-11-20T06:00:00.000Z',
  updatedAt: '2026-11-20T07:00:00.000Z',
})

/** What this browser keeps of forms and payments, without where a parcel was booked. */
export const keptKeys = (): string[] =>
  [...Object.keys(localStorage), ...Object.keys(sessionStorage)].filter((key) => !key.startsWith('tuma.draft.booked.'))
