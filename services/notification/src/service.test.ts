import { randomBytes } from 'node:crypto'
import { deliveryEvents, identityEvents } from '@tuma/contracts/events'
import type { DeliveryClient, IdentityClient, NotificationClient, notificationContract } from '@tuma/contracts/services'
import type { DeliveryStatus, DeliveryType } from '@tuma/contracts/vocabulary'
import { type Announcement, announce, openStreams } from '@tuma/platform/event-sourcing'
import { EngineAway, type StoredEvent } from '@tuma/platform/ports'
import { callInProcess, openLog, readSettings, type Service } from '@tuma/platform/runtime'
import { openTemporaryEngines, shown } from '@tuma/platform/testing'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type MessageRow, messagesView } from './domain/message-views.ts'
import { demoProvider, type Outgoing, type Provider, type Providers, SendFailed } from './provider/provider.ts'
import { createNotification, type NotificationSettings, notificationSettings } from './service.ts'
import { type NotificationEvent, storedEvents } from './stored-events.ts'
import { nothingFound } from './testing/nothing-found.ts'

type Parties = NonNullable<Awaited<ReturnType<DeliveryClient['parties']>>>
type LinkMail = NonNullable<Awaited<ReturnType<IdentityClient['linkMail']>>>

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
const link: LinkMail = {
  email: 'wanjiku@example.com',
  name: 'Wanjiku Kamau',
  askedAt: '2026-11-21T05:00:00.000Z',
  purpose: 'verify',
  changesEmail: false,
  isProven: false,
  token: 'the-token',
  expiresAt: '2026-11-22T06:00:00.000Z',
}

let deps: Awaited<ReturnType<typeof openTemporaryEngines>>
let service: Service
let notification: NotificationClient
/** The answers of the other services; null as usual, or an error. */
let parties: Parties | null | Error
let linkMail: LinkMail | null
let seconds = 0

const answer = async <Value>(value: Value | Error): Promise<Value> => {
  if (value instanceof Error) throw value
  return value
}
const open = async (providers?: Providers, settings: Partial<NotificationSettings> = {}) => {
  service = await createNotification({
    engines: deps.of('notification'),
    settings: {
      ...readSettings(notificationSettings, {
        PUBLIC_URL: 'https://tuma.test/',
        SEND_BACKOFF_MS: '5',
      }),
      secret: 'a secret',
      demonstration: true,
      ...settings,
    },
    environment: {
      now: () => {
        seconds += 1
        return new Date(Date.UTC(2026, 10, 21, 6, 0, seconds)).toISOString()
      },
      randomBytes,
    },
    log: openLog('silent'),
    delivery: {
      parties: async () => answer(parties),
      collectionCode: async () => ({ code: '042137' }),
      formerPhone: async () => ({ phone: null }),
      decisionKey: async () => ({ key: null }),
      noteReach: async () => ({}),
      ...nothingFound,
    },
    identity: {
      linkMail: async () => linkMail,
      mailAddress: async () => null,
      smsNumber: async () => null,
      ...nothingFound,
    },
    revenue: { payToChange: async () => null, ...nothingFound },
    payment: { outgoingOne: async () => null, leftUnused: async () => null, ...nothingFound },
    ...(providers ? { providers } : {}),
  })
  notification = callInProcess<typeof notificationContract>(service.router, (error) => {
    throw error
  })
}
const reopen = async (...how: Parameters<typeof open>) => {
  await service.close()
  await deps.reopen()
  await open(...how)
}
beforeEach(async () => {
  parties = parcel
  linkMail = link
  deps = await openTemporaryEngines()
})
afterEach(async () => {
  expect(await deps.of('notification').bus.parked('notification')).toEqual([])
  expect(service.followers.map((follower) => follower.fault())).toEqual(service.followers.map(() => null))
  await service.close()
  await deps.close()
})

