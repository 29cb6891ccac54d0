import type { Actor } from '@tuma/contracts/services'
import { machine } from '../machine.ts'
import { agents, type PersonContext, phone, readInDrawer } from './network.ts'
import { waitForPrompt } from './payers.ts'

/** An agent pays cash in by M-Pesa: on a phone, or by hand and then by its receipt. */
export const payIn = async (context: PersonContext): Promise<void> => {
  const { chance } = context
  const agent = chance.among(agents)
  const inDrawer = await readInDrawer(context, agent.userId)
  if (inDrawer < 100) return
  const all = Math.floor(inDrawer / 100)
  const amount = chance.is(0.6) ? all : Math.ceil(all * chance.next())
  const receipt = chance.is(0.75)
    ? await onPhone(context, agent, { amount, inDrawer })
    : await byHand(context, agent, amount)
  if (receipt === null || !chance.is(0.2)) return
  await machine.sleep(chance.delay(300), 'phone')
  context.mpesa.handset.reverse(receipt)
}

/** Two presses for one drawer, at times for two phones: one of them is asked. */
const onPhone = async (
  context: PersonContext,
  actor: Actor & { readonly userId: string },
  { amount, inDrawer }: { readonly amount: number; readonly inDrawer: number },
): Promise<string | null> => {
  const { caller, ledger, chance, mpesa } = context
  const { userId: drawer } = actor
  const ask = async (theirs: string) => {
    const about = { drawer, inDrawer, name: 'Otieno Ouma', phone: theirs, amount }
    const asked = await caller.askUntilAnswered({
      actor,
      same: ({ promptId }: { readonly promptId: string }) => promptId,
      call: ({ payment }, command) => payment.askPayIn({ asked: command, ...about }),
    })
    if ('answer' in asked) ledger.recorded.push({ service: 'payment', commandId: asked.commandId })
    return 'answer' in asked ? theirs : null
  }
  const phones = Array.from({ length: chance.is(0.3) ? 2 : 1 }, () => phone(chance))
  const [ringing] = (await Promise.all(phones.map(ask))).filter((one) => one !== null)
  if (ringing === undefined) return null
  const promptId = await waitForPrompt(context, ringing)
  if (promptId === null) return null
  await machine.sleep(chance.delay(chance.is(0.3) ? 900 : 100), 'phone')
  if (chance.is(0.1)) {
    await mpesa.handset.cancel(promptId)
    return null
  }
  const paid = await mpesa.handset.enterPin(promptId)
  if (!paid) return null
  ledger.payIns.set(paid.receipt, { drawer, isClaimed: false })
  return paid.receipt
}

/** M-Pesa may not have reported it yet, and then its receipt is refused. */
const byHand = async (
  { caller, ledger, chance, mpesa }: PersonContext,
  actor: Actor & { readonly userId: string },
  amount: number,
): Promise<string | null> => {
  const theirs = phone(chance)
  const paid = await mpesa.handset.payByHand({ phone: theirs, amount })
  if (!paid) return null
  const payIn = { drawer: actor.userId, isClaimed: false }
  ledger.payIns.set(paid.receipt, payIn)
  await machine.sleep(chance.delay(300), 'phone')
  const payer = mpesa.world.people.of(theirs).name.split(' ')[0] ?? ''
  const reply = await caller.askUntilAnswered({
    actor,
    call: ({ payment }, asked) => payment.claimPayIn({ asked, drawer: actor.userId, receipt: paid.receipt, payer }),
  })
  payIn.isClaimed = 'answer' in reply
  return paid.receipt
}
