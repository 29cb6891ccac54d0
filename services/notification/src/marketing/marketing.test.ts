import { smsOptOutLine } from '@tuma/contracts/vocabulary'
import { tracesIn } from '@tuma/platform/testing'
import { describe, expect, test } from 'vitest'
import { demoProvider, type SmsProvider } from '../provider/provider.ts'
import { wire } from '../testing/africas-talking-stub.ts'
import { asked, eventually, notificationForEachTest, start } from '../testing/notification-for-each-test.ts'

const phones = ['254712345678', '254110345678', '254733345678', '254722000111', '254722000222']
const accepted = (phone: string) => ({ phone, accepted: true, reason: null })
const not = (phone: string, reason: string) => ({ phone, accepted: false, reason })

describe('marketing through Africa’s Talking', () => {
  const { notification, stub, stored, readTypes, rows, open, die } = notificationForEachTest(true)
  const send = async (phoneNumbers: readonly string[], by = asked(), message = 'Karibu!') =>
    (await notification().sendBulkSms({ asked: by, phoneNumbers: [...phoneNumbers], message })).results

  test('goes to each mobile once, in any form, batch after batch, with the opt-out line at its end', async () => {
    expect(
      await send(['0712 345 678', '+254712345678', ' nobody ', '0202345678', '110345678', '254733345678', 'nobody']),
    ).toEqual([
      accepted('254712345678'),
      not('nobody', 'invalid'),
      not('254202345678', 'not_mobile'),
      accepted('254110345678'),
      accepted('254733345678'),
    ])
    expect(stub().sentTo()).toEqual([['+254712345678', '+254110345678'], ['+254733345678']])
    expect(stub().received.map(({ form }) => form.get('message'))).toEqual(Array(2).fill(`Karibu!${smsOptOutLine}`))
  })

  test('has one opt-out line when the text has it already', async () => {
    await send(['0712345678'], asked(), `Karibu!${smsOptOutLine}`)
    expect(stub().received[0]?.form.get('message')).toBe(`Karibu!${smsOptOutLine}`)
  })

  test('without a phone that can get it sends and records nothing', async () => {
    expect(await send(['nobody', '0202345678'])).toEqual([not('nobody', 'invalid'), not('254202345678', 'not_mobile')])
    expect(stub().received).toEqual([])
    expect(await stored()).toEqual([])
  })

  test('is accepted for each recipient separately', async () => {
    stub().willAnswer(wire.answering({ '+254110345678': 406 }), wire.invalidSender)
    expect(await send(phones)).toEqual([
      accepted('254712345678'),
      not('254110345678', 'refused'),
      not('254733345678', 'refused'),
      not('254722000111', 'refused'),
      accepted('254722000222'),
    ])
    expect((await rows()).map(({ status, text }) => [status, text]).sort()).toEqual([
      ['refused', ''],
      ['refused', ''],
      ['refused', ''],
      ['sent', ''],
      ['sent', ''],
    ])
  })

  test('is held where a batch has no answer, and the other batches go on', async () => {
    stub().willAnswer(wire.broken, wire.answering(), wire.hangingUp)
    const by = asked()
    const results = [
      not('254712345678', 'unanswered'),
      not('254110345678', 'unanswered'),
      accepted('254733345678'),
      accepted('254722000111'),
      not('254722000222', 'unanswered'),
    ]
    expect(await send(phones, by)).toEqual(results)
    await open()
    expect(await send(phones, by)).toEqual(results)
    expect(stub().received).toHaveLength(3)
    expect((await rows()).filter(({ status }) => status === 'held')).toHaveLength(3)
  })

  describe('asked for again with the same command', () => {
    test('has the same answer and is sent once, at once or after a restart', async () => {
      stub().willAnswer(wire.answering({ '+254110345678': 406 }))
      const by = asked({ requestHash: 'h1' })
      const [one, other] = await Promise.all([send(phones, by), send(phones, by)])
      expect(other).toEqual(one)
      await open()
      expect(await send(phones, by)).toEqual(one)
      expect(stub().received).toHaveLength(3)
      expect((await readTypes()).filter((type) => type === 'CampaignRequested')).toHaveLength(1)
    })
    test('but with other details is refused', async () => {
      const by = asked({ requestHash: 'h1' })
      await send(['0712345678'], by)
      await expect(send(['0733345678'], { ...by, requestHash: 'h2' })).rejects.toMatchObject({ code: 'key_reused' })
      expect(stub().received).toHaveLength(1)
    })
  })

  test('is never sent again by itself after a crash left an attempt without an answer', async () => {
    const gone = Promise.withResolvers<never>()
    const called = Promise.withResolvers<void>()
    const dying: SmsProvider = {
      ...demoProvider,
      name: 'gateway',
      sendToAll: () => {
        called.resolve()
        return gone.promise
      },
    }
    await open({ providers: { sms: dying, email: demoProvider } })
    const by = asked()
    const unheard = send(phones, by).catch((error: unknown) => error)
    await called.promise
    const buryIt = await die()

    expect(await send(phones, by)).toEqual([
      not('254712345678', 'unanswered'),
      not('254110345678', 'unanswered'),
      ...phones.slice(2).map((phone) => not(phone, 'refused')),
    ])
    expect(await readTypes()).toEqual(['CampaignRequested', 'BatchAttempted'])
    expect(stub().received).toEqual([])
    gone.reject(new Error('the process is no more'))
    await Promise.all([unheard, buryIt()])
  })

  test('finishes the batch in progress when we close, and begins no other', async () => {
    const answering = Promise.withResolvers<void>()
    const called = Promise.withResolvers<void>()
    const slow: SmsProvider = {
      ...demoProvider,
      name: 'gateway',
      async sendToAll(batch) {
        called.resolve()
        await answering.promise
        return batch.map((phone) => ({ providerId: `id-${phone}`, refusal: null }))
      },
    }
    await open({ providers: { sms: slow, email: demoProvider } })
    const sending = send(phones)
    await called.promise
    const closed = open()
    answering.resolve()
    await closed
    expect((await sending).map(({ reason }) => reason)).toEqual([null, null, 'refused', 'refused', 'refused'])
    expect(await readTypes()).toEqual(['CampaignRequested', 'BatchAttempted', 'BatchAnswered'])
  })

  describe('a phone that has opted out', () => {
    test('is left out, also when the opt-out comes during the sending', async () => {
      await notification().optOut({ asked: asked(), phone: '254110345678' })
      stub().willAnswer(async (received, response) => {
        await notification().optOut({ asked: asked(), phone: '+254722000222' })
        wire.answering()(received, response)
      })
      expect(await send(phones)).toEqual([
        accepted('254712345678'),
        not('254110345678', 'opted_out'),
        accepted('254733345678'),
        accepted('254722000111'),
        not('254722000222', 'opted_out'),
      ])
      expect(stub().sentTo().flat()).toEqual(['+254712345678', '+254733345678', '+254722000111'])
    })
  })

  test('leaves no phone in the store', async () => {
    await send(phones)
    await notification().optOut({ asked: asked(), phone: '254712345678' })
    // The stub makes the provider's id from the phone.
    const events = JSON.stringify(await stored()).replaceAll(/ATXid_\d+/g, '')
    for (const phone of phones) expect(events).not.toContain(phone.slice(3))
  })
})

