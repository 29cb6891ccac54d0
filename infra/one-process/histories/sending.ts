import type { Deed } from './deeds.ts'
import { announce, count, deliveryEvents, type Game, getCode, nth } from './game.ts'
import { admins, agent, parties } from './people.ts'
import type { Paid, Parcel } from './second-ledger.ts'

const feeAtTheDoor = 250

const readPaymentId = async ({ world }: Game, receipt: string): Promise<string | undefined> => {
  const { rows } = await world.payment.held({ tab: 'all', search: receipt, limit: 1, cursor: null })
  return rows[0]?.paymentId
}

/** Requests a parcel with a payment. */
export const send = async (game: Game, { target, surplus }: Deed['send']): Promise<void> => {
  const isOpen = ({ use, refunded, claimedBy, isReversed }: Paid) =>
    use === null && refunded === 0 && claimedBy !== null && !isReversed
  await game.world.settle()
  const paid = nth([...game.ledger.paid.values()].filter(isOpen), target)
  const paymentId = paid && (await readPaymentId(game, paid.receipt))
  if (!paid || !paymentId) return
  const deliveryId = `d${game.next()}`
  const fee = Math.max(1, paid.cents / 100 - surplus)
  paid.use = { parcelId: deliveryId, fee, isOver: false }
  const at = game.world.clock.now
  const about = { deliveryId, deliveryType: 'parcelDukani' as const }
  await game.tellOfParcel(
    deliveryId,
    announce(deliveryEvents.requested, { ...about, ownerId: paid.who.id, fee, paymentId, requestedAt: at }),
    announce(deliveryEvents.paid, { ...about, fee, paidAt: at }),
  )
  count(game, 'sent')
}

/** Deletes a parcel before or after it was handed in, or sends it back. */
export const end = async (game: Game, { target, how }: Deed['end']): Promise<void> => {
  await game.world.settle()
  const isUnderWay = ({ use }: Paid) => use !== null && !use.isOver && use.parcelId.startsWith('d')
  const paid = nth([...game.ledger.paid.values()].filter(isUnderWay), target)
  const paymentId = paid && (await readPaymentId(game, paid.receipt))
  if (!paid?.use || !paymentId) return
  const deliveryId = paid.use.parcelId
  const about = { deliveryId, paymentId, at: game.world.clock.now }
  const deliveryType = 'parcelDukani' as const
  if (how === 'freed') paid.use = null
  else paid.use.isOver = true
  await game.tellOfParcel(
    deliveryId,
    how === 'returned'
      ? announce(deliveryEvents.returned, { ...about, deliveryType })
      : announce(deliveryEvents.deleted, { ...about, freed: how === 'freed', deliveryType }),
  )
}

/** Hands a parcel over for cash, a receipt of the till, or a receipt that an agent has made up. */
export const handOver = async (game: Game, { how, target, party, shillings }: Deed['door']): Promise<void> => {
  const { world, ledger } = game
  await world.settle()
  const isOpen = (one: Paid) =>
    one.claimedBy === null && one.use === null && one.refunded === 0 && !one.isReversed && !one.isMeddled
  const isAnothers = how === 'mistyped'
  const isByTill = how === 'till' || isAnothers
  const isGiven = (one: Paid) => isOpen(one) && (!isAnothers || (one.isByHand && !one.isTold))
  const paid = isByTill ? nth([...ledger.paid.values()].filter(isGiven), target) : undefined
  if (isByTill && (!paid || paid.cents <= 100 * feeAtTheDoor)) return
  const price = paid ? Math.min(shillings, paid.cents / 100 - feeAtTheDoor) : shillings
  const { owedTo } = nth(parties, party) as (typeof parties)[number]
  const deliveryId = `t${game.next()}`
  const receipt = how === 'cash' ? null : (paid?.receipt ?? game.receipt('F'))
  const due = feeAtTheDoor + price
  const payer = isAnothers ? 'Nobody' : (paid?.who.name ?? 'Nobody')
  const paymentIds = receipt === null ? [] : await given(game, deliveryId, receipt, payer, due)
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
  const at = world.clock.now
  await game.tellOfParcel(
    deliveryId,
    announce(deliveryEvents.paid, { ...about, fee: feeAtTheDoor, paidAt: at }),
    announce(deliveryEvents.taken, { ...about, ...money, how: how === 'cash' ? 'cash' : 'till', at }),
  )
  count(game, `handed over for ${how}`)
}

/** Null where payment refuses the receipt, for example another payer's. */
const given = async ({ world }: Game, deliveryId: string, receipt: string, payer: string, due: number) => {
  const asked = world.asked({ ...agent, id: `agent of ${deliveryId}` }, 'agent')
  try {
    const { paymentId } = await world.payment.takeReceipt({ asked, deliveryId, receipt, payer, due })
    return [paymentId]
  } catch (error) {
    if (getCode(error) === 'payer_differs' || getCode(error) === 'payment_used') return null
    throw error
  }
}

/** The agent hands over all cash, and an admin counts it. */
export const countCash = async ({ world, ledger }: Game, { by }: Deed['count']): Promise<void> => {
  await world.settle()
  const { cents: declared } = await world.revenue.drawer({ agentId: agent.id })
  const waiting = ledger.parcels.filter(({ how, isCounted }) => how === 'cash' && !isCounted)
  if (waiting.length === 0) return
  const about = { agentId: agent.id, declared, rest: 'missing' as const }
  const { handOverId } = await world.revenue.handOverCash({ asked: world.asked(agent, 'agent'), ...about })
  const counted = { agentId: agent.id, handOverId, counted: declared, reason: null }
  await world.revenue.receiveCash({ asked: world.asked(admins[by], 'admin'), ...counted })
  for (const parcel of waiting) parcel.isCounted = true
}
