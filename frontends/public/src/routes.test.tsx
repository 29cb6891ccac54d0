// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { type AdminLocation, contract } from '@tuma/contracts/api'
import { destinations } from '@tuma/contracts/vocabulary'
import { useRoutes } from '@tuma/kit/runtime'
import { fakeApi, people, renderScreen, standAt } from '@tuma/kit/testing'
import { expect, test } from 'vitest'
import { routes } from './routes.tsx'

const contact = {
  phone: '254700123456',
  email: 'hello@tuma.test',
  address: 'P.O. Box 1234-00100, Nairobi',
  till: { name: 'TUMA PARCELS', number: '555123' },
  demonstration: false,
  prompts: false,
}
const Everything = () => useRoutes(routes)
const server = () =>
  fakeApi()
    .answer(contract.locations.contact, contact)
    .answer(contract.locations.prices, [])
    .answer(contract.locations.shops, [])
const open = (at: string) => renderScreen(<Everything />, { at })

test.each([
  ['/', 'Fast, Secure & Reliable Courier Shipments'],
  ['/login', 'Login'],
  ['/register', 'Create an account'],
  ['/forgot-password', 'Forgot your password?'],
  ['/forgotpassword', 'Forgot your password?'],
  ['/resetpassword/secret', 'Set a new password'],
  ['/trackDelivery', 'Track Parcel'],
  ['/trackdelivery', 'Track Parcel'],
  ['/checkout', 'Checkout'],
  ['/send-parcel', 'Select Delivery Type'],
  ['/send-parcel/door-step', 'Door Step delivery'],
  ['/send-parcel/parcel-dukani', 'Parcel Dukani'],
])('%s is headed "%s"', async (at, heading) => {
  server()
  open(at)
  expect(await screen.findByRole('heading', { level: 1, name: heading })).toBeTruthy()
})

test('the landing page leads to tracking and names the fifteen destinations', async () => {
  server()
  open('/')
  expect(screen.getByRole('link', { name: 'Track Parcel' }).getAttribute('href')).toBe('/trackDelivery')
  const stage = screen.getByRole('region', { name: 'Our Destinations' })
  const named = within(stage).getAllByRole('listitem')
  expect(named.map((place) => place.textContent)).toEqual([...destinations])
})

const prices = [
  { _id: 'p1', place: 'THIKA', price: 350, deliveryType: 'same-day' as const },
  { _id: 'p2', place: 'THIKA', price: 560, deliveryType: 'express' as const },
  { _id: 'p3', place: 'KIMBO', price: 150, deliveryType: 'same-day' as const },
]
const shops = [
  { _id: 's1', locationName: 'KITENGELA', pickupPoints: ['Namanga Road Electronics'], price: 200 },
  { _id: 's2', locationName: 'THIKA', pickupPoints: ['Arcade Bookshop', 'Ananas Desk'], price: 250 },
]

test('the landing page shows the price from here to there, the time, and the shops', async () => {
  server().answer(contract.locations.prices, prices).answer(contract.locations.shops, shops)
  const { person, router } = open('/')
  await screen.findByText('Arcade Bookshop')
  expect(await screen.findByText('To the door only, no shop there yet: KIMBO.')).toBeTruthy()
  const least = screen.getAllByRole('link', { name: /^from ?Ksh / })
  expect(least.map(({ textContent }) => textContent)).toEqual([
    'from Ksh 150To the door, same-dayWithin 12 hours',
    'from Ksh 200To a shopThe receiver gets an SMS and collects the parcel.',
    'from Ksh 560To the door, expressIn under 1 h 30 min',
  ])
  await person.selectOptions(screen.getByLabelText('From'), 'KITENGELA')
  expect(screen.queryByText('To a shop there')).toBeNull()
  await person.selectOptions(screen.getByLabelText('To'), 'THIKA')
  const offers = (await screen.findAllByRole('link', { name: /^Ksh / })) as HTMLAnchorElement[]
  expect(offers.map(({ textContent }) => textContent)).toEqual([
    'Ksh 250To a shop thereThe receiver gets an SMS and collects the parcel.',
    'Ksh 350To the door, same-dayWithin 12 hours',
    'Ksh 560To the door, expressIn under 1 h 30 min',
  ])
  await person.click(screen.getByRole('link', { name: /^Ksh 250/ }))
  await expect.poll(() => router.state.location.pathname).toBe('/send-parcel/parcel-dukani')
  await expect
    .poll(() => screen.getByLabelText<HTMLInputElement>('Dropoff Agent').value)
    .toBe('Namanga Road Electronics')
  expect(screen.getByLabelText<HTMLInputElement>('Receiver Location').value).toBe('THIKA')
})

test('the landing page sorts shops by distance at a press, and says how far each is', async () => {
  const silent = { landmark: null, hours: null, closedDays: [], closedToday: false }
  const [kitengela, thika] = shops as [AdminLocation, AdminLocation]
  const named = [
    { name: 'Arcade Bookshop', ...silent, phone: '254700100104', position: { lat: -1.03796, lng: 37.07312 } },
  ]
  server()
    .answer(contract.locations.prices, prices)
    .answer(contract.locations.shops, [kitengela, { ...thika, shops: named }])
  const asked = standAt({ lat: -1.04, lng: 37.08 })
  const { person } = open('/')
  await screen.findByText('Arcade Bookshop')
  const rows = () => [...document.querySelectorAll('.landing-shop summary')].map(({ textContent }) => textContent)
  expect(rows()).toEqual(['KITENGELA Namanga Road Electronics', 'THIKA Arcade Bookshop', 'THIKA Ananas Desk'])
  expect(asked()).toBe(0)
  await person.click(screen.getByRole('button', { name: 'Near me' }))
  await expect
    .poll(rows)
    .toEqual(['THIKA Arcade Bookshop800 m', 'KITENGELA Namanga Road Electronics', 'THIKA Ananas Desk'])
  expect(screen.getByText('Call 0700 100 104').getAttribute('href')).toBe('tel:+254700100104')
})

