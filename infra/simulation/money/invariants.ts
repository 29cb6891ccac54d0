import { type Fact, groupedBy } from '../facts.ts'
import type { EndState } from '../invariants.ts'
import { hasStatement } from '../ledger.ts'
import {
  getParcels,
  getRequestData,
  getStreams,
  isDeleted,
  selectOnly,
  toHistories,
  toReceipts,
} from '../parcel-histories.ts'
import { conservation, differingAccounts } from './accounts.ts'
import { balancesOfBooks } from './product-books.ts'
import { recordOutcomes } from './record-outcomes.ts'

const twice = (events: readonly Fact[], type: string, getId: (data: Fact['data']) => string) =>
  [...groupedBy(selectOnly(events, type), ({ data }) => getId(data))].flatMap(([id, all]) =>
    all.length > 1 ? [`${type} of ${id} is there ${all.length} times`] : [],
  )

/** A payment takes cash out of a drawer once, until that cash came back. */
const paidInTwice = (events: readonly Fact[]): string[] =>
  [...groupedBy(payInsIn(events), ({ data }) => `${data.agentId} ${data.paymentId}`)].flatMap(([id, own]) =>
    own.some(({ type }, at) => type === 'CashPaidIn' && own[at - 1]?.type === 'CashPaidIn')
      ? [`${id} is paid in twice`]
      : [],
  )
const payInsIn = (events: readonly Fact[]): readonly Fact[] =>
  events.filter(({ type }) => type === 'CashPaidIn' || type === 'PayInReversed')

type Part = { readonly deliveryId: string; readonly cents: number }

/** In cents, by parcel: what these events moved. */
const sumsOfParcels = (events: readonly Fact[], type: string): ReadonlyMap<string, number> => {
  const parts = selectOnly(events, type).flatMap(({ data }) => data.parcels as Part[])
  return new Map(
    [...groupedBy(parts, ({ deliveryId }) => deliveryId)].map(([deliveryId, own]) => [
      deliveryId,
      own.reduce((sum, { cents }) => sum + cents, 0),
    ]),
  )
}
/**
 * The payment was reversed, or M-Pesa contradicts it, and since then it was neither proven nor allowed by the office.
 */
const isDoubted = (payment: readonly Fact[] = []): boolean => {
  const last = payment.findLast(({ type }) => /^Payment(Doubted|Reversed|Cleared)$/.test(type))
  return last !== undefined && last.type !== 'PaymentCleared'
}
const getHolds = (history: readonly Fact[]): readonly string[] =>
  history.findLast(({ type }) => type === 'ParcelHeld' || type === 'HoldReleased')?.data.holds ?? []

