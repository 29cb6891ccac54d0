// @vitest-environment jsdom

import { screen, within } from '@testing-library/react'
import { type ApiOutputs, contract } from '@tuma/contracts/api'
import { fakeApi, people, renderScreen } from '@tuma/kit/testing'
import { beforeEach, describe, expect, test } from 'vitest'
import { Marketing } from './screen.tsx'

const { previewCampaign, sendCampaign, sendBulkSms, campaigns, optOuts, optOut } = contract.marketing
type Preview = ApiOutputs['marketing']['previewCampaign']
const preview = (changes: Partial<Preview> = {}): Preview => ({
  ...{ people: 107, more: false, optedOut: 3, hadOne: 12, notMobile: 0, segments: 1, sms: 107 },
  ...{ budget: { daily: 2000, left: 1714 }, at: '2026-11-21T09:00:00.000Z', outsideHours: false },
  ...changes,
})
const show = (at = '/Admin/marketing') =>
  renderScreen(<Marketing />, { as: people.admin, path: '/Admin/marketing', at })
const inputs = (call: typeof previewCampaign | typeof sendCampaign | typeof sendBulkSms) =>
  fakeApi()
    .received(call as typeof sendCampaign)
    .map(({ input }) => input)

beforeEach(() => {
  fakeApi().answer(contract.marketing.contacts, []).answer(previewCampaign, preview())
})

describe('a message to all that match', () => {
  const toAll = async () => {
    const { person } = show()
    await person.click(await screen.findByRole('button', { name: 'All that match' }))
    await screen.findByText('Reaches 107 people')
    return person
  }

  test('is counted by the server, which skips people who had one recently, and shows how many', async () => {
    const person = await toAll()
    expect(inputs(previewCampaign)[0]).toEqual({ quietDays: 7 })
    expect(screen.getByText('12 had an SMS not long ago: skipped.')).toBeTruthy()
    expect(screen.getByText('3 have opted out.')).toBeTruthy()
    await person.selectOptions(screen.getByLabelText('Senders or receivers'), 'Receivers')
    await person.selectOptions(screen.getByLabelText('People who had an SMS before'), 'get this one too')
    await person.type(screen.getByLabelText('Search people'), 'wanj')
    await expect.poll(() => inputs(previewCampaign).at(-1)).toEqual({ quietDays: 0, kind: 'Receiver', search: 'wanj' })
  })

  test('goes after a question with the number of people, and to no more than these', async () => {
    fakeApi().answer(sendCampaign, {
      ...{ success: true, message: '', people: 107, accepted: 105, optedOut: 0, refused: 2, unanswered: 0 },
      outsideHours: false,
    })
    const person = await toAll()
    await person.type(screen.getByLabelText('Your message'), 'Half price')
    await person.click(screen.getByRole('button', { name: 'Send SMS' }))
    const question = await screen.findByRole('alertdialog')
    expect(within(question).getByText('Send this SMS to 107 people?')).toBeTruthy()
    expect(question.textContent).toContain(
      "You pay for 107 SMS. It is 12:00 where they are. You have 1714 of today's 2000 SMS left.",
    )
    expect(question.textContent).toContain('12 had an SMS not long ago: skipped. 3 have opted out.')
    await person.click(within(question).getByRole('button', { name: 'Send now' }))
    await screen.findByText('SMS sent successfully to 105 recipients')
    for (const said of ['105 sent', '2 not sent', '0 unanswered']) await screen.findByText(said)
    expect(inputs(sendCampaign)).toEqual([{ quietDays: 7, message: 'Half price', people: 107 }])
  })

  test('says how many people had it within a day, if they are not skipped', async () => {
    const before = { _id: 'c1', message: 'Half price', createdAt: '2026-11-21T08:00:00.000Z', by: null, people: 90 }
    const came = { accepted: 90, arrived: 0, undelivered: 0, refused: 0, unanswered: 0, beyondBudget: 0, optedOut: 0 }
    fakeApi().answer(campaigns, [{ ...before, ...came }])
    const person = await toAll()
    await person.type(screen.getByLabelText('Your message'), 'Half price')
    const asked = async () => {
      await person.click(screen.getByRole('button', { name: 'Send SMS' }))
      const said = (await screen.findByRole('alertdialog')).textContent
      await person.click(screen.getByRole('button', { name: 'Cancel' }))
      return said
    }
    expect(await asked()).not.toContain('same text was sent')
    await person.selectOptions(screen.getByLabelText('People who had an SMS before'), 'get this one too')
    expect(await asked()).toContain('11:00: the same text was sent to 90 people.')
  })

  test('that would reach no one brings no question and is not sent', async () => {
    const person = await toAll()
    await person.type(screen.getByLabelText('Your message'), 'Half price')
    fakeApi().answer(previewCampaign, preview({ people: 0, sms: 0 }))
    await person.click(screen.getByRole('button', { name: 'Send SMS' }))
    await screen.findByText('No one who matches can get it now.')
    await person.click(screen.getByRole('button', { name: 'OK' }))
    expect(inputs(sendCampaign)).toEqual([])
  })
})

