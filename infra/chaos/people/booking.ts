import type { Answer } from '@tuma/one-process/visitor'
import { fee, shops } from '../network.ts'
import { getPhones, senderName } from '../parcel-tasks.ts'
import { askUntilShown, command, isDone, type Task } from '../task.ts'
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
    // Money that M-Pesa has reported is seen by the server; the agent only looks longer.
    otherwise: (message) => (message ? waitUntilBooked(context, booking) : takeCash(context, booking)),
  })
}

const waitUntilBooked = (context: TaskContext, booking: Booking): Task =>
  askUntilShown(context.ledger, {
    ...{ what: `booking ${booking.n} shows its parcel`, everyMs: 1000, ask: () => readBooking(context, booking) },
    next: ({ body: { parcel } }) => (parcel ? () => keepPaid(context, booking, parcel) : null),
  })

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