describe('marketing in a demonstration', () => {
  const { notification, stub, readTypes, open, requested } = notificationForEachTest(false)

  test('is kept, counts as accepted and is in the outbox, with the opt-out line', async () => {
    const { results } = await notification().sendBulkSms({
      asked: asked(),
      phoneNumbers: ['0712345678', '0110345678', '0202345678'],
      message: 'Karibu!',
    })
    expect(results).toEqual([accepted('254712345678'), accepted('254110345678'), not('254202345678', 'not_mobile')])
    const message = { channel: 'sms', subject: null, text: `Karibu!${smsOptOutLine}`, createdAt: start }
    const outbox = await notification().outbox({ limit: 10 })
    expect(outbox).toHaveLength(2)
    expect(outbox).toEqual(
      expect.arrayContaining([
        { ...message, to: '0712345678' },
        { ...message, to: '0110345678' },
      ]),
    )
    expect(stub().received).toEqual([])
  })

  test('uses its own share of the day, which shrinks; messages about parcels do not use it', async () => {
    await open({ environment: { SMS_DAILY_BUDGET: '1', SMS_MARKETING_BUDGET: '100' } })
    await requested('d1')
    await eventually(async () => expect((await readTypes()).filter((type) => type === 'MessageSent')).toHaveLength(2))
    const { results } = await notification().sendBulkSms({ asked: asked(), phoneNumbers: phones, message: 'Karibu!' })
    expect(results).toEqual(phones.map(accepted))
    expect(await notification().smsBudget()).toMatchObject({ daily: 100, left: 100 - phones.length })
  })
})

