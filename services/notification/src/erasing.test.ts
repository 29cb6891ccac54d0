import { deliveryEvents } from '@tuma/contracts/events'
import { announce } from '@tuma/platform/event-sourcing'
import { expect, test } from 'vitest'
import { eventually, notificationForEachTest, start } from './testing/notification-for-each-test.ts'

const { linkRequested, requested, publish, keyOf, open } = notificationForEachTest(false)
const linkMail = {
  email: 'z@example.com',
  name: 'Zanzibarra',
  purpose: 'verify',
  changesEmail: false,
  token: 't',
  expiresAt: start,
} as const

test('what was written to an account is nobody’s once its parcels have ended; others’ stays', async () => {
  await open({ linkMail })
  await linkRequested()
  await requested('d1')
  await eventually(async () => expect(await keyOf('a1')).not.toBeNull())
  const announced = announce(deliveryEvents.accountParcelsEnded, { accountId: 'a1', paymentIds: [], at: start })
  await publish({ id: 'ended', key: 'erasure-a1', headers: {}, ...announced })
  expect(await keyOf('a1')).toEqual({ key: null })
  expect(await keyOf('d1:receiver')).toEqual({ key: expect.any(String) })
})
