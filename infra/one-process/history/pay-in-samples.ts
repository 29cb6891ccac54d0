import type { Mpesa } from '@tuma/mpesa'
import type { Visitor } from '../api/visitor.ts'
import { dueParcel, handOver } from './due-parcels.ts'
import { done, type SampleContext, until } from './sample-context.ts'

const [drawer, offers, payIns] = ['/api/agent/cash', '/api/agent/cash/offers', '/api/agent/cash/pay-ins']

/** An agent pays cash in on this phone, and the books have it. @returns M-Pesa's receipt */
const payIn = async (agent: Visitor, mpesa: Mpesa, phone: string, amount: number): Promise<string> => {
  mpesa.script.prompts({ phone, result: '0' })
  const { promptId } = await done(agent.post(payIns, { amount, phone }))
  await until('cash that is paid in', async () =>
    (await done(agent.get(payIns))).some(
      (one: { promptId: string; state: string }) => one.promptId === promptId && one.state === 'paid_in',
    ),
  )
  return mpesa.ledger.movements().find(({ payer }) => payer?.phone === phone)?.receipt ?? ''
}

/**
 * An agent pays a part in, and then most of the rest. A colleague pays in cash that came from them. M-Pesa takes the
 * last two back, which the next statement tells. An offer waits at the end.
 */
export const createPayInSamples = async (context: SampleContext, mpesa: Mpesa): Promise<void> => {
  const [client, cbd] = [await context.signedIn('client'), await context.signedIn('agent.cbd')]
  const [thika, zuhura] = [await context.signedIn('agent.thika'), await context.signedIn('zuhura')]
  const cash = async (agent: Visitor): Promise<number> => (await done(agent.get(drawer))).cents / 100
  const before = await cash(thika)
  await handOver(thika, await dueParcel(client, cbd), { how: 'cash' })
  const there = await until('cash in the drawer', async () => {
    const now = await cash(thika)
    return now > before ? now : null
  })
  const [{ _id: to }] = (await done(thika.get(offers))).colleagues
  const { _id } = await done(thika.post(offers, { to, amount: 100 }))
  await until('the offer', async () =>
    (await done(zuhura.get(offers))).toYou.some((one: { _id: string }) => one._id === _id),
  )
  const had = await cash(zuhura)
  await done(zuhura.put(`${offers}/${_id}`, { counted: 100 }))
  await until('cash of the colleague', async () => (await cash(zuhura)) === had + 100)

  await payIn(thika, mpesa, '254712000111', 50)
  const back = [
    await payIn(thika, mpesa, '254712000112', there - 100 - 50 - 200),
    await payIn(zuhura, mpesa, '254712000113', 100),
  ]
  await done(thika.post(offers, { to, amount: 200 }))
  await context.settled()
  for (const receipt of back) mpesa.handset.reverse(receipt)
}
