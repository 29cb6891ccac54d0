import type { DeliveryRecord } from '@tuma/contracts/services'
import { describe, expect, test } from 'vitest'
import { toDelivery } from './tracked.ts'

const toShop: DeliveryRecord = {
  _id: 'd1',
  trackingId: 'TM-7K3M-Q2XV-90TB',
  ownerId: 'wanjiku',
  deliveryType: 'parcelDukani',
  pricingTier: null,
  status: 'inTransit',
  paid: true,
  paymentMethod: 'payNow',
  paymentReferenceId: 'PAY-123456',
  parcelDescription: 'A blue suitcase',
  deliveryFee: 250,
  productPrice: 0,
  totalAmount: 250,
  sender: {
    name: 'Wanjiku Kamau',
    userName: null,
    phone: '254712345678',
    location: 'NAIROBI CBD',
    dropoffAgent: 'Tuma House',
  },
  receiver: {
    name: 'Otieno Ouma',
    phone: '254722000111',
    location: 'THIKA',
    pickupAddress: null,
    moreDetails: null,
    pickupAgent: 'Main Stage',
  },
  rider: null,
  picker: null,
  history: [{ status: 'dropping', at: '2026-11-16T06:00:00.000Z' }],
  revision: 3,
  createdAt: '2026-11-16T06:00:00.000Z',
  updatedAt: '2026-11-16T07:00:00.000Z',
}
const door = { ...toShop.receiver, pickupAddress: 'Blue gate, Section 9', moreDetails: 'Ring', pickupAgent: null }
const toDoor: DeliveryRecord = { ...toShop, deliveryType: 'doorstep', pricingTier: 'express', receiver: door }

describe('a delivery is answered', () => {
  test('with both spellings of each phone and of the sender’s place', () => {
    const { sender, receiver } = toDelivery(toShop)
    expect(sender).toEqual({ ...toShop.sender, phoneNumber: '254712345678', fromLocation: 'NAIROBI CBD' })
    expect(receiver).toMatchObject({ ...toShop.receiver, phoneNumber: '254722000111' })
  })
  test('to a shop, without the place of a door and without a product', () =>
    expect(toDelivery(toShop).receiver).toMatchObject({ pickupLocation: null, productPaid: null, productPrice: null }))
  test('to a door, with its place again and a product that is paid', () =>
    expect(toDelivery(toDoor).receiver).toEqual({
      ...{ ...door, phoneNumber: '254722000111', pickupLocation: 'THIKA' },
      ...{ productPaid: 'yes', productPrice: null },
    }))
  test('to a door, with the price of a product that its receiver pays', () =>
    expect(toDelivery({ ...toDoor, productPrice: 1000 }).receiver).toMatchObject({
      productPaid: 'no',
      productPrice: 1000,
    }))
  test('without its owner, and without its history', () => {
    expect(toDelivery(toShop)).not.toHaveProperty('ownerId')
    expect(toDelivery(toShop)).not.toHaveProperty('history')
  })
})
