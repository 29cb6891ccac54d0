import { deliveryEvents, identityEvents, paymentEvents, revenueEvents } from '@tuma/contracts/events'
import { type Announcement, announce } from '@tuma/platform/event-sourcing'
import { expect, test } from 'vitest'
import { notificationForEachTest, start } from './testing/notification-for-each-test.ts'
import { outgoing } from './testing/outgoing.ts'

const { open, publishTo, stored, parcelIs } = notificationForEachTest(false)

const d1 = { deliveryId: 'd1', deliveryType: 'parcelDukani', at: start } as const
const owned = { ...d1, ownerId: 'a1' }
const onTheWay = { from: 'inTransit', to: 'delivered' } as const
const news: readonly (readonly [topic: string, announced: Announcement])[] = [
  ['delivery', announce(deliveryEvents.requested, { ...owned, fee: 150, paymentId: null, requestedAt: start })],
  ['delivery', announce(deliveryEvents.statusChanged, { ...d1, ...onTheWay })],
  ['delivery', announce(deliveryEvents.codeIssued, d1)],
  ['delivery', announce(deliveryEvents.collectedWithoutCode, { ...owned, agentId: null })],
  ['delivery', announce(deliveryEvents.receiverReminded, { ...d1, day: 2 })],
  ['delivery', announce(deliveryEvents.senderAsked, { ...owned, day: 7, until: '2026-12-01', mayWait: true })],
  ['delivery', announce(deliveryEvents.returnStarted, { ...owned, ...onTheWay, to: 'inTransit', why: 'waited' })],
  ['delivery', announce(deliveryEvents.movedBack, { ...d1, ...onTheWay })],
  ['delivery', announce(deliveryEvents.returned, { ...d1, paymentId: null })],
  ['delivery', announce(deliveryEvents.receiverPhoneChanged, { ...d1, generation: 2 })],
  [
    'identity',
    announce(identityEvents.linkRequested, {
      ...{ accountId: 'a1', linkId: 'l1', purpose: 'verify' },
      expiresAt: '2026-11-22T06:00:00.000Z',
    }),
  ],
  ['identity', announce(identityEvents.sessionsEnded, { accountId: 'a1', at: start })],
  ['identity', announce(identityEvents.doneAlone, { approvalId: 'p1', kind: 'refund', cents: 1000, at: start })],
  [
    'payment',
    announce(paymentEvents.paidOut, {
      ...{ outgoingId: 'o1', of: 'payout', id: 'x1', cents: 1000 },
      ...{ deliveryIds: ['d1'], at: start },
    }),
  ],
  ['payment', announce(paymentEvents.leftUnused, { paymentId: 'pay1', at: start })],
  ['revenue', announce(revenueEvents.payToChanged, { accountId: 'a1', changeId: 'c1', at: start })],
  ['revenue', announce(revenueEvents.cashTakenIn, { agentId: 'a1', handOverId: 'h1', cents: 1000, at: start })],
]

const link = {
  ...{ email: 'new@example.com', formerEmail: 'old@example.com', name: 'Wanjiku Kamau', askedAt: start },
  ...{ changesEmail: true, isProven: true, token: 'the-token', expiresAt: '2026-11-22T06:00:00.000Z' },
  purpose: 'verify',
} as const

/** By template and role, as commit 791f8786 built them. With another id, an upgrade would send the same message twice. */
const idsOfBefore: Readonly<Record<string, string>> = {
  'backAtShop sender': 'message-848cf9c3-106e-54eb-95ef-d2376b02a932',
  'cashTakenIn account': 'message-7c88bd18-222e-5c7f-82c9-3bc5ce99896a',
  'collectedWithoutCode sender': 'message-fa9e32cb-08eb-51ea-8b47-30e8fb9df233',
  'comesBackUnfetched sender': 'message-12f36feb-e3d3-550f-9311-3da68315f4cb',
  'doneAlone support': 'message-1d8df272-9b95-533f-8b2a-eecbf14b3826',
  'emailChangeAsked account': 'message-3b6e0ea8-f135-54d8-b2cc-608d7c361950',
  'goesBack receiver': 'message-1c141354-2ad4-52c0-b306-751a3879250b',
  'leftUnused sender': 'message-3c18465c-1755-5b12-94ea-abb33093912c',
  'newCode receiver': 'message-4b83c922-55d6-5a3f-93af-529e9e1fea4e',
  'numberChanged receiver': 'message-bf87ae06-f3c3-5082-9c3f-d5c01c7f890f',
  'numberGiven receiver': 'message-c597b26c-22de-5937-8989-537b6b85d98c',
  'paidOut sender': 'message-87b3dbf9-e2de-5226-82e1-a73b6304afe9',
  'payToGiven account': 'message-eabb9896-ff71-527f-b5a1-690a64cded13',
  'payToLeft account': 'message-273d86e4-1adb-5604-80ad-55be03dccc2d',
  'payToMail account': 'message-d55a9d4c-5980-59f0-97e4-5826f99c88e6',
  'requestedToReceiver receiver': 'message-2a7fef0c-070a-5454-822a-9d5a011691fa',
  'requestedToSender sender': 'message-d818eb44-5780-56fb-b2ae-976b9fe28c69',
  'returned sender': 'message-7f07517d-7d42-5b36-af8e-08731fc7c4c9',
  'senderAsked sender': 'message-244e376b-1986-5e87-a850-0fc2baa4c3aa',
  'senderAskedByMail sender': 'message-64c19342-b711-511e-bf0f-2a51d918b97b',
  'sessionsEndedMail account': 'message-2e132585-cf14-5716-9a1a-936f07d99341',
  'stillWaiting receiver': 'message-fcc156a0-3c45-55ce-a3f9-4de168b1d235',
  'verify account': 'message-bff09d8c-616d-59b3-9a8e-58ea7afe9609',
  'waitingAtShop receiver': 'message-00d82cda-23c5-5509-97b1-85473f387f8a',
}

test('each message has the id that the release before gave it', async () => {
  const phone = '254712345678'
  await open({
    ...{ mailAddress: 'wanjiku@example.com', smsNumber: phone, linkMail: link },
    payToChange: { former: '254733345678', phone, payableFrom: start },
    outgoing: outgoing(),
    unused: { phone, amount: 150, key: 'the-key', until: start },
  })
  parcelIs({ former: '254733345678' })
  for (const [index, [topic, announced]] of news.entries())
    await publishTo(topic, [{ id: `news ${index}`, key: `${topic}-1`, headers: {}, ...announced }])
  const composed = (await stored()).filter(({ type }) => type === 'MessageComposed')
  const ids = composed.map(({ stream, data }) => {
    const { template, role } = data as { template: string; role: string }
    return [`${template} ${role}`, stream]
  })
  expect(Object.fromEntries(ids)).toEqual(idsOfBefore)
})