type Headers = Readonly<Record<string, string>>
const toMessage = (key: string, id: string, announcement: Announcement, headers: Headers = {}) => ({
  id,
  key,
  headers,
  ...announcement,
})
const requested = (deliveryId = 'd1', headers: Headers = {}) =>
  toMessage(
    `delivery-${deliveryId}`,
    `requested ${deliveryId}`,
    announce(deliveryEvents.requested, {
      deliveryId,
      deliveryType: 'parcelDukani',
      ownerId: null,
      fee: 150,
      paymentId: null,
      requestedAt: '2026-11-21T06:00:00.000Z',
    }),
    headers,
  )
const moved = (to: DeliveryStatus, deliveryType: DeliveryType = 'parcelDukani', id = `moved ${to}`) =>
  toMessage(
    'delivery-d1',
    id,
    announce(deliveryEvents.statusChanged, {
      deliveryId: 'd1',
      deliveryType,
      from: 'dropping',
      to,
      at: '2026-11-21T06:00:00.000Z',
    }),
  )
const linkRequested = (headers: Headers = {}) =>
  toMessage(
    'account-a1',
    'link requested',
    announce(identityEvents.linkRequested, {
      accountId: 'a1',
      linkId: 'l1',
      purpose: 'verify',
      expiresAt: '2026-11-22T06:00:00.000Z',
    }),
    headers,
  )
const publish = async (topic: 'delivery' | 'identity', ...messages: ReturnType<typeof toMessage>[]) => {
  const { bus } = deps.of(topic)
  await bus.publish(topic, messages)
  await vi.waitFor(async () => expect(await bus.lag(topic, 'notification')).toBe(0), 60_000)
  await shown(service)
}

const rows = () => deps.of('notification').documents.collection<MessageRow>(messagesView.collection)
const events = (): Promise<StoredEvent[]> => deps.of('notification').events.readAll(null, 1000)
const readTypes = async () => (await events()).map(({ type }) => type)
const outbox = async () => [...(await notification.outbox({ limit: 100 }))].reverse()
const eventually = (check: () => Promise<void>) => vi.waitFor(check, 60_000)

/** Answers as the test says, call by call; then accepts everything. */
const providerThat = (...fates: (string | Error)[]): Provider & { readonly sent: Outgoing[] } => {
  const sent: Outgoing[] = []
  return {
    name: 'gateway',
    sent,
    send: async (message) => {
      const fate = fates.shift()
      if (typeof fate === 'string') throw new SendFailed(fate)
      if (fate) throw fate
      sent.push(message)
      return { providerId: `gateway-${sent.length}` }
    },
  }
}
const both = (provider: Provider): Providers => ({ sms: { ...demoProvider, ...provider }, email: provider })

describe('of a request', () => {
  test('sender and receiver get an SMS with the next step and a link', async () => {
    parties = { ...parcel, handled: false, paid: 250 }
    await open()
    await publish('delivery', requested())
    await eventually(async () =>
      expect(await outbox()).toEqual([
        {
          channel: 'sms',
          to: '0712345678',
          subject: null,
          text: 'Tuma: booked, Ksh 250 paid. Bring TM-7K3M-Q2XV-90TB to Tuma House. Track: https://tuma.test/t/TM-7K3M-Q2XV-90TB',
          createdAt: expect.stringMatching(/^2026-11-21T06:/),
        },
        expect.objectContaining({
          to: '0110345678',
          text: 'Tuma: a sender is sending you a parcel to Mama Njeri Shop. Nothing to pay. We SMS you a code when it arrives. Track: https://tuma.test/t/TM-7K3M-Q2XV-90TB',
        }),
      ]),
    )
  })
  test('no SMS goes to a landline', async () => {
    parties = { ...parcel, sender: { ...parcel.sender, phone: '254202345678' } }
    await open()
    await publish('delivery', requested())
    await eventually(async () => expect((await outbox()).map(({ to }) => to)).toEqual(['0110345678']))
  })
  test('no SMS is sent when the people were erased or the parcel is gone', async () => {
    const sender = { ...parcel.sender, name: '(erased)', phone: '(erased)' }
    parties = { ...parcel, sender, receiver: { name: '', phone: '(erased)' } }
    await open()
    await publish('delivery', requested())
    parties = null
    await publish('delivery', requested('d2'))
    expect(await events()).toEqual([])
  })
})

