import type { Payment } from '../ledger.ts'
import { fee } from '../network.ts'
import { getPhones, getReference, requestDukani, senderName, showMessage } from '../parcel-tasks.ts'
import { command, isDone, prepareFirst, type Task } from '../task.ts'
import type { TaskContext } from './task-context.ts'

const rest = 100

/** A payer pays too little, is told so at the request, and pays the rest: both payments pay for one parcel, as one. */
export const payInTwoParts = (context: TaskContext, n: number): Task => {
  const { network, ledger } = context
  const by = network.client
  const pay = (shillings: number) => () => context.payByHand(getPhones(n).sender, shillings)
  return showMessage(context, n, { by, paid: pay(fee - rest) }, (payment) => {
    const request = requestDukani(context, n, { by, payment })
    return {
      ...request,
      what: `${request.what} for too little`,
      acceptedRefusals: ['payment_short'],
      onAnswer(answer) {
        if (isDone(answer)) ledger.reportWrong(`dukani ${n} was sent for Ksh ${payment.shillings} of ${fee}`)
        return addRest(context, n, { payment, paid: pay(rest) })
      },
    }
  })
}

const addRest = (
  context: TaskContext,
  n: number,
  { payment, paid }: { readonly payment: Payment; readonly paid: () => Promise<string> },
): Task => {
  const { network, ledger } = context
  const by = network.client
  const what = `rest of payment ${n}`
  return prepareFirst(what, async () => {
    const mpesaMessage = await paid()
    const wanted = { paymentReferenceId: getReference(n), senderName, mpesaMessage, adds: true }
    return {
      what,
      ask: command(by, 'POST', '/api/payment/verify-payment', wanted),
      onAnswer({ body }) {
        if (!body.success || body.amount !== fee) ledger.reportWrong(`${what}: the answer was ${JSON.stringify(body)}`)
        ledger.recordToppedUp(payment, ledger.recordPaid(mpesaMessage.slice(0, 10), rest))
        ledger.count('top-ups')
        return requestDukani(context, n, { by, payment })
      },
    }
  })
}
