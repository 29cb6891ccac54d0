// @vitest-environment jsdom

import { screen, within } from '@testing-library/react'
import { contract } from '@tuma/contracts/api'
import { createMemoryRouter, queryClient } from '@tuma/kit/runtime'
import {
  fakeApi,
  liveConnections,
  people,
  renderRouter,
  renderScreen,
  sampleDelivery,
  watchHeadings,
} from '@tuma/kit/testing'
import { describe, expect, test } from 'vitest'
import { Dashboard } from './screen.tsx'

type Counts = { total: number; uncollected: number; inTransit: number; delivered: number; collected?: number }
const answerCounts = ({ total, ...byStatus }: Counts) =>
  fakeApi()
    .answer(contract.deliveries.ownDukani, [])
    .answer(contract.deliveries.ownDoorstep, [sampleDelivery(1)])
    .answer(contract.deliveries.countAll, { totalDeliveries: total })
    .answer(contract.deliveries.countByStatus, ({ input }) => ({ count: byStatus[input.status as 'delivered'] ?? 0 }))

const show = () => renderScreen(<Dashboard />, { as: people.client, path: '/Client', at: '/Client' })
const cards = () => [...document.querySelectorAll('.t-stat')].map((card) => card.textContent)

describe("the client's dashboard", () => {
  test('welcomes by first name and shows the points and the four counts of the client’s own deliveries', async () => {
    answerCounts({ total: 9, uncollected: 2, inTransit: 3, delivered: 4 })
    show()
    await screen.findByText('9')
    expect(screen.getByRole('heading', { name: 'Welcome, Wanjiku' })).toBeTruthy()
    expect(screen.getByText('45')).toBeTruthy()
    expect(cards()).toEqual(['Total Deliveries9', 'Uncollected2', 'In Transit3', 'Delivered4'])
    expect(fakeApi().received(contract.deliveries.countAll)[0]?.input).toEqual({ username: 'wanjiku' })
  })

  test('has one h1 while the parcels load, then the welcome', async () => {
    answerCounts({ total: 9, uncollected: 2, inTransit: 3, delivered: 4 })
    const answer = fakeApi().hold(contract.deliveries.ownDukani, [])
    const stop = watchHeadings()
    show()
    const loading = await screen.findByRole('heading', { level: 1, name: 'Loading…' })
    expect(loading.closest('[aria-busy="true"]')).not.toBeNull()
    answer()
    await screen.findByText('9')
    await expect.poll(() => screen.queryByRole('heading', { name: 'Loading…' })).toBeNull()
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Welcome, Wanjiku')
    expect(stop()).toEqual([])
  })

  test('counts every status, the counts make up the total, and each leads to its list', async () => {
    answerCounts({ total: 11, uncollected: 2, inTransit: 3, delivered: 4, collected: 2 })
    show()
    await screen.findByText('11')
    const figures = () =>
      (screen.getAllByRole('link') as HTMLAnchorElement[])
        .filter(({ pathname }) => pathname === '/Client/delivery-history')
        .map(({ textContent, search }) => [textContent, search])
    await expect.poll(figures).toEqual([
      ['All parcels', ''],
      ['Total Deliveries11', ''],
      ['Uncollected2', '?status=uncollected'],
      ['In Transit3', '?status=inTransit'],
      ['Delivered4', '?status=delivered'],
      ['Dropping Off0', '?status=dropping'],
      ['Sorting0', '?status=sorting'],
      ['Collected2', '?status=collected'],
      ['Delivery HistoryAll the parcels you sent, with receipts', ''],
    ])
  })

  test('leads to a new delivery, to tracking, to the history and to support', async () => {
    answerCounts({ total: 0, uncollected: 0, inTransit: 0, delivered: 0 })
    fakeApi().answer(contract.money.held, { cents: 1500_00, ready: 0, payTo: null })
    show()
    await screen.findByText('Ksh 1,500')
    const links = screen.getAllByRole('link') as HTMLAnchorElement[]
    const elsewhere = links.filter(({ search }) => search === '')
    expect(
      elsewhere.map((link) => [
        link.textContent?.split(/(?=To |See |All the|Write |Ksh |0|Unc)/)[0]?.trim(),
        link.pathname,
      ]),
    ).toEqual([
      ['Request Delivery', '/Client/send-parcel'],
      ['All parcels', '/Client/delivery-history'],
      ['TM-', '/Client/delivery/doorstep/d1'],
      ['Total Deliveries', '/Client/delivery-history'],
      ['My money', '/Client/money'],
      ['New Delivery', '/Client/send-parcel'],
      ['Track Package', '/Client/track-parcel'],
      ['Delivery History', '/Client/delivery-history'],
      ['Get Support', '/Client/contact'],
    ])
  })

  test('shows the parcels on their way first, newest on top, with receiver, state and place', async () => {
    answerCounts({ total: 3, uncollected: 1, inTransit: 1, delivered: 1 })
      .answer(contract.deliveries.ownDoorstep, [
        sampleDelivery(2, { status: 'delivered' }),
        sampleDelivery(3, { status: 'inTransit' }),
      ])
      .answer(contract.deliveries.ownDukani, [
        sampleDelivery(1, {
          deliveryType: 'parcelDukani',
          receiver: { pickupAgent: 'Thika Arcade', pickupLocation: null },
        }),
      ])
    show()
    const shown = within(await screen.findByRole('region', { name: 'On their way' }))
    expect(shown.getAllByRole('listitem').map((parcel) => parcel.textContent)).toEqual([
      'TM-0000-0000-0001Handed in at the shopTo Kiprop Cheruiyot, Thika Arcade, THIKAIt is at Moi Avenue Stationers, NAIROBI CBD.',
      'TM-0000-0000-0003In TransitTo Kiprop Cheruiyot, THIKAThe parcel is currently in transit.',
    ])
    const [first] = shown.getAllByRole('listitem')
    expect(first && within(first).getByRole('link').getAttribute('href')).toBe('/Client/delivery/parcelDukani/d1')
    const places = [...document.querySelectorAll('.parcel-card, .t-stat')].map(({ classList }) => classList[1])
    expect(places).toEqual(['parcel-card', 'parcel-card', 't-stat', 't-stat', 't-stat', 't-stat'])
  })

  test('shows a few of many parcels, and the latest ones where none is on its way', async () => {
    const many = [1, 2, 3, 4, 5, 6].map((daysOld) => sampleDelivery(daysOld, { status: 'delivered' }))
    answerCounts({ total: 6, uncollected: 0, inTransit: 0, delivered: 6 }).answer(contract.deliveries.ownDoorstep, many)
    show()
    const shown = within(await screen.findByRole('region', { name: 'Your latest parcels' }))
    expect(shown.getAllByRole('listitem')).toHaveLength(4)
    expect(shown.getByRole('link', { name: 'All parcels' }).getAttribute('href')).toBe('/Client/delivery-history')
  })

  test('tells a new client how to begin, and loads only the four counts of every dashboard', async () => {
    answerCounts({ total: 0, uncollected: 0, inTransit: 0, delivered: 0 }).answer(contract.deliveries.ownDoorstep, [])
    show()
    const first = within(await screen.findByRole('region', { name: 'Your first parcel' }))
    expect(first.getAllByRole('listitem')).toHaveLength(3)
    expect(first.getByRole('link').getAttribute('href')).toBe('/Client/send-parcel')
    expect(cards()).toHaveLength(4)
    expect(screen.queryByText('Sorting')).toBeNull()
    expect(screen.queryByText('My money')).toBeNull()
  })

  test('shows money apart from the states of parcels', async () => {
    answerCounts({ total: 1, uncollected: 1, inTransit: 0, delivered: 0 })
    fakeApi().answer(contract.money.held, { cents: 1500_00, ready: 0, payTo: null })
    show()
    const money = await screen.findByRole('link', { name: 'My money Ksh 1,500' })
    expect(money.closest('ul')).toBeNull()
  })

  test('a figure has the colour of the state that it counts', async () => {
    answerCounts({ total: 1, uncollected: 1, inTransit: 0, delivered: 0 })
    show()
    const figure = (await screen.findAllByText('Uncollected')).map((word) => word.closest('.t-stat')).find(Boolean)
    expect(figure?.getAttribute('data-status')).toBe('uncollected')
  })

  test('loads points and counts again when it opens, however fresh the last ones are', async () => {
    answerCounts({ total: 1, uncollected: 1, inTransit: 0, delivered: 0 })
    const router = createMemoryRouter(
      [
        { path: '/Client', element: <Dashboard /> },
        { path: '*', element: <p>elsewhere</p> },
      ],
      { initialEntries: ['/Client'] },
    )
    renderRouter(router, people.client)
    queryClient.setDefaultOptions({ queries: { retry: false, staleTime: 60_000 } })
    await screen.findByText('45')
    await router.navigate('/elsewhere')
    await screen.findByText('elsewhere')

    answerCounts({ total: 1, uncollected: 0, inTransit: 0, delivered: 1 })
    fakeApi().answer(contract.users.me, { ...people.client, points: 80 })
    await router.navigate('/Client')
    await screen.findByText('80')
    await expect.poll(cards).toEqual(['Total Deliveries1', 'Uncollected0', 'In Transit0', 'Delivered1'])
  })

  test('follows a parcel that is moved elsewhere, and the points that it earned', async () => {
    answerCounts({ total: 1, uncollected: 0, inTransit: 1, delivered: 0 })
    show()
    await expect.poll(cards).toEqual(['Total Deliveries1', 'Uncollected0', 'In Transit1', 'Delivered0'])
    answerCounts({ total: 1, uncollected: 0, inTransit: 0, delivered: 1 })
    fakeApi().answer(contract.users.me, { ...people.client, points: 80 })
    liveConnections()[0]?.change()
    await screen.findByText('80')
    await expect.poll(cards).toEqual(['Total Deliveries1', 'Uncollected0', 'In Transit0', 'Delivered1'])
  })

  test('shows an error when the counts could not be loaded, and tries again', async () => {
    answerCounts({ total: 9, uncollected: 2, inTransit: 3, delivered: 4 }).fail(contract.deliveries.countByStatus)
    const { person } = show()
    await screen.findByText('Failed to fetch deliveries')
    answerCounts({ total: 9, uncollected: 2, inTransit: 3, delivered: 4 })
    await person.click(screen.getByRole('button', { name: 'Try Again' }))
    await screen.findByText('9')
  })

  test('waits for the open decisions, so that they push nothing down afterwards', async () => {
    answerCounts({ total: 9, uncollected: 2, inTransit: 3, delivered: 4 })
    const letGo = fakeApi().hold(contract.deliveries.ownDukani, [])
    show()
    await screen.findByText('9')
    const place = () => screen.getByText('Welcome, Wanjiku').closest('.hidden')
    expect(place()).not.toBeNull()
    letGo()
    await expect.poll(place).toBeNull()
  })
})