describe('the receiver', () => {
  test('gets one SMS for each status, however often an admin moves the parcel back and forth', async () => {
    await open()
    const way = ['uncollected', 'inTransit', 'delivered', 'collected'] as const
    await publish('delivery', ...way.map((to) => moved(to)))
    await publish('delivery', ...way.map((to) => moved(to, 'parcelDukani', `again ${to}`)))
    await eventually(async () =>
      expect((await outbox()).map(({ to, text }) => [to, text])).toEqual([
        [
          '0110345678',
          'Tuma: parcel TM-7K3M-Q2XV-90TB is on its way to you. Your code: 042137. Track: https://tuma.test/t/TM-7K3M-Q2XV-90TB',
        ],
        [
          '0110345678',
          'Tuma: parcel TM-7K3M-Q2XV-90TB is waiting for you at Mama Njeri Shop, THIKA. Your code: 042137. Do not share it.',
        ],
        ['0110345678', 'Tuma: parcel TM-7K3M-Q2XV-90TB has been collected. Thank you for using Tuma.'],
      ]),
    )
  })
  test('reads that a held parcel is on hold, and neither that it comes nor that it can be collected', async () => {
    parties = { ...parcel, held: true }
    await open()
    await publish('delivery', moved('inTransit'), moved('delivered'))
    const onHold =
      'Tuma: parcel TM-7K3M-Q2XV-90TB is on hold. Track: https://tuma.test/t/TM-7K3M-Q2XV-90TB Questions: 0700 000 000'
    await eventually(async () => expect((await outbox()).map(({ text }) => text)).toEqual([onHold, onHold]))
  })
  test('reads that a doorstep parcel was delivered', async () => {
    parties = { ...parcel, deliveryType: 'doorstep', pickupAgent: null }
    await open()
    await publish('delivery', moved('delivered', 'doorstep'))
    await eventually(async () =>
      expect((await outbox()).map(({ text }) => text)).toEqual([
        'Tuma: parcel TM-7K3M-Q2XV-90TB has been delivered to your address.',
      ]),
    )
  })
})

