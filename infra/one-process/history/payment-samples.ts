import type { Mpesa } from '@tuma/mpesa'
import { doorstepForm, dukaniForm } from '../api/parcels.ts'
import type { Visitor } from '../api/visitor.ts'
import { dueParcel, handOver } from './due-parcels.ts'
import { done, type SampleContext } from './sample-context.ts'

type Shown = { readonly phone: string; readonly amount: number; readonly reference: string; readonly adds?: boolean }

/** Pays to the till. @param name as M-Pesa knows the payer */
const payTill = async (mpesa: Mpesa, phone: string, amount: number, name = 'Zawadi Mwende') => {
  const paid = await mpesa.handset.payByHand({ phone, amount, name })
  if (!paid) throw new Error('there was too little money')
  return paid
}

/**
 * Pays to the till, and shows the message at the checkout. @param change of the message by the payer. @returns the
 * receipt
 */
export const pasteMessage = async (
  mpesa: Mpesa,
  payer: Visitor,
  { phone, amount, reference, adds }: Shown,
  change: (sms: string) => string = (sms) => sms,
): Promise<string> => {
  const mpesaMessage = change((await payTill(mpesa, phone, amount)).sms)
  const shown = {
    paymentReferenceId: reference,
    senderName: doorstepForm.sender.name,
    mpesaMessage,
    ...(adds ? { adds } : {}),
  }
  const { success, code } = await done(payer.post('/api/payment/verify-payment', shown))
  if (!success) throw new Error(code)
  return mpesaMessage.slice(0, 10)
}

/** The first letters of a receipt give its day: this one is of the 10th. */
const ofAnotherDay = (sms: string): string => `UKA${sms.slice(3)}`

const office = (admin: Visitor) => async (receipt: string, act: string, said: object) => {
  const [{ _id }] = await done(admin.get(`/api/admin/payments?search=${receipt}`))
  await done(admin.post(`/api/admin/payments/${_id}/${act}`, { reason: 'The payer called', ...said }))
}

/**
 * An agent types two receipts at the door. @returns the one that the office withdraws; the statement proves the other
 */
const promises = async (context: SampleContext, mpesa: Mpesa, client: Visitor): Promise<string> => {
  const [cbd, thika] = [await context.signedIn('agent.cbd'), await context.signedIn('agent.thika')]
  const atTheDoor = async (phone: string) => {
    const { receipt } = await payTill(mpesa, phone, 1850, 'Juma Odinga')
    await handOver(thika, await dueParcel(client, cbd), { how: 'till', receipt, payer: 'Juma' })
    return receipt
  }
  await atTheDoor('254722555661')
  return atTheDoor('254722555662')
}

/**
 * The office lets a payment pass, releases one and withdraws one. M-Pesa reverses another one.
 * @returns the receipt of a payment that can be paid back once the statement has proven it
 */
export const createPaymentOfficeSamples = async (context: SampleContext, mpesa: Mpesa): Promise<string> => {
  const [client, admin] = [await context.signedIn('client'), await context.signedIn('admin')]
  const paste = (number: number, amount: number, change?: (sms: string) => string, adds = false) => {
    const shown = { phone: `25471200020${number}`, amount, reference: `PAY-32000${number}`, adds }
    return pasteMessage(mpesa, client, shown, change)
  }
  const unknown = 'UKL6H7T3GA Confirmed. Ksh250.00 has gone to TUMA PARCELS today'
  await client.post('/api/payment/verify-payment', {
    ...{ paymentReferenceId: 'PAY-320009', senderName: doorstepForm.sender.name, mpesaMessage: unknown },
  })
  const letPass = await paste(1, 250, ofAnotherDay)
  await paste(2, 250, ofAnotherDay)
  const released = await paste(3, 100)
  const refunded = await paste(4, 400)
  await done(client.post('/api/dukani/deliveries', { ...dukaniForm, paymentReferenceId: 'PAY-320004' }))
  const withdrawn = await promises(context, mpesa, client)
  mpesa.handset.reverse(await paste(5, 350))
  // Added to the first payment by its message; the statement proves it.
  await paste(6, 200)
  await paste(6, 100, (sms) => sms, true)
  await payTill(mpesa, '254722000111', 2500)
  await context.settled()

  const act = office(admin)
  await act(letPass, 'let-pass', {})
  await act(released, 'release', {})
  await act(withdrawn, 'release', {})
  return refunded
}

/** A refund of a payment that the statement has proven. */
export const createRefundSamples = async (context: SampleContext, receipt: string): Promise<void> => {
  await context.settled()
  const act = office(await context.signedIn('admin'))
  await act(receipt, 'refund', { amount: '150', receipt: 'UKRREFUND1' })
}
