// @vitest-environment jsdom
import { act, screen } from '@testing-library/react'
import { contract } from '@tuma/contracts/api'
import { chooseLanguage } from '@tuma/kit/runtime'
import { fakeApi, renderScreen, standAt } from '@tuma/kit/testing'
import { expect, test } from 'vitest'
import { NearestShops, sortShops } from './near-me.tsx'
import { PlaceCard, ShopCard } from './place-card.tsx'

const silent = { landmark: null, hours: null, closedDays: [], closedToday: false }
const week = Array.from({ length: 7 }, () => ({ opens: '00:00', closes: '23:59' }))
const about = {
  ...{ ...silent, landmark: 'Facing the main stage', hours: week },
  ...{ phone: '254700100104', position: { lat: -1.03796, lng: 37.07312 } },
}
const thika = { _id: 'l1', locationName: 'THIKA', pickupPoints: ['Thika Arcade Bookshop', 'Kiosk'], price: 250 }
const lines = () => [...document.querySelectorAll('.place-lines > span')].map(({ textContent }) => textContent)
const links = () => screen.getAllByRole<HTMLAnchorElement>('link').map(({ textContent, href }) => [textContent, href])

test('a shop’s card says how to find it, whether it is open, and leads to its phone and to a map', () => {
  renderScreen(<ShopCard name="Thika Arcade Bookshop" place="THIKA" about={{ ...about, closedToday: true }} />)
  expect(document.querySelector('.place-name')?.textContent).toBe('Thika Arcade Bookshop THIKA')
  expect(lines()).toEqual(['Facing the main stage', 'Closed today, opens tomorrow 00:00', 'Daily 00–23:59'])
  expect(document.querySelector('[data-open="false"]')?.textContent).toContain('Closed today')
  expect(links()).toEqual([
    ['Call 0700 100 104', 'tel:+254700100104'],
    ['Map', 'https://www.google.com/maps/search/?api=1&query=-1.03796%2C37.07312'],
  ])
})

test('a shop that says nothing has a map that is searched by its name, and no phone', () => {
  renderScreen(<ShopCard untitled name="Kiosk & Sons" place="THIKA" about={undefined} />)
  expect(lines()).toEqual([])
  const map = screen.getByRole<HTMLAnchorElement>('link', { name: 'Map: Kiosk & Sons' })
  expect(new URL(map.href).searchParams.get('query')).toBe('Kiosk & Sons, THIKA, Kenya')
  expect([map.rel, links().length]).toEqual(['noopener noreferrer', 1])
})

test('the card of a named shop asks the list of shops, and speaks the language of the page', async () => {
  fakeApi().answer(contract.locations.shops, [{ ...thika, shops: [{ name: 'Thika Arcade Bookshop', ...about }] }])
  renderScreen(<PlaceCard place="THIKA" shop="Thika Arcade Bookshop" />)
  act(() => chooseLanguage('sw'))
  expect(await screen.findByText('Piga 0700 100 104')).toBeTruthy()
  expect(screen.getByText('Ramani')).toBeTruthy()
  act(() => chooseLanguage('en'))
})

test.each([
  ['refused', 'Your browser did not share your position. Allow it, or choose a shop from the list.'],
  ['absent', 'We could not find your position. Choose a shop from the list.'],
] as const)('near me: a position that is %s is a sentence', async (why, sentence) => {
  standAt(why)
  const { person } = renderScreen(<NearestShops places={[thika]} onChoose={() => undefined} />)
  await person.click(screen.getByRole('button', { name: 'Near me' }))
  expect((await screen.findByRole('status')).textContent).toBe(sentence)
})

test('near me: a browser without geolocation, and shops without positions, are sentences', async () => {
  const { person } = renderScreen(<NearestShops places={[thika]} onChoose={() => undefined} />)
  await person.click(screen.getByRole('button', { name: 'Near me' }))
  await screen.findByText('We could not find your position. Choose a shop from the list.')
  standAt({ lat: -1.04, lng: 37.08 })
  await person.click(screen.getByRole('button', { name: 'Near me' }))
  await screen.findByText('No shop has a position yet. Choose a shop from the list.')
})

test('shops are sorted by distance once it is known where one is, those without a position last', () => {
  const places = [
    {
      locationName: 'NAIROBI CBD',
      pickupPoints: ['Moi Avenue'],
      shops: [{ name: 'Moi Avenue', ...silent, position: { lat: -1.28415, lng: 36.8252 } }],
    },
    { ...thika, shops: [{ name: 'Thika Arcade Bookshop', ...about }] },
  ]
  const named = (near: Parameters<typeof sortShops>[1]) =>
    sortShops(places, near).map(({ name, distance }) => [name, distance])
  expect(named({ state: 'idle' })).toEqual([
    ['Moi Avenue', null],
    ['Thika Arcade Bookshop', null],
    ['Kiosk', null],
  ])
  expect(named({ state: 'found', at: { lat: -1.04, lng: 37.08 } })).toEqual([
    ['Thika Arcade Bookshop', '800 m'],
    ['Moi Avenue', '39 km'],
    ['Kiosk', null],
  ])
})
