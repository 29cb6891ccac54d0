import { doorstepForm, dukaniFee, dukaniForm, paid } from '../api/parcels.ts'
import type { Visitor } from '../api/visitor.ts'
import { dueParcel, type Parcel } from './due-parcels.ts'
import { done, type SampleContext } from './sample-context.ts'

const [senderPhone, receiverPhone, pickerPhone] = ['0799000201', '0799000202', '0799000203']
/** The phone of a guest whose parcel is never handed in. */
const keepingPhone = '0799000205'
/** The phone of a guest who sent a parcel that is paid on delivery: `cashScene` pays them out. */
export const unpaidPhone = '0799000204'

/** A picker with a phone collects a parcel. */
const collectedByPicker = async (client: Visitor, cbd: Visitor, thika: Visitor): Promise<void> => {
  const paymentReferenceId = await paid(client, dukaniFee)
  const receiver = { ...dukaniForm.receiver, phoneNumber: receiverPhone }
  const { _id }: Parcel = await done(
    client.post('/api/dukani/deliveries', { ...dukaniForm, receiver, paymentReferenceId }),
  )
  await done(cbd.put(`/api/agent/update-status/${_id}`, {}))
  await done(cbd.put(`/api/agent/update-intransit/${_id}`, {}))
  await done(thika.put(`/api/agent/update-received/${_id}`, {}))
  const picker = { pickerName: 'Juma Odinga', pickerPhone, pickerNationalId: '12345678' }
  await done(thika.put(`/api/dukani/assign-picker/${_id}`, picker))
}

const eraseBy =
  (admin: Visitor) =>
  (phone: string): Promise<{ _id: string; parcels: number; until: string | null }> =>
    done(admin.post('/api/admin/erasures', { phone, again: phone }))

/**
 * A receiver and a picker are erased at once. Three guests whose parcels are under way wait; the office cancels one. A
 * client forgets the people they sent to.
 */
export const createErasureSamples = async (context: SampleContext): Promise<void> => {
  const [client, admin] = [await context.signedIn('client'), await context.signedIn('admin')]
  const cbd = await context.signedIn('agent.cbd')
  const getForm = (phone: string) => ({ ...doorstepForm, sender: { ...doorstepForm.sender, phone } })
  for (const phone of [senderPhone, keepingPhone])
    await done(context.stranger().post('/api/doorstep/deliveries', getForm(phone)))
  await dueParcel(context.stranger(), cbd, getForm(unpaidPhone))
  await collectedByPicker(client, cbd, await context.signedIn('agent.thika'))
  await context.settled()
  const erase = eraseBy(admin)
  for (const phone of [receiverPhone, pickerPhone]) {
    const { parcels } = await erase(phone)
    if (parcels !== 1) throw new Error(`${phone} was erased from ${parcels} parcels`)
  }
  const cancelled = await erase(senderPhone)
  const due = [cancelled, await erase(unpaidPhone), await erase(keepingPhone)]
  if (due.some(({ until }) => until === null)) throw new Error('a phone was erased with a parcel under way')
  await done(admin.delete(`/api/admin/erasures/${cancelled._id}`))

  const [{ _id }] = (await done(client.get('/api/people'))).people
  await done(client.delete(`/api/people/${_id}`))
  await done(client.delete('/api/people'))
}