describe('a link', () => {
  test.each([
    ['to verify', { purpose: 'verify' }, 'Verify your email for Tuma', 'https://tuma.test/verify-email/the-token'],
    [
      'to a new address',
      { purpose: 'verify', changesEmail: true },
      'Confirm your new email for Tuma',
      'https://tuma.test/verify-email/the-token',
    ],
    ['to reset', { purpose: 'reset' }, 'Reset your Tuma password', 'https://tuma.test/resetpassword/the-token'],
  ] as const)('%s comes by email', async (_what, of, subject, address) => {
    linkMail = { ...link, ...of }
    await open()
    await publish('identity', linkRequested())
    await eventually(async () =>
      expect(await outbox()).toEqual([
        expect.objectContaining({
          channel: 'email',
          to: 'wanjiku@example.com',
          subject,
          text: expect.stringContaining(`\n${address}\n`),
        }),
      ]),
    )
  })
  test('to a new address sends a notice to the old one, without the new address', async () => {
    linkMail = { ...link, email: 'new@example.com', changesEmail: true, formerEmail: 'old@example.com' }
    await open()
    await publish('identity', linkRequested(), linkRequested())
    await eventually(async () => expect(await outbox()).toHaveLength(2))
    const told = (await outbox()).find(({ to }) => to === 'old@example.com')
    expect(told?.subject).toBe('New email asked for your Tuma account')
    expect(told?.text).toContain('\nhttps://tuma.test/forgot-password\n')
    expect(told?.text).not.toMatch(/new@example\.com|the-token/)
  })
  test.each([
    ['a registration', { changesEmail: false }, 'tried to register'],
    ['a change', { changesEmail: true, formerEmail: 'old@example.com' }, 'asked to use this email address'],
  ])('to another’s address sends its owner a notice without a link, for %s', async (_what, of, words) => {
    linkMail = { ...link, ...of, owner: 'wanjiku', token: '' }
    await open()
    await publish('identity', linkRequested(), linkRequested())
    const due = of.changesEmail ? 2 : 1
    await eventually(async () => expect(await outbox()).toHaveLength(due))
    const told = (await outbox()).find(({ to }) => to === 'wanjiku@example.com')
    expect(told?.subject).toBe('Your email was used at Tuma')
    expect(told?.text).toContain(words)
    expect(told?.text).not.toMatch(/verify-email|token/)
    expect((await outbox()).map(({ to }) => to).includes('old@example.com')).toBe(of.changesEmail)
  })
  test('to an address that became another’s before the sending is not sent, and sends no notice', async () => {
    const refusing = providerThat(...Array<string>(30).fill('down'))
    await open(both(refusing))
    await publish('identity', linkRequested())
    linkMail = { ...link, owner: 'wanjiku', token: '' }
    await eventually(async () => expect(await readTypes()).toContain('MessageParked'))
    expect(refusing.sent).toEqual([])
  })
  test('that no longer works is not sent', async () => {
    linkMail = null
    await open()
    await publish('identity', linkRequested())
    expect(await events()).toEqual([])
  })
})

test('a demonstration sets up its network without messages', async () => {
  await open()
  await publish('delivery', requested('d1', { origin: 'seed' }))
  await publish('identity', linkRequested({ origin: 'seed' }))
  expect(await events()).toEqual([])
})

test('each message is sent once, though every event comes three times and we restart in between', async () => {
  const gateway = providerThat()
  await open(both(gateway))
  const everything = async () => {
    await publish('delivery', requested(), moved('inTransit'), moved('delivered'), moved('collected'))
    await publish('identity', linkRequested())
  }
  await everything()
  await everything()
  await eventually(async () => expect(gateway.sent).toHaveLength(6))
  await reopen(both(gateway))
  await everything()
  const types = await readTypes()
  for (const type of ['MessageComposed', 'SendAttempted', 'MessageSent'])
    expect(types.filter((each) => each === type)).toHaveLength(6)
  expect(gateway.sent).toHaveLength(6)
})

test('while delivery is away the event waits, and is handled when delivery is back', async () => {
  parties = new EngineAway('delivery is away')
  await open()
  await deps.of('delivery').bus.publish('delivery', [requested()])
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(await events()).toEqual([])
  parties = parcel
  await eventually(async () => expect(await outbox()).toHaveLength(2))
})

