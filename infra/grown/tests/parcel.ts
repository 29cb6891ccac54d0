export const sender = {
  name: 'Wanjiku Kamau',
  phone: '0712345678',
  location: 'NAIROBI CBD',
  dropoffAgent: 'Moi Avenue Stationers',
} as const

/** What is asked of the doorstep route, with how it is paid; by another phone where a test counts them. */
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

/** Nobody has paid yet. */
export const onDelivery = (phone?: string) => doorstep({ paymentMethod: 'payOnDelivery', productPrice: 0 }, phone)
