import { randomBytes } from 'node:crypto'
import type { Actor, CommandContext, DeliveryClient, deliveryContract, PaymentClient } from '@tuma/contracts/services'
import { Refused } from '@tuma/contracts/vocabulary'
import { EngineAway, type ProcessEngines } from '@tuma/platform/ports'
import { callInProcess, openLog, readSettings } from '@tuma/platform/runtime'
import { openTemporaryEngines } from '@tuma/platform/testing'
import { createDelivery } from '../service.ts'
import { deliverySettings } from '../settings.ts'
import { getBookingPayment } from './booking-payment.ts'
import { cbd, kimbo, suitcase, thika, thikaMarket } from './parcels.ts'

type Find = Parameters<PaymentClient['paidFor']>[0]
type Paid = {
  payer: string
  reference: string
  paymentId: string
  amount: number
  claimedAt: string
  usedBy: string | null
}

const toUser = (userId: string, role: 'user' | 'agent' | 'admin', shop: typeof cbd | null = null): Actor => ({
  kind: 'user',
  userId,
  username: `${userId}.ke`,
  role,
  shop,
})
export const people = {
  wanjiku: toUser('wanjiku', 'user'),
  otieno: toUser('otieno', 'user'),
  admin: toUser('admin', 'admin'),
  cbdAgent: toUser('agent-cbd', 'agent', cbd),
  thikaAgent: toUser('agent-thika', 'agent', thika),
  thikaMarketAgent: toUser('agent-market', 'agent', thikaMarket),
  kimboAgent: toUser('agent-kimbo', 'agent', kimbo),
  visitor: { kind: 'visitor', visitorId: 'cookie-of-a-visitor' },
  system: { kind: 'system', name: 'seed' },
} as const satisfies Record<string, Actor>

/** The payer as payment derives it: the signed-in user, else the cookie, else the sender's name. */
const toPayer = ({ actor, senderName }: Omit<Find, 'reference'>): string =>
  actor.kind === 'user' ? actor.userId : ((actor.kind === 'visitor' ? actor.visitorId : null) ?? senderName)

type PaidAtTheDoor = { promptId: string; deliveryId: string; paymentId: string; amount: number }
type Shown = { deliveryId: string; receipt: string; due: number }

/** A fake payment service with known payments, which can be away. */
const getPayment = (deps: {
  readonly world: { readonly paymentAway: boolean }
  readonly paid: readonly Paid[]
  readonly atTheDoor: readonly PaidAtTheDoor[]
  readonly receipts: Shown[]
}): Pick<PaymentClient, 'paidFor' | 'askedAtTheDoor' | 'settled' | 'takeReceipt'> => {
  const { world, paid, atTheDoor, receipts } = deps
  /** Unused ones first, as far as payment was notified of requests (`paymentHears`). */
  const paidFor: PaymentClient['paidFor'] = async ({ reference, ...who }) => {
    if (world.paymentAway) throw new EngineAway('payment is away')
    const payments = paid.filter((one) => one.reference === reference && one.payer === toPayer(who))
    const unusedFirst = [...payments.filter((one) => !one.usedBy), ...payments.filter((one) => one.usedBy)]
    return unusedFirst.map(({ paymentId, amount, claimedAt, usedBy }) => ({
      ...{ paymentId, amount, claimedAt, usedBy },
      told: false,
    }))
  }
  const settled: PaymentClient['settled'] = async ({ deliveryId, promptId }) => {
    if (world.paymentAway) throw new EngineAway('payment is away')
    return atTheDoor.find((one) => one.promptId === promptId && one.deliveryId === deliveryId) ?? null
  }
  const askedAtTheDoor: PaymentClient['askedAtTheDoor'] = async ({ deliveryId }) => {
    if (world.paymentAway) throw new EngineAway('payment is away')
    const paid = atTheDoor.find((one) => one.deliveryId === deliveryId)
    return paid ? { promptId: paid.promptId, state: 'paid', amount: paid.amount, reason: null, sentence: null } : null
  }
  const takeReceipt: PaymentClient['takeReceipt'] = async ({ deliveryId, receipt, due }) => {
    if (world.paymentAway) throw new EngineAway('payment is away')
    receipts.push({ deliveryId, receipt, due })
    if (receipt === 'UKN6H7T3GZ') throw new Refused('payment_used')
    return { paymentId: `payment of ${receipt}` }
  }
  return { paidFor, askedAtTheDoor, settled, takeReceipt }
}

