import { deliveryEvents } from '@tuma/contracts/events'
import { announce } from '@tuma/platform/event-sourcing'
import { expect, test } from 'vitest'
import { eventually, notificationForEachTest, start } from './testing/notification-for-each-test.ts'

const { linkRequested, requested, publish, getKey, open } = notificationForEachTest(false)
const linkMail = {
  email: 'z@example.com',
  name: 'Zanzibarra',
  purpose: 'verify',
  askedAt: start,
  changesEmail: false,
  isProven: false,
  token: 't',
  expiresAt: start,
} as const

test('messages to an account are unreadable once its parcels have ended, and others’ are not', async () => {
  await open({ linkMail })
  await linkRequested()
  await requested('d1')
  await eventually(async () => expect(await getKey('a1')).not.toBeNull())
  const announced = announce(deliveryEvents.accountParcelsEnded, { accountId: 'a1', paymentIds: [], at: start })
  await publish({ id: 'ended', key: 'erasure-a1', headers: {}, ...announced })
  expect(await getKey('a1')).toEqual({ key: null })
  expect(await getKey('d1:receiver')).toEqual({ key: expect.any(String) })
})

test('messages to the sender or receiver of a parcel are unreadable once they are erased from it', async () => {
  for (const one of ['d1', 'd2']) await requested(one)
  await eventually(async () => expect(await getKey('d2:receiver')).not.toBeNull())
  const announced = announce(deliveryEvents.personErased, {
    deliveryId: 'd1',
    role: 'receiver',
    paymentId: null,
    at: start,
  })
  await publish({ id: 'erased', key: 'delivery-d1', headers: {}, ...announced })
  expect(await getKey('d1:receiver')).toEqual({ key: null })
  expect(await getKey('d1:sender')).toEqual({ key: expect.any(String) })
  expect(await getKey('d2:receiver')).toEqual({ key: expect.any(String) })
})
