import { collectionCodeIn } from '@tuma/one-process/collection-code'
import type { Parcel, Taken } from '../ledger.ts'
import { type By, takeSteps } from '../parcel-tasks.ts'
import { command, isDone, prepareFirst, type Task } from '../task.ts'
import { waitForPayment } from './payments.ts'
import type { TaskContext } from './task-context.ts'

/** For a parcel with a rider: the amount due is paid, and the parcel is delivered. */
const handOver = (context: TaskContext, parcel: Parcel, by: By, said: object, how: () => Taken): Task => {
  const { network, ledger } = context
  return {
    what: `${parcel.trackingId} handed over for ${JSON.stringify(said)}`,
    ask: command(network[by], 'PUT', `/api/agent/update-received/${parcel.id}`, { taken: said }),
    onAnswer({ body: { status } }) {
      if (status !== 'delivered') ledger.reportWrong(`${parcel.trackingId} was handed over and is ${status}`)
      const taken = how()
      Object.assign(parcel, { status: 'delivered', reached: 'delivered', taken, busy: false })
      if (taken.how !== 'cash') ledger.recordSpent(taken.payment, parcel)
      ledger.count(`door: ${taken.how}`)
      return null
    },
  }
}

const getDue = ({ fee, price }: Parcel): number => fee + price

const byCash = (context: TaskContext, parcel: Parcel, by: By): Task =>
  handOver(context, parcel, by, { how: 'cash' }, () => ({ how: 'cash' }))

/** @param message M-Pesa's message of the payment for this parcel */
const byReceipt = (context: TaskContext, parcel: Parcel, by: By, message: string): Task => {
  const receipt = message.slice(0, 10)
  const said = { how: 'till', receipt, payer: parcel.phones.receiver }
  return handOver(context, parcel, by, said, () => ({
    how: 'till',
    payment: context.ledger.recordPaid(receipt, getDue(parcel)),
  }))
}

const byTill = (context: TaskContext, parcel: Parcel, by: By): Task =>
  prepareFirst(`${parcel.trackingId} paid to the till`, async () =>
    byReceipt(context, parcel, by, await context.payByHand(parcel.phones.receiver, getDue(parcel))),
  )

/** If the page does not show the payment, the agent takes it by its receipt, or cash if there was no payment. */
const byPrompt = (context: TaskContext, parcel: Parcel, by: By): Task => {
  const { network, mpesa, chance, ledger } = context
  const { receiver: phone } = parcel.phones
  const ending = chance.among(['paid', 'paid', 'paid late', 'cancelled', 'callback lost'])
  mpesa.script.prompts({ phone, ...(ending === 'callback lost' ? { callback: { when: 'never' } } : {}) })
  const path = `/api/agent/deliveries/${parcel.id}/prompt`
  const paid = (promptId: string) => (message: string) =>
    handOver(context, parcel, by, { how: 'prompt', promptId }, () => ({
      how: 'prompt',
      payment: ledger.recordPaid(message.slice(0, 10), getDue(parcel)),
    }))
  const waits = (promptId: string): Task =>
    waitForPayment(context, {
      ...{ what: `${parcel.trackingId} paid on a phone`, phone, ending },
      look: () => network[by].get(`${path}/${promptId}`),
      paid: paid(promptId),
      otherwise(message) {
        const other = message ? byReceipt(context, parcel, by, message) : byCash(context, parcel, by)
        // The callback has come since the last look.
        const onAnswer: Task['onAnswer'] = (answer) => (isDone(answer) ? other.onAnswer(answer) : waits(promptId))
        return { ...other, acceptedRefusals: ['paid_on_phone', 'payment_used'], onAnswer }
      },
    })
  return {
    what: `${parcel.trackingId} asked for on a phone`,
    ask: command(network[by], 'POST', path, { phone }),
    onAnswer({ body: { promptId } }) {
      ledger.count(`prompts at the door: ${ending}`)
      return waits(promptId)
    },
  }
}