/** Invariants of money, checked when all has settled. */
export const moneyInvariants: Readonly<Record<string, (end: EndState) => string[]>> = {
  'the books are what people and M-Pesa did': (end) => {
    const { expectedBooks } = end.ledger
    recordOutcomes(expectedBooks, end)
    const { difference } = expectedBooks.conservation()
    const made = difference === 0 ? [] : [`the expected ledger made ${difference} of nothing`]
    return [...made, ...differingAccounts(expectedBooks.balances(), balancesOfBooks(end.books))]
  },

  "the till is M-Pesa's account": ({ books, ledger, mpesa }) => {
    const [{ till }, has] = [balancesOfBooks(books), hasStatement(ledger) ? mpesa.world.ledger.balanceCents() : 0]
    return till === has ? [] : [`the till is ${till}, M-Pesa has ${has}`]
  },

  'what M-Pesa is told to be taken is stored': ({ facts: { events }, mpesa }) => {
    const stored = new Set(selectOnly(events, 'CallbackTaken').map(({ correlationId }) => correlationId))
    return mpesa.takings().flatMap(({ told, isTaken }) => {
      const isStored = [...told].some((correlationId) => stored.has(correlationId))
      return isTaken && !isStored ? [`${[...told].join(', ')} was answered and is not stored`] : []
    })
  },

  'no phone is asked twice for one request': ({ mpesa }) =>
    [...mpesa.pushes].flatMap(([address, count]) => (count > 1 ? [`${address} was pushed ${count} times`] : [])),

  'nothing is paid out, received or paid back twice': ({ facts: { events } }) => {
    const paidOut = selectOnly(events, 'PaidOut').flatMap(({ data }) =>
      data.parcels.map((one: Fact['data']) => one.deliveryId),
    )
    return [
      ...paidOut.filter((one, at) => paidOut.indexOf(one) !== at).map((one) => `${one} is paid out twice`),
      ...twice(events, 'CashReceived', ({ handOverId }) => handOverId),
      ...twice(events, 'CashPassedOn', ({ offerId }) => offerId),
      ...twice(events, 'CashTakenOver', ({ offerId }) => offerId),
      ...paidInTwice(events),
      ...twice(events, 'PaymentRefunded', ({ receipt }) => receipt),
    ]
  },

  'no more cash of a parcel leaves a drawer than came into it': ({ facts }) =>
    [...getStreams(facts, 'revenue', 'drawer')].flatMap(([stream, past]) => {
      const [handed, passed] = [sumsOfParcels(past, 'CashHandedOver'), sumsOfParcels(past, 'CashPassedOn')]
      const [came, paidIn] = [sumsOfParcels(past, 'CashTakenOver'), sumsOfParcels(past, 'CashPaidIn')]
      const back = sumsOfParcels(past, 'PayInReversed')
      return selectOnly(past, 'CashStood').flatMap(({ data: { deliveryId, cents } }) => {
        const of = (sums: ReadonlyMap<string, number>) => sums.get(deliveryId) ?? 0
        const left = of(handed) + of(passed) + of(paidIn) - of(back)
        const most = cents + (came.get(deliveryId) ?? 0)
        return left > most && cents > 0 ? [`${stream}: ${left} of ${most} has left of ${deliveryId}`] : []
      })
    }),

  'what an agent passes on is what the colleague has counted, and comes into their drawer': ({ facts, ledger }) => {
    const taken = new Map(selectOnly(facts.events, 'CashTakenOver').map(({ data }) => [data.offerId, data]))
    const passed = new Map(selectOnly(facts.events, 'CashPassedOn').map(({ data }) => [data.offerId, data]))
    const lost = [...ledger.passedOffers].filter(([offerId, cents]) => passed.get(offerId)?.cents !== cents)
    const astray = [...passed.values()].filter(({ offerId, agentId, to, cents, parcels }) => {
      const there = taken.get(offerId)
      const isThere = there?.agentId === to && there?.from === agentId && there?.cents === cents
      return !isThere || JSON.stringify(there.parcels) !== JSON.stringify(parcels)
    })
    return [
      ...lost.map(([offerId, cents]) => `${cents} of the offer ${offerId} did not pass`),
      ...astray.map(({ offerId, to }) => `the offer ${offerId} did not come to ${to}`),
      ...[...taken.keys()].filter((offerId) => !passed.has(offerId)).map((offerId) => `${offerId} came from nowhere`),
    ]
  },

  "a parcel's cash has arrived exactly when the office has all of it": ({ facts }) => {
    const [received, paidIn, back] = ['CashReceived', 'CashPaidIn', 'PayInReversed'].map((type) =>
      sumsOfParcels(facts.events, type),
    )
    const stood = new Map(selectOnly(facts.events, 'CashStood').map(({ data }) => [data.deliveryId as string, data]))
    const arrivals = facts.events.filter(({ type }) => type === 'CashArrived' || type === 'CashArrivalTakenBack')
    const last = new Map(arrivals.map(({ stream, type }) => [stream, type]))
    return [...stood].flatMap(([deliveryId, { cents, awaiting }]) => {
      // Where the parcel was cancelled, its cash went back to the customer.
      if (cents <= 0 || awaiting) return []
      const of = (sums?: ReadonlyMap<string, number>) => sums?.get(deliveryId) ?? 0
      const isWhole = of(received) + of(paidIn) - of(back) >= cents
      if (isWhole === (last.get(`sale-${deliveryId}`) === 'CashArrived')) return []
      return [isWhole ? `${deliveryId}: its cash did not arrive` : `${deliveryId}: its cash arrived too early`]
    })
  },

  'cash is paid in by money that its agent has at the till, and by no other': ({ facts, ledger, mpesa }) => {
    const receipts = toReceipts(facts.events)
    const movements = mpesa.world.ledger.movements()
    const reversed = new Set(movements.map(({ linked }) => linked))
    const told = new Map(movements.filter(({ kind }) => kind === 'payment').map((one) => [one.receipt, one.cents]))
    const last = new Map(payInsIn(facts.events).map((one) => [receipts.get(one.data.paymentId) as string, one]))
    const wrong = [...last].filter(([receipt, { type, data }]) => {
      const isThere = ledger.payIns.get(receipt)?.drawer === data.agentId
      const should = reversed.has(receipt) ? 'PayInReversed' : 'CashPaidIn'
      return !isThere || type !== should || (type === 'CashPaidIn' && data.paid !== told.get(receipt))
    })
    const isTold = (receipt: string, isClaimed: boolean) => isClaimed || mpesa.heard.has(receipt)
    const lost = [...ledger.payIns].filter(
      ([receipt, { isClaimed }]) => isTold(receipt, isClaimed) && !last.has(receipt),
    )
    return [
      ...wrong.map(([receipt, { type }]) => `${receipt}: ${type} does not follow from its money`),
      ...lost.map(([receipt]) => `${receipt} is at the till, and took no cash out of a drawer`),
    ]
  },

  'a doubted payment holds its parcel': ({ facts }) => {
    const payments = getStreams(facts, 'payment', 'payment')
    return getParcels(facts)
      .map((past) => toHistories(past).at(-1) ?? [])
      .filter((history) => !isDeleted(history))
      .flatMap((history) => {
        const { deliveryId, paymentId } = getRequestData(history)
        const isHeld = getHolds(history).includes('payment_doubted')
        if (isHeld === isDoubted(payments.get(`payment-${paymentId}`))) return []
        return [isHeld ? `${deliveryId} is held for no doubt` : `${deliveryId} is free with a doubted payment`]
      })
  },
}