/** The delivery service on its own engines, with a fake payment and a clock that the test sets. */
export const openWorld = async () => {
  const engines = await openTemporaryEngines()
  const [paid, atTheDoor, receipts]: [Paid[], PaidAtTheDoor[], Shown[]] = [[], [], []]
  const faults: unknown[] = []
  const world = { now: '2026-11-16T06:00:00.000Z', paymentAway: false, promptsOff: false, commands: 0 }
  const bookingPayment = getBookingPayment(world)

  const start = (deps: ProcessEngines) =>
    createDelivery({
      engines: deps.of('delivery'),
      settings: { ...readSettings(deliverySettings, {}), secret: 'a secret of the tests' },
      environment: { now: () => world.now, randomBytes },
      log: openLog('silent'),
      payment: { ...getPayment({ world, paid, atTheDoor, receipts }), ...bookingPayment.client },
    })
  let service = await start(engines)
  const onFault = (error: unknown) => faults.push(error)
  let delivery: DeliveryClient = callInProcess<typeof deliveryContract>(service.router, onFault)

  return {
    engines: () => engines.of('delivery'),
    folder: engines.folder,
    world,
    /** Errors inside the service; refusals do not count. */
    faults,
    delivery: () => delivery,
    asked: (actor: Actor, more: Partial<CommandContext> = {}): CommandContext => {
      world.commands += 1
      return { actor, commandId: `command-${world.commands}`, correlationId: 'test', ...more }
    },
    /** @returns the reference of a payment that was just made */
    pay(actor: Actor, amount: number, reference = `PAY-${100_000 + paid.length}`): string {
      const payer = toPayer({ actor, senderName: fromCbd.name })
      const before = paid.filter((one) => one.reference === reference).length
      const paymentId = `payment${before === 0 ? '' : ` ${before + 1}`} of ${reference}`
      paid.push({ payer, reference, paymentId, amount, claimedAt: world.now, usedBy: null })
      return reference
    },
    /** A payment with an id of its own, which a prompt has brought. */
    knowPayment(known: { payer: Actor; reference: string; paymentId: string; amount: number }): void {
      const payer = toPayer({ actor: known.payer, senderName: fromCbd.name })
      paid.push({ ...known, payer, claimedAt: world.now, usedBy: null })
    },
    /** Payment is notified that its first payment of that reference was used. */
    paymentHears(reference: string, usedBy: string): void {
      const first = paid.find((one) => one.reference === reference)
      if (first) first.usedBy = usedBy
    },
    /** The money of bookings. */
    bookingPayment,
    /** Prompts that were paid at the door, and receipts about which payment was asked. */
    atTheDoor,
    receipts,
    caughtUp: () => Promise.all(service.followers.map((follower) => follower.caughtUp())),
    /** Another process of the service, with the same engines. */
    openReplica: () => start(engines),
    async restart() {
      await service.close()
      service = await start(await engines.reopen())
      delivery = callInProcess<typeof deliveryContract>(service.router, onFault)
    },
    async close() {
      await service.close()
      await engines.close()
    },
  }
}
export type World = Awaited<ReturnType<typeof openWorld>>

/** Shops in three places, doorstep prices for two of them, a rider. */
export const openNetwork = async ({ delivery, asked }: World) => {
  const by = () => asked(people.admin)
  await delivery().addLocation({ asked: by(), locationName: 'NAIROBI CBD', pickupPoints: ['Tuma House'], price: null })
  await delivery().addLocation({
    asked: by(),
    locationName: 'THIKA',
    pickupPoints: ['Main Stage', 'Market'],
    price: 200,
  })
  await delivery().addLocation({ asked: by(), locationName: 'KIMBO', pickupPoints: ['Corner Shop'], price: null })
  await delivery().setPrice({ asked: by(), place: 'THIKA', tier: 'same-day', price: 250 })
  await delivery().setPrice({ asked: by(), place: 'THIKA', tier: 'express', price: 600 })
  await delivery().setPrice({ asked: by(), place: 'NAIROBI CBD', tier: 'same-day', price: 300 })
  return delivery().addRider({ asked: by(), name: 'Kiprono Rotich', phone: '254733000222' })
}

export const fromCbd = {
  name: 'Wanjiku Kamau',
  phone: '254712345678',
  location: ' nairobi cbd',
  dropoffAgent: 'TUMA HOUSE',
}
export const toThikaShop = { name: 'Otieno Ouma', phone: '254722000111', location: 'Thika', pickupAgent: 'main stage' }
export const toThikaDoor = {
  name: 'Otieno Ouma',
  phone: '254722000111',
  pickupLocation: 'Thika',
  pickupAddress: 'Blue gate, Section 9',
  moreDetails: 'Call at the gate',
}
export const dukaniForm = (paymentReference: string, changes: object = {}) => ({
  sender: fromCbd,
  receiver: toThikaShop,
  ...suitcase,
  deliveryFee: null,
  paymentReference,
  ...changes,
})
export const doorstepForm = (changes: object = {}) => ({
  sender: fromCbd,
  receiver: toThikaDoor,
  ...suitcase,
  tier: null,
  deliveryFee: null,
  productPrice: 1000,
  paymentMethod: 'payOnDelivery' as const,
  paymentReference: '',
  ...changes,
})
