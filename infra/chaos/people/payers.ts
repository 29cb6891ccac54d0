import { randomUUID } from 'node:crypto'
import type { Rule } from '@tuma/mpesa'
import { command, type Errand, isDone } from '../errand.ts'
import { getPhones, getReference, requestDukani, showMessage } from '../errands.ts'
import type { Payment } from '../ledger.ts'
import { fee } from '../network.ts'
import type { Town } from './town.ts'

/** The possible ends of a request on a phone. */
const endings: Readonly<Record<string, Rule>> = {
  paid: {},
  'paid late': {},
  cancelled: {},
  'told twice': { callback: { times: 3 } },
  'told another amount': { callback: { amount: fee + 1 } },
  'callback lost': { callback: { when: 'never' } },
  'query contradicts': { callback: { when: 'never' }, query: '1032' },
}
const maxLooks = 12
const lookEveryMs = 400
/** Looks before a slow person acts. */
const lateAfter = 3

/** The person with the phone. @returns M-Pesa's message, once they have paid */
const getPhone = ({ mpesa: { handset } }: Town, phone: string) => ({
  async answer(ending: string): Promise<void> {
    for (const { id } of await handset.prompts(phone))
      await (ending === 'cancelled' ? handset.cancel(id) : handset.enterPin(id))
  },
  /** Every later prompt is refused. */
  async refuse(): Promise<void> {
    for (const { id } of await handset.prompts(phone)) await handset.cancel(id)
  },
  message: (): string | null => handset.messages(phone)[0]?.text ?? null,
})

export type Ringing = {
  readonly what: string
  readonly phone: string
  readonly ending: string
  /** Asks for the state of the request. */
  readonly look: Errand['ask']
  /** The page shows the payment. */
  readonly paid: (message: string) => Errand | null
  /** The page does not show the payment; `message` if the phone says that it was paid. */
  readonly otherwise: (message: string | null) => Errand | null
}

/** A phone rings, its owner answers it, and the person at the checkout looks again and again. */
export const waitForPayment = (town: Town, one: Ringing, looks = 0): Errand => {
  const { what, phone, ending, look, paid, otherwise } = one
  const owner = getPhone(town, phone)
  return {
    what,
    isQuestion: true,
    afterMs: looks === 0 ? 0 : lookEveryMs,
    async ask() {
      if (ending !== 'paid late' || looks >= lateAfter) await owner.answer(ending)
      if (looks >= maxLooks) await owner.refuse()
      return look()
    },
    told({ body: { state, message } }) {
      if (state === 'paid') return paid(message)
      const isOver = state === 'failed' || state === 'lapsed' || looks >= maxLooks
      return isOver ? otherwise(owner.message()) : waitForPayment(town, one, looks + 1)
    },
  }
}

/** Asks on the sender's phone. If the page does not show the payment, they show the message, or pay by hand. */
export const dukaniByPrompt = (town: Town, n: number): Errand => {
  const { network, ledger, mpesa, chance } = town
  const { sender: phone } = getPhones(n)
  const ending = chance.among(Object.keys(endings))
  mpesa.script.prompts({ phone, ...endings[ending] })
  const wanted = { paymentReferenceId: getReference(n), senderName: 'Wanjiku Kamau', phone, amount: fee }
  const by = network.client
  const next = (payment: Payment) => requestDukani(town, n, { by, payment })
  return {
    what: `prompt ${n}`,
    ask: command(by, 'POST', '/api/payment/prompts', wanted),
    told({ body: { promptId } }) {
      ledger.count(`prompts: ${ending}`)
      return waitForPayment(town, {
        ...{ what: `prompt ${n} paid`, phone, ending },
        look: () => by.get(`/api/payment/prompts/${promptId}`),
        paid: (message) => next(ledger.paid(message.slice(0, 10), fee)),
        otherwise(message) {
          ledger.count(message ? 'prompts paid and shown by message' : 'prompts not paid')
          const paid = async () => message ?? town.payByHand(phone, fee)
          return showMessage(town, n, { by, paid }, next)
        },
      })
    },
  }
}

/** One payer presses twice for the same payment, with two keys: one press gets a parcel. */
export const twins = (town: Town, n: number): Errand => {
  const { network, ledger } = town
  const by = network.client
  const paid = () => town.payByHand(getPhones(n).sender, fee)
  return showMessage(town, n, { by, paid }, (payment) => {
    ledger.count('payments used by two at once')
    const press = (): Errand => {
      const first = requestDukani(town, n, { by, payment })
      return {
        ...first,
        what: `${first.what} ${randomUUID()}`,
        orElse: ['payment_used', 'payment_not_found'],
        told: (answer) => (isDone(answer) ? first.told(answer) : null),
      }
    }
    town.also(press())
    return press()
  })
}
