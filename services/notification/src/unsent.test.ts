import { deliveryEvents } from '@tuma/contracts/events'
import { announce } from '@tuma/platform/event-sourcing'
import { EngineAway } from '@tuma/platform/ports'
import { describe, expect, test } from 'vitest'
import { demoProvider, type Provider } from './provider/provider.ts'
import { wire } from './testing/africas-talking-stub.ts'
import { asked, eventually, notificationForEachTest, start } from './testing/notification-for-each-test.ts'

const deps = notificationForEachTest(true)
const { notification, stub, store, open, passes, requested, moved, publish, linkRequested, deliveryIs } = deps
const getCount = async (type: string) => (await deps.readTypes()).filter((each) => each === type).length
const unsent = () => notification().unsent({ limit: 10, cursor: null })
const sendAgain = (messageId: string | null, by = asked()) => notification().sendUnsent({ asked: by, messageId })
const dismiss = (messageId: string | null, by = asked()) => notification().dismissUnsent({ asked: by, messageId })
const outage = (calls: number) => stub().willAnswer(...Array(calls).fill(wire.broken))
const slow = { SEND_BACKOFF_MS: '3600000' }
const oldMail = {
  email: 'wanjiku@example.com',
  name: 'Wanjiku Kamau',
  askedAt: '2026-11-21T05:00:00.000Z',
  purpose: 'verify',
  changesEmail: false,
  isProven: false,
  token: 'the-token',
  expiresAt: '2026-11-22T06:00:00.000Z',
} as const

/** The two SMS of a parcel fail, and then time passes. */
const failing = async (hours: number) => {
  await open({ environment: slow })
  outage(2)
  await requested('d1')
  await eventually(async () => expect(await getCount('MessageFailed')).toBe(2))
  passes(hours)
}

describe('messages that no provider accepted', () => {
  test('are listed after a minute, with their attempts and nothing of the person', async () => {
    await failing(0)
    expect(await unsent()).toEqual({ rows: [], next: null, total: 0 })
    passes(0.02)
    await eventually(async () =>
      expect((await unsent()).rows.map(({ reason }) => reason)).toEqual(['http-502', 'http-502']),
    )
    const { rows, total } = await unsent()
    expect(total).toBe(2)
    expect(rows.map(({ template }) => template).sort()).toEqual(['requestedToReceiver', 'requestedToSender'])
    expect(rows[0]).toMatchObject({ channel: 'sms', attempts: 1, isWaiting: true, canBeSent: true })
    const [of, other] = rows.map(({ deliveryId }) => deliveryId)
    expect([typeof of, other]).toEqual(['string', of])
    expect(JSON.stringify(rows)).not.toMatch(/2345678|0345678|TM-7K3M/)
  })

  test('are listed, and can be sent and dismissed, though the clock was days ahead when they were composed', async () => {
    passes(72)
    await failing(-72)
    const listed = await unsent()
    expect([listed.rows.length, listed.total]).toEqual([2, 2])
    const [one, other] = listed.rows.map(({ messageId }) => messageId)
    await dismiss(one ?? null)
    expect((await unsent()).rows.map(({ messageId }) => messageId)).toEqual([other])
    await sendAgain(null)
    await eventually(async () => expect((await unsent()).rows).toEqual([]))
  })

  test('go out by themselves however long the provider was away, up to two days', async () => {
    await failing(47)
    await open({ environment: slow })
    await eventually(async () => expect(await getCount('MessageSent')).toBe(2))
    await eventually(async () => expect((await unsent()).rows).toEqual([]))
  })

  test('are sent at once by an admin, one or all', async () => {
    await failing(1)
    await eventually(async () => expect((await unsent()).rows).toHaveLength(2))
    const [first] = (await unsent()).rows
    expect(await sendAgain(first?.messageId ?? '')).toEqual({ sent: 1 })
    await eventually(async () => expect(await getCount('MessageSent')).toBe(1))
    await eventually(async () => expect((await unsent()).rows).toHaveLength(1))
    expect(await sendAgain(null)).toEqual({ sent: 1 })
    await eventually(async () => expect(await getCount('MessageSent')).toBe(2))
    expect(stub().received).toHaveLength(4)
  })

  test('are sent once, however often an admin presses', async () => {
    await failing(1)
    const by = asked()
    await eventually(async () => expect((await unsent()).rows).toHaveLength(2))
    await sendAgain(null, by)
    await sendAgain(null, by)
    await sendAgain(null)
    await eventually(async () => expect(await getCount('MessageSent')).toBe(2))
    expect(stub().received).toHaveLength(4)
    expect(await sendAgain('nobody-knows')).toEqual({ sent: 0 })
  })
})

