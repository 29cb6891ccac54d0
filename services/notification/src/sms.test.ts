import { describe, expect, test } from 'vitest'
import { wire } from './testing/africas-talking-stub.ts'
import { asked, eventually, notificationForEachTest } from './testing/notification-for-each-test.ts'

const { notification, report, stub, stored, readTypes, rows, open, passes, requested, missing } =
  notificationForEachTest(true)
const getCount = async (type: string) => (await readTypes()).filter((each) => each === type).length
const bulk = async (...phoneNumbers: string[]) =>
  (await notification().sendBulkSms({ asked: asked(), phoneNumbers, message: 'Karibu!' })).results

describe('an SMS about a parcel', () => {
  test('goes through the provider, and its text is not kept after that', async () => {
    await requested('d1')
    await eventually(async () => expect(await getCount('MessageSent')).toBe(2))
    expect(stub().sentTo().flat().sort()).toEqual(['+254110345678', '+254712345678'])
    await eventually(async () =>
      expect((await rows()).map(({ status, provider, text }) => [status, provider, text])).toEqual([
        ['sent', 'africastalking', ''],
        ['sent', 'africastalking', ''],
      ]),
    )
    expect(await notification().outbox({ limit: 10 })).toEqual([])
  })

  test('is sent again when it was refused or had no answer', async () => {
    stub().willAnswer(wire.invalidSender, wire.broken)
    await requested('d1')
    await eventually(async () => expect(await getCount('MessageSent')).toBe(2))
    const reasons = (await stored()).flatMap(({ type, data }) =>
      type === 'MessageFailed' ? [(data as { reason: string }).reason] : [],
    )
    expect(reasons.sort()).toEqual(['InvalidSenderId', 'http-502'])
    expect(stub().received).toHaveLength(4)
  })

  test('whose event the service had given up is sent when the event is given back', async () => {
    await missing(() => requested('d1'))
    const about = { topic: 'delivery', group: 'notification', key: 'delivery-d1' }
    expect(await notification().parked()).toEqual([expect.objectContaining({ ...about, type: 'delivery.requested' })])
    expect(await notification().replay({ ...about, group: 'payment' })).toEqual({ replayed: 0 })
    expect(await notification().replay(about)).toEqual({ replayed: 1 })
    await eventually(() => expect(stub().received).toHaveLength(2))
    expect(await notification().parked()).toEqual([])
  })
})

describe('of a day’s SMS', () => {
  const max = (segments: number) => open({ environment: { SMS_DAILY_BUDGET: String(segments) } })
  // The office gets an email when most of a purse is used.
  const smsRows = async () => (await rows()).filter(({ channel }) => channel === 'sms')
  const smsSent = async () => (await smsRows()).filter(({ status }) => status === 'sent').length
  const withMarketingBudget = (segments: number) => open({ environment: { SMS_MARKETING_BUDGET: String(segments) } })

  test('messages beyond the limit wait for the next day in Nairobi, and go out then', async () => {
    await max(3)
    await requested('d1')
    await requested('d2')
    await eventually(async () => expect(await smsSent()).toBe(3))
    passes(14)
    await max(3)
    expect((await smsRows()).map(({ status }) => status).sort()).toEqual(['sent', 'sent', 'sent', 'waiting'])
    passes(1)
    await max(3)
    await eventually(async () => expect(await smsSent()).toBe(4))
    expect(await getCount('MessageParked')).toBe(0)
  })

  test('marketing has its own share: it uses nothing of messages, and they use nothing of it', async () => {
    await open({ environment: { SMS_DAILY_BUDGET: '2', SMS_MARKETING_BUDGET: '2' } })
    expect(await notification().smsBudget()).toMatchObject({ daily: 2, left: 2 })
    expect((await bulk('0733345678', '0722000111', '0722000112')).map(({ accepted }) => accepted)).toEqual([
      true,
      true,
      false,
    ])
    await requested('d1')
    await eventually(async () => expect(await getCount('MessageSent')).toBe(2))
    expect(await notification().smsBudget()).toMatchObject({ daily: 2, left: 0 })
  })

  test('none is used twice when a message is tried again', async () => {
    await max(2)
    stub().willAnswer(wire.broken, wire.broken, wire.broken)
    await requested('d1')
    await eventually(async () => expect(await getCount('MessageSent')).toBe(2))
  })

  test('the full number is there again when the next day begins in Nairobi', async () => {
    await withMarketingBudget(1)
    expect((await bulk('0733345678'))[0]?.accepted).toBe(true)
    passes(14)
    expect((await bulk('0733345678'))[0]?.accepted).toBe(false)
    passes(1)
    expect((await bulk('0733345678'))[0]?.accepted).toBe(true)
  })

  test('campaigns that are sent at once use the share of marketing to the last SMS, and no more', async () => {
    await withMarketingBudget(7)
    const getPhone = (index: number) => `25472200${String(1000 + index)}`
    const campaigns = Array.from({ length: 10 }, (_, index) => bulk(getPhone(2 * index), getPhone(2 * index + 1)))
    const results = (await Promise.all(campaigns)).flat()
    expect(results.filter(({ accepted }) => accepted)).toHaveLength(7)
    expect(stub().sentTo().flat()).toHaveLength(7)
    expect(await notification().smsBudget()).toMatchObject({ daily: 7, left: 0 })
  })

  test('a flood uses no more than the limit, and no message of it is given up', async () => {
    await max(5)
    await Promise.all(Array.from({ length: 10 }, (_, n) => requested(`d${n}`)))
    await eventually(async () => expect(await getCount('MessageSent')).toBe(5))
    await max(5)
    await eventually(async () => expect((await rows()).filter(({ status }) => status === 'waiting')).toHaveLength(15))
    expect(stub().received).toHaveLength(5)
    expect(await getCount('MessageParked')).toBe(0)
  })
})

describe('the provider’s report on an SMS', () => {
  const reports = async () =>
    (await stored())
      .filter(({ type }) => type.startsWith('Sms'))
      .map(({ type, data }) => ({ type, ...(data as object) }))

  test('is recorded once, for messages and for marketing', async () => {
    await requested('d1')
    await bulk('0733345678', '0722000111')
    await eventually(async () => expect(await getCount('MessageSent')).toBe(2))
    await report('ATXid_254712345678', 'Submitted')
    await report('ATXid_254712345678', 'Success')
    await report('ATXid_254712345678', 'Success')
    await report('ATXid_254733345678', 'Success')
    await report('ATXid_254722000111', 'Failed', 'UserInBlackList')
    await report('ATXid_254722000111', 'Success')
    expect(await reports()).toEqual([
      expect.objectContaining({ type: 'SmsDelivered', providerId: 'ATXid_254712345678' }),
      expect.objectContaining({ type: 'SmsDelivered', providerId: 'ATXid_254733345678' }),
      expect.objectContaining({ type: 'SmsUndelivered', reason: 'UserInBlackList' }),
    ])
  })
  test('is ignored when the SMS is unknown', async () => {
    await report('ATXid_1', 'Success')
    await report('', 'Failed')
    expect(await reports()).toEqual([])
  })
  test('changes no email', async () => {
    const by = asked()
    await notification().support({ asked: by, name: 'Jane Doe', email: 'jane@example.com', message: 'Hello' })
    await eventually(async () => expect(await getCount('MessageSent')).toBe(1))
    await eventually(async () => expect((await rows())[0]?.status).toBe('sent'))
    await report((await rows())[0]?.providerId as string, 'Success')
    expect(await reports()).toEqual([])
  })
})
