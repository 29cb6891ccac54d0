// @vitest-environment jsdom
import { act, screen, waitFor, within } from '@testing-library/react'
import { contract } from '@tuma/contracts/api'
import { chooseLanguage, queryClient } from '@tuma/kit/runtime'
import { fakeApi, liveConnections, renderScreen } from '@tuma/kit/testing'
import { expect, test } from 'vitest'
import { onItsWay } from './samples.ts'
import { TrackParcel } from './track-parcel.tsx'

const open = (query = '') => renderScreen(<TrackParcel />, { path: '/trackDelivery', at: `/trackDelivery${query}` })
const field = (): HTMLInputElement => screen.getByLabelText('Tracking ID')
const track = (): HTMLElement => screen.getByRole('button', { name: 'Track' })

test('an empty field is refused, without a call', async () => {
  const api = fakeApi().answer(contract.deliveries.track, onItsWay)
  const { person } = open()
  await person.type(field(), '   ')
  await person.click(track())
  expect(await screen.findByText('Please enter a Tracking ID')).toBeTruthy()
  expect(api.received(contract.deliveries.track)).toEqual([])
})

test('a parcel is shown with both parties, its status and the sentence that is true of it', async () => {
  const api = fakeApi().answer(contract.deliveries.track, onItsWay)
  const { person, router } = open()
  await person.type(field(), 'TM-7K3M-Q2XV-90TB')
  await person.click(track())
  expect(await screen.findByText('The parcel is currently in transit.')).toBeTruthy()
  for (const shown of ['Wanjiku K.', '07** *** 678', 'NAIROBI CBD', 'Otieno O.', 'THIKA']) {
    expect(screen.getByText(shown)).toBeTruthy()
  }
  expect(router.state.location.search).toBe('?id=TM-7K3M-Q2XV-90TB')
  expect(api.received(contract.deliveries.track)[0]?.input).toEqual({ trackingId: 'TM-7K3M-Q2XV-90TB' })
})

test.each([
  'Tracking ID: TM-7K3M-Q2XV-90TB.',
  'tm–7k3m–q2xv–9otb',
  'https://tuma.test/t/TM-7K3M-Q2XV-90TB',
  'Tuma: TM-7K3M-Q2XV-90TB is on its way, https://tuma.test/t/tm-7k3m-q2xv-90tb',
])('%j is pasted, and its id is in the address', async (pasted) => {
  fakeApi().answer(contract.deliveries.track, onItsWay)
  const { person, router } = open()
  await person.click(field())
  await person.paste(pasted)
  await person.click(track())
  await screen.findByText('The parcel is currently in transit.')
  expect(router.state.location.search).toBe('?id=TM-7K3M-Q2XV-90TB')
})

test('of two different ids none is looked for', async () => {
  const api = fakeApi().answer(contract.deliveries.track, onItsWay)
  const { person } = open()
  await person.click(field())
  await person.paste('TM-7K3M-Q2XV-90TB TM-AAAA-BBBB-CCC1')
  await person.click(track())
  await screen.findByText('You entered two Tracking IDs. Enter one.')
  expect(api.received(contract.deliveries.track)).toEqual([])
})

test('two different ids in the address are refused with the sentence, and not to be tried again', async () => {
  const sentence = 'You entered two Tracking IDs. Enter one.'
  fakeApi().refuse(contract.deliveries.track, 'bad_input', { message: sentence })
  open('?id=TM-7K3M-Q2XV-90TB+TM-AAAA-BBBB-CCC1')
  await screen.findByText(sentence)
  expect(screen.queryByRole('button', { name: 'Try Again' })).toBeNull()
})

test('the id in the address is looked for at once, and again when it changes', async () => {
  const api = fakeApi().answer(contract.deliveries.track, onItsWay)
  const { router } = open('?id=TM-7K3M-Q2XV-90TB')
  await screen.findByText('The parcel is currently in transit.')
  expect(field().value).toBe('TM-7K3M-Q2XV-90TB')
  api.answer(contract.deliveries.track, { ...onItsWay, deliveryType: 'doorstep', status: 'delivered' })
  await act(() => router.navigate('/trackDelivery?id=TM-0000-0000-0000'))
  expect(await screen.findByText("The parcel has been delivered to the receiver's address.")).toBeTruthy()
  expect(field().value).toBe('TM-0000-0000-0000')
})

test("its way is one list from its beginning to its end, in Nairobi's time, with where it is now and what is still to come", async () => {
  fakeApi().answer(contract.deliveries.track, onItsWay)
  open('?id=TM-7K3M-Q2XV-90TB')
  const way = await screen.findByRole('list', { name: 'Progress' })
  expect(
    within(way)
      .getAllByRole('listitem')
      .map((stop) => stop.textContent),
  ).toEqual([
    'Dropping Off20 Nov 2026, 09:00',
    'In Transit21 Nov 2026, 00:30',
    'Still to come: Ready to collect',
    'Still to come: Collected',
  ])
  expect([...way.querySelectorAll('[aria-current="step"] .parcel-stop-name')].map((now) => now.textContent)).toEqual([
    'In Transit',
  ])
})

test('an unknown ID says so, and a second search can find it', async () => {
  const api = fakeApi().refuse(contract.deliveries.track, 'parcel_not_found')
  const { person } = open('?id=TM-7K3M-Q2XV-90TB')
  expect(await screen.findByText('Parcel not found. Please check the Tracking ID.')).toBeTruthy()
  api.answer(contract.deliveries.track, onItsWay)
  await person.click(track())
  expect(await screen.findByText('The parcel is currently in transit.')).toBeTruthy()
})

