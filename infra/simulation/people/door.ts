import type { Actor } from '@tuma/contracts/services'
import type { Parcel } from '../ledger.ts'
import { machine } from '../machine.ts'
import { type PersonContext, phone, toAgent } from './network.ts'
import { waitForPrompt } from './payers.ts'

type Taken = {
  readonly how: 'prompt' | 'till' | 'cash'
  readonly promptId?: string
  readonly receipt?: string
  readonly payer?: string
}

/** An agent hands over a parcel with money due: by prompt, by receipt of the till, or in cash. */
export const payAtTheDoor = async (context: PersonContext): Promise<void> => {
  const { caller, ledger, chance } = context
  const open = ledger.parcels.filter(({ deliveryId, paid }) => paid === null && !ledger.askedAtDoor.has(deliveryId))
  if (open.length === 0) return
  const parcel = chance.among(open.slice(-8))
  const agent = toAgent(parcel.to)
  const { deliveryId } = parcel
  const seen = await caller.askUntilAnswered({
    actor: agent,
    call: ({ delivery }) => delivery.due({ viewer: agent, deliveryId }),
  })
  if (!('answer' in seen)) return
  ledger.askedAtDoor.add(deliveryId)
  const { due } = seen.answer
  const taken = chance.is(0.5) ? await byPrompt(context, agent, parcel, due) : await byTill(context, due)
  if ((await take(context, agent, parcel, taken)) || taken.how === 'cash') return
  await take(context, agent, parcel, { how: 'cash' })
}

const take = async ({ caller, ledger }: PersonContext, actor: Actor, { deliveryId }: Parcel, taken: Taken) => {
  const reply = await caller.askUntilAnswered<unknown>({
    actor,
    call: ({ delivery }, asked) => delivery.move({ asked, deliveryId, to: 'delivered', revision: null, taken }),
  })
  if ('answer' in reply) ledger.reached.push({ deliveryId, status: 'delivered' })
  return 'answer' in reply
}

const byPrompt = async (context: PersonContext, actor: Actor, parcel: Parcel, amount: number): Promise<Taken> => {
  const { caller, chance, mpesa } = context
  const { deliveryId, trackingId } = parcel
  const theirs = phone(chance)
  const about = { deliveryId, reference: trackingId.slice(0, 12), name: 'Juma Odinga', phone: theirs, amount }
  const asked = await caller.askUntilAnswered({
    actor,
    call: ({ payment }, command) => payment.askAtTheDoor({ asked: command, ...about }),
  })
  if (!('answer' in asked)) return { how: 'cash' }
  const ringing = await waitForPrompt(context, theirs)
  if (ringing === null) return { how: 'cash' }
  await machine.sleep(chance.delay(100), 'phone')
  const paid = chance.is(0.8) ? await mpesa.handset.enterPin(ringing) : null
  if (!paid) return { how: 'cash' }
  context.ledger.paidAtDoor.add(paid.receipt)
  await machine.sleep(chance.delay(600), 'phone')
  return { how: 'prompt', promptId: asked.answer.promptId }
}

/** The agent types the payer's receipt, which M-Pesa may not have reported yet. */
const byTill = async ({ chance, mpesa, ledger }: PersonContext, amount: number): Promise<Taken> => {
  const theirs = phone(chance)
  const paid = await mpesa.handset.payByHand({ phone: theirs, amount })
  if (!paid) return { how: 'cash' }
  ledger.paidAtDoor.add(paid.receipt)
  await machine.sleep(chance.delay(100), 'phone')
  return { how: 'till', receipt: paid.receipt, payer: mpesa.world.people.of(theirs).name.split(' ')[0] ?? '' }
}
