// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { pageLimit } from '@tuma/contracts/vocabulary'
import { House, Wallet } from '@tuma/kit/icons'
import { createMemoryRouter } from '@tuma/kit/runtime'
import { renderRouter } from '@tuma/kit/testing'
import { expect, test } from 'vitest'
import { buildFirstPages } from '../first/pages.ts'
import { type AreaPage, buildRoutes, getMenu } from './index.ts'

const Home = () => <h1>Home</h1>
const Paid = () => <h1>Paid deliveries</h1>
const Detail = () => <h1>A parcel</h1>

const pages = [
  { path: '/Agent', asks: ['agent.counts'], menu: { label: 'home', icon: House, end: true } },
  {
    path: '/Agent/paid',
    load: async () => Paid,
    chunk: 'list-paid',
    menu: { label: 'paid', icon: Wallet, less: true },
  },
  { path: '/Agent/delivery/:type/:id', load: async () => Detail, under: '/Agent/paid' },
] as const satisfies readonly AreaPage[]

test.each([
  ['/Agent', 'Home'],
  ['/Agent/paid', 'Paid deliveries'],
  ['/agent/delivery/doorstep/d1', 'A parcel'],
])('the page at %s has its screen, from its own chunk or from the area', async (at, title) => {
  const routes = [{ path: '/Agent', children: buildRoutes('/Agent', pages, { '/Agent': Home }) }]
  renderRouter(createMemoryRouter(routes, { initialEntries: [at] }))
  expect(await screen.findByRole('heading', { level: 1, name: title })).toBeTruthy()
})

test('the menu has the pages with an entry in their order, those that are opened less often by themselves', () => {
  const { menu, less } = getMenu(pages)
  expect(menu).toEqual([{ to: '/Agent', label: 'home', icon: House, end: true }])
  expect(less).toEqual([{ to: '/Agent/paid', label: 'paid', icon: Wallet, also: ['/Agent/delivery'] }])
})

test('what a page brings is fetched ahead; a page that brings nothing is not listed', () => {
  expect(buildFirstPages(pages)).toEqual([
    { path: '/Agent', drawn: false, asks: ['/api/agent/counts'] },
    { path: '/Agent/paid', drawn: false, chunk: 'list-paid' },
  ])
})

test('a first question is asked at the address of its call: of a list the first page, with what it is filtered by', () => {
  const asks = ['agent.paidParcels', ['counter.toDo', { limit: '1' }], '/api/agent/track/{id}'] as const
  expect(buildFirstPages([{ path: '/Agent', asks }])[0]?.asks).toEqual([
    `/api/agent/paid-parcels?limit=${pageLimit}`,
    '/api/agent/to-do?limit=1',
    '/api/agent/track/{id}',
  ])
})

test('a page that a build draws says how, and needs nothing else to be listed', () => {
  const drawn = { whole: true, next: ['/login'] } as const
  expect(buildFirstPages([{ path: '/', drawn }])).toEqual([{ path: '/', ...drawn }])
})
