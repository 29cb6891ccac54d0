import type { Action } from './actions.ts'
import { announce, count, deliveryEvents, type HistoryRun, nth } from './history-run.ts'
import { agent, owedToPhone } from './people.ts'

const deliveryType = 'parcelDukani' as const
const customer = owedToPhone('254733000606')

/** An agent takes a parcel in for a customer, and its fee in cash. */
export const takeIn = async (run: HistoryRun, { shillings: fee }: Action['counter']): Promise<void> => {
  const { services, ledger } = run
  const deliveryId = `c${run.next()}`
  const at = services.clock.now
  const about = { deliveryId, deliveryType, fee }
  const cash = { how: 'cash' as const, said: true, agentId: agent.id, productPrice: 0, paymentIds: [] }
  await run.tellOfParcel(
    deliveryId,
    announce(deliveryEvents.requested, {
      ...{ ...about, ownerId: null, paymentId: null, requestedAt: at },
      counter: { agentId: agent.id, how: 'cash' },
    }),
    announce(deliveryEvents.paid, { ...about, paidAt: at }),
    announce(deliveryEvents.taken, { ...about, ...cash, owedTo: customer, beforehand: true, at }),
  )
  ledger.atCounter.push({ id: deliveryId, fee: 100 * fee, isCancelled: false, isSentBack: false })
  count(run, 'taken in at the counter')
}

/** Its agent cancels it and gives the cash back, or it goes back to its sender, whose fee stays earned. */
export const endAtCounter = async (run: HistoryRun, { target, how }: Action['void']): Promise<void> => {
  const { services, ledger } = run
  const parcel = nth(
    ledger.atCounter.filter(({ isCancelled, isSentBack }) => !isCancelled && !isSentBack),
    target,
  )
  if (!parcel) return
  const about = { deliveryId: parcel.id, deliveryType, at: services.clock.now }
  if (how === 'cancelled') parcel.isCancelled = true
  else parcel.isSentBack = true
  const cash = { because: 'counter', cashBack: parcel.fee / 100, agentId: agent.id, paymentId: null }
  const back = { ownerId: null, from: 'delivered', to: 'inTransit', why: 'waited' } as const
  await run.tellOfParcel(
    parcel.id,
    how === 'cancelled'
      ? announce(deliveryEvents.cancelled, { ...about, ...cash })
      : announce(deliveryEvents.returnStarted, { ...about, ...back }),
  )
  count(run, `${how} at the counter`)
}
