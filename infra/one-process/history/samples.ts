import { doorstepFee, doorstepForm, dukaniFee, dukaniForm } from '../api/parcels.ts'
import type { Visitor } from '../api/visitor.ts'
import { accounts } from './accounts.ts'
import { done, type SampleContext } from './sample-context.ts'

/** Accounts in every state: changed, reset, registered twice, unverified, promoted and demoted, deleted. */
export const createPeopleSamples = async (context: SampleContext): Promise<void> => {
  const { stranger, linkTo, signedIn } = context
  const { register, verify, registered } = accounts(context)
  const admin = await signedIn('admin')
  const getId = async (username: string): Promise<string> =>
    (await done(admin.get(`/api/admin/users?search=${username}`)))[0]._id
  const role = async (username: string, role: string) =>
    done(admin.patch(`/api/admin/users/${await getId(username)}`, { role }))

  const neema = await registered('neema', 'Neema Chebet')
  await done(neema.put('/api/users/updateuser', { name: 'Neema Wairimu', phone: '0722 111 222', location: 'Kasarani' }))
  await done(neema.put('/api/users/updateuser', { email: 'neema.new@tuma.test', password: 'tuma-demo' }))
  await verify('neema.new@tuma.test')
  await done(neema.get('/api/users/logout'))

  await registered('hamisi', 'Hamisi Juma')
  await done(stranger().post('/api/users/forgotpassword', { email: 'hamisi@tuma.test' }))
  const reset = await linkTo('hamisi@tuma.test', 'resetpassword')
  await done(stranger().put(`/api/users/resetpassword/${reset}`, { password: 'a second one' }))

  // Neither person has verified the address: the link of the second still works.
  await register('pendo', 'Pendo Kazungu', 'shared@tuma.test')
  await register('kito', 'Kito Mwangi', 'shared@tuma.test')

  await registered('musa', 'Musa Barasa')
  await role('musa', 'agent')
  await done(admin.put(`/api/admin/agents/${await getId('musa')}`, { location: 'THIKA', address: 'Ananas Mall Desk' }))
  await registered('asha', 'Asha Omar')
  await role('asha', 'admin')
  await role('asha', 'user')

  const farida = await registered('farida', 'Farida Noor')
  await done(farida.post('/api/doorstep/deliveries', { ...doorstepForm, productPrice: 0 }))
  await done(admin.delete(`/api/admin/users/${await getId('farida')}`))
  await registered('leaving', 'Otis Kirui')
  await role('leaving', 'agent')
  await done(admin.delete(`/api/admin/agents/${await getId('leaving')}`))
}

/** Places, prices and riders that were added, changed and removed. */
export const createNetworkSamples = async ({ signedIn }: SampleContext): Promise<void> => {
  const admin = await signedIn('admin')
  const location = { locationName: 'NAKURU', pickupPoints: ['Stage kiosk'], price: 400 }
  await done(admin.post('/api/admin/add-location', location))
  await done(admin.post('/api/admin/add-location', { ...location, pickupPoints: ['Lake road desk'], price: 410 }))
  const tier = { place: 'NAKURU', deliveryType: 'express' }
  await done(admin.post('/api/admin/prices', { ...tier, price: 700 }))
  await done(admin.post('/api/admin/prices', { ...tier, price: 720 }))
  const { _id } = await done(admin.post('/api/admin/prices', { ...tier, deliveryType: 'same-day', price: 500 }))
  await done(admin.delete(`/api/admin/prices/${_id}`))
  await done(admin.put('/api/admin/place-codes', { place: 'NAKURU', code: 'NAK' }))
  const rider = await done(admin.post('/api/admin/add', { name: 'Kiprono Bett', phone: '0711777666' }))
  await done(admin.delete(`/api/admin/delete/${rider._id}`))
}

const till = (payer: Visitor, amount: number) =>
  done(payer.get(`/dev/mpesa-message?amount=${amount}`, { headers: { accept: 'application/json' } }))

