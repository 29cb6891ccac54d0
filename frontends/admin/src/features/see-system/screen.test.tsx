// @vitest-environment jsdom

import { screen, within } from '@testing-library/react'
import { contract } from '@tuma/contracts/api'
import { fakeApi, people, renderScreen } from '@tuma/kit/testing'
import { beforeEach, expect, test } from 'vitest'
import { System } from './screen.tsx'

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
  fakeApi()
    .answer(contract.operations.unsent, [])
    .answer(contract.operations.repeated, [])
    .answer(contract.operations.readModels, { behind: [], lagging: [], damaged: [], unanswered: [] })
})
const show = () => renderScreen(<System />, { as: people.admin })

test('messages of one key are one row and are replayed together', async () => {
  fakeApi().answer(contract.operations.parked, [parked('m1', 'k1'), parked('m2', 'k1')])
  const { person } = show()
  await screen.findByText('The address is not known')
  expect(screen.getAllByRole('row')).toHaveLength(2)
  fakeApi().answer(contract.operations.replay, { replayed: 2 }).answer(contract.operations.parked, [])
  await person.click(screen.getByRole('button', { name: /^Try again, / }))
  await screen.findByText('Trying 2 messages again')
  await screen.findByText('No internal message has failed.')
  const key = { topic: 'delivery', group: 'notification', key: 'k1' }
  expect(
    fakeApi()
      .received(contract.operations.replay)
      .map(({ input }) => input),
  ).toEqual([key])
})

test('a list that cannot be fetched says so', async () => {
  fakeApi().fail(contract.operations.parked)
  show()
  await screen.findByText('Failed to load the internal messages')
})

test('a stopped list shows the event, the error and what to do; one that catches up only says so', async () => {
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
    'CustomersStopped atchange 42Kind of changeDeliveryRequestedErrorRangeErrorTo rebuild the list, stop Tuma and run:npm run rebuild -- delivery customers-v7 ',
  )
  expect(days?.textContent).toBe('RevenueThis list is being updated.')
  expect(novelties?.textContent).toBe('novelties-v1This list is being updated.')
  screen.getByText(/^Everything is saved and nothing is lost/)
  screen.getByText(/a newer version may be able to read the change/)
})

test('a replica that has not read the event itself shows where a list stopped, but not why', async () => {
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
  await screen.findByText('change 42')
  expect(screen.queryByText('Kind of change')).toBeNull()
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
  await screen.findByText(/^No answer from: parcels, payments/)
  screen.getByRole('heading', { name: 'Revenue' })
})

test('while all lists are up to date no card about them is shown', async () => {
  fakeApi().answer(contract.operations.parked, [])
  show()
  await screen.findByText('No internal message has failed.')
  expect(fakeApi().received(contract.operations.readModels)).toHaveLength(1)
  expect(screen.queryByText(/up to date/)).toBeNull()
})

test('a failed check of the lists is shown', async () => {
  fakeApi().answer(contract.operations.parked, []).fail(contract.operations.readModels)
  show()
  await screen.findByText('Failed to check if all lists are up to date')
})

test('a service that is late is shown with its number of messages and minutes', async () => {
  fakeApi()
    .answer(contract.operations.parked, [])
    .answer(contract.operations.readModels, {
      behind: [],
      lagging: [{ service: 'revenue', topic: 'delivery', messages: 1806, seconds: 125 }],
      damaged: [],
      unanswered: [],
    })
  show()
  const list = await screen.findByRole('list', { name: 'Parts of Tuma that are late' })
  expect(list.textContent).toBe('Revenue1806 changes are waiting. 2 minutes late.')
})

test('an engine that can’t be used is shown with its setting, the effect and what an operator does', async () => {
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
  const list = await screen.findByRole('list', { name: 'Parts of Tuma that do not work now' })
  const [store, bus] = within(list).getAllByRole('listitem')
  expect(store?.textContent).toBe(
    'Store of all changes (EVENTSTORE_URL)It refuses Tuma. Check its user, password and certificate. Tuma cannot save changes until it works again.',
  )
  expect(bus?.textContent).toBe(
    'Internal messages (KAFKA_BROKERS)Tuma can’t reach it. Check that it runs and that its address is right. SMS, e-mails, points and revenue are late.',
  )
})

