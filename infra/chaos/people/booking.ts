import type { Answer } from '@tuma/one-process/visitor'
import { fee, shops } from '../network.ts'
import { getPhones, senderName } from '../parcel-tasks.ts'
import { command, isDone, type Task } from '../task.ts'
import { waitForPayment } from './payments.ts'
import type { TaskContext } from './task-context.ts'

const endings = {
  paid: {},
  'paid late': {},
  cancelled: {},
  'reported twice': { callback: { times: 3 } },
} as const
type Ending = keyof typeof endings

type Booking = { readonly bookingId: string; readonly n: number; readonly phone: string }
type Booked = { readonly id: string; readonly trackingId: string }

/** The sending agent books a customer's parcel by a prompt on the customer's phone, or by another way after it. */
export const bookAtCounter = (context: TaskContext, n: number): Task => {
  const { network, ledger, mpesa, chance } = context
  const { sender: phone, receiver } = getPhones(n)
  const ending: Ending = chance.among(Object.keys(endings) as Ending[])
  mpesa.script.prompts({ phone, ...endings[ending] })
  const form = {
    ...{ sender: { name: senderName, phone }, receiver: { name: 'Otieno Ouma', phone: receiver } },
    ...{ to: { shop: shops.to }, deliveryFee: fee, parcelDescription: `Parcel ${n}`, pay: { how: 'prompt' } },
  }
  return {
    what: `parcel ${n} booked at the counter`,
    ask: command(network.sending, 'POST', '/api/agent/counter-parcels', form),
    onAnswer({ status, body }) {
      ledger.count(`bookings at the counter: ${ending}`)
      // The answer was lost, and the customer has paid since.
      if (status === 201) return keepPaid(context, { bookingId: '', n, phone }, { ...body, id: body._id })
      return waitForMoney(context, { bookingId: body.bookingId, n, phone }, ending)
    },
  }
}

const readBooking = ({ network }: TaskContext, { bookingId }: Booking) =>
  network.sending.get(`/api/agent/bookings/${bookingId}`)

const waitForMoney = (context: TaskContext, booking: Booking, ending: Ending): Task => {
  const { n, phone } = booking
  let booked: Booked | null = null
  /** As the page of a checkout would see it. */
  const look = async (): Promise<Answer> => {
    const answer = await readBooking(context, booking)
    if (!isDone(answer)) return answer
    booked = answer.body.parcel
    const isRefused = answer.body.asked?.state === 'refused'
    return { ...answer, body: { state: booked ? 'paid' : isRefused ? 'failed' : 'sent' } }
  }
  return waitForPayment(context, {
    ...{ what: `booking ${n} paid`, phone, ending, look },
    paid: () => booked && keepPaid(context, booking, booked),
    otherwise: (message) => (message ? waitUntilBooked(context, booking) : takeCash(context, booking)),
  })
}

/** M-Pesa's answer was lost too: only a statement can tell of the money, and the office pays it back. */
const looksBeforeOffice = 60

/** M-Pesa has the money, and where its report was lost the customer shows the receipt of their message. */
const waitUntilBooked = (context: TaskContext, booking: Booking, looks = 0): Task => ({
  ...{ what: `booking ${booking.n} shows its parcel`, isQuestion: true, afterMs: 1000 },
  ask: () => readBooking(context, booking),
  onAnswer({ body: { parcel, asked } }) {
    if (parcel) return keepPaid(context, booking, parcel)
    if (asked?.state === 'arrived') return takeReceipt(context, booking)
    if (looks < looksBeforeOffice) return waitUntilBooked(context, booking, looks + 1)
    context.ledger.count('bookings whose money M-Pesa never reported')
    return null
  },
})

const takeReceipt = (context: TaskContext, booking: Booking): Task => {
  const { network, mpesa } = context
  const { bookingId, phone, n } = booking
  const [message] = mpesa.handset.messages(phone)
  const pay = { how: 'till', receipt: message?.text.slice(0, 10) ?? '', payer: phone }
  return {
    what: `booking ${n} by its receipt`,
    ask: command(network.sending, 'POST', `/api/agent/bookings/${bookingId}`, { pay }),
    acceptedRefusals: ['booking_ended'],
    onAnswer: () => waitUntilBooked(context, booking),
  }
}

const takeCash = (context: TaskContext, booking: Booking): Task => {
  const { network, ledger } = context
  return {
    what: `booking ${booking.n} for cash`,
    ask: command(network.sending, 'POST', `/api/agent/bookings/${booking.bookingId}`, { pay: { how: 'cash' } }),
    acceptedRefusals: ['booking_ended'],
    onAnswer(answer) {
      if (!isDone(answer)) return waitUntilBooked(context, booking)
      const { _id: id, trackingId } = answer.body
      keep(context, booking, { id, trackingId }, 'cash')
      ledger.count('bookings at the counter paid in cash')
      return null
    },
  }
}

const keep = ({ ledger }: TaskContext, { n }: Booking, { id, trackingId }: Booked, atCounter: 'cash' | null) =>
  ledger.recordSent(`booking ${n}`, {
    ...{ id, trackingId, kind: 'dukani', fee, price: 0, phones: getPhones(n), status: 'uncollected', atCounter },
  })

const keepPaid = (context: TaskContext, booking: Booking, booked: Booked): null => {
  const { ledger, mpesa } = context
  const [message] = mpesa.handset.messages(booking.phone)
  const parcel = keep(context, booking, booked, null)
  if (!message) ledger.reportWrong(`${booked.trackingId} was booked without money`)
  else ledger.recordSpent(ledger.recordPaid(message.text.slice(0, 10), fee), parcel)
  return null
}
