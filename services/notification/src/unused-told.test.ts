import { paymentEvents } from '@tuma/contracts/events'
import { announce } from '@tuma/platform/event-sourcing'
import { expect, test } from 'vitest'
import { unusedTexts } from './render-message/outgoing-texts.ts'
import { eventually, notificationForEachTest, start } from './testing/notification-for-each-test.ts'

const { stub, open, publishOfPayment, stored } = notificationForEachTest(true)

const key = '0A1B2C3D4E5F6G7H8I9J0K1L2M'
const unused = { phone: '254712345678', amount: 250, key, until: '2026-11-22T06:00:00.000Z' }
const leftUnused = (headers = {}) =>
  publishOfPayment({
    ...{ id: 'news', key: 'reminder-1', headers },
    ...announce(paymentEvents.leftUnused, { paymentId: 'p1', at: start }),
  })
const sent = () => stub().received.map(({ form }) => [form.get('to'), form.get('message')])
const composed = async () => (await stored()).filter(({ type }) => type === 'MessageComposed')

test('the phone that paid gets one SMS with the link, however often the event comes', async () => {
  await open({ unused })
  await leftUnused()
  await leftUnused()
  const text = `Tuma: you paid Ksh 250. Your parcel is not booked yet. Finish booking within 24 hours: https://tuma.test/p/#${key}`
  await eventually(() => expect(sent()).toEqual([['+254712345678', text]]))
  const events = JSON.stringify(await composed())
  expect(await composed()).toMatchObject([{ data: { purse: 'known', role: 'sender' } }])
  for (const secret of ['254712345678', key]) expect(events).not.toContain(secret)
})

test('no SMS is sent for a payment that was booked since, for a landline, or for the demonstration', async () => {
  await open({ unused: null })
  await leftUnused()
  await open({ unused: { ...unused, phone: '254201234567' } })
  await leftUnused()
  await open({ unused })
  await leftUnused({ origin: 'seed' })
  expect(await composed()).toEqual([])
})

test('the SMS is one of plain characters, at the longest address and sum', () => {
  for (const write of Object.values(unusedTexts)) {
    const text = write({ amount: 250_000, link: `https://parcels.tuma.co.ke/p/#${key}` })
    expect(text).toMatch(/^Tuma: [\x20-\x5A\x61-\x7A]*$/)
    expect(text.length).toBeLessThanOrEqual(160)
    expect(text).toContain('Ksh 250,000')
  }
})
