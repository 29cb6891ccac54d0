import { expect, test } from 'vitest'
import { eventually, notificationForEachTest } from '../testing/notification-for-each-test.ts'

const { notification, open, passes, rows } = notificationForEachTest(false)
/** It is 9 o'clock in Nairobi. */
const environment = { CONTACT_EMAIL: 'owner@tuma.example' }
const found = (kind: string, about: string, since = '2026-11-20T06:30:00.000Z') => ({
  ...{ kind, about, expected: '25000', found: '0', since, lastSeen: since },
})
const wrongBooks = found('takings_differ', 'delivery 2026-11-19 a-7f3c')
const wrongRows = [
  found('row_differs', 'deliveries-v11 d1'),
  found('row_differs', 'deliveries-v11 d2', '2026-11-19T06:30:00.000Z'),
]
const outbox = () => notification().outbox({ limit: 10 })
type How = Parameters<typeof open>[0]
/** The mails after a start with its first look, which the next start waits for. */
const countMailsAfter = async (how: How): Promise<number> => {
  await open(how)
  await open({ environment })
  return (await rows()).length
}

test('findings of two services are one mail to CONTACT_EMAIL, in both languages', async () => {
  await open({ environment, found: { revenue: [wrongBooks], delivery: wrongRows } })
  await eventually(async () => expect(await outbox()).toHaveLength(1))
  const [mail] = await outbox()
  expect(mail).toMatchObject({
    channel: 'email',
    to: 'owner@tuma.example',
    subject: 'The daily check found differences',
  })
  expect(mail?.text).toContain(
    '- Parcels, 2 times, since 19 Nov 2026, 09:30 (Nairobi): A row of a list shows something wrong. Everything is saved. Rebuild the list.',
  )
  expect(mail?.text).toContain('- Revenue, since 20 Nov 2026, 09:30 (Nairobi): The cash or M-Pesa in the books is not')
  expect(mail?.text).toContain('- Vifurushi, mara 2, tangu')
  expect(mail?.text).toContain('https://tuma.test/Admin/system')
})

test('the mail names no row, agent or sum', async () => {
  await open({ environment, found: { revenue: [wrongBooks], delivery: wrongRows } })
  await eventually(async () => expect(await outbox()).toHaveLength(1))
  const [mail] = await outbox()
  expect(mail?.text).not.toMatch(/d1|a-7f3c|25000/)
})

test('a kind of a newer release has a sentence that fits all', async () => {
  await open({ found: { payment: [found('unheard_of', 'p1')] } })
  await eventually(async () => expect((await outbox())[0]?.text).toContain('Tell the operator.'))
})

test('starts of the same day add no mail, and the next day has one while there are findings', async () => {
  const how = { environment, found: { revenue: [wrongBooks] } }
  expect(await countMailsAfter(how)).toBe(1)
  passes(1)
  expect(await countMailsAfter({ ...how, found: { ...how.found, delivery: wrongRows } })).toBe(1)
  passes(23)
  expect(await countMailsAfter(how)).toBe(2)
})

test('no mail is due while nothing is found', async () => {
  expect(await countMailsAfter({ environment, found: { delivery: [] } })).toBe(0)
})

test('the mail waits for 7 o’clock in Nairobi', async () => {
  const how = { environment, found: { revenue: [wrongBooks] } }
  passes(-2.01)
  expect(await countMailsAfter(how)).toBe(0)
  passes(0.01)
  expect(await countMailsAfter(how)).toBe(1)
})

test('the mail waits for a service that does not answer', async () => {
  expect(await countMailsAfter({ environment, found: { revenue: [wrongBooks], delivery: 'away' } })).toBe(0)
  expect(await countMailsAfter({ environment, found: { revenue: [wrongBooks] } })).toBe(1)
})
