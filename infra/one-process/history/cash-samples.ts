import type { Visitor } from '../api/visitor.ts'
import { demonstrationPassword } from '../src/seed/seed-plan.ts'
import { accounts } from './accounts.ts'
import { dueParcel, handOver, override } from './due-parcels.ts'
import { unpaidPhone } from './erasure-samples.ts'
import { done, type SampleContext, until } from './sample-context.ts'

/** Hands over all cash of an agent's drawer. @returns the shillings, and the path at which the office counts them */
const handOverCash = async (agent: Visitor) => {
  const { cents } = await until('cash in the drawer', async () => {
    const drawer = await done(agent.get('/api/agent/cash'))
    return drawer.cents > 0 ? drawer : null
  })
  const amount = cents / 100
  const { _id } = await done(agent.post('/api/agent/cash/hand-overs', { amount }))
  const { _id: agentId } = await done(agent.get('/api/users/me'))
  return { amount, path: `/api/admin/books/drawers/${agentId}/hand-overs/${_id}` }
}

/** The office takes the cash out of the drawer itself, and ten shillings are missing. */
const takeInCash = async (admin: Visitor, agent: Visitor): Promise<void> => {
  const { _id } = await done(agent.get('/api/users/me'))
  const inDrawer = await until('cash in the drawer', async () => {
    const { cents } = await done(admin.get(`/api/admin/books/drawers/${_id}`))
    return cents > 0 ? cents : null
  })
  const counted = { amount: inDrawer / 100 - 10, rest: 'missing', inDrawer, reason: 'The agent is ill' }
  await done(admin.post(`/api/admin/books/drawers/${_id}/take-in`, counted))
}

const payOutAll = async (admin: Visitor): Promise<void> => {
  const ready: { _id: string; ready: number }[] = await until('money to pay out', async () => {
    const rows = await done(admin.get('/api/admin/books/ready?limit=100'))
    return rows.length > 0 ? rows : null
  })
  for (const [index, { _id: owedTo, ready: cents }] of ready.entries())
    await done(admin.post('/api/admin/books/payouts', { owedTo, cents, reference: `UKRPAYOUT${index}` }))
}

const deleteAccount = async (admin: Visitor, username: string): Promise<void> => {
  const [{ _id }] = await done(admin.get(`/api/admin/users?search=${username}`))
  await done(admin.delete(`/api/admin/users/${_id}`))
}

/**
 * Cash is taken at the door, handed over, counted and paid out. Rehema deletes her account and is paid, so that she is
 * forgotten later; Salim deletes his while his money is in a drawer, so that his name is kept.
 */
export const createCashSamples = async (context: SampleContext): Promise<void> => {
  const [client, admin] = [await context.signedIn('client'), await context.signedIn('admin')]
  const [cbd, thika] = [await context.signedIn('agent.cbd'), await context.signedIn('agent.thika')]
  const { registered } = accounts(context)
  const [rehema, salim] = [await registered('rehema', 'Rehema Kombo'), await registered('salim', 'Salim Badawy')]
  for (const sender of [client, rehema]) await handOver(thika, await dueParcel(sender, cbd), { how: 'cash' })
  await handOver(cbd, await dueParcel(salim, cbd), { how: 'cash' })
  const [ofGuest] = await done(admin.get(`/api/admin/deliveries?search=${unpaidPhone}`))
  await handOver(thika, ofGuest, { how: 'cash' })
  await context.settled()
  for (const username of ['rehema', 'salim']) await deleteAccount(admin, username)
  await context.settled()

  const { amount, path } = await handOverCash(thika)
  await done(admin.post(path, { amount }))
  await context.settled()
  await payOutAll(admin)
  await done(client.put('/api/client/payout-number', { phone: '0799666555', password: demonstrationPassword }))
  // The office has not counted this one yet.
  await handOverCash(cbd)
}

/** An admin marks three parcels as delivered. Their cash is explained, given back with its parcel, and left open. */
export const createUnexplainedCashSamples = async (context: SampleContext): Promise<void> => {
  const [client, admin] = [await context.signedIn('client'), await context.signedIn('admin')]
  const cbd = await context.signedIn('agent.cbd')
  const parcels = [await dueParcel(client, cbd), await dueParcel(client, cbd), await dueParcel(client, cbd)] as const
  for (const parcel of parcels) await override(admin, parcel, 'delivered')
  const [explained, givenBack] = parcels
  await override(admin, givenBack, 'inTransit')
  await done(admin.put(`/api/admin/deliveries/${givenBack._id}/return`, {}))
  await context.settled()
  const path = '/api/admin/books/unexplained'
  const inDrawer = { as: 'drawer', username: 'agent.thika', reason: 'The agent has it' }
  await done(admin.post(`${path}/${explained._id}`, inDrawer))
  const neverTaken = { as: 'never_taken', reason: 'Pressed by mistake' }
  await done(admin.post(`${path}/${givenBack._id}/give-back`, neverTaken))
  await takeInCash(admin, await context.signedIn('agent.thika'))
}
