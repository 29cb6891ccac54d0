import { createHash, randomUUID } from 'node:crypto'
import { type Actor, getTrace } from '@tuma/contracts/services'
import {
  getContents,
  getEatDay,
  type Opening,
  type Shop,
  trackingIdFrom,
  type WaitDays,
} from '@tuma/contracts/vocabulary'
import { type DeliveryCommand, delivery } from '@tuma/delivery/decisions'
import { deliveryIdOfCommand, deliveryIdOfPayment, senderKeyOfPhone } from '@tuma/delivery/ids'
import { account } from '@tuma/identity/decisions'
import { payment } from '@tuma/payment/decisions'
import { readMessage } from '@tuma/payment/message'
import { shownBy } from '@tuma/payment/payer'
import { sampleTillMessage } from '@tuma/payment/sample-till-message'
import {
  type Decider,
  type DomainEvent,
  type EventMetadata,
  type KeyedHash,
  keyedHash,
  metadataFrom,
} from '@tuma/platform/event-sourcing'
import { sale, saleStream } from '@tuma/revenue/decisions'
import type { SecretFor } from '../secret-key.ts'
import type { DemoPeople } from '../seed/seed.ts'
import { admin, agents, client, type PlannedDelivery, type PlannedStep, prices, riders } from '../seed/seed-plan.ts'
import { placedShops } from '../seed/seed-shops.ts'

/** A stream from its beginning, as its service decides it. */
export type Decided = {
  readonly service: 'identity' | 'payment' | 'delivery' | 'revenue'
  readonly stream: string
  readonly events: readonly { readonly event: DomainEvent; readonly metadata: EventMetadata }[]
}

type Taken<Command> = { readonly command: Command; readonly metadata: EventMetadata }

const decided = <State, Command, Event extends DomainEvent>(
  { initialState, decide, evolve }: Decider<State, Command, Event>,
  commands: readonly Taken<Command>[],
) => {
  let state = initialState
  return commands.flatMap(({ command, metadata }) => {
    const events = decide(command, state)
    state = events.reduce(evolve, state)
    return events.map((event) => ({ event, metadata }))
  })
}

