// @vitest-environment jsdom

import { screen } from '@testing-library/react'
import { contract } from '@tuma/contracts/api'
import { createMemoryRouter } from '@tuma/kit/runtime'
import { fakeApi, liveConnections, people, renderRouter, sampleDelivery } from '@tuma/kit/testing'
import { expect, test } from 'vitest'
import { remote } from './remote.tsx'

const open = (at: string, state?: unknown) => {
  const [pathname, search = ''] = at.split('?')
  const router = createMemoryRouter([{ path: '/Client', children: remote.routes }], {
    initialEntries: [{ pathname, search: search && `?${search}`, state }],
  })
  fakeApi()
    .answer(contract.deliveries.countAll, { totalDeliveries: 0 })
    .answer(contract.deliveries.countByStatus, { count: 0 })
    .answer(contract.deliveries.today, nothingToDo)
    .answer(contract.deliveries.ownDoorstep, [])
    .answer(contract.deliveries.ownDukani, [])
    .answer(contract.deliveries.detail, sampleDelivery(1))
    .answer(contract.locations.prices, [])
    .answer(contract.locations.shops, [])
    .answer(contract.locations.contact, contact)
  return renderRouter(router, people.client)
}
const contact = {
  phone: '254700000000',
  email: 'help@tuma.test',
  address: 'Nairobi',
  till: { name: 'TUMA PARCELS', number: '555123' },
  demonstration: false,
  prompts: false,
}
const none = { count: 0, more: false, parcels: [] }
const nothingToDo = {
  ...{ total: 1, underWay: none, trouble: none, toBring: { count: 0, more: false, shops: [] } },
  money: { ready: 0, atShops: 0, unconfirmed: 0, payout: null },
}
const linkTo = (address: string) =>
  (screen.getAllByRole('link') as HTMLAnchorElement[]).some((link) => `${link.pathname}${link.search}` === address)

test('the menu has these entries in this order, and each leads to a screen', () => {
  const english: Record<string, string> = remote.catalogue.en
  expect(remote.menu.map(({ to, label }) => [english[label], to])).toEqual([
    ['Dashboard', '/Client'],
    ['Send Parcel', '/Client/send-parcel'],
    ['Track Parcel', '/Client/track-parcel'],
    ['Contact Us', '/Client/contact'],
    ['Profile', '/Client/profile'],
  ])
})

test('parcels and money follow the menu, and the page of a parcel belongs to the parcels, which the bottom bar has too', () => {
  const english: Record<string, string> = remote.catalogue.en
  const mine = remote.beneath?.menu ?? []
  expect(mine.map(({ to, label, also = [] }) => [english[label], to, ...also])).toEqual([
    ['My Deliveries', '/Client/delivery-history', '/Client/delivery'],
    ['My money', '/Client/money'],
  ])
  expect(mine.map(({ onBar = false }) => onBar)).toEqual([true, false])
  expect(remote.menu.find(({ to }) => to === '/Client')?.also).toBeUndefined()
})

test.each([
  ['/Client', 'Welcome, Wanjiku'],
  ['/client/SEND-parcel', 'Select Delivery Type'],
  ['/Client/send-parcel/door-step', 'Door Step delivery'],
  ['/Client/send-parcel/parcel-dukani', 'Parcel Dukani'],
  ['/Client/checkout', 'Checkout'],
  ['/Client/track-parcel', 'Track Parcel'],
  ['/Client/delivery-history', 'My Deliveries'],
  ['/Client/delivery/doorstep/d1', 'Delivery Details'],
  ['/Client/contact', 'Contact Support'],
  ['/client/Profile', 'Profile'],
])('%s shows %s', async (at, title) => {
  open(at)
  await screen.findByRole('heading', { level: 1, name: title })
})

test("everything stays in the client's area: the two forms, the checkout and the way back", async () => {
  const { router } = open('/Client/send-parcel')
  await screen.findByRole('heading', { name: 'Select Delivery Type' })
  expect(linkTo('/Client/send-parcel/door-step')).toBe(true)
  expect(linkTo('/Client/send-parcel/parcel-dukani')).toBe(true)
  await router.navigate('/Client/checkout')
  await screen.findByRole('heading', { name: 'Checkout' })
  expect(linkTo('/Client/send-parcel')).toBe(true)
  await router.navigate('/Client/delivery/doorstep/d1')
  await screen.findByText('A pair of shoes')
  expect(linkTo('/Client/delivery-history')).toBe(true)
})

test("a client's forms know them: by name at the door, by their locked username at the Dukani", async () => {
  const { router } = open('/Client/send-parcel/door-step')
  expect(((await screen.findByLabelText('Sender Name')) as HTMLInputElement).value).toBe('Wanjiku Kamau')
  await router.navigate('/Client/send-parcel/parcel-dukani')
  await expect.poll(() => (screen.getByLabelText('Sender Name') as HTMLInputElement).value).toBe('wanjiku')
  expect((screen.getByLabelText('Sender Name') as HTMLInputElement).readOnly).toBe(true)
})

test('an open delivery follows what others do with it', async () => {
  open('/Client/delivery/doorstep/d1')
  await screen.findByText('Booked')
  fakeApi().answer(contract.deliveries.detail, sampleDelivery(1, { status: 'inTransit' }))
  liveConnections()[0]?.change()
  await screen.findByText('In Transit')
})
