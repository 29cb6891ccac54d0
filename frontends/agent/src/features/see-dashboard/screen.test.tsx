// @vitest-environment jsdom

import { screen, within } from '@testing-library/react'
import { contract } from '@tuma/contracts/api'
import {
  fakeApi,
  liveConnections,
  people,
  renderScreen,
  sampleDelivery,
  sampleTabCounts,
  standAt,
} from '@tuma/kit/testing'
import { beforeEach, describe, expect, test } from 'vitest'
import { Dashboard } from './screen.tsx'

beforeEach(() => {
  fakeApi().answer(
    contract.counter.tabCounts,
    sampleTabCounts({
      sending: { dropping: 14, uncollected: 12, all: 20 },
      ...{ inTransitBy: { shop: 9, riders: 2 }, collected: 3, waiting: 2 },
    }),
  )
  fakeApi().answer(contract.locations.shops, [cbd])
  fakeApi().answer(contract.counter.toDo, [], { 'x-total-count': '0' })
  fakeApi().answer(contract.counterParcels.today, { parcels: 0, cash: 0, mpesa: 0 })
  fakeApi().answer(contract.cash.drawer, { cents: 532_000, awaiting: 0, since: null, parcels: [] })
  fakeApi().answer(contract.cash.offers, noOffers)
})
const noOffers = { toYou: [], yours: null, past: [], colleagues: [] }
const cbd = { _id: 's1', locationName: 'NAIROBI CBD', pickupPoints: ['Moi Avenue Shop'], price: 150 }
const counts = { dropping: 1, uncollected: 2, sorting: 3, inTransit: 4, delivered: 5, collected: 6 }

test('the dashboard greets, names the shop and counts its parcels, uncollected ones as dropped', async () => {
  fakeApi().answer(contract.agent.counts, counts)
  renderScreen(<Dashboard />, { as: people.agent })
  await screen.findByText('6')
  expect(screen.getByRole('heading', { name: 'Hello, Otieno' })).toBeTruthy()
  expect(screen.getByText('NAIROBI CBD')).toBeTruthy()
  expect(screen.getByText('Moi Avenue Shop')).toBeTruthy()
  const cards = [...document.querySelectorAll('.t-stat')].map((card) => card.textContent)
  expect(screen.getByText('In progress').textContent).toBe('In progress 10')
  expect(cards).toEqual([
    'Dropping Off1',
    'Dropped2',
    'Sorting3',
    'In Transit49 on the way here',
    'Delivered52 waiting here',
    'Collected6',
  ])
})

