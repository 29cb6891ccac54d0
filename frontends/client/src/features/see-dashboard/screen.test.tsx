// @vitest-environment jsdom

import { screen, within } from '@testing-library/react'
import { contract, type OwnToday } from '@tuma/contracts/api'
import { chooseLanguage, createMemoryRouter, queryClient } from '@tuma/kit/runtime'
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

const nothing = { count: 0, more: false, parcels: [] }
/** A day on which there is nothing to do. */
const day = (changes: Partial<OwnToday> = {}): OwnToday => ({
  ...{ total: 1, underWay: nothing, trouble: nothing, toBring: { count: 0, more: false, shops: [] } },
  money: { ready: 0, atShops: 0, unconfirmed: 0, payout: null },
  ...changes,
})
type Counts = { total: number; uncollected: number; inTransit: number; delivered: number; collected?: number }
const answerCounts = ({ total, ...byStatus }: Counts) =>
  fakeApi()
    .answer(contract.deliveries.today, day({ total }))
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

  test('has one h1 while the day loads, then the welcome', async () => {
    answerCounts({ total: 9, uncollected: 2, inTransit: 3, delivered: 4 })
    const answer = fakeApi().hold(contract.deliveries.today, day())
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
    answerCounts({ total: 1, uncollected: 0, inTransit: 0, delivered: 0 })
    show()
    await screen.findByText('Today')
    const links = screen.getAllByRole('link') as HTMLAnchorElement[]
    const elsewhere = links.filter(({ search }) => search === '')
    expect(
      elsewhere.map((link) => [
        link.textContent?.split(/(?=To |See |All the|Write |Ksh |0|Unc)/)[0]?.trim(),
        link.pathname,
      ]),
    ).toEqual([
      ['Request Delivery', '/Client/send-parcel'],
      ['My money', '/Client/money'],
      ['Total Deliveries1', '/Client/delivery-history'],
      ['New Delivery', '/Client/send-parcel'],
      ['Track Package', '/Client/track-parcel'],
      ['Delivery History', '/Client/delivery-history'],
      ['Get Support', '/Client/contact'],
    ])
  })

  test('tells a new client how to begin, and loads only the four counts of every dashboard', async () => {
    answerCounts({ total: 0, uncollected: 0, inTransit: 0, delivered: 0 })
    show()
    const first = within(await screen.findByRole('region', { name: 'Your first parcel' }))
    expect(first.getAllByRole('listitem')).toHaveLength(3)
    expect(first.getByRole('link').getAttribute('href')).toBe('/Client/send-parcel')
    expect(cards()).toHaveLength(4)
    expect(screen.queryByText('Sorting')).toBeNull()
    expect(screen.queryByText('My money')).toBeNull()
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

  test('says so when the day could not be loaded, with the figures and actions below, and tries again', async () => {
    answerCounts({ total: 9, uncollected: 2, inTransit: 3, delivered: 4 }).fail(contract.deliveries.today)
    const { person } = show()
    await screen.findByText('We could not load your day')
    await expect.poll(cards).toHaveLength(4)
    answerCounts({ total: 9, uncollected: 2, inTransit: 3, delivered: 4 })
    await person.click(screen.getByRole('button', { name: 'Try Again' }))
    await screen.findByRole('heading', { name: 'Today' })
  })
})

