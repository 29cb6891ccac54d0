import { identityEvents } from '@tuma/contracts/events'
import { announce } from '@tuma/platform/event-sourcing'
import { expect, test } from 'vitest'
import { eventually, notificationForEachTest } from '../testing/notification-for-each-test.ts'

const { notification, open, publishTo } = notificationForEachTest(false)
const at = '2026-11-22T06:30:00.000Z'

const doneAlone = (more: object = {}, headers: Readonly<Record<string, string>> = {}) => {
  const done = { approvalId: 'p1', kind: 'payout', cents: 2_950_000, at } as const
  return publishTo('identity', [
    { id: 'alone', key: 'approval-p1', headers, ...announce(identityEvents.doneAlone, { ...done, ...more }) },
  ])
}
const outbox = () => notification().outbox({ limit: 10 })

test('CONTACT_EMAIL gets one email, in both languages, when an admin acted without a second admin', async () => {
  await open({ environment: { CONTACT_EMAIL: 'owner@tuma.example' } })
  await doneAlone()
  await doneAlone()
  await eventually(async () => expect(await outbox()).toHaveLength(1))
  const [mail] = await outbox()
  expect(mail).toMatchObject({ channel: 'email', to: 'owner@tuma.example', subject: 'An admin acted alone' })
  expect(mail?.text).toContain('On 22 Nov 2026, 09:30 (Nairobi) an admin paid a sender (Ksh 29,500).')
  expect(mail?.text).toContain('msimamizi alimlipa mtumaji (Ksh 29,500)')
  expect(mail?.text).toContain('https://tuma.test/Admin/approvals')
})

test('the email names no sum where no money moved', async () => {
  await doneAlone({ kind: 'make_admin', cents: null })
  await eventually(async () =>
    expect((await outbox())[0]?.text).toContain('an admin made a user an admin. There was no second admin'),
  )
})

test('the demonstration’s own acts send no email', async () => {
  await doneAlone({}, { origin: 'seed' })
  expect(await outbox()).toEqual([])
})
