import type { Actor } from '@tuma/contracts/services'
import { machine } from '../machine.ts'
import { type Person, type PersonContext, phone } from './network.ts'

/** A payment with which its payer can book. */
export type Paid = { readonly reference: string; readonly receipt: string }
type Message = {
  readonly receipt: string
  readonly text: string
  /** The amount in the message, in shillings; null if it is what M-Pesa took. */
  readonly says: number | null
}

const forgedAmount = 1000

/** A payer pays this much, in one of the usual ways. */
export const pay = (context: PersonContext, actor: Actor, amount: number, by?: Person): Promise<Paid | null> => {
  const { chance } = context
  const payer = by ?? { name: 'Zawadi Mwende', phone: phone(chance) }
  const wanted = { reference: `PAY-${++context.ledger.named}`, amount, payer }
  if (chance.is(0.45)) return payByPrompt(context, actor, wanted)
  return chance.is(0.75) ? payByHand(context, actor, wanted) : inventMessage(context, actor, wanted)
}
type Wanted = { readonly reference: string; readonly amount: number; readonly payer: Person }
/** The reference and payer with which a message is shown. */
type Showing = Pick<Wanted, 'reference' | 'payer'>

/** Pays to the till and pastes the message; at times the message names more than was paid. */
const payByHand = async (
  context: PersonContext,
  actor: Actor,
  { amount, ...showing }: Wanted,
): Promise<Paid | null> => {
  const { chance, mpesa } = context
  const isForged = chance.is(0.08)
  const paid = await mpesa.handset.payByHand({ phone: showing.payer.phone, amount: isForged ? 60 : amount })
  if (!paid) return null
  await machine.sleep(chance.delay(150))
  const text = isForged ? paid.sms.replace(/Ksh[\d,.]+ paid/, `Ksh${forgedAmount}.00 paid`) : paid.sms
  return show(context, actor, showing, { receipt: paid.receipt, text, says: isForged ? forgedAmount : null })
}

/** A message that M-Pesa has never sent: of any day, or of another till. */
const inventMessage = async (
  context: PersonContext,
  actor: Actor,
  { amount, ...showing }: Wanted,
): Promise<Paid | null> => {
  const { caller, chance } = context
  const isLate = chance.is(0.15)
  const at = new Date(machine.wall() - (isLate ? 25 * 3_600_000 : 60_000)).toISOString()
  const sample = await caller.askUntilAnswered({
    actor,
    call: ({ payment }) => payment.sampleMessage({ amount, at, seed: `payment ${showing.reference}` }),
  })
  if (!('answer' in sample)) return null
  const { message } = sample.answer
  const text = chance.is(0.15) ? message.replace('TUMA', 'OTHER') : message
  return show(context, actor, showing, { receipt: message.slice(0, message.indexOf(' ')), text, says: amount })
}

/** Shows a message; a stranger may try the same one, and the payer shows it again for another reference. */
const show = async (context: PersonContext, actor: Actor, showing: Showing, message: Message): Promise<Paid | null> => {
  const { ledger, chance } = context
  const { reference } = showing
  const first = await verify(context, actor, showing, message, true)
  if (!first) return null
  ledger.claimed.set(message.receipt, message.says)
  if (!chance.is(0.15)) return { reference, receipt: message.receipt }
  const stranger: Actor = { kind: 'visitor', visitorId: `thief ${reference}` }
  if (await verify(context, stranger, { ...showing, reference: `${reference}-theirs` }, message, false))
    ledger.broken.push(`payment ${reference} was taken from its payer`)
  const again = { ...showing, reference: `${reference}-again` }
  const isShown = await verify(context, actor, again, message, false)
  return isShown ? { reference: again.reference, receipt: message.receipt } : null
}

const verify = async (
  { caller, ledger }: PersonContext,
  actor: Actor,
  { reference, payer: { name: senderName } }: Showing,
  { text }: Message,
  isFirst: boolean,
): Promise<boolean> => {
  const reply = await caller.askUntilAnswered({
    actor,
    ...(isFirst ? { same: (answer: { readonly success: boolean }) => answer.success } : {}),
    call: ({ payment }, asked) => payment.verify({ asked, reference, senderName, message: text }),
  })
  const isTaken = 'answer' in reply && reply.answer.success
  if (isTaken && isFirst) ledger.recorded.push({ service: 'payment', commandId: reply.commandId })
  return isTaken
}

/** Looks at a phone until it rings; null if it does not ring while people wait. */
export const waitForPrompt = async ({ mpesa, chance }: PersonContext, number: string): Promise<string | null> => {
  for (let looks = 0; looks < 20; looks++) {
    const [prompt] = await mpesa.handset.prompts(number)
    if (prompt) return prompt.id
    await machine.sleep(chance.delay(60), 'phone')
  }
  return null
}

/** The payer looks until the prompt is paid, for as long as they wait. */
export const waitUntilPaid = async (
  { caller, chance }: PersonContext,
  actor: Actor,
  promptId: string,
): Promise<boolean> => {
  for (let looks = 0; looks < 8; looks++) {
    const seen = await caller.askUntilAnswered({ actor, call: ({ payment }) => payment.prompt({ actor, promptId }) })
    if ('answer' in seen && seen.answer?.state === 'paid') return true
    await machine.sleep(chance.delay(150), 'phone')
  }
  return false
}

/**
 * On a phone of their own: paid, cancelled or left; a payer who does not see the payment in the app pastes the message.
 */
const payByPrompt = async (
  context: PersonContext,
  actor: Actor,
  { reference, amount, payer }: Wanted,
): Promise<Paid | null> => {
  const { caller, ledger, chance, mpesa } = context
  const { name: senderName, phone: mine } = payer
  if (chance.is(0.1)) mpesa.world.script.prompts({ phone: mine, query: '1032' })
  const about = { reference, senderName, phone: mine, amount, fees: [amount] }
  const asked = await caller.askUntilAnswered({
    actor,
    same: ({ promptId }: { readonly promptId: string }) => promptId,
    call: ({ payment }, command) => payment.askPrompt({ asked: command, ...about }),
  })
  if (!('answer' in asked)) return null
  ledger.recorded.push({ service: 'payment', commandId: asked.commandId })
  const ringing = await waitForPrompt(context, mine)
  if (ringing === null || chance.is(0.1)) return null
  await machine.sleep(chance.delay(150), 'phone')
  if (chance.is(0.15)) {
    await mpesa.handset.cancel(ringing)
    return null
  }
  const paid = await mpesa.handset.enterPin(ringing)
  if (!paid) return null
  if (await waitUntilPaid(context, actor, asked.answer.promptId)) return { reference, receipt: paid.receipt }
  const message = { receipt: paid.receipt, text: paid.sms, says: null }
  if (!(await verify(context, actor, { reference, payer }, message, false))) return null
  ledger.claimed.set(paid.receipt, null)
  return { reference, receipt: paid.receipt }
}
