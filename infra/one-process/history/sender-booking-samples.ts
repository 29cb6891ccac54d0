import type { Mpesa } from '@tuma/mpesa'
import { doorstepFee, doorstepForm, dukaniFee, dukaniForm } from '../api/parcels.ts'
import { reaches } from './prompt-samples.ts'
import { done, type SampleContext, until } from './sample-context.ts'

const reference = 'PAY-310021'
const toShop = { kind: 'dukani', request: { ...dukaniForm, deliveryFee: dukaniFee, paymentReferenceId: reference } }
const { productPrice: _, ...paidNow } = { ...doorstepForm, paymentMethod: 'payNow' }
const toDoor = { kind: 'doorstep', request: { ...paidNow, deliveryFee: doorstepFee, paymentReferenceId: reference } }

/**
 * A client pays by a prompt whose answer is late, changes the form to a dearer one and declines to pay on another phone.
 * The money of the first prompt comes then, which is too little: the next prompt is for the rest.
 */
export const createSenderBookingSample = async (context: SampleContext, mpesa: Mpesa): Promise<void> => {
  const [late, declines] = ['254712000131', '254712000132'] as const
  const client = await context.signedIn('client')
  const ask = async (phone: string, amount: number, book: object): Promise<string> => {
    const wanted = { paymentReferenceId: reference, senderName: doorstepForm.sender.name, phone, amount, book }
    return (await done(client.post('/api/payment/prompts', wanted))).promptId
  }
  const booking = async (promptId: string) => (await client.get(`/api/payment/prompts/${promptId}`)).body.booking

  mpesa.script.prompts({ phone: late, result: '0', callback: { when: 'held' } })
  const first = await ask(late, dukaniFee, toShop)
  await reaches(client, first, 'arrived')
  context.later(3)
  mpesa.script.prompts({ phone: declines, result: '1032' })
  await reaches(client, await ask(declines, doorstepFee, toDoor), 'failed')

  await mpesa.callbackSender.deliverHeld()
  await reaches(client, first, 'paid')
  mpesa.script.prompts({ phone: declines, result: '0' })
  const rest = await ask(declines, doorstepFee - dukaniFee, toDoor)
  await until('booking whose rest is paid', async () => (await booking(rest))?.trackingId)
}