test('a test goes to one’s own phone alone, without a question', async () => {
  fakeApi().answer(sendBulkSms, {
    ...{ success: true, message: '', accepted: 1, outsideHours: false },
    results: [{ phone: people.admin.phone, accepted: true, reason: null }],
  })
  const { person } = show()
  const button = (await screen.findByRole('button', { name: 'Send a test to me (0712345678)' })) as HTMLButtonElement
  expect(button.disabled).toBe(true)
  await person.type(screen.getByLabelText('Your message'), 'Half price')
  await person.click(button)
  await screen.findByText('Test sent to 0712345678')
  expect(inputs(sendBulkSms)).toEqual([{ phoneNumbers: ['254712345678'], message: 'Half price' }])
  expect((screen.getByLabelText('Your message') as HTMLTextAreaElement).value).toBe('Half price')
})

test('campaigns that were sent are shown with the sender, what arrived and why some people got nothing', async () => {
  fakeApi().answer(campaigns, [
    {
      ...{ _id: 'c1', message: 'Half price\nSTOP *456*9*5#', createdAt: '2026-11-21T09:00:00.000Z' },
      ...{ by: { id: 'a1', name: 'Achieng Mwangi' }, people: 107, accepted: 100, arrived: 97, undelivered: 1 },
      ...{ refused: 2, unanswered: 0, beyondBudget: 4, optedOut: 1 },
    },
  ])
  show('/Admin/marketing?tab=sent')
  const [, row] = within(await screen.findByRole('table', { name: 'Sent' })).getAllByRole('row')
  const cells = within(row as HTMLElement).getAllByRole('cell')
  expect(cells[0]?.textContent).toMatch(/^Half price.*Achieng Mwangi$/)
  expect(cells.slice(1).map(({ textContent }) => textContent)).toEqual([
    ...['107', '100', '97'],
    '83 refused4 over the day’s SMS limit1 opted out',
  ])
})

describe('an opted-out number', () => {
  const wanjiku = { phone: '254712345678', since: '2026-11-21T09:00:00.000Z' }

  test('is listed, and found by digits', async () => {
    fakeApi().answer(optOuts, ({ input }) => (input.search === '999' ? [] : [wanjiku]))
    const { person } = show('/Admin/marketing?tab=opted-out')
    await screen.findByText('0712345678')
    await person.type(screen.getByLabelText('Digits of the phone'), '999')
    await screen.findByText('No opted-out number has these digits.')
  })

  test('is added by an admin after they asked for it', async () => {
    fakeApi().answer(optOuts, []).answer(optOut, { message: '' })
    const { person } = show('/Admin/marketing?tab=opted-out')
    await person.type(await screen.findByLabelText('Phone'), '0712 345 678')
    fakeApi().answer(optOuts, [wanjiku])
    await person.click(screen.getByRole('button', { name: 'Opt a number out' }))
    await screen.findByText('0712345678')
    expect(fakeApi().received(optOut)[0]?.input).toEqual({ phone: '0712 345 678' })
  })
})
