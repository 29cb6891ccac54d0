import { deliveryEvents, identityEvents, paymentEvents } from '@tuma/contracts/events'
import { type Announcement, announce } from '@tuma/platform/event-sourcing'
import { expect, test } from 'vitest'
import { wire } from '../testing/africas-talking-stub.ts'
import { eventually, notificationForEachTest, start } from '../testing/notification-for-each-test.ts'
import { outgoing } from '../testing/outgoing.ts'

const { open, publishTo, requested, stub, readTypes, lookups } = notificationForEachTest(true)

const d1 = { deliveryId: 'd1', deliveryType: 'parcelDukani', at: start } as const
const haveLeft = (messages: number) =>
  eventually(async () => {
    const sent = (await readTypes()).filter((type) => type === 'MessageSent')
    expect(sent).toHaveLength(messages)
  })

/**
 * Publishes one event, and waits until so many messages are sent. @param first what happens just before
 * @returns the questions to other services
 */
const hear = async (
  topic: string,
  announced: Announcement,
  messages: number,
  first: () => void = () => undefined,
): Promise<string[]> => {
  // By then the dispatcher has handled the messages of the former run, and messages are sent from their reaction.
  await requested('d0')
  await haveLeft(2)
  first()
  lookups.length = 0
  await publishTo(topic, [{ id: 'news', key: `${topic}-1`, headers: {}, ...announced }])
  await haveLeft(2 + messages)
  return lookups.toSorted()
}

test('a request asks for its parcel once: for the language, and for both SMS', async () => {
  const data = { ...d1, ownerId: null, fee: 150, paymentId: null, requestedAt: start, language: 'sw' } as const
  expect(await hear('delivery', announce(deliveryEvents.requested, data), 2)).toEqual(['parties'])
})

test('a parcel that arrives asks for its parcel once, and for its present code', async () => {
  const data = { ...d1, from: 'inTransit', to: 'delivered' } as const
  const asked = await hear('delivery', announce(deliveryEvents.statusChanged, data), 1)
  expect(asked).toEqual(['collectionCode', 'parties'])
})

test('emails about an address ask identity once', async () => {
  const link = { purpose: 'verify', expiresAt: '2026-11-22T06:00:00.000Z' } as const
  const mail = {
    ...{ ...link, email: 'new@example.com', formerEmail: 'old@example.com', name: 'Wanjiku Kamau' },
    ...{ askedAt: start, changesEmail: true, isProven: true, token: 'the-token' },
  }
  await open({ linkMail: mail })
  const data = { ...link, accountId: 'a1', linkId: 'l1' }
  expect(await hear('identity', announce(identityEvents.linkRequested, data), 2)).toEqual(['linkMail'])
})

test('an SMS about money that was sent asks payment once', async () => {
  await open({ outgoing: outgoing() })
  const data = { outgoingId: 'o1', id: 'c1', cents: 295_000, deliveryIds: ['d1'], at: start }
  expect(await hear('payment', announce(paymentEvents.paidOut, { ...data, of: 'payout' }), 1)).toEqual(['outgoingOne'])
})

test('an SMS that is tried again asks for its parcel again', async () => {
  const data = { ...d1, from: 'delivered', to: 'collected' } as const
  const refused = () => stub().willAnswer(wire.broken)
  expect(await hear('delivery', announce(deliveryEvents.statusChanged, data), 1, refused)).toEqual([
    'parties',
    'parties',
  ])
})