/** Payments that were moved to another reference, released, and never used: the tests use the last one. */
export const createPaymentSamples = async ({ signedIn }: SampleContext): Promise<void> => {
  const [client, admin] = [await signedIn('client'), await signedIn('admin')]
  const verify = async (paymentReferenceId: string, mpesaMessage: string) => {
    const verification = { paymentReferenceId, senderName: 'Wanjiku Kamau', mpesaMessage }
    const { success, code } = await done(client.post('/api/payment/verify-payment', verification))
    if (!success) throw new Error(code)
  }
  const send = (paymentReferenceId: string) =>
    done(client.post('/api/dukani/deliveries', { ...dukaniForm, paymentReferenceId }))

  const { message } = await till(client, dukaniFee)
  await verify('PAY-300001', message)
  await verify('PAY-300002', message)
  const { _id } = await send('PAY-300002')
  await done(admin.delete(`/api/admin/deliveries/${_id}`))
  // The released payment pays again.
  await send('PAY-300002')
  await verify('PAY-300003', (await till(client, dukaniFee)).message)
}

/** A parcel's way with detours: another rider, an admin's status, and a parcel that is deleted on its way. */
export const createParcelSamples = async ({ signedIn }: SampleContext): Promise<void> => {
  const [client, cbd, thika] = [await signedIn('client'), await signedIn('agent.cbd'), await signedIn('agent.thika')]
  const admin = await signedIn('admin')
  const [first, second] = await done(admin.get('/api/admin/all'))
  const doorstep = async () => (await done(client.post('/api/doorstep/deliveries', doorstepForm)))._id
  const press = (agent: Visitor, step: string, id: string) => done(agent.put(`/api/agent/${step}/${id}`, {}))
  const ride = (id: string, { _id: riderId }: { _id: string }) =>
    done(cbd.put(`/api/doorstep/assign-rider/${id}`, { riderId }))
  const override = (id: string, status: string) => done(admin.patch(`/api/admin/deliveries/${id}/status`, { status }))

  const detour = await doorstep()
  await ride(detour, first)
  await ride(detour, second)
  await override(detour, 'sorting')
  await press(cbd, 'update-intransit', detour)
  await press(thika, 'update-received', detour)
  await press(cbd, 'update-collected', detour)

  // A parcel that an admin marks as delivered counts as paid.
  await override(await doorstep(), 'delivered')
  const lost = await doorstep()
  await ride(lost, first)
  await done(admin.delete(`/api/admin/deliveries/${lost}`, {}, { reason: 'other', note: 'The rider lost it.' }))
  // A parcel that no agent has touched yet.
  await done(client.post('/api/doorstep/deliveries', { ...doorstepForm, deliveryFee: doorstepFee }))
}

/** @returns the tracking id of a parcel that the office deletes */
export const createDeletedParcel = async ({ signedIn }: SampleContext): Promise<string> => {
  const [client, admin] = [await signedIn('client'), await signedIn('admin')]
  const { _id, trackingId } = await done(client.post('/api/doorstep/deliveries', doorstepForm))
  await done(admin.delete(`/api/admin/deliveries/${_id}`))
  return trackingId
}

/** Messages of people: to many, to us, and a phone that wants none. */
export const createMessageSamples = async ({ signedIn, stranger }: SampleContext): Promise<void> => {
  const admin = await signedIn('admin')
  await done(admin.post('/api/admin/sms-opt-outs', { phone: '0711 333 000' }))
  const phoneNumbers = ['0711 333 000', '0711 333 001', '0711 333 002']
  await done(admin.post('/api/admin/send-bulk-sms', { phoneNumbers, message: 'Half price on Friday' }))
  const message = { name: 'Zawadi Mwende', email: 'zawadi@tuma.test', message: 'Where is my parcel?' }
  await done(stranger().post('/api/support/messages', message))
}
