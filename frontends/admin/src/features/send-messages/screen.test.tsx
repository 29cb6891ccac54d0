// @vitest-environment jsdom

import { screen } from '@testing-library/react'
import { contract } from '@tuma/contracts/api'
import { phoneSentence, smsOptOutLine } from '@tuma/contracts/vocabulary'
import { fakeApi, people, renderScreen } from '@tuma/kit/testing'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { Marketing } from './screen.tsx'

const contact = (phone: string, name: string, changes = {}) => ({
  phone,
  originalPhone: `0${phone.slice(3)}`,
  name,
  type: 'Sender' as const,
  optedOut: false,
  ...changes,
})
const wanjiku = contact('254712345678', 'Wanjiku Kamau')
const kiprop = contact('254722333444', 'Kiprop Cheruiyot', { type: 'Receiver' })
const muthoni = contact('254733555666', 'Muthoni Gathogo', { optedOut: true })
const show = () => renderScreen(<Marketing />, { as: people.admin })
const send = () => screen.getByRole('button', { name: 'Send SMS' })
const bulk = contract.marketing.sendBulkSms

const noon = '2026-11-21T09:00:00.000Z'

beforeEach(() => {
  fakeApi()
    .answer(contract.marketing.contacts, [wanjiku, kiprop, muthoni])
    .answer(contract.marketing.campaigns, [])
    .answer(contract.marketing.smsBudget, { daily: 2000, left: 1714, at: noon })
})

describe('recipients', () => {
  test('are chosen among contacts, all with one press, without people who opted out', async () => {
    const { person } = show()
    await person.click(await screen.findByRole('button', { name: 'Select all (2)' }))
    screen.getByRole('heading', { name: '2 recipients' })
    const out = screen.getByRole('checkbox', { name: /Muthoni/ }) as HTMLInputElement
    expect([out.disabled, out.checked]).toEqual([true, false])
    await person.click(screen.getByRole('checkbox', { name: /Wanjiku/ }))
    screen.getByRole('heading', { name: '1 recipient' })
  })

  test('are counted beside the send button too', async () => {
    const { person } = show()
    await person.click(await screen.findByRole('checkbox', { name: /Wanjiku/ }))
    const send = screen.getByRole('button', { name: 'Send SMS' })
    expect(send.previousElementSibling?.textContent).toBe('1 recipient')
  })

  test('are shown in part on a phone, and all after a press', async () => {
    const { person } = show()
    const all = await screen.findByRole('button', { name: 'Show all 3' })
    await person.click(all)
    expect(all.isConnected).toBe(false)
  })

  test('are searched for on the server; selecting all adds those found to the earlier choice', async () => {
    fakeApi().answer(contract.marketing.contacts, ({ input }) => (input.search ? [kiprop] : [wanjiku, kiprop, muthoni]))
    const { person } = show()
    await person.click(await screen.findByRole('checkbox', { name: /Wanjiku/ }))
    await person.type(screen.getByLabelText('Search people'), '0722 333')
    await person.click(await screen.findByRole('button', { name: 'Select all (1)' }))
    expect(fakeApi().received(contract.marketing.contacts).at(-1)?.input).toEqual({ search: '0722 333' })
    expect(screen.queryByText('Wanjiku Kamau')).toBeNull()
    screen.getByRole('heading', { name: '2 recipients' })
  })

  test('that no search finds show a sentence', async () => {
    fakeApi().answer(contract.marketing.contacts, ({ input }) => (input.search ? [] : [wanjiku]))
    const { person } = show()
    await person.type(screen.getByLabelText('Search people'), 'nobody')
    await screen.findByText('No person matches your search.')
  })

  test('are added by hand in any spelling, each once', async () => {
    const { person } = show()
    const box = await screen.findByLabelText('Add a phone number')
    await person.type(box, '+254 711 000 111{Enter}')
    await person.type(box, '0711000111, 712345678{Enter}')
    await person.click(await screen.findByRole('checkbox', { name: /Wanjiku/ }))
    screen.getByRole('heading', { name: '2 recipients' })
    await person.click(screen.getByRole('button', { name: 'Remove 0711000111' }))
    screen.getByRole('heading', { name: '1 recipient' })
  })

  test('are not added if they are invalid or opted out', async () => {
    const { person } = show()
    const box = await screen.findByLabelText('Add a phone number')
    await person.type(box, '12345{Enter}')
    await screen.findByText(phoneSentence)
    await screen.findByText('Muthoni Gathogo')
    await person.clear(box)
    await person.type(box, '0733555666{Enter}')
    await screen.findByText('0733555666 has opted out of marketing messages.')
    screen.getByRole('heading', { name: '0 recipients' })
  })

  test('that cannot be fetched show a sentence', async () => {
    fakeApi().fail(contract.marketing.contacts)
    show()
    await screen.findByText('Failed to fetch phone numbers')
  })
})

