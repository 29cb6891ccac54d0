import { collectionCodeIn } from '../api/collection-code.ts'
import { doorstepForm, dukaniFee, dukaniForm, paid } from '../api/parcels.ts'
import type { Visitor } from '../api/visitor.ts'
import { holdWithPhoto } from './photo-samples.ts'
import { done, type SampleContext, until } from './sample-context.ts'

type Parcel = { readonly _id: string; readonly trackingId: string }

const people = async ({ signedIn }: SampleContext) => {
  const [client, admin] = [await signedIn('client'), await signedIn('admin')]
  const [cbd, thika] = [await signedIn('agent.cbd'), await signedIn('agent.thika')]
  const step = (agent: Visitor, name: string, { _id }: Parcel, body: object = {}) =>
    done(agent.put(`/api/agent/${name}/${_id}`, body))
  const onItsWay = async (): Promise<Parcel> => {
    const parcel: Parcel = await done(
      client.post('/api/dukani/deliveries', { ...dukaniForm, paymentReferenceId: await paid(client, dukaniFee) }),
    )
    await step(cbd, 'update-status', parcel)
    await step(cbd, 'update-intransit', parcel)
    return parcel
  }
  const arrived = async (): Promise<Parcel> => {
    const parcel = await onItsWay()
    await step(thika, 'update-received', parcel)
    return parcel
  }
  return { client, admin, cbd, thika, step, onItsWay, arrived }
}
type People = Awaited<ReturnType<typeof people>>

/** A parcel held with a photo; held and released; sent back and collected; lost; lost and found. */
const notItsWay = async ({ admin, cbd, thika, step, onItsWay, arrived }: People): Promise<void> => {
  const damaged = { code: 'damaged', note: 'The box is open.', toSender: 'We packed it again.' }
  await holdWithPhoto(thika, await arrived())
  const letGo = await arrived()
  await step(thika, 'hold', letGo, damaged)
  await step(thika, 'lift', letGo, { code: 'damaged' })

  const office = (what: string, { _id }: Parcel, body: object) =>
    done(admin.put(`/api/admin/deliveries/${_id}/${what}`, body))
  const back = await arrived()
  await office('return', back, {})
  await step(thika, 'update-intransit', back)
  await step(cbd, 'update-received', back)
  await step(cbd, 'update-collected', back)
  await office('return', await arrived(), {})
  await office('lost', await onItsWay(), { lost: true })
  const found = await onItsWay()
  await office('lost', found, { lost: true })
  await office('lost', found, { lost: false })
}

/** Codes that were guessed, sent again and read out; another phone; new codes for all; a receiver who reads Swahili. */
const codes = async (
  { stranger, smsTo }: SampleContext,
  { client, admin, thika, step, arrived }: People,
): Promise<void> => {
  const fetched = await arrived()
  for (const code of ['000000', '000001']) await thika.put(`/api/agent/collect/${fetched._id}`, { code })
  await done(thika.post(`/api/deliveries/${fetched._id}/code`, {}))
  const phone = '0799 000 123'
  await done(client.put(`/api/deliveries/${fetched._id}/receiver-phone`, { phone }))
  const code = collectionCodeIn(await smsTo('0799000123', new RegExp(`(${fetched.trackingId}.*code: .*)`)))
  await step(thika, 'collect', fetched, { code })
  await done(admin.post('/api/admin/collection-codes', {}))
  // This one still waits for its right code.
  const guessed = await arrived()
  await thika.put(`/api/agent/collect/${guessed._id}`, { code: '000000' })

  const headers = { cookie: 'tuma_language=sw' }
  await done(stranger().post('/api/doorstep/deliveries', doorstepForm, { headers }))
  const receiver = { ...doorstepForm.receiver, phone: '0799 000 124' }
  const { trackingId } = await done(stranger().post('/api/doorstep/deliveries', { ...doorstepForm, receiver }))
  const chosen = { headers: { 'content-type': 'application/x-www-form-urlencoded' } }
  const { status } = await stranger().post(`/t/${trackingId}/language`, 'language=sw', chosen)
  if (status !== 303) throw new Error(`no language is chosen: ${status}`)
}

/** Cash at the door, which the agent has reported. */
const money = async ({ client, admin, cbd, thika, step }: People): Promise<void> => {
  const [rider] = await done(admin.get('/api/admin/all'))
  const parcel: Parcel = await done(client.post('/api/doorstep/deliveries', doorstepForm))
  await done(cbd.put(`/api/doorstep/assign-rider/${parcel._id}`, { riderId: rider._id }))
  await step(cbd, 'update-intransit', parcel)
  await step(thika, 'update-received', parcel, { taken: { how: 'cash' } })
}

/** @returns the parcels that are not collected */
export const createTroubleSamples = async (context: SampleContext): Promise<readonly Parcel[]> => {
  const all = await people(context)
  await notItsWay(all)
  await codes(context, all)
  await money(all)
  return [await all.arrived(), await all.arrived(), await all.arrived()]
}

/** After a week: one waits longer, one goes back by the sender's decision, and for the third there is no decision. */
export const createDecisionSamples = async (
  context: SampleContext,
  [longer, back]: readonly Parcel[],
): Promise<void> => {
  const client = await context.signedIn('client')
  const decide = (parcel: Parcel | undefined, decision: 'wait' | 'back') =>
    until(
      'the question what becomes of it',
      async () => (await client.put(`/api/deliveries/${parcel?._id}/decision`, { decision })).status === 200,
    )
  await decide(longer, 'wait')
  await decide(back, 'back')
}
