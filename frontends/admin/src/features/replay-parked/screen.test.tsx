// @vitest-environment jsdom

import { screen } from '@testing-library/react'
import { contract } from '@tuma/contracts/api'
import { fakeApi, people, renderScreen } from '@tuma/kit/testing'
import { expect, test } from 'vitest'
import { ParkedMessages } from './screen.tsx'

const parked = (id: string, key: string) => ({
  id,
  topic: 'delivery',
  group: 'notification',
  key,
  type: 'DeliveryRequested',
  reason: 'The address is not known',
  parkedAt: '2026-11-21T08:00:00Z',
})
const show = () => renderScreen(<ParkedMessages />, { as: people.admin })

test('messages of one key stand together and are given back together', async () => {
  fakeApi().answer(contract.operations.parked, [parked('m1', 'k1'), parked('m2', 'k1')])
  const { person } = show()
  await screen.findByText('The address is not known')
  expect(screen.getAllByRole('row')).toHaveLength(2)
  fakeApi().answer(contract.operations.replay, { replayed: 2 }).answer(contract.operations.parked, [])
  await person.click(screen.getByRole('button', { name: 'Replay' }))
  await screen.findByText('2 messages given back')
  await screen.findByText('Nothing is parked.')
  const key = { topic: 'delivery', group: 'notification', key: 'k1' }
  expect(
    fakeApi()
      .received(contract.operations.replay)
      .map(({ input }) => input),
  ).toEqual([key])
})

test('a list that can not be fetched is said', async () => {
  fakeApi().fail(contract.operations.parked)
  show()
  await screen.findByText('Failed to fetch parked messages')
})