test.each([
  ['away', 'Tuma can’t reach its place. Check that it is on and that BACKUP_TO is right.'],
  ['full', 'Its place is full. Make room there.'],
  ['slow', 'Its place is too slow. Check the connection and the disk.'],
  ['refused', 'Its place refuses Tuma. Check its keys, BACKUP_KEY, and that no other Tuma uses it.'],
] as const)('a backup whose place is %s is shown with since when and what an operator does', async (state, toDo) => {
  fakeApi()
    .answer(contract.operations.parked, [])
    .answer(contract.operations.readModels, {
      behind: [],
      lagging: [],
      damaged: [],
      unanswered: [],
      backup: { state, since: '2026-11-22T06:00:00.000Z' },
    })
  show()
  const heading = await screen.findByRole('heading', { name: 'The backup is behind.' })
  screen.getByText(toDo)
  expect(heading.parentElement?.textContent).toMatch(/Since.+, 09:00/)
})

test('a damaged record is shown with its place, since when, and what an operator does', async () => {
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
  const list = await screen.findByRole('list', { name: 'Damaged records' })
  expect(list.textContent).toMatch(
    /^delivery 4f6bPart of TumaparcelsDamaged fromits change 2, position 41Found.+, 09:00$/,
  )
  screen.getByText(/restores a backup/)
})

test('a damaged list says what Tuma does, and what the operator does where Tuma can not', async () => {
  const since = '2026-11-22T06:00:00.000Z'
  fakeApi()
    .answer(contract.operations.parked, [])
    .answer(contract.operations.readModels, {
      behind: [],
      lagging: [],
      damaged: [],
      damagedCollections: [
        { service: 'revenue', collection: 'entries-v1', since, state: 'filling' },
        { service: 'revenue', collection: 'days-v1', since, state: 'stays' },
        { service: 'delivery', collection: 'photos-v1', since, state: 'kept' },
      ],
      unanswered: [],
    })
  show()
  const list = await screen.findByRole('list', { name: 'Damaged lists' })
  const [entries, days, photos] = within(list).getAllByRole('listitem')
  expect(entries?.textContent).toMatch(
    /^Entries of the booksPart of TumarevenueFound.+Tuma is filling this list again\. You do not have to do anything\.$/,
  )
  expect(days?.textContent).toContain('npm run rebuild -- revenue days-v1')
  expect(photos?.textContent).toContain('The operator checks the disk and restores a backup.')
  expect(photos?.textContent).not.toContain('npm run')
})

test('what the daily check found is shown with what it is about, and what to do', async () => {
  const [since, passed] = ['2026-11-22T06:00:00.000Z', '2026-11-23T07:00:00.000Z']
  const row = { kind: 'row_differs', about: 'drawers-v1 a1', expected: null, found: 'cents', since }
  const books = { kind: 'in_transit_differs', about: 'a1', expected: '5000', found: '4000', since }
  fakeApi()
    .answer(contract.operations.parked, [])
    .answer(contract.operations.readModels, {
      ...{ behind: [], lagging: [], damaged: [], unanswered: [] },
      findings: [
        { service: 'revenue', ...row },
        { service: 'revenue', ...books },
        { service: 'identity', ...row, kind: 'of_a_later_release', about: 'x' },
      ],
      lastPass: [
        { service: 'revenue', at: passed },
        { service: 'identity', at: null },
      ],
    })
  show()
  const list = await screen.findByRole('list', { name: 'Differences in the daily check' })
  const [first, second, third] = within(list).getAllByRole('listitem')
  expect(first?.textContent).toMatch(
    /^A row of a list shows something wrong\. .*Rebuild the list\.Part of TumarevenueAboutdrawers-v1 a1Iscents/,
  )
  expect(first?.textContent).toMatch(/Found.+, 09:00Last checked.+, 10:00.*npm run rebuild -- revenue drawers-v1/)
  expect(second?.textContent).toMatch(/Count their cash again .*Abouta1Should be5000Is4000/)
  expect(third?.textContent).toMatch(/^The daily check found a difference\. Tell the operator\./)
  expect(third?.textContent).not.toContain('Last checked')
})

test('what Kafka lost is shown with its topic, when, how many messages were sent again, and what to check', async () => {
  const lost = { at: '2026-11-22T06:00:00.000Z', messages: 12, times: 1, isUnderWay: false }
  fakeApi()
    .answer(contract.operations.parked, [])
    .answer(contract.operations.readModels, {
      ...{ behind: [], lagging: [], damaged: [], unanswered: [] },
      publishedAgain: [
        { service: 'delivery', ...lost },
        { service: 'payment', ...lost, times: 3, isUnderWay: true },
      ],
    })
  show()
  const list = await screen.findByRole('list', { name: 'Kafka lost messages' })
  const [done, underWay] = within(list).getAllByRole('listitem')
  expect(done?.textContent).toMatch(
    /^ParcelsNoticed.+, 09:00TopicdeliverySent again12Losses so far1All are sent again\. You need not do anything\.$/,
  )
  expect(underWay?.textContent).toMatch(/Losses so far3Tuma is still sending them\./)
  screen.getByText(/the operator checks the disks of Kafka\.$/)
})
