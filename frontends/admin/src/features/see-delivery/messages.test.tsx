// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { contract, type ParcelMessages } from '@tuma/contracts/api'
import { fakeApi, people, renderScreen, sampleDelivery } from '@tuma/kit/testing'
import { beforeEach, expect, test } from 'vitest'
import { Messages } from './messages.tsx'

const path = '/Admin'
const parcel = sampleDelivery(1)
const show = () => renderScreen(<Messages delivery={parcel} />, { as: people.admin, path, at: path })
const message = (changes: Partial<ParcelMessages['rows'][number]>): ParcelMessages['rows'][number] => ({
  ...{ _id: 'm1', channel: 'sms', template: 'waitingAtShop', to: 'receiver', phone: '07** *** 111' },
  ...{ at: '2026-11-20T08:00:00.000Z', state: 'delivered', reason: null, canSendAgain: true },
  ...changes,
})
const rows = [
  message({ _id: 'm3', state: 'waiting', reason: 'no-provider', canSendAgain: false }),
  message({ _id: 'm2', template: 'inTransit', state: 'undelivered', reason: 'Expired' }),
  message({}),
  message({ _id: 'm0', template: 'requestedToSender', to: 'sender', state: 'failed', reason: 'SomethingNew' }),
]
const list = contract.parcelMessages.list
const again = contract.parcelMessages.sendAgain

beforeEach(() => void fakeApi().answer(list, { rows, left: 3 }))

test('each message shows its kind, its receiver, when it was sent and whether it arrived', async () => {
  show()
  const items = (await screen.findAllByRole('listitem')).map(({ textContent }) => textContent)
  expect(items[0]).toContain('Waiting at the shop Waiting')
  expect(items[0]).toContain('No SMS or e-mail provider is set up.')
  expect(items[1]).toContain('On its way Did not arrive')
  expect(items[1]).toContain('The phone was off for too long.')
  expect(items[2]).toContain('Waiting at the shop ArrivedTo the receiver · 07** *** 11120 Nov 2026, 11:00')
  expect(items[3]).toContain('To the sender')
  expect(items[3]).toContain('SomethingNew')
  screen.getByText('You can send it again 3 more times today.')
})

test('one press sends a message again, and the list is loaded again', async () => {
  fakeApi().answer(again, {})
  const { person } = show()
  await person.click(await screen.findByRole('button', { name: 'Send again, On its way' }))
  await screen.findByText('The message was sent again.')
  expect(fakeApi().received(again)[0]?.input).toEqual({ id: parcel._id, messageId: 'm2' })
  await expect.poll(() => fakeApi().received(list).length).toBe(2)
})

test('a message that a colleague sent first says so', async () => {
  fakeApi().refuse(again, 'sent_just_now')
  const { person } = show()
  await person.click(await screen.findByRole('button', { name: 'Send again, On its way' }))
  within(await screen.findByRole('alertdialog')).getByText('This message was sent again a moment ago.')
})

test('a waiting message cannot be sent again, nor any message after three a day', async () => {
  const { unmount } = show()
  expect(await screen.findAllByRole('button', { name: /^Send again/ })).toHaveLength(3)
  unmount()
  fakeApi().answer(list, { rows, left: 0 })
  show()
  await screen.findByText('Sent again 3 times today. Call instead.')
  expect(screen.queryByRole('button', { name: /^Send again/ })).toBeNull()
})

test('a parcel without messages says so', async () => {
  fakeApi().answer(list, { rows: [], left: 3 })
  show()
  await screen.findByText('There is no message about this parcel.')
})

test('messages that cannot be fetched are asked for again', async () => {
  fakeApi().fail(list)
  const { person } = show()
  await screen.findByText('Failed to load the messages')
  fakeApi().answer(list, { rows, left: 3 })
  await person.click(screen.getByRole('button', { name: 'Try Again' }))
  await screen.findByText('You can send it again 3 more times today.')
})