describe('today', () => {
  const dukani = (daysOld: number, changes: Parameters<typeof sampleDelivery>[1] = {}) =>
    sampleDelivery(daysOld, { deliveryType: 'parcelDukani', status: 'dropping', ...changes })
  const open = (changes: Partial<OwnToday>) => {
    answerCounts({ total: 9, uncollected: 2, inTransit: 3, delivered: 4 })
    fakeApi().answer(contract.deliveries.today, day({ total: 9, ...changes }))
    return show()
  }
  const getPart = async (name: RegExp | string) => within(await screen.findByRole('region', { name }))
  const shop = { location: 'NAIROBI CBD', address: 'Moi Avenue Stationers' }
  const many = ['d1', 'd2', 'd3', 'd4', 'd5']
  const toBring = { count: 5, more: false, shops: [{ ...shop, count: 5, ids: many, parcels: [dukani(1), dukani(2)] }] }

  test('comes directly below the welcome and before the figures, and what is to bring is first', async () => {
    open({ toBring })
    await screen.findByRole('heading', { name: 'Today' })
    const headings = screen.getAllByRole('heading').map(({ textContent }) => textContent)
    expect(headings).toEqual(['Welcome, Wanjiku', 'Today', 'To bring 5', 'My money', 'Quick actions'])
    const places = [...document.querySelectorAll('#today, .t-stat')].map(({ id }) => id)
    expect(places).toEqual(['today', '', '', '', ''])
  })

  test('says what to bring to which shop, and leads to each parcel and to all of them', async () => {
    open({ toBring })
    const part = await getPart('To bring 5')
    part.getByText('Moi Avenue Stationers')
    part.getByText('NAIROBI CBD · 5 parcels')
    const links = (part.getAllByRole('link') as HTMLAnchorElement[]).map((link) => link.getAttribute('href'))
    expect(links).toEqual([
      '/Client/delivery-history?group=toBring',
      '/Client/delivery/parcelDukani/d1',
      '/Client/delivery/parcelDukani/d2',
    ])
    expect(part.getByRole('link', { name: /0001/ }).textContent).toBe('Kiprop CheruiyotTM-0000-0000-0001')
  })

  test('prints the labels of all parcels for a shop in one file', async () => {
    URL.createObjectURL = () => 'blob:here'
    fakeApi().answerRaw(contract.counter.labels, '%PDF', { 'content-type': 'application/pdf' })
    const { person } = open({ toBring })
    await person.click((await getPart('To bring 5')).getByRole('button', { name: 'Labels' }))
    await person.click(await screen.findByRole('menuitem', { name: 'A4 sheet, room for four' }))
    await expect.poll(() => fakeApi().received(contract.counter.labels)[0]?.input).toEqual({ ids: many, size: 'a4' })
  })

  test('asks for each open decision, and says of other parcels in trouble what it is', async () => {
    const waiting = { since: '2026-11-14T07:00:00.000Z', until: '2026-11-24', asked: true, mayWait: true }
    const asked = dukani(1, { status: 'delivered', waiting })
    const [held, back] = [dukani(2, { status: 'inTransit', held: ['damaged'] }), dukani(3, { leg: 'back' })]
    open({ trouble: { count: 7, more: false, parcels: [asked, held, back] } })
    const part = await getPart('In trouble 7')
    const question = within(part.getByRole('region', { name: 'Your decision about TM-0000-0000-0001' }))
    expect(question.getByRole('link').getAttribute('href')).toBe('/Client/delivery/parcelDukani/d1')
    question.getByRole('button', { name: 'Let it wait longer' })
    expect(part.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'Kiprop CheruiyotTM-0000-0000-0002On holdIn Transit',
      'Kiprop CheruiyotTM-0000-0000-0003Going back',
    ])
    expect(part.getAllByRole('link')[0]?.getAttribute('href')).toBe('/Client/delivery-history?group=trouble')
  })

  test('shows some of the parcels under way with their step, and how many there are', async () => {
    open({ underWay: { count: 1000, more: true, parcels: [dukani(1, { status: 'inTransit' })] } })
    const part = await getPart('Under way 1000+')
    expect(part.getByRole('listitem').textContent).toBe('Kiprop CheruiyotTM-0000-0000-0001In Transit')
  })

  test('has one line for each part without parcels or money', async () => {
    open({})
    for (const none of ['Nothing to bring to a shop.', 'Nothing under way.', 'No parcel in trouble.'])
      await screen.findByText(none)
    await screen.findByText('We hold no money for you now.')
  })

  const money = {
    ready: 11_400_00,
    atShops: 2_300_00,
    unconfirmed: 500_00,
    payout: { on: '2026-11-27', to: '07… 999' },
  }
  test('says how much is paid out, on which day and to which number, and where the other money is', async () => {
    open({ money })
    const part = await getPart('My money')
    part.getByText('Ksh 11,400 on Friday 27 Nov to 07… 999')
    part.getByText('Ksh 2,300 in cash at shops')
    part.getByText('Ksh 500 that M-Pesa has not confirmed yet')
    expect(part.getByRole('link').getAttribute('href')).toBe('/Client/money')
  })
  test('says the same in Swahili', async () => {
    chooseLanguage('sw')
    open({ money })
    await screen.findByText('Ksh 11,400 Ijumaa 27 Nov kwa 07… 999')
    await screen.findByText('Ksh 2,300 taslimu kwenye maduka')
  })
  test('asks for a payout number where there is none', async () => {
    open({ money: { ...money, payout: null } })
    await screen.findByText('Ksh 11,400 is ready. Tell us the M-Pesa number to pay it to.')
  })
  test('says that the money could not be loaded while the books do not answer', async () => {
    open({ money: null })
    await screen.findByText('We could not load your money')
  })
})
