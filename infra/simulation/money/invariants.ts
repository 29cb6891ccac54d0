import { type Fact, groupedBy } from '../facts.ts'
import type { EndState } from '../invariants.ts'
import { getParcels, getRequestData, getStreams, isDeleted, selectOnly, toHistories } from '../parcel-histories.ts'
import { conservation, differingAccounts } from './accounts.ts'
import { balancesOfBooks } from './product-books.ts'
import { recordOutcomes } from './record-outcomes.ts'

const twice = (events: readonly Fact[], type: string, getId: (data: Fact['data']) => string) =>
  [...groupedBy(selectOnly(events, type), ({ data }) => getId(data))].flatMap(([id, all]) =>
    all.length > 1 ? [`${type} of ${id} is there ${all.length} times`] : [],
  )

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

  "the till is M-Pesa's account": ({ books, mpesa }) => {
    const [{ till }, has] = [balancesOfBooks(books), mpesa.world.ledger.balanceCents()]
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
      ...twice(events, 'PaymentRefunded', ({ receipt }) => receipt),
    ]
  },

  'no more cash of a parcel leaves a drawer than came into it': ({ facts }) =>
    [...getStreams(facts, 'revenue', 'drawer')].flatMap(([stream, past]) => {
      const [handed, passed] = [sumsOfParcels(past, 'CashHandedOver'), sumsOfParcels(past, 'CashPassedOn')]
      const came = sumsOfParcels(past, 'CashTakenOver')
      return selectOnly(past, 'CashStood').flatMap(({ data: { deliveryId, cents } }) => {
        const left = (handed.get(deliveryId) ?? 0) + (passed.get(deliveryId) ?? 0)
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
    const received = sumsOfParcels(facts.events, 'CashReceived')
    const stood = new Map(
      selectOnly(facts.events, 'CashStood')
        .filter(({ data: { cents, awaiting } }) => cents > 0 && !awaiting)
        .map(({ data: { deliveryId, cents } }) => [deliveryId as string, cents as number]),
    )
    const arrived = new Set(selectOnly(facts.events, 'CashArrived').map(({ stream }) => stream))
    return [...stood].flatMap(([deliveryId, cents]) => {
      const isWhole = (received.get(deliveryId) ?? 0) >= cents
      if (isWhole === arrived.has(`sale-${deliveryId}`)) return []
      return [isWhole ? `${deliveryId}: its cash did not arrive` : `${deliveryId}: its cash arrived too early`]
    })
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