describe('a message that an admin dismisses', () => {
  test('leaves the list and is never sent, one or all, also not after a restart', async () => {
    await failing(1)
    await eventually(async () => expect((await unsent()).rows).toHaveLength(2))
    const [first] = (await unsent()).rows
    expect(await dismiss(first?.messageId ?? '')).toEqual({ dismissed: 1 })
    await eventually(async () => expect((await unsent()).total).toBe(1))
    expect(await dismiss(null)).toEqual({ dismissed: 1 })
    await eventually(async () => expect((await unsent()).total).toBe(0))
    await open()
    await requested('d2')
    await eventually(async () => expect(await getCount('MessageSent')).toBe(2))
    expect(stub().received).toHaveLength(4)
  })

  test('is recorded in the admin’s name, and a second press changes nothing', async () => {
    await failing(1)
    await eventually(async () => expect((await unsent()).rows).toHaveLength(2))
    const by = asked()
    await dismiss(null, by)
    await dismiss(null, by)
    expect(await dismiss(null)).toEqual({ dismissed: 0 })
    expect(await dismiss('nobody-knows')).toEqual({ dismissed: 0 })
    const parked = (await deps.stored()).filter(({ type }) => type === 'MessageParked')
    const byAdmin = { actor: { kind: 'user', userId: 'admin-1', role: 'admin' } }
    expect(parked.map(({ metadata }) => metadata)).toMatchObject([byAdmin, byAdmin])
  })

  test('may be about a deleted parcel, which has no messages to send', async () => {
    await failing(1)
    await eventually(async () => expect((await unsent()).rows).toHaveLength(2))
    deliveryIs('without the parcel')
    expect(await sendAgain(null)).toEqual({ sent: 0 })
    expect(await dismiss(null)).toEqual({ dismissed: 2 })
    await eventually(async () => expect((await unsent()).total).toBe(0))
  })

  test('is not sent when a shop has the parcel, though it was held', async () => {
    await requested('d1', { sender: 'too-many-of-account', receiver: 'too-many-of-account' })
    passes(1)
    await eventually(async () => expect((await unsent()).rows).toHaveLength(2))
    await dismiss(null)
    const about = { deliveryId: 'd1', deliveryType: 'doorstep', at: start } as const
    await moved('d1', announce(deliveryEvents.statusChanged, { ...about, from: 'dropping', to: 'uncollected' }))
    expect(stub().received).toEqual([])
  })

  test('is unreadable, if it was a message to support', async () => {
    const refusing: Provider = { name: 'mailer', send: () => Promise.reject(new Error('no')) }
    await open({ environment: slow, providers: { sms: demoProvider, email: refusing } })
    await notification().support({ asked: asked(), name: 'Jane Doe', email: 'jane@example.com', message: 'Hello' })
    await eventually(async () => expect(await getCount('MessageFailed')).toBe(1))
    passes(1)
    await eventually(async () => expect((await unsent()).rows).toHaveLength(1))
    const writer = `${(await unsent()).rows[0]?.messageId}:writer`
    expect(await deps.getKey(writer)).toEqual({ key: expect.any(String) })
    await dismiss(null)
    expect(await deps.getKey(writer)).toEqual({ key: null })
  })
})

