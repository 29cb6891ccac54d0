// @vitest-environment jsdom

import { screen, within } from '@testing-library/react'
import { contract } from '@tuma/contracts/api'
import { fakeApi, people, renderScreen } from '@tuma/kit/testing'
import { describe, expect, test } from 'vitest'
import { UnsentMessages } from './unsent.tsx'

const sms = {
  messageId: 'm1',
  channel: 'sms',
  template: 'collected',
  since: '2026-11-21T08:00:00Z',
  attempts: 9,
  reason: 'http-502',
  isWaiting: true,
  canBeSent: true,
} as const
const show = () => renderScreen(<UnsentMessages />, { as: people.admin })
const sends = () =>
  fakeApi()
    .received(contract.operations.sendUnsent)
    .map(({ input }) => input)

test('each message shows its kind, why it was not sent and what happens next', async () => {
  fakeApi().answer(contract.operations.unsent, [
    sms,
    { ...sms, messageId: 'm2', template: 'inTransit', attempts: 0, reason: null },
    { ...sms, messageId: 'm3', template: 'waitingAtShop', isWaiting: false },
    { ...sms, messageId: 'm4', channel: 'email', template: 'reset', isWaiting: false, canBeSent: false },
    { ...sms, messageId: 'm5', template: 'novelty' },
  ])
  show()
  await screen.findByText(/^Collected/)
  const rows = screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => row.textContent)
  expect(rows[0]).toMatch(/Collected · SMS.*http-502.*9 attempts.*Tuma tries again.*SendDismiss$/)
  expect(rows[1]).toMatch(/On its way.*Not tried yet.*Sent soon, or with tomorrow’s SMS/)
  expect(rows[2]).toMatch(/Waiting at the shop.*Send it if it is still useful.*SendDismiss$/)
  expect(rows[3]).toMatch(/new password · e-mail.*The link has expired.*ask for a new one/)
  expect(rows[4]).toMatch(/novelty · SMS/)
  const ended = within(screen.getAllByRole('row')[4] as HTMLElement)
  expect(ended.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Dismiss'])
})

test('a message about a parcel leads to the parcel, or says that it is deleted', async () => {
  const parcel = { id: 'd1', trackingId: 'TM-7K3M-Q2XV-90TB', deliveryType: 'doorstep' } as const
  fakeApi().answer(contract.operations.unsent, [
    { ...sms, parcel },
    { ...sms, messageId: 'm2', parcel: null },
  ])
  show()
  const link = (await screen.findByRole('link', { name: 'TM-7K3M-Q2XV-90TB' })) as HTMLAnchorElement
  expect(link.pathname).toBe('/Admin/delivery/doorstep/d1')
  expect(screen.getAllByText('The parcel is deleted.')).toHaveLength(1)
  screen.getByRole('button', { name: /^Dismiss, .+ · SMS, TM-7K3M-Q2XV-90TB$/ })
})

test('a held message says why, and one without a provider cannot be sent', async () => {
  fakeApi().answer(contract.operations.unsent, [
    { ...sms, attempts: 0, isWaiting: false, reason: 'too-many-to-phone' },
    { ...sms, messageId: 'm2', attempts: 0, reason: 'no-provider', canBeSent: false },
  ])
  show()
  await screen.findByText('Too many parcels to this phone today.')
  screen.getByText('Sent when a shop has the parcel, or when you send it.')
  screen.getByText('No SMS or e-mail provider is set up.')
  screen.getByText('You can send it when a provider is set up.')
  expect(screen.getAllByRole('button', { name: /^Send, / })).toHaveLength(1)
})

test('a message from a restored backup says that it may have been sent, and goes when an admin sends it', async () => {
  fakeApi().answer(contract.operations.unsent, [{ ...sms, attempts: 0, isWaiting: false, reason: 'restored' }])
  show()
  await screen.findByText('A backup was restored. This message may have been sent already.')
  screen.getByText('Send it if it is still needed.')
  screen.getByRole('button', { name: /^Send, / })
})

