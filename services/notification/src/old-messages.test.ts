import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { NotificationClient, notificationContract } from '@tuma/contracts/services'
import type { Engines } from '@tuma/platform/ports'
import { callInProcess, openLog, readSettings } from '@tuma/platform/runtime'
import { openTemporaryEngines } from '@tuma/platform/testing'
import { expect, onTestFinished, test, vi } from 'vitest'
import { messagesView } from './domain/message-views.ts'
import { demoProvider, type Outgoing } from './provider/provider.ts'
import { readModels } from './read-models.ts'
import { createNotification, notificationSettings } from './service.ts'
import { nothingFound } from './testing/nothing-found.ts'
import { type OldMessages, oldLink, oldParcel, oldStart } from './testing/old-messages.ts'

/**
 * What the code of commit 791f8786 stored: an SMS with too many attempts (d1), one that waits (d2), one that failed (d3),
 * one with an attempt without an answer (d4), one held (d5), one dismissed (d6), one sent (d7), and an email that failed.
 */
const old: OldMessages = JSON.parse(await readFile(new URL('./testing/old-messages.json', import.meta.url), 'utf8'))

const keys = { name: 'personal-keys', fields: {}, indexes: [], sortBy: null, shape: { key: 'text or null' } } as const

const playOld = async ({ events, documents }: Engines): Promise<void> => {
  for (const { position, revision, stream, ...event } of old.events) {
    const appended = await events.append(stream, [event], revision === 0 ? 'no-stream' : revision - 1)
    expect(appended).toEqual({ position, revision })
  }
  for (const spec of [keys, ...readModels.map(({ collection }) => collection)]) await documents.collection(spec)
  const taken = await documents.write([...old.documents])
  expect(taken).toEqual(old.documents.map(() => true))
}

/** The new process on the old data: an hour later, with providers that accept everything. */
const open = async () => {
  const deps = await openTemporaryEngines()
  await playOld(deps.of('notification'))
  const sent: Outgoing[] = []
  const send = async (message: Outgoing) => {
    sent.push(message)
    return { providerId: `new-${message.messageId}` }
  }
  const variables = { PUBLIC_URL: 'https://tuma.test', SEND_BACKOFF_MS: '5' }
  const service = await createNotification({
    engines: { ...deps.of('notification'), replica: 'new' },
    settings: { ...readSettings(notificationSettings, variables), secret: 'a secret', demonstration: false },
    environment: { now: () => new Date(Date.parse(oldStart) + 3_600_000).toISOString(), randomBytes },
    log: openLog('silent'),
    delivery: {
      parties: async ({ deliveryId }) => oldParcel(deliveryId),
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
    providers: {
      sms: { ...demoProvider, name: 'africastalking', send },
      email: { ...demoProvider, name: 'smtp', send },
    },
  })
  onTestFinished(async () => {
    await service.close()
    await deps.close()
  })
  const typesNow = async () => (await deps.of('notification').events.readAll(null, 1000)).map(({ type }) => type)
  const client: NotificationClient = callInProcess<typeof notificationContract>(service.router, () => undefined)
  return { deps, sent, client, typesNow }
}

const owed = ['0110345672', '0110345673', '0110345674', 'wanjiku@example.com']
const getCount = (types: readonly string[], type: string) => types.filter((one) => one === type).length
const oldTypes = old.events.map(({ type }) => type)

/** Publishes all events of the release before once more. */
const hearAgain = async (deps: Awaited<ReturnType<typeof openTemporaryEngines>>) => {
  for (const topic of new Set(old.news.map((one) => one.topic))) {
    const messages = old.news.filter((one) => one.topic === topic).map(({ message }) => message)
    const { bus } = deps.of(topic)
    await bus.publish(topic, messages)
    await vi.waitFor(async () => expect(await bus.lag(topic, 'notification')).toBe(0), 60_000)
  }
}

test('exactly the messages that still wait are sent, once', async () => {
  const { sent, client, deps, typesNow } = await open()
  await vi.waitFor(() => expect(sent.map(({ to }) => to).toSorted()).toEqual(owed), 60_000)
  await vi.waitFor(async () => expect(getCount(await typesNow(), 'MessageSent')).toBe(1 + owed.length), 60_000)
  expect(getCount(await typesNow(), 'SendAttempted')).toBe(getCount(oldTypes, 'SendAttempted') + owed.length)

  const messages = await deps.of('notification').documents.collection<{ about: string }>(messagesView.collection)
  expect(await messages.count({ status: 'waiting' })).toBe(0)
  const unsent = await client.unsent({ limit: 10, cursor: null })
  expect(unsent.rows.map(({ deliveryId, isWaiting }) => [deliveryId, isWaiting]).toSorted()).toEqual([
    ['d1', false],
    ['d5', false],
  ])
})

test('events that the release before has handled compose nothing again', async () => {
  const { sent, deps, typesNow } = await open()
  await hearAgain(deps)
  await vi.waitFor(async () => expect(getCount(await typesNow(), 'MessageSent')).toBe(1 + owed.length), 60_000)
  expect(sent.map(({ to }) => to).toSorted()).toEqual(owed)
  expect(getCount(await typesNow(), 'MessageComposed')).toBe(getCount(oldTypes, 'MessageComposed'))
})
