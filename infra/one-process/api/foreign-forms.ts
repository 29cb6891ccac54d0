import type { ForeignClient } from './foreign-client.ts'
import type { TestProduct } from './test-product.ts'

/** What the specified forms send. Places, shops and prices are the demonstration's. */
export const wambui = { name: 'Wambui Njeri', username: 'wambui', email: 'wambui@tuma.test', phone: '0711444555' }
export const shops = {
  sending: { location: 'NAIROBI CBD', address: 'Moi Avenue Stationers' },
  receiving: { location: 'THIKA', address: 'Thika Arcade Bookshop' },
}
export const ofShop = ({ location, address }: { location: string; address: string }): string =>
  `?location=${encodeURIComponent(location)}&address=${encodeURIComponent(address)}`

const sender = {
  name: wambui.name,
  phoneNumber: wambui.phone,
  location: shops.sending.location,
  dropoffAgent: shops.sending.address,
}
export const dukaniForm = {
  sender,
  receiver: {
    name: 'Juma Odinga',
    phoneNumber: '0722555666',
    location: shops.receiving.location,
    pickupAgent: shops.receiving.address,
  },
  parcelDescription: 'A pair of shoes',
}
export const doorstepForm = {
  sender,
  receiver: {
    name: 'Juma Odinga',
    phone: '0722555666',
    pickupLocation: shops.receiving.location,
    pickupAddress: 'Section 9, green gate',
    moreDetails: 'Ring twice',
  },
  parcelDescription: 'A pair of shoes',
  status: 'uncollected',
}

let references = 900_000

/**
 * Pays to the till and verifies the message, as the checkout does.
 * @returns the reference of the payment
 * @throws if the payment is refused
 */
export const payTill = async (
  product: TestProduct,
  payer: ForeignClient,
  amount: number,
  senderName = wambui.name,
): Promise<string> => {
  references += 1
  const phone = product.stranger({ accept: 'application/json' })
  const { message: mpesaMessage } = (await phone.get(`/dev/mpesa-message?amount=${amount}`)).body
  const paymentReferenceId = `PAY-${references}`
  const { body } = await payer.post('/payment/verify-payment', { paymentReferenceId, senderName, mpesaMessage })
  if (!body.success) throw new Error(`the payment was refused: ${body.error}`)
  return paymentReferenceId
}
