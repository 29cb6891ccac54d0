import { randomBytes } from 'node:crypto'
import { refusingOwnMoney } from '@tuma/bff/own-money'
import type {
  CommandContext,
  PaymentClient,
  paymentContract,
  RevenueClient,
  revenueContract,
} from '@tuma/contracts/services'
import { createPayment, darajaFrom } from '@tuma/payment'
import { auditChecks as checksOfPayment } from '@tuma/payment/audit-checks'
import { storedEvents as eventsOfPayment, type StoredDomainEvent } from '@tuma/payment/stored-events'
import {
  type AnyAuditCheck,
  checkStreams,
  type DomainEvent,
  eventCodec,
  openPersonalKeys,
  runCheck,
  type StoredEventTypes,
} from '@tuma/platform/event-sourcing'
import type { ConsumeOptions, Engines, Message, ProcessEngines } from '@tuma/platform/ports'
import { callInProcess, openLog, type Service } from '@tuma/platform/runtime'
import { openTemporaryEngines, shown } from '@tuma/platform/testing'
import { createRevenue } from '@tuma/revenue'
import { auditChecks as checksOfRevenue } from '@tuma/revenue/audit-checks'
import { storedEvents as eventsOfRevenue } from '@tuma/revenue/stored-events'
import { owedToPhone, type Person, people, toActor } from './people.ts'

type Options = { readonly hasAddressList: boolean; readonly start: string }
export const secondAdminAbove = 6_000_00

const merchant = {
  DARAJA_URL: 'http://127.0.0.1:9',
  DARAJA_CONSUMER_KEY: 'key',
  DARAJA_CONSUMER_SECRET: 'shh',
  DARAJA_SHORT_CODE: '600310',
  DARAJA_PASSKEY: 'pass',
  DARAJA_CALLBACK_SECRET: 'a-handle-of-callbacks',
  DARAJA_CALLBACK_URL: 'http://127.0.0.1:8',
  DARAJA_C2B: 'v2',
} as const

/** A Daraja that accepts every request. @returns the callback addresses of prompts, by phone */
const openDaraja = () => {
  const addresses = new Map<string, string>()
  const fetch = (async (url: string, { body }: { body?: string } = {}) => {
    if (new URL(url).pathname.includes('/oauth/')) return Response.json({ access_token: 'token', expires_in: '3599' })
    const { CallBackURL, PhoneNumber, ConfirmationURL } = JSON.parse(body ?? '{}')
    if (CallBackURL) addresses.set(String(PhoneNumber), new URL(CallBackURL).pathname)
    if (ConfirmationURL) addresses.set('confirmation', new URL(ConfirmationURL).pathname)
    const taken = { ResponseCode: '0', CheckoutRequestID: `ws_${addresses.size}`, MerchantRequestID: 'm1' }
    return Response.json({ ...taken, ResponseDescription: 'Success' })
  }) as unknown as typeof globalThis.fetch
  return { addresses, fetch }
}

const throwing = (error: unknown): never => {
  throw error
}

/** The real payment and revenue services, wired as in the product. */
const openServices = async (product: {
  readonly engines: Pick<ProcessEngines, 'of'>
  readonly now: () => string
  readonly fetch: typeof globalThis.fetch
  readonly hasAddressList: boolean
}) => {
  const { engines, now, fetch, hasAddressList } = product
  const environment = { now, randomBytes }
  const log = openLog('silent')
  const daraja = darajaFrom({ ...merchant, ...(hasAddressList && { DARAJA_ALLOWED_ADDRESSES: '127.0.0.1' }) })
  const ofPayment = await createPayment({
    ...{ engines: engines.of('payment'), environment, log, fetch },
    settings: { tillName: 'TUMA PARCELS', secret: 'a secret', secondAdminAbove, daraja },
  })
  const payment: PaymentClient = callInProcess<typeof paymentContract>(ofPayment.router, throwing)
  /** Payouts after whose receipt the process ends. */
  const dying = new Set<string>()
  const ofRevenue = await createRevenue({
    ...{ engines: engines.of('revenue'), settings: { PAYEE_WAIT_HOURS: 24, DRAWER_WARN: 20_000 }, environment, log },
    payment: {
      ...payment,
      async claimOutgoing(claim) {
        const claimed = await payment.claimOutgoing(claim)
        if (dying.delete(claim.id)) throw new Error('the process is gone')
        return claimed
      },
    },
    identity: { registeredAs: async ({ accountId }) => people.find(({ id }) => id === accountId) ?? null },
  })
  const revenue: RevenueClient = callInProcess<typeof revenueContract>(ofRevenue.router, throwing)
  return { ofPayment, ofRevenue, payment, revenue, dying }
}

