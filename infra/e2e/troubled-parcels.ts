/** Parcels with each kind of problem, as the API answers them; the demonstration has none. */

const at = (daysAgo: number): string => new Date(Date.now() - daysAgo * 86_400_000).toISOString()
const dayIn = (days: number): string => at(-days).slice(0, 10)

const wanjiku = {
  ...{ name: 'Wanjiku Kamau', userName: 'wanjiku', phone: '254712345678', phoneNumber: '254712345678' },
  ...{ location: 'NAIROBI CBD', fromLocation: 'NAIROBI CBD', dropoffAgent: 'Moi Avenue Stationers' },
}
const receiver = {
  ...{ name: 'Achieng Wairimu', phone: '254722333444', phoneNumber: '254722333444', location: 'THIKA' },
  ...{ pickupLocation: null, pickupAddress: null, moreDetails: null, pickupAgent: 'Thika Arcade Bookshop' },
  ...{ productPaid: null, productPrice: null },
}
const parcel = (number: number, more: object) => ({
  ...{ _id: `d${number}`, trackingId: `TM-0000-0000-000${number}`, deliveryType: 'parcelDukani', pricingTier: null },
  ...{ status: 'delivered', paid: true, paymentMethod: 'payNow', paymentReferenceId: 'PAY-123456' },
  ...{ parcelDescription: 'Two books', deliveryFee: 250, productPrice: 0, totalAmount: 250 },
  ...{ sender: wanjiku, receiver, rider: null, picker: null, revision: 4, createdAt: at(12), updatedAt: at(1) },
  ...more,
})
const waits = (days: number, until: string, asked = false) => ({
  arrivedAt: at(days),
  waiting: { since: at(days), until, asked, mayWait: true },
  nextStep: { step: 'assignPicker', mine: true },
})
const isHeld = (step: string) => ({
  held: ['damaged'],
  remarks: [{ code: 'damaged', note: 'The box is open, and something inside is broken.', at: at(1) }],
  nextStep: { step, mine: true, heldBy: 'damaged' },
})

/** On a shelf: for long, waiting for a decision, held, back for its sender, come today. */
export const waitingOfEachKind = [
  /api.agent.waiting/,
  [
    parcel(1, waits(11, dayIn(4), true)),
    parcel(2, { ...waits(6, dayIn(7)), ...isHeld('assignPicker') }),
    parcel(3, { leg: 'back', arrivedAt: at(3), nextStep: { step: 'confirmReceipt', mine: true } }),
    parcel(4, waits(0, dayIn(11))),
  ],
] as const

/** In a list of dropped parcels: held, on its way back, lost. */
export const troubledOfEachKind = [
  /api.agent.dropping/,
  [
    parcel(5, { status: 'uncollected', ...isHeld('putInTransit') }),
    parcel(6, { status: 'uncollected', leg: 'back', nextStep: { step: 'putInTransit', mine: true } }),
    parcel(7, { status: 'uncollected', outcome: 'lost', nextStep: { step: null, mine: false } }),
  ],
] as const

export const heldParcel = [/api.deliveries.parcelDukani/, parcel(2, isHeld('assignPicker'))] as const
