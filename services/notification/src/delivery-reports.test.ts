import { describe, expect, test, vi } from 'vitest'
import { earlyReports, openEarlyReports } from './provider/early-reports.ts'
import { wire } from './testing/africas-talking-stub.ts'
import { asked, eventually, notificationForEachTest, start } from './testing/notification-for-each-test.ts'

const { notification, report, stub, stored, open, passes, rows, requested, moved, deliveryIs, noted, engines } =
  notificationForEachTest(true)

type Stub = Parameters<ReturnType<typeof stub>['willAnswer']>[0]
const phone = '0722000111'
const kept = async () => {
  const reports = await engines('notification').documents.collection(earlyReports)
  return (await reports.find({ limit: 10 })).documents.length
}
/** Reports that come before the provider's answer. */
const answeringAfter =
  (...statuses: string[]): Stub =>
  (call, response) =>
    void (async () => {
      for (const status of statuses) await report('ATXid_254722000111', status)
      wire.answering()(call, response)
    })()

describe('a campaign counts the results of its SMS', () => {
  const fieldCases = [
    ['the report comes before the answer to the call', ['before:Success'], { arrived: 1, undelivered: 0 }],
    ['Expired is undelivered', ['Expired'], { arrived: 0, undelivered: 1 }],
    ['AbsentSubscriber is not on its way for ever', ['AbsentSubscriber'], { arrived: 0, undelivered: 1 }],
    ['Success, then a late Sent', ['Success', 'Sent'], { arrived: 1, undelivered: 0 }],
    ['two reports, the first counts', ['Success', 'Success'], { arrived: 1, undelivered: 0 }],
  ] as const
  const ownCases = [
    ['a refusal comes before the answer, after a Sent', ['before:Sent', 'before:Rejected'], { undelivered: 1 }],
    ['the phone was off, and is on again', ['Expired', 'Success'], { arrived: 1, undelivered: 0 }],
    ['one that failed does not arrive', ['Failed', 'Success'], { arrived: 0, undelivered: 1 }],
    [
      'the phone was off before the answer came',
      ['before:AbsentSubscriber', 'Success'],
      { arrived: 1, undelivered: 0 },
    ],
  ] as const
  test.each([...fieldCases, ...ownCases])('%s', async (_, steps, expected) => {
    const early = steps.filter((step) => step.startsWith('before:')).map((step) => step.slice('before:'.length))
    stub().willAnswer(answeringAfter(...early))
    await notification().sendBulkSms({ asked: asked(), phoneNumbers: [phone], message: 'Karibu!' })
    for (const step of steps) if (!step.startsWith('before:')) await report('ATXid_254722000111', step)
    const counted = async () => (await notification().campaigns({ limit: 1, cursor: null })).rows[0]
    await eventually(async () => expect(await counted()).toMatchObject(expected))
    await eventually(async () => expect(await kept()).toBe(0))
    expect(await counted()).toMatchObject(expected)
  })
})

describe('a report of an unknown SMS', () => {
  test('is kept, also over a restart, until the SMS is known', async () => {
    await report('ATXid_254712345678', 'Success')
    expect(await kept()).toBe(1)
    await open()
    await requested('d1')
    const reported = async () => (await stored()).filter(({ type }) => type === 'SmsDelivered').length
    await eventually(async () => expect(await reported()).toBe(1))
    await eventually(async () => expect(await kept()).toBe(0))
  })
  test('is kept once, however often it comes, and for an hour', async () => {
    for (let times = 0; times < 3; times += 1) await report('ATXid_of-others', 'Success')
    expect(await kept()).toBe(1)
    passes(0.99)
    await vi.waitFor(async () => expect(await kept()).toBe(1))
    passes(0.02)
    await eventually(async () => expect(await kept()).toBe(0))
  })
  test('gives way to a new one when 10,000 are kept', async () => {
    const early = await openEarlyReports({
      ...{ documents: engines('notification').documents, take: async () => false, now: () => start, max: 2 },
      getId: ({ providerId }) => providerId,
      onFault: (error) => expect.fail(String(error)),
    })
    const of = {
      ...{ provider: 'africastalking', phoneKey: null, status: 'Success', failureReason: null },
      ...{ at: start, correlationId: 'test' },
    }
    for (const providerId of ['a', 'b', 'c']) await early.keep({ ...of, providerId, commandId: providerId })
    expect(await kept()).toBe(2)
    await early.close()
  })
  test('is not kept when it says nothing final', async () => {
    await report('ATXid_of-others', 'Submitted')
    expect(await kept()).toBe(0)
  })
})

describe('delivery is notified that SMS can’t reach a receiver', () => {
  let sms = 0
  /** Each SMS has its own id: `ATXid_<number of the SMS>`. */
  const numbered: Stub = ({ form }, response) => {
    sms += 1
    const Recipients = [{ statusCode: 101, number: form.get('to'), messageId: `ATXid_${sms}` }]
    response.writeHead(201, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ SMSMessageData: { Message: 'Sent', Recipients } }))
  }
  const move = (to: 'inTransit' | 'delivered') =>
    moved('d1', {
      type: 'delivery.status-changed',
      version: 1,
      data: { deliveryId: 'd1', deliveryType: 'parcelDukani', from: 'uncollected', to, at: '2026-11-21T06:00:00.000Z' },
    })
  /** In transit, then at its shop. @returns the provider's ids of both SMS to its receiver, the older first */
  const toldTwice = async (): Promise<string[]> => {
    stub().willAnswer(numbered, numbered)
    const sent = async () => (await rows()).filter(({ status }) => status === 'sent')
    await move('inTransit')
    await eventually(async () => expect(await sent()).toHaveLength(1))
    passes(1)
    await move('delivered')
    await eventually(async () => expect(await sent()).toHaveLength(2))
    return (await sent()).map(({ providerId }) => providerId ?? '')
  }

  test('after the second SMS that expired, and that they can when one arrives later', async () => {
    const [first = '', second = ''] = await toldTwice()
    await report(first, 'Expired')
    expect(noted).toEqual([])
    await report(second, 'Expired')
    expect(noted).toEqual(['receiver of d1: not reached'])
    await report(second, 'Success')
    expect(noted.at(-1)).toBe('receiver of d1: reached')
  })
  test('when delivery is back, if it was away', async () => {
    const [first = '', second = ''] = await toldTwice()
    await report(first, 'Expired')
    deliveryIs('away')
    await report(second, 'Expired')
    expect(noted).toEqual([])
    expect(await kept()).toBe(1)
    deliveryIs('there')
    await eventually(() => expect(noted).toEqual(['receiver of d1: not reached']))
    await eventually(async () => expect(await kept()).toBe(0))
  })
  test('and is not notified of an SMS that arrived', async () => {
    for (const id of await toldTwice()) await report(id, 'Success')
    expect(noted).toEqual([])
  })
})