/** A rider's parcel is paid for at the door, mostly in cash. */
export const payAtTheDoor = (context: TaskContext, parcel: Parcel): Task => {
  parcel.busy = true
  const by = context.chance.is(0.7) ? 'receiving' : 'sending'
  const way = context.chance.among([byCash, byCash, byCash, byTill, byPrompt])
  return way(context, parcel, by)
}

/** By the code of the receiver's SMS; null: it has not come yet. */
export const collectByCode = (context: TaskContext, parcel: Parcel): Task | null => {
  const { network, ledger, sms } = context
  const texts = sms.taken().filter(({ to }) => to === parcel.phones.receiver)
  const code = texts.map(({ text }) => collectionCodeIn(text)).findLast((found) => found !== undefined)
  if (code === undefined) return null
  parcel.busy = true
  return {
    what: `${parcel.trackingId} collected by code`,
    ask: command(network.receiving, 'PUT', `/api/agent/collect/${parcel.id}`, { code }),
    onAnswer({ body: { status } }) {
      if (status !== 'collected') ledger.reportWrong(`${parcel.trackingId} was collected and is ${status}`)
      Object.assign(parcel, { status: 'collected', reached: 'collected', busy: false })
      ledger.count('collected by code')
      return null
    },
  }
}

const jpeg = Buffer.concat([
  Buffer.of(0xff, 0xd8, 0xff, 0xc0, 0, 8, 8, 2, 0x58, 3, 0x20, 1, 0xff, 0xda, 0, 2),
  Buffer.from('the picture'),
  Buffer.of(0xff, 0xd9),
])

/** An agent holds the parcel with a photo of the damage, and mostly releases it again. */
export const hold = (context: TaskContext, parcel: Parcel): Task => {
  const { network, ledger, chance } = context
  parcel.busy = true
  const by = network[parcel.status === 'uncollected' ? 'sending' : 'receiving']
  const photo: Task = {
    what: `${parcel.trackingId} photographed`,
    ask: command(by, 'POST', `/api/agent/deliveries/${parcel.id}/photos`, jpeg, 'image/jpeg'),
    onAnswer() {
      parcel.photos += 1
      ledger.count('photos')
      if (chance.is(0.7)) return releaseHold(context, parcel)
      parcel.busy = false
      return null
    },
  }
  return {
    what: `${parcel.trackingId} held`,
    ask: command(by, 'PUT', `/api/agent/hold/${parcel.id}`, { code: 'damaged', note: 'The box is open.' }),
    onAnswer() {
      parcel.held = true
      ledger.count('holds')
      return photo
    },
  }
}

export const releaseHold = ({ network, ledger }: TaskContext, parcel: Parcel): Task => {
  parcel.busy = true
  return {
    what: `${parcel.trackingId} released`,
    ask: command(network.admin, 'PUT', `/api/agent/lift/${parcel.id}`, { code: 'damaged' }),
    onAnswer() {
      Object.assign(parcel, { held: false, busy: false })
      ledger.count('holds released')
      return null
    },
  }
}

/** A parcel that waits at its shop goes back to the shop that it came from, and its sender collects it. */
export const sendBack = (context: TaskContext, parcel: Parcel): Task => {
  const { network, ledger } = context
  parcel.busy = true
  const put = (path: string, by: By, to: Parcel['status']) => ({ path: `agent/${path}`, by, to, back: true }) as const
  return {
    what: `${parcel.trackingId} sent back`,
    ask: command(network.admin, 'PUT', `/api/admin/deliveries/${parcel.id}/return`, {}),
    onAnswer({ body }) {
      if (body.leg !== 'back') ledger.reportWrong(`${parcel.trackingId} does not go back`)
      ledger.count('sent back')
      Object.assign(parcel, { status: body.status, turned: true })
      return takeSteps(context, parcel, [
        put('update-intransit', 'receiving', 'inTransit'),
        put('update-received', 'sending', 'delivered'),
        put('update-collected', 'sending', 'collected'),
      ])
    },
  }
}
