import { randomBytes } from 'node:crypto'
import { deliveryEvents, identityEvents } from '@tuma/contracts/events'
import type {
  CommandContext,
  DeliveryClient,
  IdentityClient,
  NotificationClient,
  notificationContract,
  PaymentClient,
  RevenueClient,
} from '@tuma/contracts/services'
import { type Announcement, announce } from '@tuma/platform/event-sourcing'
import { EngineAway, type Engines, type Message } from '@tuma/platform/ports'
import { callInProcess, openLog, readSettings, type Service } from '@tuma/platform/runtime'
import { openTemporaryEngines, shown, type TestEngines } from '@tuma/platform/testing'
import { afterEach, beforeEach, expect, vi } from 'vitest'
import { type MessageRow, messagesView } from '../domain/message-views.ts'
import type { Providers } from '../provider/provider.ts'
import type { Restored } from '../restored.ts'
import { createNotification, notificationSettings } from '../service.ts'
import { openAfricasTalkingStub } from './africas-talking-stub.ts'

export const start = '2026-11-21T06:00:00.000Z'

const admin = { kind: 'user', userId: 'admin-1', username: 'admin', role: 'admin', shop: null } as const
let commands = 0
export const asked = (more: Partial<CommandContext> = {}): CommandContext => {
  commands += 1
  return { actor: admin, commandId: `command-${commands}`, correlationId: `call-${commands}`, ...more }
}

const parcel: Parties = {
  trackingId: 'TM-7K3M-Q2XV-90TB',
  ownerId: null,
  deliveryType: 'parcelDukani',
  handled: true,
  knownSender: false,
  sender: { name: 'Wanjiku Kamau', phone: '254712345678', location: 'NAIROBI CBD', dropoffAgent: 'Tuma House' },
  receiver: { name: 'Otieno Odhiambo', phone: '254110345678' },
  receiverPlace: 'THIKA',
  pickupAgent: 'Mama Njeri Shop',
}
type Parties = NonNullable<Awaited<ReturnType<DeliveryClient['parties']>>>
/** What delivery answers about the parcel besides its route. By default its sender cannot decide about it. */
type Told = Partial<Parties> & { readonly key?: string | null; readonly code?: string | null; readonly former?: string }

type Delivery = 'there' | 'away' | 'away for codes' | 'without the parcel'

const openDelivery = () => {
  let how: Delivery = 'there'
  let told: Told = {}
  const noted: string[] = []
  const lookups: string[] = []
  return {
    /** The calls that ask for a message's people and words, in their order. */
    lookups,
    /** The phones that notification reported to delivery as reached or not. */
    noted,
    begin() {
      how = 'there'
      noted.length = 0
      lookups.length = 0
      told = {}
    },
    deliveryIs(next: Delivery) {
      how = next
    },
    /** From now on delivery answers so for every parcel. */
    parcelIs(next: Told) {
      told = next
    },
    client: {
      async parties() {
        lookups.push('parties')
        if (how === 'away') throw new EngineAway('delivery is away')
        const { key: _, code: __, former: ___, ...more } = told
        return how === 'without the parcel' ? null : { ...parcel, ...more }
      },
      async collectionCode() {
        lookups.push('collectionCode')
        if (how === 'away for codes') throw new EngineAway('delivery is away')
        const { code = '042137', leg } = told
        return { code, leg }
      },
      decisionKey: async () => ({ key: told.key ?? null }),
      formerPhone: async () => ({ phone: told.former ?? null }),
      async noteReach({ deliveryId, role, reached }: { deliveryId: string; role: string; reached: boolean }) {
        if (how === 'away') throw new EngineAway('delivery is away')
        noted.push(`${role} of ${deliveryId}: ${reached ? 'reached' : 'not reached'}`)
        return {}
      },
    },
  }
}

