import { doorstepForm } from '../api/parcels.ts'
import type { Visitor } from '../api/visitor.ts'
import { done } from './sample-context.ts'

export type Parcel = { readonly _id: string; readonly trackingId: string }

/** A parcel on its way with a rider: Ksh 1,850 are due at the door. @param cbd agent of the shop that sends it */
export const dueParcel = async (sender: Visitor, cbd: Visitor, form = doorstepForm): Promise<Parcel> => {
  const parcel: Parcel = await done(sender.post('/api/doorstep/deliveries', form))
  const [{ _id: riderId }] = await done(cbd.get('/api/admin/all'))
  await done(cbd.put(`/api/doorstep/assign-rider/${parcel._id}`, { riderId }))
  await done(cbd.put(`/api/agent/update-intransit/${parcel._id}`, {}))
  return parcel
}

/** @param taken how what is due was paid: cash, a prompt or a receipt */
export const handOver = (agent: Visitor, { _id }: Parcel, taken: object) =>
  done(agent.put(`/api/agent/update-received/${_id}`, { taken }))

/** Sets the status as an admin, past the agents. */
export const override = (admin: Visitor, { _id }: Parcel, status: string) =>
  done(admin.patch(`/api/admin/deliveries/${_id}/status`, { status }))