test('says that the cash should be paid in, where it is too much to keep', async () => {
  fakeApi().answer(contract.agent.counts, counts)
  const cash = () => screen.findByRole('link', { name: /My cash/ })
  const { unmount } = renderScreen(<Dashboard />, { as: people.agent })
  await screen.findByText('Ksh 5,320')
  expect((await cash()).textContent).not.toContain('Pay in')
  unmount()
  const tooMuch = { cents: 20_250_00, awaiting: 0, since: null, parcels: [] }
  fakeApi().answer(contract.cash.drawer, { ...tooMuch, tooFull: true })
  renderScreen(<Dashboard />, { as: people.agent })
  await screen.findByText('Ksh 20,250')
  expect((await cash()).textContent).toContain('Pay in')
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

test('each count leads to the list of what it counts', async () => {
  fakeApi().answer(contract.agent.counts, counts)
  renderScreen(<Dashboard />, { as: people.agent })
  await screen.findByText('6')
  const leads = [...document.querySelectorAll('.t-stat')].map((card) => card.getAttribute('href'))
  expect(leads).toEqual([
    '/Agent/uncollected',
    '/Agent/uncollected?tab=dropped',
    '/Agent/uncollected?tab=dropped',
    '/Agent/uncollected?tab=inTransit',
    '/Agent/received?tab=delivered',
    '/Agent/received?tab=collected',
  ])
})

test('what waits for a press leads to its tab, and the money of the drawer to where it is handed over', async () => {
  fakeApi().answer(contract.agent.counts, counts)
  fakeApi().answer(contract.counter.toDo, [sampleDelivery(1, { dueAt: '2026-11-21T09:30:00.000Z' })], {
    ...{ 'x-total-count': '4', 'x-server-time': '2026-11-21T10:05:00.000Z' },
  })
  renderScreen(<Dashboard />, { as: people.agent })
  await screen.findByText('14')
  await screen.findByText('Ksh 5,320')
  const entries = within(screen.getByRole('navigation', { name: 'What to do now' })).getAllByRole<HTMLAnchorElement>(
    'link',
  )
  expect(entries.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['4with a deadline35 min late', '/Agent/to-do'],
    ['14not brought yet', '/Agent/uncollected'],
    ['12to send on', '/Agent/uncollected?tab=dropped'],
    ['9on the way here', '/Agent/received'],
    ['2waiting to be collected', '/Agent/waiting'],
    ['Ksh 5,320My cash', '/Agent/cash'],
  ])
})

test('cash of a colleague waits in a row that leads to where it is counted', async () => {
  fakeApi().answer(contract.agent.counts, counts)
  const offer = { _id: 'o1', name: 'Amina Yusuf', cents: 400_000, at: '2026-11-21T09:30:00.000Z' }
  fakeApi().answer(contract.cash.offers, { ...noOffers, toYou: [offer] })
  renderScreen(<Dashboard />, { as: people.agent })
  const row = await screen.findByRole('link', { name: /Amina Yusuf gives you cash. Count it./ })
  expect([row.textContent, row.getAttribute('href')]).toEqual([
    'Ksh 4,000Amina Yusuf gives you cash. Count it.',
    '/Agent/cash',
  ])
})

test('cash of several colleagues is one row', async () => {
  fakeApi().answer(contract.agent.counts, counts)
  const offer = { _id: 'o1', name: 'Amina Yusuf', cents: 400_000, at: '2026-11-21T09:30:00.000Z' }
  fakeApi().answer(contract.cash.offers, { ...noOffers, toYou: [offer, { ...offer, _id: 'o2', cents: 100_000 }] })
  renderScreen(<Dashboard />, { as: people.agent })
  await screen.findByText('2 colleagues give you cash. Count it.')
  screen.getByText('Ksh 5,000')
})

test('whether the shop is closed has its place before it is known, and can not be said until then', async () => {
  fakeApi().answer(contract.agent.counts, counts)
  const letGo = fakeApi().hold(contract.locations.shops, [cbd])
  renderScreen(<Dashboard />, { as: people.agent })
  await screen.findByText('6')
  const isOff = () => screen.getByRole<HTMLInputElement>('checkbox', { name: /Closed today/ }).disabled
  expect(isOff()).toBe(true)
  letGo()
  await expect.poll(isOff).toBe(false)
})

test('an agent says that their shop is closed today, and takes it back', async () => {
  fakeApi().answer(contract.agent.counts, counts).answer(contract.counter.closedToday, { closed: true })
  const { person } = renderScreen(<Dashboard />, { as: people.agent })
  const box = () => screen.getByRole<HTMLInputElement>('checkbox', { name: /Closed today/ })
  await expect
    .poll(() => screen.queryByRole<HTMLInputElement>('checkbox', { name: /Closed today/ })?.disabled)
    .toBe(false)
  expect(box().checked).toBe(false)
  const said = { landmark: null, hours: null, closedDays: [], closedToday: true }
  fakeApi().answer(contract.locations.shops, [{ ...cbd, shops: [{ name: 'Moi Avenue Shop', ...said }] }])
  await person.click(box())
  await expect.poll(() => [box().checked, box().disabled]).toEqual([true, false])
  fakeApi().answer(contract.locations.shops, [cbd])
  await person.click(box())
  await expect.poll(() => [box().checked, box().disabled]).toEqual([false, false])
  expect(
    fakeApi()
      .received(contract.counter.closedToday)
      .map(({ input }) => input),
  ).toEqual([{ closed: true }, { closed: false }])
})

test('a failed save is shown, and the checkbox keeps the state of the shop', async () => {
  fakeApi().answer(contract.agent.counts, counts).fail(contract.counter.closedToday)
  const { person } = renderScreen(<Dashboard />, { as: people.agent })
  const box = await screen.findByRole<HTMLInputElement>('checkbox', { name: /Closed today/ })
  await expect.poll(() => box.disabled).toBe(false)
  await person.click(box)
  await screen.findByText('Not saved. Please try again.')
  await expect.poll(() => box.checked).toBe(false)
})

describe('where the shop is', () => {
  const here = { lat: -1.2841499, lng: 36.8252 }
  const silent = { landmark: null, hours: null, closedDays: [], closedToday: false }
  const open = async () => {
    fakeApi().answer(contract.agent.counts, counts).answer(contract.counter.setPosition, here)
    const { person } = renderScreen(<Dashboard />, { as: people.agent })
    await screen.findByText('Customers cannot find your shop on a map yet.')
    return person
  }
  const sent = () =>
    fakeApi()
      .received(contract.counter.setPosition)
      .map(({ input }) => input)

  test('is set by its agent, who sees the place before it is saved', async () => {
    const asked = standAt(here, 12.3)
    const person = await open()
    expect(asked()).toBe(0)
    await person.click(screen.getByRole('button', { name: 'I am here' }))
    await screen.findByText(/Put Moi Avenue Shop on the map here\? It is accurate to 13 m\./)
    const map = screen.getByRole<HTMLAnchorElement>('link', { name: 'See it on the map' })
    expect(new URL(map.href).searchParams.get('query')).toBe('-1.2841499,36.8252')
    expect(sent()).toEqual([])
    fakeApi().answer(contract.locations.shops, [
      { ...cbd, shops: [{ name: 'Moi Avenue Shop', ...silent, position: here }] },
    ])
    await person.click(screen.getByRole('button', { name: 'Save position' }))
    await screen.findByText('Customers can find your shop on a map.')
    expect(sent()).toEqual([here])
  })
  test('is not set after Cancel', async () => {
    standAt(here)
    const person = await open()
    await person.click(screen.getByRole('button', { name: 'I am here' }))
    await person.click(await screen.findByRole('button', { name: 'Cancel' }))
    screen.getByRole('button', { name: 'I am here' })
    expect(sent()).toEqual([])
  })
  test.each([
    ['refused', 10, 'Your browser did not share your position. Allow it, and press again.'],
    ['absent', 10, 'Your phone could not find its position. Go to the door, and press again.'],
    [here, 2400, 'Your phone is not sure where it is. Go to the door, and press again.'],
  ] as const)('is not set from %j with %s m', async (where, metres, sentence) => {
    standAt(where, metres)
    const person = await open()
    await person.click(screen.getByRole('button', { name: 'I am here' }))
    await screen.findByText(sentence)
    expect(screen.queryByRole('button', { name: 'Save position' })).toBeNull()
  })
  test('stays unsaved after a refusal, and can be saved again', async () => {
    standAt(here)
    const person = await open()
    fakeApi().refuse(contract.counter.setPosition, 'bad_input')
    await person.click(screen.getByRole('button', { name: 'I am here' }))
    await person.click(await screen.findByRole('button', { name: 'Save position' }))
    await screen.findByText('Please check what you entered.')
    screen.getByRole('button', { name: 'Save position' })
  })
})

test('the first press below the greeting takes in a parcel', async () => {
  fakeApi().answer(contract.agent.counts, counts)
  renderScreen(<Dashboard />, { as: people.agent })
  const entry = await screen.findByRole<HTMLAnchorElement>('link', { name: 'New parcel' })
  expect(entry.getAttribute('href')).toBe('/Agent/new')
  expect(screen.getAllByRole('link')[0]).toBe(entry)
})

test.each([
  [{ parcels: 12, cash: 900, mpesa: 1440 }, '12 parcels today, Ksh 2,340: cash 900, M-Pesa 1,440'],
  [{ parcels: 3, cash: 1450, mpesa: 0 }, '3 parcels today, Ksh 1,450: cash 1,450'],
  [{ parcels: 1, cash: 0, mpesa: 0 }, '1 parcel today'],
])('says what the shop has taken in today: %j', async (today, said) => {
  fakeApi().answer(contract.agent.counts, counts).answer(contract.counterParcels.today, today)
  renderScreen(<Dashboard />, { as: people.agent })
  await screen.findByText(said)
})

test('says nothing of today before the first parcel', async () => {
  fakeApi().answer(contract.agent.counts, counts)
  renderScreen(<Dashboard />, { as: people.agent })
  await screen.findByText('6')
  await expect.poll(() => fakeApi().received(contract.counterParcels.today).length).toBeGreaterThan(0)
  expect(screen.queryByText(/today,|parcels today/)).toBeNull()
})
