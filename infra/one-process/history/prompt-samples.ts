import type { Mpesa } from '@tuma/mpesa'
import { doorstepForm, dukaniFee, dukaniForm } from '../api/parcels.ts'
import type { Visitor } from '../api/visitor.ts'
import { dueParcel } from './due-parcels.ts'
import { pasteMessage } from './payment-samples.ts'
import { done, type SampleContext, until } from './sample-context.ts'

type Wanted = { readonly phone: string; readonly amount: number; readonly reference: string; readonly adds?: boolean }

/** Asks for a prompt on a phone. @returns its id */
export const askPhone = async (payer: Visitor, { phone, amount, reference, adds = false }: Wanted): Promise<string> => {
  const wanted = { paymentReferenceId: reference, senderName: doorstepForm.sender.name, phone, amount, adds }
  return (await done(payer.post('/api/payment/prompts', wanted))).promptId
}
/** Resolves when the prompt is in that state. */
export const reaches = (payer: Visitor, promptId: string, state: string) =>
  until(`prompt that is ${state}`, async () => {
    const { body } = await payer.get(`/api/payment/prompts/${promptId}`)
    return body.state === state
  })
const send = (payer: Visitor, paymentReferenceId: string) =>
  done(payer.post('/api/dukani/deliveries', { ...dukaniForm, paymentReferenceId }))

/** One prompt is paid, one is cancelled, and M-Pesa never answers the third. */
const endings = async (context: SampleContext, mpesa: Mpesa, client: Visitor): Promise<void> => {
  const [pays, cancels, silent] = ['254712000101', '254712000102', '254712000103'] as const
  mpesa.script.prompts({ phone: pays, result: '0' })
  await reaches(client, await askPhone(client, { phone: pays, amount: dukaniFee, reference: 'PAY-310001' }), 'paid')
  await send(client, 'PAY-310001')
  mpesa.script.prompts({ phone: cancels, result: '1032' })
  await reaches(client, await askPhone(client, { phone: cancels, amount: 150, reference: 'PAY-310002' }), 'failed')
  mpesa.script.next('push', 'unavailable')
  const lost = await askPhone(client, { phone: silent, amount: 180, reference: 'PAY-310003' })
  await reaches(client, lost, 'unknown')
  context.later(11)
  await reaches(client, lost, 'lapsed')
}

/**
 * Prompts that add to an earlier payment. A parcel uses the second payment first, so that payment takes no more money.
 */
const additions = async ({ settled }: SampleContext, mpesa: Mpesa, client: Visitor): Promise<void> => {
  const [adds, late] = ['254712000104', '254712000105'] as const
  await pasteMessage(mpesa, client, { phone: adds, amount: 100, reference: 'PAY-310004' })
  mpesa.script.prompts({ phone: adds, result: '0' })
  const more = { phone: adds, amount: dukaniFee - 100, reference: 'PAY-310004', adds: true }
  await reaches(client, await askPhone(client, more), 'paid')
  await send(client, 'PAY-310004')

  await pasteMessage(mpesa, client, { phone: late, amount: dukaniFee, reference: 'PAY-310005' })
  mpesa.script.prompts({ phone: late, result: '0', callback: { when: 'held' } })
  const declined = await askPhone(client, { phone: late, amount: 50, reference: 'PAY-310005', adds: true })
  await reaches(client, declined, 'arrived')
  await send(client, 'PAY-310005')
  await settled()
  await mpesa.callbackSender.deliverHeld()
  await reaches(client, declined, 'paid')
}

/**
 * A guest pays and goes away; the link of the SMS, which comes within a minute of the eleventh, is used in another
 * browser.
 */
const leftUnused = async (context: SampleContext, mpesa: Mpesa): Promise<void> => {
  const [guest, elsewhere] = [context.stranger(), context.stranger()]
  const [phone, reference] = ['254712000108', 'PAY-310008'] as const
  mpesa.script.prompts({ phone, result: '0' })
  await reaches(guest, await askPhone(guest, { phone, amount: dukaniFee, reference }), 'paid')
  context.later(11)
  const key = await until('SMS about unused money', () => context.smsTo('0712000108', /\/p\/#(\w{26})/))
  await done(elsewhere.post('/api/payment/links', { key, take: true }))
  await send(elsewhere, reference)
}

/** @returns the client's prompt that is paid while its receipt is not known, and an agent's for a parcel at the door */
export const createPromptSamples = async (context: SampleContext, mpesa: Mpesa) => {
  const [client, cbd, thika] = [
    await context.signedIn('client'),
    await context.signedIn('agent.cbd'),
    await context.signedIn('agent.thika'),
  ]
  await endings(context, mpesa, client)
  await additions(context, mpesa, client)
  await leftUnused(context, mpesa)

  const [untold, atTheDoor] = ['254712000106', '254712000107'] as const
  mpesa.script.prompts({ phone: untold, result: '0', callback: { when: 'never' } })
  const promptId = await askPhone(client, { phone: untold, amount: dukaniFee, reference: 'PAY-310006' })
  await reaches(client, promptId, 'arrived')

  mpesa.script.prompts({ phone: atTheDoor, result: '0' })
  const { _id: id } = await dueParcel(client, cbd)
  const path = `/api/agent/deliveries/${id}/prompt`
  const asked = await done(thika.post(path, { phone: atTheDoor }))
  await until('money at the door', async () => (await thika.get(`${path}/${asked.promptId}`)).body.state === 'paid')
  return { promptId, atTheDoor: { id, promptId: asked.promptId as string } }
}
