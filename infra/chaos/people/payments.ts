import { randomUUID } from 'node:crypto'
import type { Rule } from '@tuma/mpesa'
import type { Payment } from '../ledger.ts'
import { fee } from '../network.ts'
import { getPhones, getReference, requestDukani, showMessage } from '../parcel-tasks.ts'
import { command, isDone, type Task } from '../task.ts'
import type { TaskContext } from './task-context.ts'

/** The possible ends of a request on a phone. */
export const endings: Readonly<Record<string, Rule>> = {
  paid: {},
  'paid late': {},
  cancelled: {},
  'reported twice': { callback: { times: 3 } },
  'reported with another amount': { callback: { amount: fee + 1 } },
  'callback lost': { callback: { when: 'never' } },
  'query contradicts': { callback: { when: 'never' }, query: '1032' },
}
const maxLooks = 12
const lookEveryMs = 400
/** Looks before a slow person acts. */
const lateAfter = 3

/** The person with the phone. @returns M-Pesa's message, once they have paid */
const openPhone = ({ mpesa: { handset } }: TaskContext, phone: string) => ({
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

export type PaymentOnPhone = {
  readonly what: string
  readonly phone: string
  readonly ending: string
  /** Asks for the state of the request. */
  readonly look: Task['ask']
  /** The page shows the payment. */
  readonly paid: (message: string) => Task | null
  /** The page does not show the payment; `message` if the phone says that it was paid. */
  readonly otherwise: (message: string | null) => Task | null
}

/** A phone rings, its owner answers it, and the person at the checkout looks again and again. */
export const waitForPayment = (context: TaskContext, one: PaymentOnPhone, looks = 0): Task => {
  const { what, phone, ending, look, paid, otherwise } = one
  const owner = openPhone(context, phone)
  return {
    what,
    isQuestion: true,
    afterMs: looks === 0 ? 0 : lookEveryMs,
    async ask() {
      if (ending !== 'paid late' || looks >= lateAfter) await owner.answer(ending)
      if (looks >= maxLooks) await owner.refuse()
      return look()
    },
    onAnswer({ body: { state, message } }) {
      if (state === 'paid') return paid(message)
      const isOver = state === 'failed' || state === 'lapsed' || looks >= maxLooks
      return isOver ? otherwise(owner.message()) : waitForPayment(context, one, looks + 1)
    },
  }
}

/** Asks on the sender's phone. If the page does not show the payment, they show the message, or pay by hand. */
export const dukaniByPrompt = (context: TaskContext, n: number): Task => {
  const { network, ledger, mpesa, chance } = context
  const { sender: phone } = getPhones(n)
  const ending = chance.among(Object.keys(endings))
  mpesa.script.prompts({ phone, ...endings[ending] })
  const wanted = { paymentReferenceId: getReference(n), senderName: 'Wanjiku Kamau', phone, amount: fee }
  const by = network.client
  const next = (payment: Payment) => requestDukani(context, n, { by, payment })
  return {
    what: `prompt ${n}`,
    ask: command(by, 'POST', '/api/payment/prompts', wanted),
    onAnswer({ body: { promptId } }) {
      ledger.count(`prompts: ${ending}`)
      return waitForPayment(context, {
        ...{ what: `prompt ${n} paid`, phone, ending },
        look: () => by.get(`/api/payment/prompts/${promptId}`),
        paid: (message) => next(ledger.recordPaid(message.slice(0, 10), fee)),
        otherwise(message) {
          ledger.count(message ? 'prompts paid and shown by message' : 'prompts not paid')
          const paid = async () => message ?? context.payByHand(phone, fee)
          return showMessage(context, n, { by, paid }, next)
        },
      })
    },
  }
}

/** One payer presses twice for the same payment, with two keys: one press gets a parcel. */
export const usePaymentTwice = (context: TaskContext, n: number): Task => {
  const { network, ledger } = context
  const by = network.client
  const paid = () => context.payByHand(getPhones(n).sender, fee)
  return showMessage(context, n, { by, paid }, (payment) => {
    ledger.count('payments used by two at once')
    const press = (): Task => {
      const first = requestDukani(context, n, { by, payment })
      return {
        ...first,
        what: `${first.what} ${randomUUID()}`,
        acceptedRefusals: ['payment_used', 'payment_not_found'],
        onAnswer: (answer) => (isDone(answer) ? first.onAnswer(answer) : null),
      }
    }
    context.addTask(press())
    return press()
  })
}
