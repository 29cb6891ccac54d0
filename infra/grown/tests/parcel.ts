export const sender = {
  name: 'Wanjiku Kamau',
  phone: '0712345678',
  location: 'NAIROBI CBD',
  dropoffAgent: 'Moi Avenue Stationers',
} as const

/** The body for the doorstep route, with the way of payment; with another phone where a test counts them. */
export const doorstep = (payment: object, phone: string = sender.phone) => ({
  sender: { ...sender, phone },
  receiver: {
    name: 'Otieno Ouma',
    phone: '0711111111',
    pickupLocation: 'THIKA',
    pickupAddress: 'House 4',
    moreDetails: 'Blue gate',
  },
  parcelDescription: 'A pair of shoes',
  ...payment,
})

/** To be paid at the door. */
export const onDelivery = (phone?: string) => doorstep({ paymentMethod: 'payOnDelivery', productPrice: 0 }, phone)
