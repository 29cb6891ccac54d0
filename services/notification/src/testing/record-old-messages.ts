import { randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { deliveryEvents, identityEvents } from '@tuma/contracts/events'
import type { NotificationClient, notificationContract } from '@tuma/contracts/services'
import { announce } from '@tuma/platform/event-sourcing'
import { EngineAway, type Engines, type Message } from '@tuma/platform/ports'
import { callInProcess, openLog, readSettings } from '@tuma/platform/runtime'
import { openTemporaryEngines } from '@tuma/platform/testing'
import { messagesView } from '../domain/message-views.ts'
import { demoProvider, SendFailed, type SmsProvider } from '../provider/provider.ts'
import { createNotification, notificationSettings } from '../service.ts'
import { nothingFound } from './nothing-found.ts'
import { type OldMessages, oldLink, oldParcel, oldStart } from './old-messages.ts'

/**
 * Writes `old-messages.json`: what this code stores of messages that wait, were attempted, parked and sent. Run once by
 * the code of a release, before the next one changes it: `node services/notification/src/testing/record-old-messages.ts`
 */
const never = new Promise<never>(() => undefined)

/** The receiver's last digit shows the delivery of an SMS. */
const provider: SmsProvider = {
  ...demoProvider,
  name: 'africastalking',
  send({ to, messageId }) {
    const [exhausted, failed, unanswered] = ['1', '3', '4'].map((digit) => to.endsWith(digit))
    if (exhausted || unanswered) return never
    return failed ? Promise.reject(new SendFailed('http-502')) : Promise.resolve({ providerId: `at-${messageId}` })
  },
}
const mails = { ...demoProvider, name: 'smtp', send: () => Promise.reject(new SendFailed('no-answer')) }

/** Delivery goes away once it has answered the receiver of the second parcel's SMS. */
const openDelivery = () => {
  let askedFor2 = 0
  return async ({ deliveryId }: { readonly deliveryId: string }) => {
    if (deliveryId === 'd2') askedFor2 += 1
    if (askedFor2 > 1 && deliveryId === 'd2') throw new EngineAway('delivery is away')
    return oldParcel(deliveryId)
  }
}

const open = async (engines: Engines): Promise<NotificationClient> => {
  const variables = { PUBLIC_URL: 'https://tuma.test', SEND_BACKOFF_MS: '3600000' }
  const service = await createNotification({
    engines: { ...engines, replica: 'old' },
    settings: { ...readSettings(notificationSettings, variables), secret: 'a secret', demonstration: false },
    environment: { now: () => oldStart, randomBytes },
    log: openLog('silent'),
    delivery: {
      parties: openDelivery(),
      collectionCode: async () => ({ code: null }),
      formerPhone: async () => ({ phone: null }),
      decisionKey: async () => ({ key: null }),
      noteReach: async () => ({}),
      ...nothingFound,
    },
    identity: {
      linkMail: async () => oldLink,
      mailAddress: async () => null,
      smsNumber: async () => null,
      ...nothingFound,
    },
    revenue: { payToChange: async () => null, ...nothingFound },
    payment: { outgoingOne: async () => null, leftUnused: async () => null, ...nothingFound },
    providers: { sms: provider, email: mails },
  })
  return callInProcess<typeof notificationContract>(service.router, () => undefined)
}

const held = { sender: null, receiver: 'too-many-requests' }
const requested = (deliveryId: string, isHeld = false): Message => {
  const data = { deliveryId, deliveryType: 'parcelDukani', ownerId: null, fee: 150, paymentId: null } as const
  const announced = announce(deliveryEvents.requested, { ...data, requestedAt: oldStart, ...(isHeld ? { held } : {}) })
  return { id: `${deliveryId} requested`, key: `delivery-${deliveryId}`, headers: {}, ...announced }
}
const link: Message = {
  ...{ id: 'a1 link', key: 'account-a1', headers: {} },
  ...announce(identityEvents.linkRequested, {
    ...{ accountId: 'a1', linkId: 'l1', purpose: 'verify' },
    expiresAt: oldLink.expiresAt,
  }),
}

const deps = await openTemporaryEngines()
const news: OldMessages['news'] = []
const publish = async (topic: string, ...messages: Message[]) => {
  for (const message of messages) news.push({ topic, message })
  await deps.of(topic).bus.publish(topic, messages)
}
const until = async (types: readonly string[]) => {
  for (;;) {
    const all = await deps.of('notification').events.readAll(null, 1000)
    if (JSON.stringify(all.map(({ type }) => type).toSorted()) === JSON.stringify(types.toSorted())) return all
    await pause(50)
  }
}
const composed = (count: number): string[] => Array(count).fill('MessageComposed')

// A process that dies before its provider has answered, and the next one, which may not attempt it again.
await open(deps.of('notification'))
await publish('delivery', requested('d1'))
await until([...composed(1), 'SendAttempted'])
await deps.reopen()
const client = await open(deps.of('notification'))
await until([...composed(1), 'SendAttempted', 'MessageParked'])

await publish('delivery', requested('d2'), requested('d3'), requested('d4'), requested('d5', true))
await publish('delivery', requested('d6', true), requested('d7'))
await publish('identity', link)
await until([
  ...composed(8),
  ...Array(5).fill('SendAttempted'),
  ...['MessageFailed', 'MessageFailed', 'MessageSent'],
  ...Array(3).fill('MessageParked'),
])
const { documents } = deps.of('notification')
const messages = await documents.collection<{ messageId: string; about: string }>(messagesView.collection)
const dismissed = (await messages.find({ where: { about: 'd6' }, limit: 1 })).documents[0]?.messageId ?? ''
const actor = { kind: 'user', userId: 'admin-1', username: 'admin', role: 'admin', shop: null } as const
const dismissal = { actor, commandId: 'dismissal', correlationId: 'dismissal' }
await client.dismissUnsent({ asked: dismissal, messageId: dismissed })
await pause(1000)

const spec = { name: 'personal-keys', fields: {}, indexes: [], sortBy: null, shape: { key: 'text or null' } } as const
const keys = await documents.collection<{ key: string | null }>(spec)
const rows = (await messages.find({ limit: 100 })).documents
const versioned = async (collection: string, id: string, from: typeof keys | typeof messages) => {
  const found = await from.getVersioned(id)
  return found ? [{ collection, id, ...found }] : []
}
const personal = await Promise.all(
  ['a1', ...['d1', 'd2', 'd3', 'd4', 'd5', 'd6', 'd7'].map((id) => `${id}:receiver`)].map((id) =>
    versioned(spec.name, id, keys),
  ),
)
const shown = await Promise.all(
  rows.map(({ messageId }) => versioned(messagesView.collection.name, messageId, messages)),
)
const events = await deps.of('notification').events.readAll(null, 1000)
const all: OldMessages = { news, events, documents: [...personal, ...shown].flat() }
await writeFile(new URL('./old-messages.json', import.meta.url), `${JSON.stringify(all, null, 2)}\n`)
process.exit(0)
