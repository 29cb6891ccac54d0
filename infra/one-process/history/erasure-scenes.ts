import { doorstepForm, dukaniFee, dukaniForm, paid } from '../api/parcels.ts'
import type { Visitor } from '../api/visitor.ts'
import type { Parcel } from './due-parcels.ts'
import { done, type Stage } from './stage.ts'

const [senderPhone, receiverPhone, pickerPhone] = ['0799000201', '0799000202', '0799000203']

/** A picker with a phone collects a parcel. */
const collectedByPicker = async (client: Visitor, cbd: Visitor, thika: Visitor): Promise<void> => {
  const paymentReferenceId = await paid(client, dukaniFee)
  const { _id }: Parcel = await done(client.post('/api/dukani/deliveries', { ...dukaniForm, paymentReferenceId }))
  await done(cbd.put(`/api/agent/update-status/${_id}`, {}))
  await done(cbd.put(`/api/agent/update-intransit/${_id}`, {}))
  await done(thika.put(`/api/agent/update-received/${_id}`, {}))
  const picker = { pickerName: 'Juma Odinga', pickerPhone, pickerNationalId: '12345678' }
  await done(thika.put(`/api/dukani/assign-picker/${_id}`, picker))
}

/** A guest, a receiver and a picker ask the office to erase their phones; a client forgets whom they sent to. */
export const erasureScene = async (stage: Stage): Promise<void> => {
  const [client, admin] = [await stage.signedIn('client'), await stage.signedIn('admin')]
  const sender = { ...doorstepForm.sender, phone: senderPhone }
  const receiver = { ...doorstepForm.receiver, phone: receiverPhone }
  await done(stage.stranger().post('/api/doorstep/deliveries', { ...doorstepForm, sender }))
  await done(stage.stranger().post('/api/doorstep/deliveries', { ...doorstepForm, receiver }))
  await collectedByPicker(client, await stage.signedIn('agent.cbd'), await stage.signedIn('agent.thika'))
  await stage.settled()
  for (const phone of [senderPhone, receiverPhone, pickerPhone]) {
    const { parcels } = await done(admin.post('/api/admin/erasures', { phone }))
    if (parcels !== 1) throw new Error(`${phone} was erased from ${parcels} parcels`)
  }

  const [{ _id }] = (await done(client.get('/api/people'))).people
  await done(client.delete(`/api/people/${_id}`))
  await done(client.delete('/api/people'))
}
