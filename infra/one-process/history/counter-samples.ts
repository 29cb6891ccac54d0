import { counterForm, doorstepFee } from '../api/parcels.ts'
import { done, type SampleContext } from './sample-context.ts'

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