test('the sign of a place shows the price to send there', async () => {
  server().answer(contract.locations.prices, prices).answer(contract.locations.shops, shops)
  const scrolledTo: Element[] = []
  Element.prototype.scrollIntoView = function (this: Element) {
    scrolledTo.push(this)
  }
  const { person } = open('/')
  await screen.findAllByRole('option', { name: 'KITENGELA' })
  await person.click(screen.getByRole('link', { name: 'THIKA' }))
  expect(await screen.findAllByRole('link', { name: /^Ksh / })).toHaveLength(3)
  expect(scrolledTo.map(({ textContent }) => textContent)).toEqual(['What does it cost?'])
})

test('a form ends with its button, and only pages to read have the footer', async () => {
  server()
  for (const [at, heading] of [
    ['/login', 'Login'],
    ['/register', 'Create an account'],
    ['/send-parcel/door-step', 'Door Step delivery'],
  ] as const) {
    const { unmount } = open(at)
    await screen.findByRole('heading', { level: 1, name: heading })
    expect(screen.queryByRole('contentinfo')).toBeNull()
    unmount()
  }
  open('/trackDelivery')
  expect(await screen.findByRole('contentinfo')).toBeTruthy()
})

test('the landing page finds a parcel by its id, and asks for one', async () => {
  server()
  const { person, router } = open('/')
  await person.click(screen.getByRole('button', { name: 'Track' }))
  await screen.findByText('Please enter a Tracking ID')
  await person.type(screen.getByLabelText('Tracking ID'), ' TM-7K3M ')
  await person.click(screen.getByRole('button', { name: 'Track' }))
  await expect.poll(() => router.state.location.search).toBe('?id=TM-7K3M')
})

test('a user who is logged in is greeted with a link home, and reads why another area sent them here', async () => {
  server()
  const path = { path: '*', at: '/', as: people.client, state: { refused: 'agent' } }
  renderScreen(<Everything />, path)
  const home = await screen.findByRole<HTMLAnchorElement>('link', { name: 'Hi, wanjiku. My account' })
  expect(home.pathname).toBe('/Client')
  await screen.findByText('That page is for agents. You are logged in as wanjiku.')
  expect(screen.queryByRole('link', { name: 'Login' })).toBeNull()
})

test('the menu of small screens opens and closes, and closes when people go on', async () => {
  server()
  const { person } = open('/')
  const menu = screen.getByRole('navigation')
  expect(menu.dataset.open).toBe('false')
  await person.click(screen.getByRole('button', { name: 'Open menu' }))
  expect(menu.dataset.open).toBe('true')
  await person.click(screen.getByRole('button', { name: 'Close menu' }))
  expect(menu.dataset.open).toBe('false')
  await person.click(screen.getByRole('button', { name: 'Open menu' }))
  await person.tab()
  await person.keyboard('{Escape}')
  expect(menu.dataset.open).toBe('false')
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Open menu' }))
  await person.keyboard('{Enter}')
  await person.click(screen.getByRole('link', { name: 'Login' }))
  expect(await screen.findByRole('heading', { level: 1, name: 'Login' })).toBeTruthy()
  expect(menu.dataset.open).toBe('false')
})

test("the footer shows this installation's address, phone and email", async () => {
  server()
  open('/')
  expect((await screen.findByRole('link', { name: '0700123456' })).getAttribute('href')).toBe('tel:+254700123456')
  expect(screen.getByRole('link', { name: 'hello@tuma.test' }).getAttribute('href')).toBe('mailto:hello@tuma.test')
  expect(screen.getByText('P.O. Box 1234-00100, Nairobi')).toBeTruthy()
  expect(screen.getByText('© 2025 Copyright')).toBeTruthy()
})

test('a social icon leads to the address that this installation has set, and nowhere without one', async () => {
  const whatsapp = 'https://wa.me/254700123456'
  server().answer(contract.locations.contact, { ...contact, social: { whatsapp } })
  open('/')
  expect((await screen.findByRole<HTMLAnchorElement>('link', { name: 'WhatsApp' })).href).toBe(whatsapp)
  expect(screen.getByRole('img', { name: 'Facebook' }).closest('a')).toBeNull()
})

test('the page is shown without an answer about the contact', async () => {
  server().fail(contract.locations.contact)
  open('/')
  expect(await screen.findByText('GIVE FEEDBACK')).toBeTruthy()
  expect(screen.queryByRole('link', { name: '0700123456' })).toBeNull()
})

test('the header changes the language of the whole page, and back', async () => {
  server()
  const { person } = open('/')
  await person.click(screen.getByRole('button', { name: 'Kiswahili' }))
  expect(await screen.findByRole('heading', { name: 'Maeneo Tunayofika' })).toBeTruthy()
  expect(document.documentElement.lang).toBe('sw')
  await person.click(screen.getByRole('button', { name: 'English' }))
  expect(await screen.findByRole('heading', { name: 'Our Destinations' })).toBeTruthy()
  expect(document.documentElement.lang).toBe('en')
})
