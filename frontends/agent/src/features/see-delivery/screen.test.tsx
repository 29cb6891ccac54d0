// @vitest-environment jsdom

import { screen } from '@testing-library/react'
import { contract, type Delivery } from '@tuma/contracts/api'
import type { NextStep } from '@tuma/contracts/vocabulary'
import { fakeApi, liveConnections, people, renderScreen, sampleDelivery } from '@tuma/kit/testing'
import { expect, test } from 'vitest'
import { Detail } from './screen.tsx'

const offers = (step: NextStep) => ({ nextStep: { step, mine: true } })
const dropping = sampleDelivery(1, { status: 'dropping', deliveryType: 'parcelDukani', ...offers('drop') })
const dropped: Delivery = { ...dropping, status: 'uncollected', revision: 2, ...offers('putInTransit') }

const at = '/Agent/delivery/parcelDukani/d1'
const show = (state?: unknown) =>
  renderScreen(<Detail />, { as: people.agent, path: '/Agent/delivery/:type/:id', at, state })
const wayBack = async () => ((await screen.findAllByRole('link', { name: 'Back' })) as HTMLAnchorElement[])[0]

test('the next step stands beneath a parcel, and its outcome shows before it is asked for again', async () => {
  const api = fakeApi().answer(contract.deliveries.detail, dropping)
  api.answer(contract.agent.drop, () => {
    api.hold(contract.deliveries.detail, dropped)
    return dropped
  })
  const { person } = show()
  await person.click(await screen.findByRole('button', { name: 'Dropped' }))
  await screen.findByText('Uncollected', { selector: '.t-badge' })
  expect(await screen.findByRole('button', { name: 'Intransit' })).toBeTruthy()
})

test('what another device does with it shows without a reload', async () => {
  fakeApi().answer(contract.deliveries.detail, dropping)
  show()
  await screen.findByRole('button', { name: 'Dropped' })
  fakeApi().answer(contract.deliveries.detail, dropped)
  liveConnections()[0]?.change()
  await screen.findByRole('button', { name: 'Intransit' })
})

test('Back leads to the tab that it was opened from, or to the dashboard', async () => {
  fakeApi().answer(contract.deliveries.detail, dropping)
  const { unmount } = show({ back: '/Agent/received?tab=collected' })
  expect((await wayBack())?.getAttribute('href')).toBe('/Agent/received?tab=collected')
  unmount()
  show()
  expect((await wayBack())?.getAttribute('href')).toBe('/Agent')
})