describe('a message that cannot be sent', () => {
  test('is tried again until it can', async () => {
    linkMail = link
    const gateway = providerThat('busy', new Error('socket closed on 0712345678'))
    await open(both(gateway))
    await publish('identity', linkRequested())
    await eventually(async () => expect(gateway.sent).toHaveLength(1))
    await eventually(async () =>
      expect((await events()).map(({ type, data }) => [type, (data as { reason?: string }).reason])).toEqual([
        ['MessageComposed', undefined],
        ['SendAttempted', undefined],
        ['MessageFailed', 'busy'],
        ['SendAttempted', undefined],
        ['MessageFailed', 'fault'],
        ['SendAttempted', undefined],
        ['MessageSent', undefined],
      ]),
    )
    expect(gateway.sent).toEqual([
      {
        messageId: expect.any(String),
        to: 'wanjiku@example.com',
        subject: expect.any(String),
        text: expect.any(String),
        replyTo: null,
      },
    ])
  })

  test('is tried for as long as it takes, while the others go on', async () => {
    const mailer = providerThat(...Array<string>(30).fill('down'))
    await open({ ...both(providerThat()), email: mailer }, { SEND_BACKOFF_MS: 0 })
    await publish('identity', linkRequested())
    await publish('delivery', requested())
    const messages = await rows()
    await eventually(async () => {
      const { documents } = await messages.find({ limit: 10 })
      expect(documents.map(({ channel, status, attempts }) => [channel, status, attempts])).toEqual([
        ['sms', 'sent', 1],
        ['sms', 'sent', 1],
        ['email', 'sent', 31],
      ])
    })
    expect(mailer.sent).toHaveLength(1)
  })

  test('is taken up again after a restart', async () => {
    await open(both(providerThat('down', 'down')), { SEND_BACKOFF_MS: 60_000 })
    await publish('delivery', requested())
    await eventually(async () => expect((await readTypes()).filter((type) => type === 'MessageFailed')).toHaveLength(2))
    const gateway = providerThat()
    await reopen(both(gateway))
    await eventually(async () => expect(gateway.sent.map(({ to }) => to).sort()).toEqual(['0110345678', '0712345678']))
  })
})

test('a message with an attempt that a crash left without an answer is sent again', async () => {
  const gone = Promise.withResolvers<never>()
  await open(both({ name: 'gateway', send: () => gone.promise }))
  await publish('identity', linkRequested())
  await eventually(async () => expect(await readTypes()).toEqual(['MessageComposed', 'SendAttempted']))
  const beforeTheCrash = service
  await deps.reopen()

  const gateway = providerThat()
  await open(both(gateway))
  await eventually(async () => expect(gateway.sent).toHaveLength(1))
  expect((await readTypes()).slice(0, 3)).toEqual(['MessageComposed', 'SendAttempted', 'SendAttempted'])
  gone.reject(new Error('the process is no more'))
  await beforeTheCrash.close()
})

test('no phone, email, text or link is stored, not even sealed: the words are asked for when they are read', async () => {
  await open()
  await publish('delivery', requested())
  await publish('identity', linkRequested())
  await eventually(async () => expect(await outbox()).toHaveLength(3))
  const composed = (await events()).filter(({ type }) => type === 'MessageComposed')
  expect(composed.map(({ data }) => data)).toMatchObject([
    { template: 'requestedToSender', about: 'd1' },
    { template: 'requestedToReceiver', about: 'd1' },
    { template: 'verify', about: 'a1 l1' },
  ])
  const { documents } = await (await rows()).find({ limit: 10 })
  const stored = JSON.stringify([await events(), documents])
  for (const secret of ['12345678', '10345678', 'example.com', 'tracking', 'the-token'])
    expect(stored).not.toContain(secret)
  const streams = await openStreams<NotificationEvent>({
    service: 'notification',
    engines: deps.of('notification'),
    types: storedEvents,
    views: [],
    onFault: () => undefined,
  })
  for (const { stream } of composed) {
    const [opened] = await streams.read(stream)
    expect(opened?.data).toMatchObject({ recipient: { to: '', subject: null, text: '' } })
  }
  await streams.close()

  parties = { ...parcel, receiver: { ...parcel.receiver, phone: '254733345678' } }
  linkMail = null
  expect((await outbox()).map(({ to }) => to)).toEqual(['0712345678', '0733345678'])
})

test('the outbox returns the newest first, as many as asked for', async () => {
  await open()
  await publish('delivery', requested())
  await publish('identity', linkRequested())
  await eventually(async () => expect(await outbox()).toHaveLength(3))
  expect((await notification.outbox({ limit: 2 })).map(({ channel, to }) => [channel, to])).toEqual([
    ['email', 'wanjiku@example.com'],
    ['sms', '0110345678'],
  ])
})