/**
 * In cents: prices that were paid out before the office set the parcel back and it was returned. Their senders owe
 * these.
 */
const paidOutForNothing = (booked: readonly Fact[]): number => {
  const turnedBack = new Set(selectOnly(booked, 'SaleTurnedBack').map(({ stream }) => stream))
  const parts = selectOnly(booked, 'PaidOut').flatMap(({ data }) => data.parcels as Part[])
  return parts
    .filter(({ deliveryId }) => turnedBack.has(`sale-${deliveryId}`))
    .reduce((sum, { cents }) => sum + cents, 0)
}

/**
 * Holds at every moment: each entry of the books moves money and makes none, and cash that agents handed over is in
 * transit until it is counted.
 */
export const alwaysHolds = (events: readonly Fact[]): string[] => {
  const booked = events.filter(({ service, data }) => service === 'revenue' && Array.isArray(data.postings))
  const made = booked.filter(({ data }) => conservation(balancesOfBooks(data.postings)).difference !== 0)
  const balances = balancesOfBooks(booked.flatMap(({ data }) => data.postings))
  return [
    ...made.map(({ type, stream }) => `${stream}: ${type} makes money`),
    ...(conservation(balances).difference === 0 ? [] : ['what is held is not what is owed']),
    ...(balances.inTransit >= 0 ? [] : [`${balances.inTransit} is in transit`]),
    ...(balances.owedToSenders + paidOutForNothing(booked) >= 0 ? [] : [`senders are owed ${balances.owedToSenders}`]),
  ]
}
