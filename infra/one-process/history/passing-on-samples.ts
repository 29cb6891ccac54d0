import type { Visitor } from '../api/visitor.ts'
import { accounts } from './accounts.ts'
import { dueParcel, handOver } from './due-parcels.ts'
import { done, type SampleContext, until } from './sample-context.ts'

/** A second agent of the shop of this one. */
const createColleague = async (context: SampleContext, agent: Visitor): Promise<Visitor> => {
  const admin = await context.signedIn('admin')
  await accounts(context).registered('zuhura', 'Zuhura Salim')
  const [{ _id }] = await done(admin.get('/api/admin/users?search=zuhura'))
  await done(admin.patch(`/api/admin/users/${_id}`, { role: 'agent' }))
  const { location, address } = await done(agent.get('/api/users/me'))
  await done(admin.put(`/api/admin/agents/${_id}`, { location, address }))
  return context.signedIn('zuhura')
}

/**
 * An agent takes one offer back. Of the next one the colleague counts less, and hands it over to the office. A third one
 * waits.
 */
export const createPassedCashSamples = async (context: SampleContext): Promise<void> => {
  const [client, admin] = [await context.signedIn('client'), await context.signedIn('admin')]
  const [cbd, thika] = [await context.signedIn('agent.cbd'), await context.signedIn('agent.thika')]
  const zuhura = await createColleague(context, thika)
  const [{ _id: to }] = (await done(thika.get('/api/agent/cash/offers'))).colleagues
  await handOver(thika, await dueParcel(client, cbd), { how: 'cash' })
  const hasCash = async (agent: Visitor) => (await done(agent.get('/api/agent/cash'))).cents > 0
  await until('cash in the drawer', () => hasCash(thika))

  const offers = '/api/agent/cash/offers'
  const offer = async (amount: number): Promise<string> => {
    const { _id } = await done(thika.post(offers, { to, amount }))
    await until('the offer', async () =>
      (await done(zuhura.get(offers))).toYou.some((one: { _id: string }) => one._id === _id),
    )
    return `${offers}/${_id}`
  }
  await done(thika.delete(await offer(500)))
  await done(zuhura.put(await offer(1500), { counted: 1400 }))
  await until('cash of the colleague', () => hasCash(zuhura))
  const { _id: handOverId } = await done(zuhura.post('/api/agent/cash/hand-overs', { amount: 1400 }))
  await done(admin.post(`/api/admin/books/drawers/${to}/hand-overs/${handOverId}`, { amount: 1400 }))
  await offer(200)
  await context.settled()
}