const asks = (actor: Actor, at: string): EventMetadata => {
  const commandId = randomUUID()
  return metadataFrom({ actor: getTrace(actor), commandId, correlationId: commandId, origin: 'seed', at }, at)
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

/**
 * Whole histories of planned deliveries: the payment, the steps and the bookings, each decided by the same code that
 * decides a command. The senders' points are left out, because one client's account would hold all of them.
 */
export const openDeliveryHistories = (secretFor: SecretFor, demoPeople: DemoPeople, tillName: string) => {
  const hashes = { payment: keyedHash(secretFor('payment')), delivery: keyedHash(secretFor('delivery')) }

  const getPayment = (planned: PlannedDelivery, actor: Actor) => {
    const { key, fee: amount, requestedAt: at, paymentReference: reference, sender } = planned
    const paid = readMessage(sampleTillMessage({ amount, at, tillName, random: digest(key) }))
    if ('refused' in paid) throw new Error(`the payment of ${key} can not be read: ${paid.refused}`)
    const paymentId = hashes.payment('code', paid.code)
    const deliveryId = deliveryIdOfPayment(hashes.delivery, paymentId)
    const shown = shownBy(actor, sender.name, hashes.payment)
    const personId = actor.kind === 'user' ? actor.userId : paymentId
    const whose = { shown, sender: { personId, name: sender.name }, senderWords: [] }
    const claim = { type: 'ClaimPayment', paid, ...whose } as const
    const metadata = asks(actor, at)
    const events = decided(payment, [
      { command: { ...claim, reference, tillName, at }, metadata },
      { command: { type: 'UsePayment', deliveryId, at }, metadata: asks(system, at) },
    ])
    const stream: Decided = { service: 'payment', stream: `payment-${paymentId}`, events }
    return { stream, deliveryId, settled: { method: 'payNow', reference, paymentId, amount, told: false } as const }
  }

  const buildRequest = (planned: PlannedDelivery, actor: Actor) => {
    const { key, owned, requestedAt: at, productPrice } = planned
    const visitor = deliveryIdOfCommand(hashes.delivery, key, key)
    const paid = productPrice === null ? getPayment(planned, actor) : null
    const deliveryId = paid?.deliveryId ?? visitor
    const { address: _, ...receiver } = planned.receiver
    const { shop: senderShop, ...sender } = planned.sender
    const command: DeliveryCommand = {
      type: 'RequestDelivery',
      deliveryId,
      trackingId: trackingIdFrom(digest(`tracking ${key}`).subarray(0, 8)),
      requestHash: digest(`request ${key}`).toString('hex'),
      at,
      owner: owned && actor.kind === 'user' ? { userId: actor.userId, username: actor.username } : null,
      ...{ sender, senderShop, senderShopOpening: getOpening(senderShop), receiver, ...getContents(planned) },
      destination: getDestination(planned),
      shownFee: null,
      payment: paid?.settled ?? { method: 'payOnDelivery', productPrice: productPrice ?? 0 },
      held: null,
    }
    return { deliveryId, paid, taken: { command, metadata: asks(actor, at) } }
  }

  return (planned: PlannedDelivery): Decided[] => {
    const visitor: Actor = { kind: 'visitor', visitorId: `lives ${planned.key}` }
    const { deliveryId, paid, taken } = buildRequest(
      planned,
      (planned.owned && demoPeople.actors.get(client)) || visitor,
    )
    const events = decided(delivery, [
      taken,
      ...planned.steps.map((step) => getStep(planned, step, demoPeople, hashes.delivery)),
    ])
    const books: Decided = { service: 'revenue', stream: saleStream(deliveryId), events: getBooked(planned, events) }
    return [...(paid ? [paid.stream] : []), { service: 'delivery', stream: `delivery-${deliveryId}`, events }, books]
  }
}

/** Opening hours of the demonstration's shops; the clock of a deadline runs only within them. */
const getOpening = ({ address }: Shop): Opening | null => {
  const placed = placedShops[address]
  return placed ? { hours: placed.described.hours, closedDays: [], closedToday: false } : null
}

const system: Actor = { kind: 'system', name: 'lives' }
/** The days of uncollected parcels, as in the default settings. */
const days: WaitDays = { remind: [2, 4], ask: 7, backAfterAsked: 3, longer: 7 }

const getDestination = ({ deliveryType, pickupShop, place, receiver, tier, fee }: PlannedDelivery) => {
  if (deliveryType === 'parcelDukani') return { deliveryType, shop: pickupShop, quote: { now: fee, whenPaid: fee } }
  const getQuote = (wanted: string) => {
    const found = prices.find((price) => price.place === place && price.tier === wanted)
    return found ? { now: found.price, whenPaid: found.price } : null
  }
  const quotes = { 'same-day': getQuote('same-day'), express: getQuote('express') }
  return { deliveryType, place, pickupAddress: receiver.address, moreDetails: 'Please call on arrival.', tier, quotes }
}

const getStep = (
  planned: PlannedDelivery,
  { to, at, shop }: PlannedStep,
  demoPeople: DemoPeople,
  hash: KeyedHash,
): Taken<DeliveryCommand> => {
  const taker = to === 'sorting' ? admin : agents.find((agent) => agent.shop === shop)
  const actor = taker && demoPeople.actors.get(taker)
  if (actor?.kind !== 'user') throw new Error(`${planned.key} passes a shop without an agent`)
  const { userId, role, shop: own } = actor
  const by = { userId, role, shop: own }
  const { name, phone } = planned.receiver
  const senderKey = senderKeyOfPhone(hash, planned.sender.phone)
  const metadata = asks(actor, at)
  switch (to) {
    case 'rider': {
      const riderId = demoPeople.riderIds[planned.rider] ?? ''
      const rider = riders[planned.rider] ?? null
      return { command: { type: 'AssignRider', by, riderId, rider, revision: null }, metadata }
    }
    case 'picker': {
      const picker = { name, phone, nationalId: planned.pickerNationalId }
      return { command: { type: 'AssignPicker', by, picker, revision: null }, metadata }
    }
    case 'sorting':
      return { command: { type: 'OverrideStatus', by, to, trackingId: null, senderKey, days, at }, metadata }
    case 'uncollected':
    case 'inTransit':
    case 'delivered':
    case 'collected':
      return {
        command: { type: 'MoveParcel', by, to, revision: null, taken: null, senderKey, days, together: false, at },
        metadata,
      }
  }
}

const getBooked = ({ deliveryType, requestedAt, sender: { shop } }: PlannedDelivery, events: Decided['events']) => {
  const count = { type: 'CountDelivery', deliveryType, day: getEatDay(requestedAt), shop, at: requestedAt } as const
  const paid = events.flatMap(({ event, metadata }) => {
    if (event.type !== 'DeliveryPaid') return []
    const { fee, paidAt } = event.data as { readonly fee: number; readonly paidAt: string }
    const command = { type: 'TakeFee', deliveryType, fee, day: getEatDay(paidAt), at: paidAt } as const
    return [{ command, metadata: asks(system, metadata.at) }]
  })
  return decided(sale, [{ command: count, metadata: asks(system, requestedAt) }, ...paid])
}

/** An account whose owner cannot log in, because its username is not reserved. @param passwordHash any hash */
export const getAccount = (
  number: number,
  person: { readonly name: string; readonly phone: string },
  passwordHash: string,
  at: string,
): Decided => {
  const accountId = randomUUID()
  const username = `sender${number}`
  const whole = { ...person, username, email: `${username}@tuma.test` }
  const command = { type: 'OpenAccount', accountId, person: whole, passwordHash, role: 'user', shop: null, at } as const
  const metadata = asks(system, at)
  return { service: 'identity', stream: `account-${accountId}`, events: decided(account, [{ command, metadata }]) }
}