type How = {
  readonly environment?: Readonly<Record<string, string>>
  /** Whether it keeps messages without a provider; true by default. */
  readonly demonstration?: boolean
  readonly providers?: Providers
  /** Identity's answer about every link; by default the link has ended. */
  readonly linkMail?: Awaited<ReturnType<IdentityClient['linkMail']>>
  /** The email of every account; none by default. */
  readonly mailAddress?: string
  /** The SMS number of every account; none by default. */
  readonly smsNumber?: string
  /** Revenue's answer about every change of a payout number. */
  readonly payToChange?: Awaited<ReturnType<RevenueClient['payToChange']>>
  /** Payment's answer about all money that was sent; unknown by default. */
  readonly outgoing?: Awaited<ReturnType<PaymentClient['outgoingOne']>>
  /** Payment's answer about every payment left unused; unknown by default. */
  readonly unused?: Awaited<ReturnType<PaymentClient['leftUnused']>>
  /** The data came from a backup. */
  readonly restored?: Restored
  /** What the daily audits of other services found; nothing by default. A service that is `away` does not answer. */
  readonly found?: Partial<Record<'delivery' | 'identity' | 'payment' | 'revenue', readonly Found[] | 'away'>>
}

type Found = Awaited<ReturnType<DeliveryClient['audited']>>['findings'][number]

type Around = {
  readonly engines: Engines
  readonly now: () => string
  readonly delivery: DeliveryDouble
  readonly lookups: string[]
}
type DeliveryDouble = ReturnType<typeof openDelivery>['client']

const createWith = ({ engines, now, delivery, lookups }: Around, how: How): Promise<Service> => {
  const {
    environment,
    providers,
    linkMail = null,
    mailAddress,
    smsNumber,
    payToChange = null,
    outgoing = null,
    unused = null,
    found = {},
  } = how
  const { demonstration = true, restored } = how
  const answer =
    <Answer>(call: string, value: Answer) =>
    async () => {
      lookups.push(call)
      return value
    }
  const audited = (service: keyof typeof found) => ({
    async audited() {
      const findings = found[service] ?? []
      if (findings === 'away') throw new EngineAway(`${service} is away`)
      return { lastPass: null, findings: [...findings] }
    },
  })
  const given = { PUBLIC_URL: 'https://tuma.test', SEND_BACKOFF_MS: '5', AT_BATCH: '2', ...environment }
  return createNotification({
    engines,
    settings: { ...readSettings(notificationSettings, given), secret: 'a secret', demonstration, restored },
    environment: { now, randomBytes },
    log: openLog('silent'),
    delivery: { ...delivery, ...audited('delivery') },
    identity: {
      ...audited('identity'),
      linkMail: answer('linkMail', linkMail),
      mailAddress: answer('mailAddress', mailAddress ? { email: mailAddress } : null),
      smsNumber: answer('smsNumber', smsNumber ? { phone: smsNumber } : null),
    },
    revenue: { payToChange: answer('payToChange', payToChange), ...audited('revenue') },
    payment: {
      ...audited('payment'),
      outgoingOne: answer('outgoingOne', outgoing),
      leftUnused: answer('leftUnused', unused),
    },
    ...(providers ? { providers } : {}),
  })
}

/**
 * A fresh notification on real engines for each test, with an Africa's Talking on this machine. With `live` its SMS go
 * there; `open` with another environment or other providers is a restart.
 */
export const notificationForEachTest = (live: boolean) => {
  let deps: Awaited<ReturnType<typeof openTemporaryEngines>>
  let service: Service
  let client: NotificationClient
  let stub: Awaited<ReturnType<typeof openAfricasTalkingStub>>
  let now = start
  const delivery = openDelivery()
  const engines = (name: string) => deps.of(name)

  const create = async (how: How) => {
    const account: How['environment'] = live
      ? { AT_USERNAME: 'tuma', AT_API_KEY: 'the-key', AT_BASE_URL: stub.url }
      : {}
    const { client: double, lookups } = delivery
    const around = { engines: deps.of('notification'), now: () => now, delivery: double, lookups }
    service = await createWith(around, { ...how, environment: { ...account, ...how.environment } })
    client = callInProcess<typeof notificationContract>(service.router, () => undefined)
  }
  beforeEach(async () => {
    now = start
    delivery.begin()
    stub = await openAfricasTalkingStub()
    deps = await openTemporaryEngines()
    await create({})
  })
  afterEach(async () => {
    expect(service.followers.map((follower) => follower.fault())).toEqual(service.followers.map(() => null))
    await service.close()
    await deps.close()
    await stub.close()
  })

  return {
    notification: () => client,
    stub: () => stub,
    report: reportTo(() => client),
    folder: () => deps.folder,
    engines,
    async open(how: How = {}) {
      await service.close()
      await deps.reopen()
      await create(how)
    },
    /** As when the process dies: what was running stays open. @returns closes the rest of the dead process */
    async die(how: How = {}) {
      const dead = service
      await deps.reopen()
      await create(how)
      return () => dead.close()
    },
    deliveryIs: delivery.deliveryIs,
    parcelIs: delivery.parcelIs,
    ...{ noted: delivery.noted, lookups: delivery.lookups },
    passes(hours: number) {
      now = new Date(Date.parse(now) + hours * 60 * 60_000).toISOString()
    },
    /** While it is closed, another consumer reads as notification and fails at every event; then it is opened again. */
    async missing(publish: () => Promise<void>) {
      await service.close()
      service = { ...service, followers: [] }
      const failing = failingAsNotification(deps.of('notification'))
      await publish()
      await failing.close()
      await create({})
    },
    ...words(engines, () => shown(service)),
  }
}