describe('the message', () => {
  test('is counted with its opt-out line, and for all recipients', async () => {
    const { person } = show()
    await person.click(await screen.findByRole('button', { name: 'Select all (2)' }))
    await person.click(screen.getByLabelText('Your message'))
    await person.paste('a'.repeat(160 - smsOptOutLine.length))
    await screen.findByText('160 characters, 1 SMS each · 2 SMS to pay for')
    screen.getByText(/^The opt-out line counts too. Up to 145 characters of yours fit in one SMS\.$/)
    await person.paste('b')
    await screen.findByText('161 characters, 2 SMS each · 4 SMS to pay for')
  })

  test('is reached by keyboard without passing every contact', async () => {
    const { person } = show()
    await screen.findByRole('checkbox', { name: /Wanjiku/ })
    screen.getByRole('button', { name: 'Add' }).focus()
    await person.tab()
    await person.keyboard('{Enter}')
    expect(document.activeElement).toBe(screen.getByLabelText('Your message'))
  })

  test('can come from a template, which asks before it replaces a typed text', async () => {
    const { person } = show()
    const box = (await screen.findByLabelText('Your message')) as HTMLTextAreaElement
    await person.click(screen.getByRole('button', { name: 'Welcome' }))
    expect(box.value).toMatch(/^Welcome to Tuma!/)
    await person.click(screen.getByRole('button', { name: 'Feedback request' }))
    expect(box.value).toMatch(/^How did we do/)
    await person.type(box, ' Asante!')
    await person.click(screen.getByRole('button', { name: 'Service update' }))
    await person.click(await screen.findByRole('button', { name: 'Cancel' }))
    expect(box.value).toMatch(/Asante!$/)
  })

  test('that is not sent comes back after a reload, and an emptied one does not', async () => {
    const first = show()
    await first.person.type(await screen.findByLabelText('Your message'), 'Karibu')
    first.unmount()
    const { person } = show()
    const box = (await screen.findByLabelText('Your message')) as HTMLTextAreaElement
    expect(box.value).toBe('Karibu')
    await person.clear(box)
    expect(sessionStorage).toHaveLength(0)
  })

  test.each([
    ['2026-11-21T04:59:00Z', true],
    ['2026-11-21T05:00:00Z', false],
    ['2026-11-21T15:00:00Z', true],
  ])('at %s brings a warning: %s', async (now, warned) => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date(now) })
    show()
    await screen.findByText('Wanjiku Kamau')
    expect(screen.queryByText(/outside 08:00 to 18:00/) !== null).toBe(warned)
    vi.useRealTimers()
  })
})