describe('a phone that is erased', () => {
  const { notification, open, rows, stub } = notificationForEachTest(true)
  const [theirs, other] = ['254712345678', '254110345678']
  const send = async () =>
    (await notification().sendBulkSms({ asked: asked(), phoneNumbers: [theirs, other], message: 'Karibu!' })).results
  const shown = async () => (await rows()).map(({ to }) => to).sort()

  test('is in no row of campaigns and in no list, and never gets marketing again', async () => {
    await send()
    await notification().optOut({ asked: asked(), phone: theirs })
    expect(await shown()).toEqual(['0110345678', '0712345678'])
    await notification().erasePhones({ asked: asked(), phones: [theirs] })
    expect(await shown()).toEqual(['(erased)', '0110345678'].sort())
    expect(await notification().optOuts({ limit: 5, cursor: null })).toMatchObject({ rows: [{ phone: '(erased)' }] })
    expect(await send()).toEqual([not(theirs, 'opted_out'), accepted(other)])
    expect(stub().sentTo().flat()).toEqual(['+254712345678', '+254110345678', '+254110345678'])
    await notification().optOut({ asked: asked(), phone: theirs })
    await notification().erasePhones({ asked: asked(), phones: [theirs] })
    await open()
    expect(await send()).toEqual([not(theirs, 'opted_out'), accepted(other)])
    expect(await notification().optedOut({ phones: [theirs, other] })).toEqual({ phones: [theirs] })
  })

  test('never gets marketing again without an opt-out either, and is in no list for that', async () => {
    await notification().erasePhones({ asked: asked(), phones: [theirs] })
    expect(await send()).toEqual([not(theirs, 'opted_out'), accepted(other)])
    expect(await notification().optOuts({ limit: 5, cursor: null })).toMatchObject({ rows: [], total: 0 })
  })
})

describe('an erased phone', () => {
  const { notification, folder } = notificationForEachTest(false)

  test('leaves no byte in any file', async () => {
    await notification().sendBulkSms({ asked: asked(), phoneNumbers: phones.slice(0, 2), message: 'Karibu!' })
    await notification().optOut({ asked: asked(), phone: '254712345678' })
    expect(await tracesIn(folder(), ['712345678', '110345678'])).toHaveLength(2)
    await notification().erasePhones({ asked: asked(), phones: ['254712345678'] })
    expect(await tracesIn(folder(), ['712345678', '110345678'])).toEqual(['110345678'])
  })
})

describe('the list of those who have opted out', () => {
  const { notification, open, passes } = notificationForEachTest(false)

  test('is newest first, page by page, each once, and outlives a restart', async () => {
    for (const phone of ['254712345678', '0110345678', '254733345678', '254712345678']) {
      await notification().optOut({ asked: asked(), phone })
      passes(1)
    }
    await open()
    const first = await notification().optOuts({ limit: 2, cursor: null })
    expect(first).toEqual({
      rows: [
        { phone: '254733345678', since: '2026-11-21T08:00:00.000Z' },
        { phone: '254110345678', since: '2026-11-21T07:00:00.000Z' },
      ],
      next: expect.any(String),
      total: 3,
    })
    expect(await notification().optOuts({ limit: 2, cursor: first.next })).toEqual({
      rows: [{ phone: '254712345678', since: start }],
      next: null,
      total: 3,
    })
    await expect(notification().optOuts({ limit: 2, cursor: 'nonsense' })).rejects.toMatchObject({ code: 'bad_input' })
  })
  test('shows which of some phones are in it', async () => {
    await notification().optOut({ asked: asked(), phone: '254712345678' })
    expect(await notification().optedOut({ phones: ['254110345678', '254712345678'] })).toEqual({
      phones: ['254712345678'],
    })
    expect(await notification().optedOut({ phones: [] })).toEqual({ phones: [] })
  })
  test('accepts phones only', async () => {
    await expect(notification().optOut({ asked: asked(), phone: 'nobody' })).rejects.toMatchObject({
      code: 'bad_input',
    })
  })
})