/** Africa's Talking reports the result of an SMS. */
const reportTo =
  (client: () => NotificationClient) => async (providerId: string, status: string, failureReason?: string) => {
    const fields = { id: providerId, status, ...(failureReason === undefined ? {} : { failureReason }) }
    await client().callback({ asked: asked(), provider: 'africastalking', path: 'delivery-report', fields })
  }

const failingAsNotification = ({ bus }: Engines) =>
  bus.consume({
    topic: 'delivery',
    group: 'notification',
    attempts: 1,
    onMessage: () => Promise.reject(new Error('out of order')),
  })

const words = (engines: (name: string) => TestEngines, hasShown: () => Promise<void>) => {
  const stored = () => engines('notification').events.readAll(null, 1000)
  /** Resolves when notification has handled them. */
  const publishTo = async (topic: string, messages: readonly Message[]) => {
    const { bus } = engines(topic)
    await bus.publish(topic, messages)
    await vi.waitFor(async () => expect(await bus.lag(topic, 'notification')).toBe(0), 60_000)
    await hasShown()
  }
  const publish = (...messages: Message[]) => publishTo('delivery', messages)
  return {
    stored,
    readTypes: async () => (await stored()).map(({ type }) => type),
    /** Every row of the read model, oldest first. */
    async rows() {
      const messages = await engines('notification').documents.collection<MessageRow>(messagesView.collection)
      return (await messages.find({ limit: 100 })).documents.reverse()
    },
    /** The stored key; null where the person has none. */
    async getKey(personId: string): Promise<{ readonly key: string | null } | null> {
      const shape = { key: 'text or null' } as const
      const spec = { name: 'personal-keys', fields: {}, indexes: [], sortBy: null, shape } as const
      const keys = await engines('notification').documents.collection<{ key: string | null }>(spec)
      const found = await keys.get(personId)
      return found && { key: found.key }
    },
    store: () => engines('notification').events,
    /** On payment's topic. */
    publishOfPayment: (...messages: Message[]) => publishTo('payment', messages),
    /** On delivery's topic. */
    publish,
    publishTo,
    /** A user asks for a link, so an email is due. */
    async linkRequested() {
      const data = { accountId: 'a1', linkId: 'l1', purpose: 'verify', expiresAt: '2026-11-22T06:00:00.000Z' } as const
      const announced = announce(identityEvents.linkRequested, data)
      await publishTo('identity', [{ id: 'link', key: 'account-a1', headers: {}, ...announced }])
    },
    /** A shop has the parcel in hand: it is moved, or gets a rider. */
    async moved(deliveryId: string, announced: Announcement) {
      await publish({ id: `${deliveryId} ${announced.type}`, key: `delivery-${deliveryId}`, headers: {}, ...announced })
    },
    /** A delivery is requested: two SMS are due. */
    async requested(deliveryId: string, held?: { readonly sender: string | null; readonly receiver: string | null }) {
      const data = { deliveryId, deliveryType: 'parcelDukani', ownerId: null, fee: 150, paymentId: null } as const
      const announced = announce(deliveryEvents.requested, { ...data, requestedAt: start, held })
      await publish({ id: deliveryId, key: `delivery-${deliveryId}`, headers: {}, ...announced })
    },
  }
}

export const eventually = (check: () => unknown) => vi.waitFor(check, 60_000)
