import { deliveryEvents } from '@tuma/contracts/events'
import { announce } from '@tuma/platform/event-sourcing'
import { afterEach, describe, expect, test } from 'vitest'
import { demoProvider, type Provider } from './provider/provider.ts'
import { wire } from './testing/africas-talking-stub.ts'
import { asked, eventually, notificationForEachTest } from './testing/notification-for-each-test.ts'

const { notification, stub, stored, rows, open, die, passes, requested, publish, parcelIs, linkRequested } =
  notificationForEachTest(true)

const minutes = (count: number): number => count / 60
/** The rest of dead processes ends after each test. */
const dead: (() => Promise<void>)[] = []
afterEach(async () => {
  stub().hangUp()
  for (const end of dead.splice(0)) await end()
})
const crash = async () => void dead.push(await die())

const receiver = '254110345678'
/** Reports of the provider on one SMS, as Africa's Talking sends them. */
const report = (id: string, status = 'Success', phone = receiver) =>
  notification().callback({
    asked: asked(),
    provider: 'africastalking',
    path: 'delivery-report',
    fields: { id, status, phoneNumber: `+${phone}` },
  })

const getReceived = (phone = receiver) => stub().received.filter(({ form }) => form.get('to') === `+${phone}`)
const getRow = async (template: string) => (await rows()).find((row) => row.template === template)
const collected = (deliveryId = 'd1') =>
  publish({
    ...{ id: `${deliveryId} collected`, key: `delivery-${deliveryId}`, headers: {} },
    ...announce(deliveryEvents.statusChanged, {
      ...{ deliveryId, deliveryType: 'parcelDukani', from: 'delivered', to: 'collected' },
      at: '2026-11-21T06:00:00.000Z',
    }),
  })
const arrived = () =>
  publish({
    ...{ id: 'd1 delivered', key: 'delivery-d1', headers: {} },
    ...announce(deliveryEvents.statusChanged, {
      ...{ deliveryId: 'd1', deliveryType: 'parcelDukani', from: 'inTransit', to: 'delivered' },
      at: '2026-11-21T06:00:00.000Z',
    }),
  })
/** The provider takes the receiver's SMS, and the process dies before it answers. */
const diesAfter = async (told: () => Promise<void>) => {
  const before = getReceived().length
  stub().willAnswer(wire.silence)
  await told()
  await eventually(() => expect(getReceived()).toHaveLength(before + 1))
  await crash()
}
let others = 0
/** Another parcel's SMS has left since the start, so what was due before has been looked at. */
const othersHaveGone = async () => {
  others += 1
  const [before, deliveryId] = [getReceived('254712345678').length, `other-${others}`]
  parcelIs({ receiver: { name: 'Achieng', phone: '254733000111' } })
  await requested(deliveryId)
  await eventually(() => expect(getReceived('254712345678').length).toBeGreaterThan(before))
  parcelIs({})
}

describe('an SMS whose process died before the provider answered', () => {
  test('waits ten minutes by the clock of the product, and goes once more', async () => {
    await diesAfter(collected)
    await othersHaveGone()
    passes(minutes(9.9))
    await open()
    await othersHaveGone()
    expect(getReceived()).toHaveLength(1)
    passes(minutes(0.2))
    await open()
    await eventually(async () => expect(await getRow('collected')).toMatchObject({ status: 'sent', attempts: 2 }))
    expect(getReceived()).toHaveLength(2)
    const { rows: repeated, total } = await notification().repeated({ limit: 10, cursor: null })
    expect(repeated).toMatchObject([{ template: 'collected', channel: 'sms', deliveryId: 'd1' }])
    expect(total).toBe(1)
    passes(25)
    expect(await notification().repeated({ limit: 10, cursor: null })).toEqual({ rows: [], next: null, total: 0 })
  })

  test('waits no longer where the clock was days ahead when it was attempted', async () => {
    passes(72)
    await diesAfter(collected)
    passes(-72)
    await open({ environment: { UNANSWERED_WAIT_SECONDS: '1' } })
    await othersHaveGone()
    expect(getReceived()).toHaveLength(1)
    passes(minutes(2))
    await eventually(async () => expect(await getRow('collected')).toMatchObject({ status: 'sent', attempts: 2 }))
    expect(getReceived()).toHaveLength(2)
  })

  test('is left to the office when that has no answer either, and goes when the office sends it', async () => {
    await diesAfter(collected)
    passes(minutes(10))
    await diesAfter(() => open())
    for (const later of [10, 60]) {
      passes(minutes(later))
      await open()
      await eventually(async () =>
        expect(await getRow('collected')).toMatchObject({ status: 'parked', reason: 'unanswered' }),
      )
    }
    expect(getReceived()).toHaveLength(2)
    const { rows: unsent } = await notification().unsent({ limit: 10, cursor: null })
    expect(unsent).toMatchObject([{ reason: 'unanswered', isWaiting: false, canBeSent: true, attempts: 2 }])
    await notification().sendUnsent({ asked: asked(), messageId: null })
    await eventually(async () => expect(await getRow('collected')).toMatchObject({ status: 'sent' }))
    expect(getReceived()).toHaveLength(3)
  })

  test('is not sent by itself where it has a collection code, and the parcel says that it may not have arrived', async () => {
    await diesAfter(arrived)
    passes(minutes(10))
    await open()
    await eventually(async () => expect(await getRow('waitingAtShop')).toMatchObject({ status: 'parked' }))
    expect(getReceived()).toHaveLength(1)
    const { rows: messages } = await notification().messagesAbout({ deliveryId: 'd1' })
    expect(messages).toMatchObject([{ state: 'unanswered', reason: 'unanswered', canSendAgain: true }])
    expect((await stored()).filter(({ type }) => type === 'SendAttempted')).toHaveLength(1)
  })
})

