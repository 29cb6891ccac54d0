import { deliveryEvents, paymentEvents } from '@tuma/contracts/events'
import { announce } from '@tuma/platform/event-sourcing'
import { expect, test } from 'vitest'
import { outgoingTexts } from './render-message/outgoing-texts.ts'
import { eventually, notificationForEachTest, start } from './testing/notification-for-each-test.ts'
import { type Outgoing, outgoing } from './testing/outgoing.ts'

const { stub, open, publish, publishOfPayment, stored } = notificationForEachTest(true)

const paidOut = ({ outgoingId, of, id, cents, deliveryIds }: Outgoing, headers = {}) =>
  publishOfPayment({
    ...{ id: `news ${outgoingId}`, key: `outgoing-${outgoingId}`, headers },
    ...announce(paymentEvents.paidOut, { outgoingId, of, id, cents, deliveryIds, at: start }),
  })
const sent = () => stub().received.map(({ form }) => [form.get('to'), form.get('message')])

test('a payee gets one SMS, with the receipt and the phone for questions', async () => {
  await open({ outgoing: outgoing(), environment: { CONTACT_PHONE: '0712 000 111' } })
  await paidOut(outgoing())
  await paidOut(outgoing())
  await eventually(() =>
    expect(sent()).toEqual([
      ['+254712345678', 'Tuma sent you Ksh 2,950 for 3 parcels. M-Pesa receipt UKQ1ABCDE9. Questions: 0712 000 111'],
    ]),
  )
  const composed = (await stored()).filter(({ type }) => type === 'MessageComposed')
  const events = JSON.stringify(composed)
  for (const secret of ['254712345678', 'Kamau', 'UKQ1ABCDE9']) expect(events).not.toContain(secret)
})

test('a payee who has deleted their account gets it too', async () => {
  await open({ outgoing: outgoing() })
  const ended = announce(deliveryEvents.accountParcelsEnded, { accountId: 'kamau', paymentIds: [], at: start })
  await publish({ id: 'ended', key: 'erasure-kamau', headers: {}, ...ended })
  await paidOut(outgoing())
  await eventually(() => expect(sent()).toHaveLength(1))
})

test('a payer gets an SMS about a refund', async () => {
  const refund = outgoing({ of: 'refund', about: 'p1', cents: 15_050, deliveryIds: [] })
  await open({ outgoing: refund })
  await paidOut(refund)
  await eventually(() =>
    expect(sent()).toEqual([
      ['+254712345678', 'Tuma paid you back Ksh 150.50. M-Pesa receipt UKQ1ABCDE9. Questions: 0700 000 000'],
    ]),
  )
})

test('no SMS is sent for the demonstration’s money, or without a phone', async () => {
  await open({ outgoing: outgoing({ phone: null }) })
  await paidOut(outgoing())
  await open({ outgoing: outgoing() })
  await paidOut(outgoing({ outgoingId: 'o2' }), { origin: 'seed' })
  expect((await stored()).filter(({ type }) => type === 'MessageComposed')).toEqual([])
})

test('one parcel is singular, in both languages', () => {
  const facts = { cents: 95_000, receipt: 'UKQ1ABCDE9', parcels: 1, contactPhone: '0700 000 000' }
  expect(outgoingTexts.en.paidOut(facts)).toContain('for 1 parcel.')
  expect(outgoingTexts.sw.paidOut(facts)).toContain('kwa kifurushi 1.')
  expect(outgoingTexts.sw.paidOut({ ...facts, parcels: 2 })).toContain('kwa vifurushi 2.')
})

test('outside a demonstration the SMS names no phone that was not set', async () => {
  await open({ outgoing: outgoing(), demonstration: false })
  await paidOut(outgoing())
  await eventually(() =>
    expect(sent()).toEqual([['+254712345678', 'Tuma sent you Ksh 2,950 for 3 parcels. M-Pesa receipt UKQ1ABCDE9.']]),
  )
})
