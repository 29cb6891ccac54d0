import { randomBytes } from 'node:crypto'
import { deliveryEvents } from '@tuma/contracts/events'
import type { NotificationClient, notificationContract } from '@tuma/contracts/services'
import { announce } from '@tuma/platform/event-sourcing'
import type { Cache, EventStore } from '@tuma/platform/ports'
import { callInProcess, openLog, readSettings, type Service } from '@tuma/platform/runtime'
import { openTemporaryEngines } from '@tuma/platform/testing'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { demoProvider, type Outgoing, type SmsProvider } from './provider/provider.ts'
import { createNotification, notificationSettings } from './service.ts'
import { nothingFound } from './testing/nothing-found.ts'

/** Two processes of notification on the same stores: here in one process, each with its own name. */

const start = '2026-11-21T06:00:00.000Z'
const deliveries = Array.from({ length: 12 }, (_, n) => `delivery${n}`)

let deps: Awaited<ReturnType<typeof openTemporaryEngines>>
const replicas: Service[] = []
let sent: string[] = []
/** Until it resolves, no message has an answer. */
let answering: Promise<void> = Promise.resolve()
beforeEach(async () => {
  sent = []
  answering = Promise.resolve()
  deps = await openTemporaryEngines()
})
afterEach(async () => {
  await Promise.all(replicas.splice(0).map((service) => service.close()))
  await deps.close()
})

/** Slow enough that both handle the same messages at the same time. */
const provider: SmsProvider = {
  ...demoProvider,
  name: 'slow',
  async send({ messageId }: Outgoing) {
    sent.push(messageId)
    await new Promise((resolve) => setTimeout(resolve, 30))
    await answering
    return { providerId: messageId }
  },
  async sendToAll(phones) {
    sent.push(...phones)
    return phones.map((phone) => ({ providerId: `id-${phone}`, refusal: null }))
  },
}
const person = { name: 'Wanjiku Kamau', phone: '254712345678' }
const parcel = {
  trackingId: 'TM-7K3M-Q2XV-90TB',
  ownerId: null,
  deliveryType: 'parcelDukani',
  handled: true,
  knownSender: false,
  sender: { ...person, location: 'NAIROBI CBD', dropoffAgent: 'Tuma House' },
  receiver: { ...person, phone: '254110345678' },
  receiverPlace: 'THIKA',
  pickupAgent: 'Mama Njeri Shop',
} as const

type Own = { readonly cache?: Cache; readonly events?: EventStore; readonly now?: string }
const replica = async (name: string, { now = start, ...own }: Own = {}): Promise<NotificationClient> => {
  const service = await createNotification({
    engines: { ...deps.of('notification'), replica: name, ...own },
    settings: {
      ...readSettings(notificationSettings, {
        ...{ PUBLIC_URL: 'https://tuma.test', SEND_BACKOFF_MS: '50', UNANSWERED_WAIT_SECONDS: '1' },
      }),
      secret: 'a secret',
      demonstration: true,
    },
    environment: { now: () => now, randomBytes },
    log: openLog('silent'),
    delivery: {
      parties: async () => parcel,
      collectionCode: async () => ({ code: null }),
      formerPhone: async () => ({ phone: null }),
      decisionKey: async () => ({ key: null }),
      noteReach: async () => ({}),
      ...nothingFound,
    },
    identity: {
      linkMail: async () => null,
      mailAddress: async () => null,
      smsNumber: async () => null,
      ...nothingFound,
    },
    revenue: { payToChange: async () => null, ...nothingFound },
    payment: { outgoingOne: async () => null, leftUnused: async () => null, ...nothingFound },
    providers: { sms: provider, email: demoProvider },
  })
  replicas.push(service)
  return callInProcess<typeof notificationContract>(service.router, () => undefined)
}

const requestAll = () =>
  deps.of('delivery').bus.publish(
    'delivery',
    deliveries.map((deliveryId) => {
      const data = { deliveryId, deliveryType: 'parcelDukani', ownerId: null, fee: 150, paymentId: null } as const
      const announced = announce(deliveryEvents.requested, { ...data, requestedAt: start })
      return { id: deliveryId, key: `delivery-${deliveryId}`, headers: {}, ...announced }
    }),
  )

const everythingSent = () =>
  vi.waitFor(async () => {
    const events = await deps.of('notification').events.readAll(null, 1000)
    expect(events.filter(({ type }) => type === 'MessageSent')).toHaveLength(2 * deliveries.length)
  }, 60_000)

test('two replicas send every message once', async () => {
  await replica('one')
  await replica('two')
  await requestAll()
  await everythingSent()
  expect(new Set(sent).size).toBe(2 * deliveries.length)
  expect(sent).toHaveLength(2 * deliveries.length)
})

test('when a lost cache lets both send, one does not make the attempt that the other has made', async () => {
  const { cache } = deps.of('notification')
  const lost: Cache = { ...cache, lease: async () => true }
  await replica('one', { cache: lost })
  await replica('two', { cache: lost })
  await requestAll()
  await everythingSent()
  expect(sent).toHaveLength(2 * deliveries.length)
})

/** Notes which messages' streams are read. */
const recordReads = (events: EventStore): { readonly events: EventStore; readonly read: ReadonlySet<string> } => {
  const read = new Set<string>()
  const noting: EventStore['read'] = (stream, from) => {
    if (stream.includes('message-')) read.add(stream)
    return events.read(stream, from)
  }
  return { events: { ...events, read: noting }, read }
}

test('a replica that takes over sends nothing that the other is just sending', async () => {
  const { cache, events } = deps.of('notification')
  const lost: Cache = { ...cache, lease: async () => true }
  const answer = Promise.withResolvers<void>()
  answering = answer.promise
  await replica('one', { cache: lost })
  await requestAll()
  await vi.waitFor(() => expect(sent).toHaveLength(2 * deliveries.length), 60_000)

  // No provider's report is waited for any more: only the other's attempt still holds a message back.
  const afterWait = new Date(Date.parse(start) + 2000).toISOString()
  const { events: noted, read } = recordReads(events)
  await replica('two', { cache: lost, events: noted, now: afterWait })
  await vi.waitFor(() => expect(read.size).toBe(2 * deliveries.length), 60_000)
  // It ends what it has begun before it closes.
  const closed = replicas.pop()?.close()
  answer.resolve()
  await closed
  await everythingSent()
  expect(sent).toHaveLength(2 * deliveries.length)
})

test('two replicas with the same marketing command send it to each phone once', async () => {
  const clients = [await replica('one'), await replica('two')]
  const phoneNumbers = ['254712345678', '254110345678', '254733345678']
  for (const commandId of ['c1', 'c2', 'c3']) {
    sent = []
    const asked = { actor: { kind: 'system', name: 'test' }, commandId, correlationId: commandId } as const
    await Promise.all(clients.map((client) => client.sendBulkSms({ asked, phoneNumbers, message: 'Karibu!' })))
    expect(sent.toSorted()).toEqual(phoneNumbers.toSorted())
  }
  const events = await deps.of('notification').events.readAll(null, 1000)
  expect(events.filter(({ type }) => type === 'CampaignRequested')).toHaveLength(3)
})