describe('a report of the provider to that phone', () => {
  test.each([
    ['Success', 'Success'],
    ['Submitted', null],
    ['Failed', 'Failed'],
  ])('is the SMS being sent, whatever became of it: %s', async (status, expected) => {
    await diesAfter(collected)
    passes(minutes(1))
    await report('ATXid_lost', status)
    await eventually(async () =>
      expect(await getRow('collected')).toMatchObject({
        ...{ status: 'sent', provider: 'africastalking', providerId: 'ATXid_lost', report: expected },
      }),
    )
    passes(minutes(20))
    await open()
    await othersHaveGone()
    expect(getReceived()).toHaveLength(1)
  })
  test('counts also where it comes after the SMS was left to the office', async () => {
    await diesAfter(arrived)
    passes(minutes(10))
    await open()
    await eventually(async () => expect(await getRow('waitingAtShop')).toMatchObject({ status: 'parked' }))
    await report('ATXid_lost')
    await eventually(async () => expect(await getRow('waitingAtShop')).toMatchObject({ status: 'sent' }))
    expect((await notification().unsent({ limit: 10, cursor: null })).total).toBe(0)
  })
  test('is not this SMS where it is of another message, or to another phone', async () => {
    stub().willAnswer(wire.answering())
    await collected('d2')
    await eventually(async () => expect(await getRow('collected')).toMatchObject({ status: 'sent' }))
    await diesAfter(() => collected('d1'))
    await report(`ATXid_${receiver}`)
    await report('ATXid_lost', 'Success', '254733000111')
    passes(minutes(10))
    await open()
    await eventually(() => expect(getReceived()).toHaveLength(3))
  })
  test('is of none where it may be of either of two, and both go again', async () => {
    stub().willAnswer(wire.silence, wire.silence)
    await collected('d1')
    await collected('d2')
    await eventually(() => expect(getReceived()).toHaveLength(2))
    await crash()
    await report('ATXid_lost')
    passes(minutes(10))
    await open()
    await eventually(() => expect(getReceived()).toHaveLength(4))
  })
  test('and a second one prove that both were sent', async () => {
    stub().willAnswer(wire.silence, wire.silence)
    await collected('d1')
    await collected('d2')
    await eventually(() => expect(getReceived()).toHaveLength(2))
    await crash()
    await report('ATXid_lost1')
    await report('ATXid_lost2')
    await eventually(async () => expect((await rows()).map(({ status }) => status)).toEqual(['sent', 'sent']))
    await eventually(async () => expect((await rows()).map(({ report: said }) => said)).toEqual(['Success', 'Success']))
    expect((await rows()).map(({ providerId }) => providerId).sort()).toEqual(['ATXid_lost1', 'ATXid_lost2'])
  })
  test('may be of a campaign of the hour before, and then it is not this SMS', async () => {
    await notification().sendBulkSms({ asked: asked(), phoneNumbers: ['0722000111'], message: 'Karibu!' })
    await diesAfter(collected)
    await report('ATXid_lost')
    passes(minutes(10))
    await open()
    await eventually(() => expect(getReceived()).toHaveLength(2))
  })
})

test('an SMS whose answer was lost waits as well, and one that was refused does not', async () => {
  stub().willAnswer(wire.hangingUp)
  await collected()
  const failures = async () => (await stored()).filter(({ type }) => type === 'MessageFailed')
  await eventually(async () =>
    expect((await failures()).map(({ data }) => data)).toMatchObject([{ reason: 'no-answer', unanswered: true }]),
  )
  stub().willAnswer(wire.broken)
  await othersHaveGone()
  expect(getReceived()).toHaveLength(1)
  passes(minutes(10))
  await open()
  await eventually(() => expect(getReceived()).toHaveLength(2))
})

test('an e-mail with a link goes again at once after a crash, and twice at most', async () => {
  const link = {
    ...{ email: 'new@example.com', name: 'Wanjiku Kamau', askedAt: '2026-11-21T06:00:00.000Z' },
    ...{ changesEmail: false, isProven: true, token: 'the-token', expiresAt: '2026-11-22T06:00:00.000Z' },
    purpose: 'verify',
  } as const
  let sent = 0
  const never = new Promise<never>(() => undefined)
  const email: Provider = {
    name: 'mailer',
    send: () => {
      sent += 1
      return never
    },
  }
  const how = { providers: { sms: demoProvider, email }, linkMail: link }
  await open(how)
  await linkRequested()
  await eventually(() => expect(sent).toBe(1))
  // What hangs in a dead process never ends.
  await die(how)
  await eventually(() => expect(sent).toBe(2))
  await die(how)
  await eventually(async () => expect(await getRow('verify')).toMatchObject({ status: 'parked', reason: 'unanswered' }))
  expect(sent).toBe(2)
})
