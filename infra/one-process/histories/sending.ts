import type { Action } from './actions.ts'
import { announce, count, deliveryEvents, getCode, type HistoryRun, nth } from './history-run.ts'
import { agent, parties } from './people.ts'
import type { Paid, Parcel } from './second-ledger.ts'

const feeAtTheDoor = 250

const readPaymentId = async ({ services }: HistoryRun, receipt: string): Promise<string | undefined> => {
  const { rows } = await services.payment.held({ tab: 'all', search: receipt, limit: 1, cursor: null })
  return rows[0]?.paymentId
}

/** Requests a parcel with a payment. */
export const send = async (run: HistoryRun, { target, surplus }: Action['send']): Promise<void> => {
  const isOpen = ({ use, refunded, claimedBy, isReversed }: Paid) =>
    use === null && refunded === 0 && claimedBy !== null && !isReversed
  await run.services.settle()
  const paid = nth([...run.ledger.paid.values()].filter(isOpen), target)
  const paymentId = paid && (await readPaymentId(run, paid.receipt))
  if (!paid || !paymentId) return
  const deliveryId = `d${run.next()}`
  const fee = Math.max(1, paid.cents / 100 - surplus)
  paid.use = { parcelId: deliveryId, fee, isOver: false }
  const at = run.services.clock.now
  const about = { deliveryId, deliveryType: 'parcelDukani' as const }
  await run.tellOfParcel(
    deliveryId,
    announce(deliveryEvents.requested, { ...about, ownerId: paid.who.id, fee, paymentId, requestedAt: at }),
    announce(deliveryEvents.paid, { ...about, fee, paidAt: at }),
  )
  count(run, 'sent')
}

/** Deletes a parcel before or after it was handed in, or sends it back. */
export const end = async (run: HistoryRun, { target, how }: Action['end']): Promise<void> => {
  await run.services.settle()
  const isUnderWay = ({ use }: Paid) => use !== null && !use.isOver && use.parcelId.startsWith('d')
  const paid = nth([...run.ledger.paid.values()].filter(isUnderWay), target)
  const paymentId = paid && (await readPaymentId(run, paid.receipt))
  if (!paid?.use || !paymentId) return
  const deliveryId = paid.use.parcelId
  const about = { deliveryId, paymentId, at: run.services.clock.now }
  const deliveryType = 'parcelDukani' as const
  if (how === 'freed') paid.use = null
  else paid.use.isOver = true
  await run.tellOfParcel(
    deliveryId,
    how === 'returned'
      ? announce(deliveryEvents.returned, { ...about, deliveryType })
      : announce(deliveryEvents.deleted, { ...about, freed: how === 'freed', deliveryType }),
  )
}

/** Hands a parcel over for cash, a receipt of the till, or a receipt that an agent has made up. */
export const handOver = async (run: HistoryRun, { how, target, party, shillings }: Action['door']): Promise<void> => {
  const { services, ledger } = run
  await services.settle()
  const isOpen = (one: Paid) =>
    one.claimedBy === null && one.use === null && one.refunded === 0 && !one.isReversed && !one.isMeddled
  const isAnothers = how === 'mistyped'
  const isByTill = how === 'till' || isAnothers
  const isGiven = (one: Paid) => isOpen(one) && (!isAnothers || (one.isByHand && !one.isTold))
  const paid = isByTill ? nth([...ledger.paid.values()].filter(isGiven), target) : undefined
  if (isByTill && (!paid || paid.cents <= 100 * feeAtTheDoor)) return
  const price = paid ? Math.min(shillings, paid.cents / 100 - feeAtTheDoor) : shillings
  const { owedTo } = nth(parties, party) as (typeof parties)[number]
  const deliveryId = `t${run.next()}`
  const receipt = how === 'cash' ? null : (paid?.receipt ?? run.receipt('F'))
  const due = feeAtTheDoor + price
  const payer = isAnothers ? 'Nobody' : (paid?.who.name ?? 'Nobody')
  const paymentIds = receipt === null ? [] : await given(run, deliveryId, receipt, payer, due)
  if (paymentIds === null) return
  if (paid) {
    paid.use = { parcelId: deliveryId, fee: due, isOver: false }
    paid.isDoubted = isAnothers
    paid.isNamed = !isAnothers
  }
  const parcel: Parcel = {
    ...{ id: deliveryId, owedTo, price: 100 * price, fee: feeAtTheDoor, how: isByTill ? 'till' : how, receipt },
    ...{ isCounted: false, isPaidOut: false },
  }
  ledger.parcels.push(parcel)
  const about = { deliveryId, deliveryType: 'doorstep' as const }
  const money = { fee: feeAtTheDoor, productPrice: price, agentId: agent.id, paymentIds, owedTo, said: true }
  const at = services.clock.now
  await run.tellOfParcel(
    deliveryId,
    announce(deliveryEvents.paid, { ...about, fee: feeAtTheDoor, paidAt: at }),
    announce(deliveryEvents.taken, { ...about, ...money, how: how === 'cash' ? 'cash' : 'till', at }),
  )
  count(run, `handed over for ${how}`)
}

/** Null where payment refuses the receipt, for example another payer's. */
const given = async ({ services }: HistoryRun, deliveryId: string, receipt: string, payer: string, due: number) => {
  const asked = services.asked({ ...agent, id: `agent of ${deliveryId}` }, 'agent')
  try {
    const { paymentId } = await services.payment.takeReceipt({ asked, deliveryId, receipt, payer, due })
    return [paymentId]
  } catch (error) {
    if (getCode(error) === 'payer_differs' || getCode(error) === 'payment_used') return null
    throw error
  }
}
