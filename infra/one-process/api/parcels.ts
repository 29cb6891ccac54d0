import { setTimeout as pause } from 'node:timers/promises'
import type { CounterParcelForm, DoorstepRequest, DukaniRequest } from '@tuma/contracts/api'
import type { Visitor } from './visitor.ts'

/** What people fill into the forms: places, shops and prices are the demonstration's. */
export const doorstepForm = {
  sender: {
    name: 'Zawadi Mwende',
    phone: '0711 333 444',
    location: 'NAIROBI CBD',
    dropoffAgent: 'Moi Avenue Stationers',
  },
  receiver: {
    name: 'Juma Odinga Were',
    phone: '0722 555 666',
    pickupLocation: 'THIKA',
    pickupAddress: 'Section 9, green gate',
    moreDetails: 'Ring twice',
  },
  parcelDescription: 'A pair of shoes',
  paymentMethod: 'payOnDelivery',
  productPrice: 1500,
} satisfies DoorstepRequest
export const doorstepFee = 350

export const dukaniForm: DukaniRequest = {
  sender: {
    name: 'Zawadi Mwende',
    phoneNumber: '+254 711 333 444',
    fromLocation: 'NAIROBI CBD',
    dropoffAgent: 'Moi Avenue Stationers',
  },
  receiver: {
    name: 'Juma Odinga Were',
    phoneNumber: '722555666',
    location: 'THIKA',
    pickupAgent: 'Thika Arcade Bookshop',
  },
  parcelDescription: 'A pair of shoes',
}
export const dukaniFee = 250

/** What an agent of the sender's shop sends for a customer at the counter. */
export const counterForm = {
  sender: { name: 'Zawadi', phone: '0711 333 444' },
  receiver: { name: 'Juma', phone: '0722 555 666' },
  to: { shop: { location: 'THIKA', address: 'Thika Arcade Bookshop' } },
  parcelDescription: 'A pair of shoes',
  deliveryFee: dukaniFee,
  pay: { how: 'cash' },
} satisfies CounterParcelForm

let references = 500_000

/** Pays to the till and verifies the message as the checkout does. @returns the reference */
export const paid = async (payer: Visitor, amount: number, senderName = doorstepForm.sender.name): Promise<string> =>
  (await paidWith(payer, amount, senderName)).paymentReferenceId

/** Pays like `paid`. @returns what its payer can name the payment by */
export const paidWith = async (payer: Visitor, amount: number, senderName = doorstepForm.sender.name) => {
  references += 1
  const paymentReferenceId = `PAY-${references}`
  const { body } = await payer.get(`/dev/mpesa-message?amount=${amount}`, { headers: { accept: 'application/json' } })
  const verification = { paymentReferenceId, senderName, mpesaMessage: body.message }
  const verified = await payer.post('/api/payment/verify-payment', verification)
  if (!verified.body.success) throw new Error(`the payment was refused: ${verified.body.code}`)
  return { paymentReferenceId, senderName, receipt: `${body.message}`.slice(0, 10) }
}

/**
 * Pays by a prompt on a phone of their own, so that M-Pesa itself confirms the payment.
 * @param handset presses the keys of the demonstration's phones
 * @returns the reference
 */
export const paidByPrompt = async (payer: Visitor, handset: Visitor, amount: number): Promise<string> => {
  const promptId = await prompted(payer, amount)
  const phone = `2547${phones}`
  const paymentReferenceId = `PAY-${references}`
  for (const until = Date.now() + 60_000; Date.now() < until; await pause(20)) {
    const { body } = await handset.get('/dev/phone/state')
    const shown = body.prompts.find((one: { phone: string }) => one.phone === phone)
    const pin = { id: shown?.id, pin: '1234' }
    if (shown) await handset.post('/dev/phone/pin', pin, { headers: { 'sec-fetch-site': 'same-origin' } })
    if ((await payer.get(`/api/payment/prompts/${promptId}`)).body.state === 'paid') return paymentReferenceId
  }
  throw new Error(`the prompt ${promptId} was not paid`)
}

let phones = 10_000_000

/** Asks for money on a phone of the payer. @returns the prompt's id */
export const prompted = async (payer: Visitor, amount = dukaniFee): Promise<string> => {
  references += 1
  phones += 1
  const phone = `07${phones}`
  const wanted = { paymentReferenceId: `PAY-${references}`, senderName: doorstepForm.sender.name, phone, amount }
  const { status, body } = await payer.post('/api/payment/prompts', wanted)
  if (status !== 202) throw new Error(`the prompt was refused: ${body.code}`)
  return body.promptId
}