describe('sending', () => {
  const yes = () => screen.findByRole('button', { name: 'Send now' })
  const ready = async () => {
    const shown = show()
    await shown.person.click(await screen.findByRole('button', { name: 'Select all (2)' }))
    await shown.person.type(screen.getByLabelText('Your message'), 'Karibu')
    return shown
  }

  test('needs recipients and a message', async () => {
    const { person } = show()
    await person.type(await screen.findByLabelText('Your message'), 'Karibu')
    await person.click(send())
    await screen.findByText('Please select recipients and enter a message')
    expect(fakeApi().received(bulk)).toEqual([])
  })

  test('asks first, with the number of people and SMS, the hour for them and the SMS left today', async () => {
    const { person } = await ready()
    await person.click(send())
    const question = await screen.findByRole('alertdialog', { name: 'Send this SMS to 2 people?' })
    expect(question.textContent).toContain(
      "You pay for 2 SMS. It is 12:00 where they are. You have 1714 of today's 2000 SMS left.",
    )
    await person.click(screen.getByRole('button', { name: 'Cancel' }))
    expect(fakeApi().received(bulk)).toEqual([])
    screen.getByRole('heading', { name: '2 recipients' })
  })

  test.each([
    [
      'at night',
      { daily: 2000, left: 1714, at: '2026-11-21T01:12:00.000Z' },
      'It is 04:12 where they are, outside 08:00',
    ],
    ['beyond the day', { daily: 2000, left: 1, at: noon }, "Only 1 of today's 2000 SMS are left. Some people"],
  ])('%s warns in the question', async (_when, budget, warning) => {
    fakeApi().answer(contract.marketing.smsBudget, budget)
    const { person } = await ready()
    await person.click(send())
    expect((await screen.findByRole('alertdialog')).textContent).toContain(warning)
    expect((await yes()).getAttribute('data-variant')).toBe('danger')
  })

  test('of a text that was sent within a day says to how many people and when; not of other texts or a test', async () => {
    const sent = (message: string, people: number, createdAt = '2026-11-20T21:59:00.000Z') => ({
      ...{ _id: `${message} ${createdAt}`, message: message + smsOptOutLine, by: null, createdAt, people },
      ...{ accepted: people - 1, unanswered: 1, refused: 0, arrived: 0, undelivered: 0, beyondBudget: 0, optedOut: 0 },
    })
    const { person } = await ready()
    const asked = async (...before: ReturnType<typeof sent>[]) => {
      fakeApi().answer(contract.marketing.campaigns, before)
      await person.click(send())
      const said = (await screen.findByRole('alertdialog')).textContent
      const look = (await yes()).getAttribute('data-variant')
      await person.click(screen.getByRole('button', { name: 'Cancel' }))
      return { said, look }
    }
    const again = await asked(sent('Asante', 7), sent('Karibu', 90))
    expect(again.said).toContain('21 Nov 2026, 00:59: the same text was sent to 90 people. You pay for 2 SMS.')
    expect(again.look).toBe('danger')
    const fresh = await asked(sent('Karibu', 1), sent('Karibu', 90, '2026-11-20T08:59:00.000Z'), sent('Karibuni', 90))
    expect(fresh.said).not.toContain('same text was sent')
    expect(fresh.look).toBe('primary')
  })

  test('sends nothing if the question cannot be asked', async () => {
    fakeApi().fail(contract.marketing.smsBudget)
    const { person } = await ready()
    await person.click(send())
    await screen.findByText('Failed to send SMS. Please try again.')
    expect(fakeApi().received(bulk)).toEqual([])
  })

  test('shows how many got it and who did not; the others on request', async () => {
    const results = [
      { phone: '254712345678', accepted: true, reason: null },
      { phone: '254722333444', accepted: false, reason: 'not_mobile' as const },
    ]
    fakeApi().answer(bulk, { success: true, message: '', accepted: 1, outsideHours: false, results })
    const { person } = await ready()
    await person.click(send())
    await person.click(await yes())
    await screen.findByText('SMS sent successfully to 1 recipients')
    await screen.findByText('1 sent')
    screen.getByText('1 not sent')
    screen.getByText('0 unanswered')
    const rows = () => screen.getAllByRole('row').map(({ textContent }) => textContent)
    expect(rows().slice(1)).toEqual(['0722333444Not a mobile number'])
    await person.click(screen.getByRole('button', { name: 'Show all 2' }))
    expect(rows().slice(1)).toEqual(['0722333444Not a mobile number', '0712345678Sent'])
    await person.click(screen.getByRole('button', { name: 'Show only those not sent' }))
    expect(rows()).toHaveLength(2)
    expect(fakeApi().received(bulk)[0]?.input).toEqual({
      phoneNumbers: ['254712345678', '254722333444'],
      message: 'Karibu',
    })
    expect((screen.getByLabelText('Your message') as HTMLTextAreaElement).value).toBe('')
    expect(sessionStorage).toHaveLength(0)
  })

  test('keeps everything after a failure, for another try', async () => {
    fakeApi().fail(bulk)
    const { person } = await ready()
    await person.click(send())
    await person.click(await yes())
    await screen.findByText('Failed to send SMS. Please try again.')
    screen.getByRole('heading', { name: '2 recipients' })
  })

  test('that reaches no one is a failure', async () => {
    const results = [{ phone: '254712345678', accepted: false, reason: 'refused' as const }]
    fakeApi().answer(bulk, { success: false, message: '', accepted: 0, outsideHours: false, results })
    const { person } = await ready()
    await person.click(send())
    await person.click(await yes())
    await screen.findByText('Failed to send SMS. Please try again.')
    expect(screen.getByText('Refused by the provider')).toBeTruthy()
  })
})
