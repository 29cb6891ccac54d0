import type { Mpesa } from '@tuma/mpesa'
import { counterForm, doorstepFee } from '../api/parcels.ts'
import { stickersIn } from '../api/printed-stickers.ts'
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

/** An agent books a parcel under its sticker, and puts a second one on it. */
export const createStickerSamples = async (context: SampleContext): Promise<void> => {
  const [admin, cbd] = [await context.signedIn('admin'), await context.signedIn('agent.cbd')]
  const [first, second] = stickersIn(await done(admin.post('/api/admin/sticker-rolls', { count: 2 })))
  const { _id } = await done(cbd.post('/api/agent/counter-parcels', { ...counterForm, sticker: first }))
  await context.settled()
  await done(cbd.put(`/api/agent/deliveries/${_id}/sticker`, { sticker: second }))
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

/** The receiving shop of a booking is retired before its money comes, so its parcel cannot be booked. */
export const createFailedBookingSample = async (context: SampleContext, mpesa: Mpesa): Promise<void> => {
  const [admin, cbd] = [await context.signedIn('admin'), await context.signedIn('agent.cbd')]
  const [phone, place, shop, price] = ['254712000126', 'NYERI', 'Nyeri Stage', 350]
  await done(admin.post('/api/admin/add-location', { locationName: place, pickupPoints: [shop], price }))
  await context.settled()
  const to = { shop: { location: place, address: shop } }
  const form = { ...counterForm, to, deliveryFee: price, pay: { how: 'prompt', phone: `+${phone}` } }
  const { bookingId } = await done(cbd.post('/api/agent/counter-parcels', form))
  const prompt = await until('its prompt', async () => (await mpesa.handset.prompts(phone))[0] ?? null)

  const places: { _id: string; locationName: string }[] = await done(admin.get('/api/admin/locations'))
  const retired = places.find(({ locationName }) => locationName === place)
  await done(admin.delete(`/api/admin/locations/${retired?._id}/shops/${encodeURIComponent(shop)}`))
  await mpesa.handset.enterPin(prompt.id)
  const booking = `/api/agent/bookings/${bookingId}`
  await until('booking that failed', async () => (await cbd.get(booking)).body.state === 'failed')
}
