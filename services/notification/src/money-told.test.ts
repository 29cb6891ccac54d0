import { revenueEvents } from '@tuma/contracts/events'
import { announce } from '@tuma/platform/event-sourcing'
import { expect, test } from 'vitest'
import { moneySms } from './render-message/money-texts.ts'
import { eventually, notificationForEachTest, start } from './testing/notification-for-each-test.ts'

const { stub, open, publishTo, stored, rows } = notificationForEachTest(true)
const [former, phone] = ['254722000111', '254110345678']
const payToChange = { former, phone, payableFrom: '2026-11-22T06:00:00.000Z' }
const changed = () =>
  publishTo('revenue', [
    {
      ...{ id: 'changed', key: 'payto-a1', headers: {} },
      ...announce(revenueEvents.payToChanged, { accountId: 'a1', changeId: 'e1', at: start }),
    },
  ])
const takenIn = () =>
  publishTo('revenue', [
    {
      ...{ id: 'taken in', key: 'drawer-a1', headers: {} },
      ...announce(revenueEvents.cashTakenIn, { agentId: 'a1', handOverId: 'h1', cents: 12_100_00, at: start }),
    },
  ])
const sent = () =>
  stub()
    .received.map(({ form }) => [form.get('to'), form.get('message')])
    .toSorted()

test('the old number, the new one and the email get a message about a new payout number, once', async () => {
  await open({ payToChange, mailAddress: 'wanjiku@tuma.test' })
  await changed()
  await changed()
  await eventually(() =>
    expect(sent()).toEqual([
      [
        `+${phone}`,
        'Tuma: this number will receive payouts of a Tuma account from 09:00 on 22 Nov. Not right? Call 0700 000 000.',
      ],
      [`+${former}`, 'Tuma: your payouts go to a different number from 09:00 on 22 Nov. Not right? Call 0700 000 000.'],
    ]),
  )
  const mails = (await rows()).filter(({ channel }) => channel === 'email')
  expect(mails).toMatchObject([{ template: 'payToMail' }])
  const composed = (await stored()).filter(({ type }) => type === 'MessageComposed')
  expect(composed).toHaveLength(3)
  expect(JSON.stringify(composed)).not.toMatch(/722000111|110345678|wanjiku@/)
})

test('where the old number is erased, or was a landline, only the new one gets a message', async () => {
  await open({ payToChange: { ...payToChange, former: null } })
  await changed()
  await eventually(() => expect(sent().map(([to]) => to)).toEqual([`+${phone}`]))
})

test('an agent gets a message when the office receives their cash', async () => {
  await open({ smsNumber: former })
  await takenIn()
  await eventually(() =>
    expect(sent()).toEqual([
      [`+${former}`, 'Tuma: the office received Ksh 12,100 in cash from you. Not right? Call 0700 000 000.'],
    ]),
  )
})

test('an agent who is gone gets no message, and nothing is left to an admin', async () => {
  await takenIn()
  expect(await rows()).toEqual([])
})

test('each text is one SMS', () => {
  const from = '2026-09-29T15:59:00.000Z'
  for (const contactPhone of ['+254 700 000 000', ''])
    for (const { payToLeft, payToGiven, cashTakenIn } of Object.values(moneySms)) {
      const changed = { from, contactPhone }
      for (const text of [payToLeft(changed), payToGiven(changed), cashTakenIn({ cents: 250_000_00, contactPhone })]) {
        expect(text.length).toBeLessThanOrEqual(160)
        expect(/call|piga/i.test(text)).toBe(contactPhone !== '')
      }
    }
})
