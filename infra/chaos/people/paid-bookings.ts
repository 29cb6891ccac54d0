import type { Payment } from '../ledger.ts'
import { fee } from '../network.ts'
import { fillInDukani, getPhones, getReference, requestDukani, senderName, showMessage } from '../parcel-tasks.ts'
import { askUntilShown, command, isDone, type Task } from '../task.ts'
import { endings, waitForPayment } from './payments.ts'
import type { TaskContext } from './task-context.ts'

type Asked = { readonly n: number; readonly promptId: string }

/** Asks on the sender's phone and sends the form with it: the payment books the parcel without a further press. */
export const bookByPrompt = (context: TaskContext, n: number): Task => {
  const { network, ledger, mpesa, chance } = context
  const { sender: phone } = getPhones(n)
  const ending = chance.among(Object.keys(endings))
  mpesa.script.prompts({ phone, ...endings[ending] })
  const wanted = {
    ...{ paymentReferenceId: getReference(n), senderName, phone, amount: fee },
    book: { kind: 'dukani', request: fillInDukani(n) },
  }
  return {
    what: `prompt ${n} with its form`,
    ask: command(network.client, 'POST', '/api/payment/prompts', wanted),
    onAnswer({ body: { promptId } }) {
      ledger.count(`bookings by prompt: ${ending}`)
      return waitForPayment(context, {
        ...{ what: `prompt ${n} with its form paid`, phone, ending },
        look: () => network.client.get(`/api/payment/prompts/${promptId}`),
        paid: (message) => waitUntilBooked(context, { n, promptId }, ledger.recordPaid(message.slice(0, 10), fee)),
        otherwise: (message) => payAnotherWay(context, n, message),
      })
    },
  }
}

/** The page shows the parcel that the payment has booked, and the same form sent by itself is answered with it. */
const waitUntilBooked = (context: TaskContext, { n, promptId }: Asked, payment: Payment): Task => {
  const { network, ledger } = context
  const by = network.client
  return askUntilShown(ledger, {
    ...{ what: `prompt ${n} shows its parcel`, everyMs: 300 },
    ask: () => by.get(`/api/payment/prompts/${promptId}`),
    next(answer) {
      const booked: string | undefined = isDone(answer) ? answer.body.booking?.trackingId : undefined
      if (booked === undefined) return null
      ledger.count('bookings by prompt: booked')
      return () => requestDukani(context, n, { by, payment, booked })
    },
  })
}

/** The page did not show the payment: the sender shows M-Pesa's message, or pays by hand, and sends the form by itself. */
const payAnotherWay = (context: TaskContext, n: number, message: string | null): Task => {
  const by = context.network.client
  context.ledger.count(`bookings by prompt: ${message ? 'shown by message' : 'not paid'}`)
  const paid = async () => message ?? context.payByHand(getPhones(n).sender, fee)
  return showMessage(context, n, { by, paid }, (payment) => requestDukani(context, n, { by, payment }))
}
