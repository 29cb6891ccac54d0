import { sentReceipt } from '@tuma/one-process/sent-receipt'
import type { Parcel, Payment } from '../ledger.ts'
import type { ParcelContext } from '../parcel-tasks.ts'
import { askUntilShown, command, isDone, type Task } from '../task.ts'
import type { TaskContext } from './task-context.ts'

type PayoutDue = { readonly _id: string; readonly ready: number }

/** Two admins see that a sender can be paid, and both press. */
export const payOut = (context: TaskContext): Task => {
  const { network, ledger, chance } = context
  const pressed = (who: 'admin' | 'secondAdmin', { _id: owedTo, ready: cents }: PayoutDue): Task => {
    const reference = sentReceipt()
    return {
      what: `payout ${reference} of ${cents} cents`,
      ask: command(network[who], 'POST', '/api/admin/books/payouts', { owedTo, cents, reference }),
      acceptedRefusals: ['payout_changed'],
      onAnswer(answer) {
        if (!isDone(answer)) return null
        ledger.recordPayout({ owedTo, cents, reference })
        ledger.count('payouts')
        return null
      },
    }
  }
  return {
    what: 'who can be paid out',
    isQuestion: true,
    ask: () => network.admin.get('/api/admin/books/ready'),
    onAnswer({ body }) {
      const rows = (body as PayoutDue[]).filter(({ ready }) => ready > 0)
      if (rows.length === 0) return null
      const row = chance.among(rows)
      context.addTask(pressed('secondAdmin', row))
      return pressed('admin', row)
    },
  }
}

/** The surplus of a payment is paid back by M-Pesa, and two admins record the same receipt. */
export const payBack = (context: TaskContext, payment: Payment, shillings: number): Task => {
  const { network, ledger, mpesa } = context
  payment.refund = 'asked'
  const noted = (who: 'admin' | 'secondAdmin', paymentId: string, receipt: string): Task => ({
    what: `refund of ${payment.receipt}`,
    ask: command(network[who], 'POST', `/api/admin/payments/${paymentId}/refund`, {
      ...{ amount: `${shillings}`, receipt, reason: 'Paid too much' },
    }),
    acceptedRefusals: ['refund_noted', 'refund_too_much', 'receipt_taken', 'stale'],
    onAnswer(answer) {
      payment.refund = 'noted'
      if (isDone(answer)) ledger.count('refunds')
      return null
    },
  })
  return {
    what: `what can be paid back of ${payment.receipt}`,
    isQuestion: true,
    ask: () => network.admin.get(`/api/admin/payments?search=${payment.receipt}`),
    onAnswer({ body: [row] }) {
      const isProven = row?.evidence.some((one: string) => one !== 'message' && one !== 'unchecked')
      if (!isProven || row.refundable !== shillings * 100) {
        payment.refund = 'none'
        return null
      }
      const payer = mpesa.ledger.payment(payment.receipt)?.payer
      if (!payer) throw new Error(`M-Pesa knows no ${payment.receipt}`)
      const { receipt } = mpesa.ledger.send(payer, shillings * 100)
      context.addTask(noted('secondAdmin', row._id, receipt))
      return noted('admin', row._id, receipt)
    },
  }
}

export const deleteParcel = ({ network, ledger }: ParcelContext, parcel: Parcel): Task => {
  parcel.busy = true
  return {
    what: `${parcel.trackingId} deleted`,
    ask: command(network.admin, 'DELETE', `/api/admin/deliveries/${parcel.id}`),
    acceptedRefusals: ['not_found'],
    onAnswer() {
      Object.assign(parcel, { deleted: true, freed: parcel.status === 'dropping', busy: false })
      ledger.count('deleted')
      return null
    },
  }
}

/** Imports the till's statement as the portal exports it; also at rest, before the books are compared. */
export const importStatement = ({ network, mpesa, ledger }: TaskContext): Task => {
  const path = '/api/admin/statements'
  const applied = (id: string): Task =>
    askUntilShown(ledger, {
      what: `statement ${id} taken over`,
      everyMs: 200,
      ask: () => network.admin.get(`${path}/${id}/findings`),
      next({ body: { state } }) {
        if (state !== 'applied') return null
        ledger.count('statements')
        return () => null
      },
    })
  const file = mpesa.statement()
  return {
    what: 'a statement',
    ask: command(network.admin, 'POST', path, file, 'text/csv'),
    onAnswer: ({ body: { _id: id } }) => ({
      what: `statement ${id} committed`,
      // A product without M-Pesa, such as a restored copy, asks whose account it is.
      ask: command(network.admin, 'POST', `${path}/${id}/commit`, { isOurs: true }),
      onAnswer: () => applied(id),
    }),
  }
}
