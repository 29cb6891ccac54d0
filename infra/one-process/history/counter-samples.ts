import type { Mpesa } from '@tuma/mpesa'
import { counterForm, doorstepFee } from '../api/parcels.ts'
import { done, type SampleContext, until } from './sample-context.ts'

const door = { door: { place: 'THIKA', tier: 'same-day', address: 'Section 9', moreDetails: 'Call on arrival' } }
const toDoor = { to: door, deliveryFee: doorstepFee }
const byReceiver = { ...toDoor, pay: { how: 'on_delivery', productPrice: 1000 } }

/** An agent takes in parcels for cash and for their receivers to pay, and cancels one of each kind. */
export const createCounterSamples = async (context: SampleContext): Promise<void> => {
  const cbd = await context.signedIn('agent.cbd')
  const takeIn = (more: object = {}) => done(cbd.post('/api/agent/counter-parcels', { ...counterForm, ...more }))
  for (const more of [{}, toDoor, byReceiver]) await takeIn(more)
  for (const more of [{}, byReceiver]) {
    const { _id } = await takeIn(more)
    await context.settled()
    await done(cbd.post(`/api/agent/counter-parcels/${_id}/void`, { reason: 'The customer came back' }))
  }
}

/** Bookings: one is paid on the phone, one is refused there and paid in cash, one is cancelled, and one has arrived. */
export const createBookingSamples = async (context: SampleContext, mpesa: Mpesa): Promise<void> => {
  const cbd = await context.signedIn('agent.cbd')
  const [pays, refuses, leaves, untold] = ['254712000121', '254712000122', '254712000123', '254712000124'] as const
  const book = async (phone: string, rule: object): Promise<string> => {
    mpesa.script.prompts({ phone, ...rule })
    const pay = { how: 'prompt', phone: `+${phone}` }
    return (await done(cbd.post('/api/agent/counter-parcels', { ...counterForm, pay }))).bookingId
  }
  const reaches = (id: string, what: string, is: (booking: { state: string; asked: { state: string } }) => boolean) =>
    until(`booking that is ${what}`, async () => is((await cbd.get(`/api/agent/bookings/${id}`)).body))
  const change = (id: string, what: object) => done(cbd.post(`/api/agent/bookings/${id}`, what))

  await reaches(await book(pays, { result: '0' }), 'booked', ({ state }) => state === 'booked')
  const refused = await book(refuses, { result: '1032' })
  await reaches(refused, 'refused', ({ asked }) => asked.state === 'refused')
  await change(refused, { pay: { how: 'cash' } })
  await change(await book(leaves, { result: '1032' }), { cancel: true })
  const arrived = await book(untold, { result: '0', callback: { when: 'never' } })
  await reaches(arrived, 'arrived', ({ asked }) => asked.state === 'arrived')
}

/**
 * Of one booking a part is paid at the till. The receiving shop of another is retired before its money comes, so its
 * parcel cannot be booked.
 */
export const createTroubledBookingSamples = async (context: SampleContext, mpesa: Mpesa): Promise<void> => {
  const [admin, cbd] = [await context.signedIn('admin'), await context.signedIn('agent.cbd')]
  const book = async (more: object): Promise<string> =>
    (await done(cbd.post('/api/agent/counter-parcels', { ...counterForm, ...more }))).bookingId
  const reaches = (id: string, what: string, is: (booking: { state: string; paid: number }) => boolean) =>
    until(`booking that is ${what}`, async () => is((await cbd.get(`/api/agent/bookings/${id}`)).body))

  const byHand = '254712000125'
  const paid = await mpesa.handset.payByHand({ phone: byHand, amount: 100 })
  const pay = { how: 'till', receipt: paid?.receipt, payer: `0${byHand.slice(3)}` }
  await context.settled()
  await reaches(await book({ pay }), 'paid in part', (booking) => booking.paid === 100)

  const [phone, shop] = ['254712000126', 'Makongeni Corner']
  await done(admin.post('/api/admin/add-location', { locationName: 'THIKA', pickupPoints: [shop] }))
  await context.settled()
  const to = { shop: { location: 'THIKA', address: shop } }
  const retired = await book({ to, pay: { how: 'prompt', phone: `+${phone}` } })
  const places: { _id: string; locationName: string }[] = await done(admin.get('/api/admin/locations'))
  const thika = places.find(({ locationName }) => locationName === 'THIKA')
  await done(admin.delete(`/api/admin/locations/${thika?._id}/shops/${encodeURIComponent(shop)}`))
  const prompt = await until('its prompt', async () => (await mpesa.handset.prompts(phone))[0] ?? null)
  await mpesa.handset.enterPin(prompt.id)
  await reaches(retired, 'failed', ({ state }) => state === 'failed')
}