test('a message that may have arrived says so, and goes when an admin sends it', async () => {
  fakeApi().answer(contract.operations.unsent, [{ ...sms, attempts: 2, isWaiting: false, reason: 'unanswered' }])
  show()
  await screen.findByText('The provider did not answer. The message may have arrived.')
  screen.getByText('Send it if it is still needed.')
  screen.getByRole('button', { name: /^Send, / })
})

test('no message can be sent without a provider', async () => {
  fakeApi().answer(contract.operations.unsent, [{ ...sms, reason: 'no-provider', canBeSent: false }])
  show()
  await screen.findByText('No SMS or e-mail provider is set up.')
  expect(screen.queryByRole('button', { name: /Send/ })).toBeNull()
})

test('a message is sent with one press', async () => {
  fakeApi().answer(contract.operations.unsent, [sms])
  const { person } = show()
  await screen.findByText(/^Collected/)
  fakeApi().answer(contract.operations.sendUnsent, { sent: 1 }).answer(contract.operations.unsent, [])
  await person.click(screen.getByRole('button', { name: /^Send, / }))
  await screen.findByText('1 message is being sent')
  await screen.findByText('All messages are sent.')
  expect(sends()).toEqual([{ messageId: 'm1' }])
})

test('all messages are sent after a question', async () => {
  fakeApi().answer(contract.operations.unsent, [sms]).answer(contract.operations.sendUnsent, { sent: 1 })
  const { person } = show()
  await screen.findByText(/^Collected/)
  await person.click(screen.getByRole('button', { name: 'Send all' }))
  const question = await screen.findByRole('alertdialog')
  expect(sends()).toEqual([])
  await person.click(within(question).getByRole('button', { name: 'Send all' }))
  await screen.findByText('1 message is being sent')
  expect(sends()).toEqual([{}])
})

test('a message whose parcel is deleted says that it was not sent and can be dismissed', async () => {
  fakeApi().answer(contract.operations.unsent, [sms]).answer(contract.operations.sendUnsent, { sent: 0 })
  const { person } = show()
  await person.click(await screen.findByRole('button', { name: /^Send, / }))
  const said = await screen.findByRole('alertdialog', { name: 'No message was sent' })
  expect(said.textContent).toContain('The parcel or the link is gone')
  await person.click(within(said).getByRole('button', { name: 'OK' }))
})

describe('dismissing', () => {
  const { unsent, dismissUnsent } = contract.operations
  const dismissals = () =>
    fakeApi()
      .received(dismissUnsent)
      .map(({ input }) => input)
  const press = async (button: string | RegExp) => {
    fakeApi()
      .answer(unsent, [{ ...sms, canBeSent: false }])
      .answer(dismissUnsent, { dismissed: 1 })
    const { person } = show()
    await person.click(await screen.findByRole('button', { name: button }))
    const question = within(await screen.findByRole('alertdialog'))
    expect(dismissals()).toEqual([])
    return { answer: (name: string) => person.click(question.getByRole('button', { name })) }
  }

  test('asks first, and the message leaves the list', async () => {
    const { answer } = await press(/^Dismiss, /)
    fakeApi().answer(unsent, [])
    await answer('Dismiss')
    await screen.findByText('1 message is dismissed')
    await screen.findByText('All messages are sent.')
    expect(dismissals()).toEqual([{ messageId: 'm1' }])
  })

  test('all messages needs a question, and Cancel dismisses none', async () => {
    const { answer } = await press('Dismiss all')
    await answer('Cancel')
    expect(dismissals()).toEqual([])
  })

  test('all messages takes one press and one question', async () => {
    const { answer } = await press('Dismiss all')
    await answer('Dismiss all')
    await expect.poll(dismissals).toEqual([{}])
  })

  test('keeps a message that is being sent, and says so', async () => {
    const { answer } = await press(/^Dismiss, /)
    fakeApi().answer(dismissUnsent, { dismissed: 0 })
    await answer('Dismiss')
    await screen.findByText('The message is being sent now. Look again in a minute.')
  })
})

test('a failed request is shown', async () => {
  fakeApi().answer(contract.operations.unsent, [sms]).fail(contract.operations.sendUnsent)
  const { person } = show()
  await screen.findByText(/^Collected/)
  await person.click(screen.getByRole('button', { name: /^Send, / }))
  await screen.findByText('Failed to send')
})