describe('while delivery is away', () => {
  test('the list is shown as usual, and no message of it is sent', async () => {
    await failing(1)
    await eventually(async () => expect((await unsent()).rows).toHaveLength(2))
    deliveryIs('away')
    expect((await unsent()).rows).toHaveLength(2)
    await expect(sendAgain(null)).rejects.toThrow(EngineAway)
    deliveryIs('there')
    expect(await sendAgain(null)).toEqual({ sent: 2 })
    await eventually(async () => expect(await getCount('MessageSent')).toBe(2))
  })

  test('messages that need no answer of delivery are sent', async () => {
    const refusing: Provider = { name: 'mailer', send: () => Promise.reject(new Error('no')) }
    const sms = { ...demoProvider, name: 'broken', send: () => Promise.reject(new Error('no')) }
    await open({ environment: slow, providers: { sms, email: refusing } })
    await requested('d1')
    await notification().support({ asked: asked(), name: 'Jane Doe', email: 'jane@example.com', message: 'Hello' })
    await eventually(async () => expect(await getCount('MessageFailed')).toBe(3))
    passes(1)
    deliveryIs('away')
    expect(await sendAgain(null)).toEqual({ sent: 1 })
  })
})

describe('held SMS about a request', () => {
  const about = { deliveryId: 'd1', deliveryType: 'doorstep', at: start } as const
  const heldRequest = () => requested('d1', { sender: null, receiver: 'too-many-to-phone' })

  test('are listed with the reason, and the others are sent', async () => {
    await heldRequest()
    await eventually(async () => expect(await getCount('MessageSent')).toBe(1))
    passes(1)
    await eventually(async () =>
      expect((await unsent()).rows).toMatchObject([
        {
          template: 'requestedToReceiver',
          reason: 'too-many-to-phone',
          isWaiting: false,
          canBeSent: true,
          attempts: 0,
        },
      ]),
    )
    await open()
    expect(stub().received).toHaveLength(1)
    expect(await getCount('MessageComposed')).toBe(2)
  })

  test('are sent when an admin sends them', async () => {
    await heldRequest()
    passes(1)
    await eventually(async () => expect((await unsent()).rows).toHaveLength(1))
    expect(await sendAgain(null)).toEqual({ sent: 1 })
    await eventually(async () => expect(await getCount('MessageSent')).toBe(2))
    await eventually(async () => expect((await unsent()).rows).toEqual([]))
  })

  test.each([
    ['moves it', announce(deliveryEvents.statusChanged, { ...about, from: 'dropping', to: 'uncollected' })],
    ['gives it to a rider', announce(deliveryEvents.assigned, { ...about, to: 'rider' })],
  ])('are sent when a shop has the parcel and %s', async (_, announced) => {
    await heldRequest()
    await requested('d2', { sender: 'too-many-of-account', receiver: 'too-many-of-account' })
    await moved('d1', announced)
    await eventually(async () => expect(await getCount('MessageSent')).toBe(2))
    passes(1)
    await eventually(async () =>
      expect((await unsent()).rows.map(({ reason }) => reason)).toEqual(['too-many-of-account', 'too-many-of-account']),
    )
    expect(stub().received).toHaveLength(2)
  })
})

