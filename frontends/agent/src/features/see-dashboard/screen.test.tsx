// @vitest-environment jsdom

import { screen } from '@testing-library/react'
import { contract } from '@tuma/contracts/api'
import { fakeApi, liveConnections, people, renderScreen } from '@tuma/kit/testing'
import { expect, test } from 'vitest'
import { Dashboard } from './screen.tsx'

const counts = { dropping: 1, uncollected: 2, sorting: 3, inTransit: 4, delivered: 5, collected: 6 }

test('the dashboard greets, names the shop and counts its parcels, uncollected ones as dropped', async () => {
  fakeApi().answer(contract.agent.counts, counts)
  renderScreen(<Dashboard />, { as: people.agent })
  await screen.findByText('6')
  expect(screen.getByRole('heading', { name: 'Hello, Otieno' })).toBeTruthy()
  expect(screen.getByText('NAIROBI CBD')).toBeTruthy()
  expect(screen.getByText('Moi Avenue Shop')).toBeTruthy()
  const cards = [...document.querySelectorAll('.t-stat')].map((card) => card.textContent)
  expect(cards).toEqual(['Dropping Off1', 'Dropped2', 'Sorting3', 'In Transit4', 'Delivered5', 'Collected6'])
})

test('an agent without a shop awaits one', async () => {
  renderScreen(<Dashboard />, { as: { ...people.agent, location: null, address: null } })
  await screen.findByText('Await Location allocation...')
  expect(fakeApi().received(contract.agent.counts)).toEqual([])
})

test('says when the counts could not be fetched, and tries again', async () => {
  fakeApi().fail(contract.agent.counts)
  const { person } = renderScreen(<Dashboard />, { as: people.agent })
  await screen.findByText('Failed to fetch deliveries')
  fakeApi().answer(contract.agent.counts, counts)
  await person.click(screen.getByRole('button', { name: 'Try Again' }))
  await screen.findByText('6')
})

test('the counts follow what other devices do', async () => {
  fakeApi().answer(contract.agent.counts, counts)
  renderScreen(<Dashboard />, { as: people.agent })
  await screen.findByText('6')
  fakeApi().answer(contract.agent.counts, { ...counts, collected: 7 })
  liveConnections()[0]?.change()
  await screen.findByText('7')
})
