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

test('each message shows its kind, the recipient, the time and whether it arrived', async () => {
  show()
  const items = (await screen.findAllByRole('listitem')).map(({ textContent }) => textContent)
  expect(items[0]).toContain('Waiting at the shop Waiting')
  expect(items[0]).toContain('No provider is set up.')
  expect(items[1]).toContain('On its way Did not arrive')
  expect(items[1]).toContain('The phone was off for too long.')
  expect(items[2]).toContain('Waiting at the shop ArrivedTo the receiver · 07** *** 11120 Nov 2026, 11:00')
  expect(items[3]).toContain('To the sender')
  expect(items[3]).toContain('SomethingNew')
  screen.getByText('3 more can be sent again today.')
})

test('one press sends a message again, and the list is fetched again', async () => {
  fakeApi().answer(again, {})
  const { person } = show()
  await person.click(await screen.findByRole('button', { name: 'Send again, On its way' }))
  await screen.findByText('The message is sent again.')
  expect(fakeApi().received(again)[0]?.input).toEqual({ id: parcel._id, messageId: 'm2' })
  await expect.poll(() => fakeApi().received(list).length).toBe(2)
})

test('the page says if a colleague was first', async () => {
  fakeApi().refuse(again, 'sent_just_now')
  const { person } = show()
  await person.click(await screen.findByRole('button', { name: 'Send again, On its way' }))
  within(await screen.findByRole('alertdialog')).getByText('This message was sent again a moment ago.')
})

test('a waiting message is not sent again, and after three in a day none can be sent again', async () => {
  const { unmount } = show()
  expect(await screen.findAllByRole('button', { name: /^Send again/ })).toHaveLength(3)
  unmount()
  fakeApi().answer(list, { rows, left: 0 })
  show()
  await screen.findByText('3 were sent again today. Call them.')
  expect(screen.queryByRole('button', { name: /^Send again/ })).toBeNull()
})

test('a parcel without messages says so', async () => {
  fakeApi().answer(list, { rows: [], left: 3 })
  show()
  await screen.findByText('No message was written about this parcel.')
})

test('messages can be fetched again after a failure', async () => {
  fakeApi().fail(list)
  const { person } = show()
  await screen.findByText('Failed to fetch the messages')
  fakeApi().answer(list, { rows, left: 3 })
  await person.click(screen.getByRole('button', { name: 'Try Again' }))
  await screen.findByText('3 more can be sent again today.')
})