describe('a message that waited in a backup that was restored', () => {
  const made = '2026-11-21T07:00:00.000Z'
  /** The data at this moment, as the backup has them. */
  const restored = async (more: object = {}) => {
    const how = { environment: slow, restored: { made, head: (await store().head()) ?? 0 }, ...more }
    await open(how)
    return { startAgain: () => open(how) }
  }
  const moving = announce(deliveryEvents.statusChanged, {
    ...({ deliveryId: 'd1', deliveryType: 'doorstep', at: start } as const),
    ...({ from: 'dropping', to: 'uncollected' } as const),
  })
  const listed = async () =>
    (await unsent()).rows.map(({ reason, isWaiting, canBeSent }) => [reason, isWaiting, canBeSent])
  const held = ['restored', false, true]

  test('is not sent by itself, however often we start, and is sent when an admin sends it', async () => {
    await failing(1)
    const { startAgain } = await restored()
    await eventually(async () => expect(await listed()).toEqual([held, held]))
    await startAgain()
    expect(await listed()).toEqual([held, held])
    expect(stub().received).toHaveLength(2)
    expect(await sendAgain(null)).toEqual({ sent: 2 })
    await eventually(async () => expect(await getCount('MessageSent')).toBe(2))
    expect(await getCount('MessageParked')).toBe(2)
  })

  test('is tried again by itself once an admin has sent it, also after another start', async () => {
    await failing(1)
    const { startAgain } = await restored()
    await eventually(async () => expect(await listed()).toEqual([held, held]))
    outage(1)
    await sendAgain(null)
    await eventually(async () =>
      expect([await getCount('MessageSent'), await getCount('MessageFailed')]).toEqual([1, 3]),
    )
    await startAgain()
    await eventually(async () => expect(await getCount('MessageSent')).toBe(2))
    expect(await getCount('MessageParked')).toBe(2)
  })

  test('is not sent by a shop’s next step either, where it was held before', async () => {
    await requested('d1', { sender: 'too-many-of-account', receiver: 'too-many-of-account' })
    await eventually(async () => expect(await getCount('MessageParked')).toBe(2))
    passes(1)
    await restored()
    await moved('d1', moving)
    await eventually(async () => expect(await listed()).toEqual([held, held]))
    expect(stub().received).toEqual([])
  })

  test('is held too if its event was not handled yet, and later events send messages as usual', async () => {
    await restored()
    const news = {
      deliveryId: 'd1',
      deliveryType: 'doorstep',
      at: start,
      from: 'uncollected',
      to: 'inTransit',
    } as const
    const announced = announce(deliveryEvents.statusChanged, news)
    await publish({ id: 'before', key: 'delivery-d1', headers: { at: made }, ...announced })
    passes(1)
    await eventually(async () => expect(await listed()).toEqual([held]))
    await moved('d1', moving)
    expect(await listed()).toEqual([held])
    const after = { at: '2026-11-21T07:00:00.001Z' }
    await publish({
      id: 'after',
      key: 'delivery-d2',
      headers: after,
      ...announced,
      data: { ...news, deliveryId: 'd2' },
    })
    await eventually(async () => expect(stub().received).toHaveLength(1))
  })

  test('can be sent by an admin if it is an email with a link, as long as the link works', async () => {
    const refusing: Provider = { name: 'mailer', send: () => Promise.reject(new Error('no')) }
    await open({
      environment: slow,
      providers: { sms: { ...demoProvider, name: 'kept' }, email: refusing },
      linkMail: oldMail,
    })
    await linkRequested()
    await eventually(async () => expect(await getCount('MessageFailed')).toBe(1))
    passes(1)
    await restored({ linkMail: oldMail })
    await eventually(async () => expect(await listed()).toEqual([held]))
    expect(await sendAgain(null)).toEqual({ sent: 1 })
    await eventually(async () => expect(await getCount('MessageSent')).toBe(1))
  })
})

describe('without a provider', () => {
  const withoutProvider = () => open({ environment: { AT_USERNAME: '', AT_API_KEY: '' }, demonstration: false })

  test('messages wait: they are listed with that reason, and neither attempted nor sent by hand', async () => {
    await withoutProvider()
    await requested('d1')
    passes(1)
    await eventually(async () =>
      expect((await unsent()).rows).toMatchObject(
        Array(2).fill({ reason: 'no-provider', attempts: 0, isWaiting: true, canBeSent: false }),
      ),
    )
    expect(await sendAgain(null)).toEqual({ sent: 0 })
    expect(await notification().leaving()).toEqual({ email: false, sms: false })
    expect(await deps.readTypes()).toEqual(['MessageComposed', 'MessageComposed'])
  })

  test('messages are sent at the next start with a provider', async () => {
    await withoutProvider()
    await requested('d1')
    passes(47)
    await open()
    await eventually(async () => expect(await getCount('MessageSent')).toBe(2))
    await eventually(async () => expect((await unsent()).rows).toEqual([]))
  })

  test('late messages are then listed instead of sent', async () => {
    await open({ environment: { AT_USERNAME: '', AT_API_KEY: '' }, demonstration: false, linkMail: oldMail })
    await requested('d1')
    await linkRequested()
    passes(49)
    await open({
      providers: { sms: { ...demoProvider, name: 'sms' }, email: { ...demoProvider, name: 'mailer' } },
      linkMail: null,
    })
    await eventually(async () => expect(await getCount('MessageParked')).toBe(3))
    await eventually(async () =>
      expect((await unsent()).rows.map(({ isWaiting }) => isWaiting)).toEqual([false, false, false]),
    )
    expect(await getCount('SendAttempted')).toBe(0)
  })

  test('marketing is refused for each recipient', async () => {
    await withoutProvider()
    const phoneNumbers = ['0712345678']
    const { results } = await notification().sendBulkSms({ asked: asked(), phoneNumbers, message: 'Karibu!' })
    expect(results).toEqual([{ phone: '254712345678', accepted: false, reason: 'refused' }])
  })
})

