import { identityEvents } from '@tuma/contracts/events'
import { announce } from '@tuma/platform/event-sourcing'
import { expect, test } from 'vitest'
import { sessionsEndedMail } from './reactions/session-reactions.ts'
import { eventually, notificationForEachTest, start } from './testing/notification-for-each-test.ts'

const { open, publishTo, stored, rows } = notificationForEachTest(true)
const ended = () =>
  publishTo('identity', [
    {
      ...{ id: 'ended', key: 'account-a1', headers: {} },
      ...announce(identityEvents.sessionsEnded, { accountId: 'a1', at: start }),
    },
  ])

test('an account gets one email when an admin ends its sessions', async () => {
  await open({ mailAddress: 'wanjiku@tuma.test' })
  await ended()
  await ended()
  await eventually(async () =>
    expect(await rows()).toMatchObject([{ channel: 'email', template: 'sessionsEndedMail' }]),
  )
  const composed = (await stored()).filter(({ type }) => type === 'MessageComposed')
  expect(composed).toHaveLength(1)
  expect(JSON.stringify(composed)).not.toMatch(/wanjiku@|logged you out/)
})

test('a deleted account gets no email', async () => {
  await ended()
  expect(await rows()).toEqual([])
})

test('the email says when, and what to do, in both languages', () => {
  const { text } = sessionsEndedMail({ at: '2026-11-22T06:30:00.000Z', site: 'https://tuma.test' })
  expect(text).toMatch(/on .*09:30.* our office logged you out/)
  expect(text.match(/https:\/\/tuma\.test\/forgot-password/g)).toHaveLength(2)
})