/** The services on engines of their own and one clock, and the API of the bff. */
export const openMoneyServices = async ({ hasAddressList, start }: Options) => {
  const clock = { now: start }
  const engines = await openTemporaryEngines()
  const { addresses, fetch } = openDaraja()
  const told: Message[] = []
  const listener = engines.of('payment').bus.listen({
    topic: 'payment',
    onMessage: async (message) => void told.push(message),
    onFault: throwing,
  })
  const members: ConsumeOptions[] = []
  const { bus } = engines.of('payment')
  const consume: typeof bus.consume = (options) => {
    members.push(options)
    return bus.consume(options)
  }
  const listened = { of: (service: string) => ({ ...engines.of(service), bus: { ...bus, consume } }) }
  const opened = await openServices({ engines: listened, now: () => clock.now, fetch, hasAddressList })
  const { ofPayment, ofRevenue, payment, revenue, dying } = opened
  let commands = 0
  const asked = (who: Person, role: 'admin' | 'agent' | 'user'): CommandContext => {
    const id = ++commands
    return {
      actor: toActor(who, role),
      ...{ commandId: `c${id}`, requestHash: `h${id}`, correlationId: `call ${id}`, network: `10.0.0.${id % 250}` },
    }
  }
  const services = {
    ...{ clock, payment, revenue, addresses, told, dying, asked },
    refuseOwnMoney: openDoor(payment, revenue),
    tell: (messages: readonly Message[]) => bus.publish('delivery', messages),
    /** Brings messages of payment once more to all services that follow them. */
    async tellAgain(messages: readonly Message[]): Promise<void> {
      const hearing = members.filter(({ topic }) => topic === 'payment')
      for (const message of messages)
        for (const { types, onMessage } of hearing) if (types?.has(message.type) ?? true) await onMessage(message)
    },
    findings: () => findingsIn(engines, clock.now),
    settle: settling(engines, [ofPayment, ofRevenue]),
    parked: async () => (await Promise.all(['payment', 'revenue'].map((name) => engines.of(name).bus.parked()))).flat(),
    faults: () =>
      [...ofPayment.followers, ...ofRevenue.followers].flatMap((follower) => follower.fault() ?? []).map(String),
    async close() {
      await listener.close()
      await ofRevenue.close()
      await ofPayment.close()
      await engines.close()
    },
  }
  await payment.register({ asked: asked(people.at(-1) as Person, 'admin') })
  return services
}

/** Answers for identity and delivery about accounts and phones on forms. */
const openDoor = (payment: PaymentClient, revenue: RevenueClient) =>
  refusingOwnMoney({
    ...{ payment, revenue },
    identity: {
      account: async ({ accountId }: { accountId: string }) => people.find(({ id }) => id === accountId) ?? null,
    },
    delivery: {
      owedTo: async ({ phone }: { phone: string }) => ({ owedTo: owedToPhone(phone) }),
      get: async () => null,
    },
  } as unknown as Parameters<typeof refusingOwnMoney>[0])

/** What the daily audit finds in all events of payment and revenue. */
const findingsIn = async (engines: { readonly of: (name: string) => Engines }, now: string): Promise<string[]> => {
  const inPayments: readonly AnyAuditCheck<StoredDomainEvent>[] = checksOfPayment.map((check) =>
    checkStreams(['payment'], check),
  )
  return [
    ...(await runChecks(engines.of('payment'), eventsOfPayment, inPayments, now)),
    ...(await runChecks(engines.of('revenue'), eventsOfRevenue, checksOfRevenue, now)),
  ]
}

const runChecks = async <Event extends DomainEvent>(
  engines: Engines,
  types: StoredEventTypes<Event>,
  checks: readonly AnyAuditCheck<Event>[],
  now: string,
): Promise<string[]> => {
  const codec = eventCodec(types, await openPersonalKeys(engines))
  const events = await Promise.all((await engines.events.readAll(null, 100_000)).map(codec.decode))
  return checks.flatMap((check) => runCheck(check, events, now).map(({ about }) => `${check.name} ${about}`))
}

/** Returns when all effects of earlier messages are stored. */
const settling = (engines: { readonly of: (name: string) => Engines }, services: readonly Service[]) => {
  const topics = [
    ['payment', 'revenue'],
    ['delivery', 'revenue'],
    ['delivery', 'payment'],
  ] as const
  const isHeard = async () => {
    const lags = await Promise.all(topics.map(([topic, group]) => engines.of(topic).bus.lag(topic, group)))
    return lags.every((lag) => lag === 0)
  }
  const heads = async () =>
    (await Promise.all(['payment', 'revenue'].map((name) => engines.of(name).events.head()))).join()
  let quietAt = ''
  return async (): Promise<void> => {
    for (;;) {
      const before = await heads()
      if (before !== quietAt) for (const service of services) await shown(service)
      if ((await isHeard()) && (await heads()) === before) {
        quietAt = before
        return
      }
      await new Promise((resolve) => setImmediate(resolve))
    }
  }
}