describe('an SMS older than two days', () => {
  test('is listed and not sent, until an admin sends it', async () => {
    await failing(49)
    await open({ environment: slow })
    await eventually(async () => expect(await getCount('MessageParked')).toBe(2))
    expect(stub().received).toHaveLength(2)
    await eventually(async () =>
      expect((await unsent()).rows.map(({ isWaiting }) => isWaiting)).toEqual([false, false]),
    )
    outage(1)
    expect(await sendAgain(null)).toEqual({ sent: 2 })
    await eventually(async () => expect(await getCount('MessageSent')).toBe(1))
    await eventually(async () => expect((await unsent()).rows).toMatchObject([{ isWaiting: true, reason: 'http-502' }]))
    await open({ environment: slow })
    await eventually(async () => expect(await getCount('MessageSent')).toBe(2))
  })
})

describe('an email with a link', () => {
  const refusing: Provider = { name: 'mailer', send: () => Promise.reject(new Error('no')) }

  test('is listed and not sent when the link has ended, and an admin cannot send it', async () => {
    await open({ environment: slow, linkMail: oldMail, providers: { sms: demoProvider, email: refusing } })
    await linkRequested()
    await eventually(async () => expect(await getCount('MessageFailed')).toBe(1))
    passes(25)
    await open({ environment: slow, linkMail: null })
    await eventually(async () => expect(await getCount('MessageParked')).toBe(1))
    await eventually(async () =>
      expect((await unsent()).rows).toMatchObject([
        { template: 'verify', channel: 'email', isWaiting: false, canBeSent: false },
      ]),
    )
    expect(await sendAgain(null)).toEqual({ sent: 0 })
    expect(await getCount('MessageSent')).toBe(0)
  })

  test('waits for no SMS and no other email', async () => {
    const never = new Promise<never>(() => undefined)
    const sent: string[] = []
    const mailer: Provider = {
      name: 'mailer',
      send: async ({ messageId, subject }) => {
        if (subject?.startsWith('Message from')) return never
        sent.push(subject ?? '')
        return { providerId: messageId }
      },
    }
    const sms = { ...demoProvider, name: 'slow', send: () => never }
    await open({ linkMail: oldMail, providers: { sms, email: mailer } })
    for (let n = 0; n < 9; n += 1)
      await notification().support({ asked: asked(), name: 'Jane Doe', email: 'jane@example.com', message: 'Hello' })
    for (let n = 0; n < 65; n += 1) await requested(`d${n}`)
    // 128 SMS and 8 emails; two and one wait.
    await eventually(async () => expect(await getCount('SendAttempted')).toBe(136))
    await linkRequested()
    await eventually(() => expect(sent).toEqual(['Verify your email for Tuma']))
    await deps.die()
  })
})

test('a message that waits for tomorrow’s SMS is listed, and an admin sends it today', async () => {
  await open({ environment: { SMS_DAILY_BUDGET: '1' } })
  await requested('d1')
  await eventually(async () => expect(await getCount('MessageSent')).toBe(1))
  passes(1)
  await eventually(async () =>
    expect((await unsent()).rows).toMatchObject([{ attempts: 0, reason: null, isWaiting: true, canBeSent: true }]),
  )
  expect(await sendAgain(null)).toEqual({ sent: 1 })
  await eventually(async () => expect(await getCount('MessageSent')).toBe(2))
})
