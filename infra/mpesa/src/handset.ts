import type { Confirmations } from './confirmations.ts'
import type { Movement } from './ledger.ts'
import { getMessageTime } from './nairobi.ts'
import type { Prompt, Prompts } from './prompts.ts'
import type { Telling } from './script.ts'
import type { World } from './world.ts'

export type Sms = { readonly phone: string; readonly text: string; readonly at: string }
export type PromptOnPhone = Pick<Prompt, 'id' | 'phone' | 'amount' | 'reference' | 'askedAt'> & { readonly to: string }
export type Paid = { readonly receipt: string; readonly sms: string }

/** The functions of the handset's screen. Phones are 254…, twelve digits; amounts are shillings and may have cents. */
export type Handset = {
  /** Prompts that wait for an answer, newest first; without an argument those of all phones. */
  prompts(phone?: string): Promise<readonly PromptOnPhone[]>
  /** @returns the payer's SMS; null where the wallet has too little money, or no prompt waits */
  enterPin(promptId: string): Promise<Paid | null>
  /** @returns whether a prompt could be cancelled */
  cancel(promptId: string): Promise<boolean>
  /** The payer types the number, and for a paybill an account. @returns null where the wallet has too little money */
  payByHand(
    payment: { readonly phone: string; readonly amount: number; readonly name?: string; readonly account?: string },
    telling?: Telling,
  ): Promise<Paid | null>
  /** As customer care does it; the merchant gets no message. @throws Error where the payment cannot be taken back */
  reverse(receipt: string): Paid
  /** Newest first; without an argument those of all phones. */
  messages(phone?: string): readonly Sms[]
}

export const openHandset = (world: World, prompts: Prompts, confirmations: Confirmations): Handset => {
  const { now, ledger, people, merchant } = world
  const sent: Sms[] = []
  const tell = (phone: string, text: string): string => {
    sent.unshift({ phone, text, at: now() })
    return text
  }
  const receiptFor = (paid: Movement): Paid => {
    const { phone = '' } = paid.payer ?? {}
    return { receipt: paid.receipt, sms: tell(phone, paidText(world, paid, phone)) }
  }
  const waiting = async (id: string): Promise<Prompt | null> => {
    await prompts.tick()
    const prompt = prompts.find(id)
    return prompt?.result === null ? prompt : null
  }

  return {
    async prompts(phone) {
      await prompts.tick()
      return prompts
        .open()
        .filter((prompt) => (phone ?? prompt.phone) === prompt.phone)
        .map(({ id, amount, reference, askedAt, phone: of }) => ({
          ...{ id, amount, reference, askedAt },
          ...{ phone: of, to: merchant.name },
        }))
        .reverse()
    },
    async enterPin(promptId) {
      const prompt = await waiting(promptId)
      if (prompt === null) return null
      const { paid } = await prompts.conclude(prompt, '0')
      return paid === null ? null : receiptFor(paid)
    },
    async cancel(promptId) {
      const prompt = await waiting(promptId)
      if (prompt !== null) await prompts.conclude(prompt, '1032')
      return prompt !== null
    },
    async payByHand({ phone, amount, name, account = '' }, telling) {
      if (name !== undefined) people.introduce(phone, { name: name.toUpperCase() })
      const cents = Math.round(amount * 100)
      const payment = { payer: people.of(phone), cents, online: false, account }
      if (people.getWallet(phone) < cents) {
        ledger.fail(payment)
        return null
      }
      const paid = ledger.pay(payment)
      people.move(phone, -cents)
      await confirmations.tell(paid, telling)
      return receiptFor(paid)
    },
    reverse(receipt) {
      const reversal = ledger.reverse(receipt)
      const { phone = '' } = reversal.payer ?? {}
      people.move(phone, -reversal.cents)
      const text = `${reversal.receipt} confirmed. Reversal of transaction ${receipt} has been successfully reversed on ${getMessageTime(reversal.at)} and Ksh${money(-reversal.cents)} is credited to your M-PESA account. New M-PESA account balance is Ksh${money(people.getWallet(phone))}.`
      return { receipt: reversal.receipt, sms: tell(phone, text) }
    },
    messages: (phone) => sent.filter((sms) => (phone ?? sms.phone) === sms.phone),
  }
}

const paidText = ({ merchant, people }: World, paid: Movement, phone: string): string => {
  const to =
    merchant.till === null ? `sent to ${merchant.name} for account ${paid.account}` : `paid to ${merchant.name}.`
  return `${paid.receipt} Confirmed. Ksh${money(paid.cents)} ${to} on ${getMessageTime(paid.at)}. New M-PESA balance is Ksh${money(people.getWallet(phone))}. Transaction cost, Ksh0.00.`
}

const money = (cents: number): string =>
  (cents / 100).toLocaleString('en-KE', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
