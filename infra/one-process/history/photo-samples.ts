import type { Visitor } from '../api/visitor.ts'
import { dueParcel } from './due-parcels.ts'
import { done, type SampleContext } from './sample-context.ts'

/** A photo as a phone makes it. */
const photo = Buffer.concat([
  Buffer.of(0xff, 0xd8, 0xff, 0xc0, 0, 8, 8, 2, 0x58, 3, 0x20, 1, 0xff, 0xda, 0, 2),
  Buffer.from('the picture'),
  Buffer.of(0xff, 0xd9),
])

/** Holds a damaged parcel, and adds a photo. */
export const holdWithPhoto = async (agent: Visitor, { _id }: { readonly _id: string }): Promise<void> => {
  await done(agent.put(`/api/agent/hold/${_id}`, { code: 'damaged', note: 'The box is open.' }))
  const headers = { 'content-type': 'image/jpeg' }
  await done(agent.ask('POST', `/api/agent/deliveries/${_id}/photos`, photo, { headers }))
}

/** On the last day, so that its photo is still stored. */
export const createPhotoSamples = async ({ signedIn }: SampleContext): Promise<void> => {
  const cbd = await signedIn('agent.cbd')
  await holdWithPhoto(cbd, await dueParcel(await signedIn('client'), cbd))
}
