// @vitest-environment jsdom

import { screen } from '@testing-library/react'
import { contract, type Delivery } from '@tuma/contracts/api'
import { newestFirst } from '@tuma/kit/parcels'
import { fakeApi, people, renderScreen, sampleDelivery, sampleTabCounts } from '@tuma/kit/testing'
import { beforeEach, expect, test } from 'vitest'
import { AllDeliveries } from './screen.tsx'

const path = '/Agent/all-deliveries'
beforeEach(() => {
  fakeApi().answer(
    contract.counter.tabCounts,
    sampleTabCounts({
      sending: { dropping: 4, uncollected: 12, all: 20 },
      ...{ inTransitBy: { shop: 1 }, deliveredBy: { shop: 2 }, collected: 3 },
    }),
  )
})
const show = (at = path) => renderScreen(<AllDeliveries />, { as: people.agent, path, at })
const received = (byStatus: { delivered: Delivery[]; collected: Delivery[] }, headers = {}) =>
  fakeApi().answer(contract.agent.receiving, ({ input }) => byStatus[input.status as 'delivered'], headers)
const trackingIds = () => screen.getAllByRole('link', { name: /TM-/ }).map((link) => link.textContent)

test('Sending Deliveries are all that were sent from the shop, whatever their status', async () => {
  fakeApi().answer(contract.agent.sending, [
    sampleDelivery(1, { status: 'collected' }),
    sampleDelivery(2, { status: 'dropping' }),
  ])
  show()
  await screen.findByText('Dropping Off')
  expect(screen.getByRole('tab', { selected: true, name: 'Sending Deliveries' })).toBeTruthy()
  expect(fakeApi().received(contract.agent.sending)[0]?.input).toEqual({})
})

test('a parcel that moves on stays in the whole list, with its new status at once and no second step meanwhile', async () => {
  const nextStep = { step: 'drop', mine: true } as const
  const dropping = sampleDelivery(1, { status: 'dropping', deliveryType: 'parcelDukani', nextStep })
  fakeApi()
    .answer(contract.agent.sending, [dropping])
    .hold(contract.agent.drop, { ...dropping, status: 'uncollected' })
  const { person } = show()
  await person.click(await screen.findByRole('button', { name: 'Dropped' }))
  await screen.findByText('Dropped', { selector: '.t-badge' })
  expect(screen.getByRole('button', { name: 'Saving…' }).getAttribute('aria-disabled')).toBe('true')
  expect(screen.queryByRole('button', { name: /Intransit|Assign Rider/ })).toBeNull()
})

test('Received Deliveries are what was delivered and what was collected, newest first', async () => {
  received({
    delivered: [sampleDelivery(2, { status: 'delivered' })],
    collected: [sampleDelivery(1, { status: 'collected' }), sampleDelivery(3, { status: 'collected' })],
  })
  show(`${path}?tab=received`)
  await screen.findByRole('link', { name: 'TM-0000-0000-0002' })
  expect(trackingIds()).toEqual(['TM-0000-0000-0001', 'TM-0000-0000-0002', 'TM-0000-0000-0003'])
})

test('one status without the other is no list: says that it failed, and tries again', async () => {
  fakeApi().fail(contract.agent.receiving)
  const { person } = show(`${path}?tab=received`)
  await screen.findByText('Failed to fetch deliveries')
  received({ delivered: [sampleDelivery(2, { status: 'delivered' })], collected: [] })
  await person.click(screen.getByRole('button', { name: 'Try Again' }))
  await screen.findByRole('link', { name: 'TM-0000-0000-0002' })
})

test('Show more asks for the next page of what was received', async () => {
  received({ delivered: [sampleDelivery(1, { status: 'delivered' })], collected: [] }, { 'x-next-cursor': 'page2' })
  const { person } = show(`${path}?tab=received`)
  await screen.findByRole('link', { name: 'TM-0000-0000-0001' })
  received({ delivered: [sampleDelivery(4, { status: 'delivered' })], collected: [] })
  await person.click(screen.getByRole('button', { name: 'Show more' }))
  await screen.findByRole('link', { name: 'TM-0000-0000-0004' })
  expect(fakeApi().received(contract.agent.receiving).at(-1)?.input.cursor).toBe('page2')
})

test('a status that goes on holds back what is older than its last row, whose neighbours are not loaded yet', () => {
  const days = (...old: number[]) => old.map((day) => sampleDelivery(day))
  const merged = newestFirst([
    { rows: days(1, 3), goesOn: true },
    { rows: days(2, 6), goesOn: false },
  ])
  expect(merged.map(({ _id }) => _id)).toEqual(['d1', 'd2', 'd3'])
})

test('both tabs say how many there are', async () => {
  fakeApi().answer(contract.agent.sending, [])
  show()
  const counts = () => screen.getAllByRole('tab').map((tab) => tab.getAttribute('aria-description'))
  await expect.poll(counts).toEqual(['20', '5'])
})
