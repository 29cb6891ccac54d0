import type { Delivery } from '@tuma/contracts/api'

/** For tests: a delivery of Wanjiku's, a day old for each `daysOld`, with whatever a test wants changed. */
export const sampleDelivery = (daysOld: number, { sender, receiver, ...changes }: Changes = {}): Delivery => {
  const createdAt = new Date(Date.UTC(2026, 10, 21, 8) - daysOld * 86_400_000).toISOString()
  return {
    _id: `d${daysOld}`,
    trackingId: `TM-0000-0000-${String(daysOld).padStart(4, '0')}`,
    deliveryType: 'doorstep',
    pricingTier: 'express',
    status: 'uncollected',
    paid: true,
    paymentMethod: 'payNow',
    paymentReferenceId: 'PAY-123456',
    parcelDescription: 'A pair of shoes',
    deliveryFee: 350,
    productPrice: 0,
    totalAmount: 350,
    sender: {
      name: 'Wanjiku Kamau',
      userName: 'wanjiku',
      phone: '254712345678',
      phoneNumber: '254712345678',
      location: 'NAIROBI CBD',
      fromLocation: 'NAIROBI CBD',
      dropoffAgent: 'Moi Avenue Stationers',
      ...sender,
    },
    receiver: {
      name: 'Kiprop Cheruiyot',
      phone: '254722333444',
      phoneNumber: '254722333444',
      location: 'THIKA',
      pickupLocation: 'THIKA',
      pickupAddress: 'Sunrise Court, house 4',
      moreDetails: 'Green gate',
      pickupAgent: null,
      productPaid: 'yes',
      productPrice: null,
      ...receiver,
    },
    rider: null,
    picker: null,
    revision: 1,
    createdAt,
    updatedAt: createdAt,
    ...changes,
  }
}

type Changes = Partial<Omit<Delivery, 'sender' | 'receiver'>> & {
  sender?: Partial<Delivery['sender']>
  receiver?: Partial<Delivery['receiver']>
}