test('a fault offers to try again instead of calling the parcel unknown', async () => {
  const api = fakeApi().fail(contract.deliveries.track)
  const { person } = open('?id=TM-7K3M-Q2XV-90TB')
  expect(await screen.findByText('We could not search for the parcel.')).toBeTruthy()
  api.answer(contract.deliveries.track, onItsWay)
  await person.click(screen.getByRole('button', { name: 'Try Again' }))
  expect(await screen.findByText('The parcel is currently in transit.')).toBeTruthy()
})

test('a person who follows it by a link is not asked to tell the receiver', async () => {
  fakeApi().answer(contract.deliveries.track, onItsWay)
  open('?id=TM-7K3M-Q2XV-90TB')
  expect(await screen.findByText('Share where it is')).toBeTruthy()
  expect(screen.queryByText('Tell the receiver')).toBeNull()
})

test('of one to a door it says what was promised, and that a rider brings it, until it is there', async () => {
  const door = { ...onItsWay, deliveryType: 'doorstep', pricingTier: 'same-day' } as const
  const api = fakeApi().answer(contract.deliveries.track, door)
  open('?id=TM-7K3M-Q2XV-90TB')
  expect(await screen.findByText('Booked: 20 Nov 2026, 09:00. Same-day: within 12 hours.')).toBeTruthy()
  expect(screen.getByText('A rider brings it. Have the code from the SMS at hand.')).toBeTruthy()
  api.answer(contract.deliveries.track, { ...door, status: 'delivered' })
  await queryClient.invalidateQueries()
  await screen.findByText("The parcel has been delivered to the receiver's address.")
  expect(screen.queryByText(/Same-day/)).toBeNull()
  expect(screen.queryByText(/A rider brings it/)).toBeNull()
})

test.each([
  ['parcelDukani', 'inTransit', false],
  ['parcelDukani', 'delivered', true],
  ['parcelDukani', 'collected', false],
  ['doorstep', 'inTransit', true],
  ['doorstep', 'delivered', false],
] as const)(
  'who has lost the code is led to where another is sent, while one opens anything: %s, %s',
  async (deliveryType, status, opens) => {
    fakeApi().answer(contract.deliveries.track, { ...onItsWay, deliveryType, status })
    open('?id=TM-7K3M-Q2XV-90TB')
    await screen.findByText('Share where it is')
    const link = screen.queryByRole('link', { name: 'Lost the code? Ask for a new one by SMS' })
    expect(link?.getAttribute('href')).toBe(opens ? '/t/TM-7K3M-Q2XV-90TB#code' : undefined)
  },
)

test('search engines are asked to leave the page out', () => {
  fakeApi()
  open()
  expect(document.querySelector('meta[name="robots"]')?.getAttribute('content')).toBe('noindex')
})

test('a parcel on screen is asked for again when the server says that it changed, and is left alone afterwards', async () => {
  const api = fakeApi().answer(contract.deliveries.track, onItsWay)
  const { unmount } = open('?id=TM-7K3M-Q2XV-90TB')
  await screen.findByText('The parcel is currently in transit.')
  await waitFor(() => expect(liveConnections()).toHaveLength(1))
  api.answer(contract.deliveries.track, { ...onItsWay, status: 'delivered' })
  liveConnections()[0]?.change()
  expect(
    await screen.findByText('The parcel has been received by the receiving agents and is awaiting collection.'),
  ).toBeTruthy()
  unmount()
  await waitFor(() => expect(liveConnections()).toEqual([]))
})

test('no live connection is open without a parcel', async () => {
  fakeApi().refuse(contract.deliveries.track, 'parcel_not_found')
  open('?id=TM-7K3M-Q2XV-90TB')
  await screen.findByText('Parcel not found. Please check the Tracking ID.')
  expect(liveConnections()).toEqual([])
})

test('a sticker that is on no parcel yet says so, and is not asked for again', async () => {
  fakeApi().refuse(contract.deliveries.track, 'sticker_free')
  open('?id=TM-7K3M-Q2XV-90TB')
  await screen.findByText('This sticker is not on a parcel yet.')
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
})

test('in Swahili the page, the status, the sentence and a refusal are Swahili', async () => {
  const api = fakeApi().answer(contract.deliveries.track, onItsWay)
  act(() => chooseLanguage('sw'))
  const { person } = open('?id=TM-7K3M-Q2XV-90TB')
  expect(await screen.findByText('Kifurushi kiko njiani sasa.')).toBeTruthy()
  expect(screen.getAllByText('Kiko njiani')).toHaveLength(2)
  api.refuse(contract.deliveries.track, 'parcel_not_found')
  await person.clear(screen.getByLabelText('Nambari ya Ufuatiliaji'))
  await person.click(screen.getByRole('button', { name: 'Fuatilia' }))
  expect(await screen.findByText('Tafadhali andika nambari ya ufuatiliaji')).toBeTruthy()
  await person.type(screen.getByLabelText('Nambari ya Ufuatiliaji'), 'TM-1')
  await person.click(screen.getByRole('button', { name: 'Fuatilia' }))
  expect(await screen.findByText(/^Kifurushi hakikupatikana/)).toBeTruthy()
})

test('a parcel whose record is damaged is not said to be unknown', async () => {
  fakeApi().refuse(contract.deliveries.track, 'damaged')
  open('?id=TM-7K3M-Q2XV-90TB')
  await screen.findByText(/^Our records for this are damaged\./)
  expect(screen.getByRole('button', { name: 'Try Again' })).toBeTruthy()
})
