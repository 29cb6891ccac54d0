// @vitest-environment jsdom

import { screen, within } from '@testing-library/react'
import { contract } from '@tuma/contracts/api'
import { fakeApi, people, renderScreen } from '@tuma/kit/testing'
import { beforeEach, expect, test } from 'vitest'
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
beforeEach(() => {
  fakeApi().answer(contract.operations.readModels, { behind: [], lagging: [], damaged: [], unanswered: [] })
})
const show = () => renderScreen(<ParkedMessages />, { as: people.admin })

test('messages of one key are shown together and replayed together', async () => {
  fakeApi().answer(contract.operations.parked, [parked('m1', 'k1'), parked('m2', 'k1')])
  const { person } = show()
  await screen.findByText('The address is not known')
  expect(screen.getAllByRole('row')).toHaveLength(2)
  fakeApi().answer(contract.operations.replay, { replayed: 2 }).answer(contract.operations.parked, [])
  await person.click(screen.getByRole('button', { name: /^Replay, / }))
  await screen.findByText('2 messages given back')
  await screen.findByText('Nothing is parked.')
  const key = { topic: 'delivery', group: 'notification', key: 'k1' }
  expect(
    fakeApi()
      .received(contract.operations.replay)
      .map(({ input }) => input),
  ).toEqual([key])
})

test('a failure to fetch the list is shown', async () => {
  fakeApi().fail(contract.operations.parked)
  show()
  await screen.findByText('Failed to fetch parked messages')
})

test('a stopped list shows the event, the cause and what to do; a list that catches up shows only that', async () => {
  fakeApi()
    .answer(contract.operations.parked, [])
    .answer(contract.operations.readModels, {
      behind: [
        {
          service: 'delivery',
          view: 'customers-v7',
          position: 41,
          stoppedBy: { position: 42, event: 'DeliveryRequested', error: 'RangeError' },
        },
        { service: 'revenue', view: 'days-v1', position: 7, stoppedBy: null },
        { service: 'revenue', view: 'novelties-v1', position: 7, stoppedBy: null },
      ],
      lagging: [],
      damaged: [],
      unanswered: [],
    })
  show()
  const [customers, days, novelties] = within(
    await screen.findByRole('list', { name: 'Lists that are not up to date' }),
  ).getAllByRole('listitem')
  expect(customers?.textContent).toBe(
    'CustomersStands still atevent 42Type of eventDeliveryRequestedErrorRangeErrorTo fill it anew:npm run rebuild -- delivery customers-v7 ',
  )
  expect(days?.textContent).toBe('RevenueIs catching up by itself.')
  expect(novelties?.textContent).toBe('novelties-v1Is catching up by itself.')
  screen.getByText(/recorded as always, and nothing is lost/)
  screen.getByText(/a release that can take its event/)
})

test('a replica that has not read the event yet shows where a list is stopped, but not why', async () => {
  const stoppedBy = { position: 42, event: null, error: null }
  fakeApi()
    .answer(contract.operations.parked, [])
    .answer(contract.operations.readModels, {
      behind: [{ service: 'delivery', view: 'customers-v1', position: 41, stoppedBy }],
      lagging: [],
      damaged: [],
      unanswered: [],
    })
  show()
  await screen.findByText('event 42')
  expect(screen.queryByText('Type of event')).toBeNull()
  expect(screen.queryByText('Error')).toBeNull()
})

test('a service that does not answer is named, and the others are shown', async () => {
  fakeApi()
    .answer(contract.operations.parked, [])
    .answer(contract.operations.readModels, {
      behind: [{ service: 'revenue', view: 'days-v1', position: 7, stoppedBy: null }],
      lagging: [],
      damaged: [],
      unanswered: ['delivery', 'payment'],
    })
  show()
  await screen.findByText(/^No answer about: parcels, payments/)
  screen.getByRole('heading', { name: 'Revenue' })
})

test('no lists are shown while all are up to date', async () => {
  fakeApi().answer(contract.operations.parked, [])
  show()
  await screen.findByText('Nothing is parked.')
  expect(fakeApi().received(contract.operations.readModels)).toHaveLength(1)
  expect(screen.queryByText(/up to date/)).toBeNull()
})

test('the page says if the state of the lists is unknown', async () => {
  fakeApi().answer(contract.operations.parked, []).fail(contract.operations.readModels)
  show()
  await screen.findByText('Failed to find out whether all lists are up to date')
})

test('services that receive events late are shown, with how many and how late', async () => {
  fakeApi()
    .answer(contract.operations.parked, [])
    .answer(contract.operations.readModels, {
      behind: [],
      lagging: [{ service: 'revenue', topic: 'delivery', messages: 1806, seconds: 125 }],
      damaged: [],
      unanswered: [],
    })
  show()
  const list = await screen.findByRole('list', { name: 'Who is behind with the news of others' })
  expect(list.textContent).toBe('Revenue1806 pieces of news are waiting. It is 2 minutes behind.')
})

test('an engine that cannot be used is shown with its setting, the consequence and what to do', async () => {
  fakeApi()
    .answer(contract.operations.parked, [])
    .answer(contract.operations.readModels, {
      behind: [],
      lagging: [],
      damaged: [],
      unanswered: [],
      degraded: [
        { engine: 'eventstoredb', state: 'refused' },
        { engine: 'kafka', state: 'away' },
      ],
    })
  show()
  const list = await screen.findByRole('list', { name: 'Parts that can’t be used now' })
  const [store, bus] = within(list).getAllByRole('listitem')
  expect(store?.textContent).toBe(
    'Event store (EVENTSTORE_URL)It refuses Tuma. Check its user, password and certificate. Nothing can be changed until it is back.',
  )
  expect(bus?.textContent).toBe(
    'Message bus (KAFKA_BROKERS)Tuma can’t reach it. Check that it runs and that its address is right. Messages, points and revenue come late.',
  )
})

test('damaged data is shown with its place, since when, and what to do', async () => {
  const one = { service: 'delivery', kind: 'delivery', id: '4f6b', revision: 2, position: 41 } as const
  fakeApi()
    .answer(contract.operations.parked, [])
    .answer(contract.operations.readModels, {
      behind: [],
      lagging: [],
      damaged: [{ ...one, since: '2026-11-22T06:00:00.000Z' }],
      unanswered: [],
    })
  show()
  const list = await screen.findByRole('list', { name: 'Records that are damaged' })
  expect(list.textContent).toMatch(/^delivery 4f6bInparcelsDamaged fromevent 2 of it, position 41Noticed.+, 09:00$/)
  screen.getByText(/restores them from a backup/)
})
