// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import { type AdminLocation, contract } from '@tuma/contracts/api'
import { fakeApi, people, renderScreen, standAt } from '@tuma/kit/testing'
import { keepDraft } from '@tuma/kit/ui'
import { afterEach, expect, test, vi } from 'vitest'
import { DukaniForm } from './dukani-form.tsx'
import { catchReceipts } from './receipt-catcher.ts'
import { accepted, keptKeys, shops } from './samples.ts'
import { keepPayment } from './verified-payment.ts'

const at = '/send-parcel/parcel-dukani'
const paid = { reference: 'PAY-123456', amount: 180, verifiedAt: '2026-11-21T06:00:00.000Z', payer: 'visitor' }
const filledIn = {
  sender: { name: 'Wanjiku Kamau', phone: '0712345678', location: 'NAIROBI CBD', dropoffAgent: 'Moi Avenue Shop' },
  receiver: { name: 'Otieno Odhiambo', phone: '0722345678', location: 'THIKA', pickupAgent: 'Thika Stage Shop' },
  parcelDescription: 'A box of shoes',
}
const server = () => fakeApi().answer(contract.locations.shops, shops).answer(contract.requests.dukani, accepted)

async function open(variant: 'public' | 'client' = 'public') {
  const screenOfIt = renderScreen(<DukaniForm variant={variant} checkoutPath="/checkout" after="/send-parcel" />, {
    path: at,
    at,
    ...(variant === 'client' ? { as: people.client } : {}),
  })
  await screen.findAllByRole('option', { name: 'THIKA' })
  return screenOfIt
}

const field = (label: string): HTMLInputElement => screen.getByLabelText(label)
const button = (name: string): HTMLButtonElement => screen.getByRole('button', { name })

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

test("the receiver's location decides the price and the shops to collect at", async () => {
  server()
  const { person } = await open()
  expect(field('Pickup Agent').disabled).toBe(true)
  await person.selectOptions(field('Receiver Location'), 'THIKA')
  expect(button('Pay Ksh 180 with M-Pesa')).toBeTruthy()
  expect(field('Pickup Agent').value).toBe('Thika Stage Shop')
  await person.selectOptions(field('Receiver Location'), 'NAIROBI CBD')
  expect(field('Pickup Agent').value).toBe('')
})

test('a landline is taken, and its field says at once that no SMS will reach it', async () => {
  server()
  const { person } = await open()
  const hint = "SMS can't reach this number. Use a mobile number if you can."
  await person.type(field('Receiver Phone'), '020 222 333')
  expect(screen.queryByText(hint)).toBeNull()
  await person.type(field('Receiver Phone'), '3')
  expect(field('Receiver Phone').getAttribute('aria-describedby')).toBe(screen.getByText(hint).id)
  await person.type(field('Sender Phone'), '0712345678')
  expect(screen.getAllByText(hint)).toHaveLength(1)
})

test('the chosen shop says how it is found and when it is open, and another one nothing of it', async () => {
  const about = { landmark: 'Opposite Equity Bank', hours: null, closedDays: [], closedToday: true }
  const [nairobi, thika] = shops
  server().answer(contract.locations.shops, [
    { ...nairobi, shops: [{ name: 'Tom Mboya Stage', ...about }] },
    thika,
  ] as typeof shops)
  const { person } = await open()
  await person.selectOptions(field('Receiver Location'), 'NAIROBI CBD')
  const shop = field('Pickup Agent')
  await person.selectOptions(shop, 'Tom Mboya Stage')
  const said = () => [...document.querySelectorAll('.place-lines > span')].map(({ textContent }) => textContent)
  expect(said()).toEqual(['Opposite Equity Bank', 'Closed today'])
  await person.selectOptions(shop, 'Moi Avenue Shop')
  expect(said()).toEqual([])
  await person.selectOptions(field('Receiver Location'), '')
  expect(document.querySelector('.place-card')).toBeNull()
})

test('the nearest shop is chosen by a press, and the position leaves the browser in no call', async () => {
  const [nairobi, thika] = shops
  const silent = { landmark: null, hours: null, closedDays: [], closedToday: false }
  const api = server().answer(contract.locations.shops, [
    { ...nairobi, shops: [{ name: 'Moi Avenue Shop', ...silent, position: { lat: -1.28415, lng: 36.8252 } }] },
    { ...thika, shops: [{ name: 'Thika Stage Shop', ...silent, position: { lat: -1.03796, lng: 37.07312 } }] },
  ] as AdminLocation[])
  const asked = standAt({ lat: -1.04, lng: 37.08 })
  const { person } = await open()
  const sent = vi.spyOn(api, 'fetch')
  expect(asked()).toBe(0)
  await person.click(screen.getByRole('button', { name: 'Near me' }))
  const nearest = within(await screen.findByRole('list', { name: 'Nearest shops' })).getAllByRole('button')
  expect(nearest.map(({ textContent }) => textContent)).toEqual([
    'Thika Stage Shop, THIKA800 m',
    'Moi Avenue Shop, NAIROBI CBD39 km',
  ])
  await person.click(nearest[0] as HTMLElement)
  expect([field('Sender Location').value, field('Dropoff Agent').value]).toEqual(['THIKA', 'Thika Stage Shop'])
  expect(screen.queryByRole('list', { name: 'Nearest shops' })).toBeNull()
  expect(document.activeElement?.textContent).toBe('Near me')
  expect(asked()).toBe(1)
  const paths = sent.mock.calls.map(([{ url }]) => url.replace(/^https?:\/\/[^/]+/, ''))
  expect(paths.filter((path) => path !== '/api/payment/unused')).toEqual([])
  expect(JSON.stringify([{ ...localStorage }, { ...sessionStorage }])).not.toContain('37.08')
})

test('it is paid now or not sent: there is no pay on delivery', async () => {
  server()
  keepDraft('dukani.visitor', filledIn)
  await open()
  expect(screen.queryByRole('radio')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Schedule Pickup' })).toBeNull()
  await screen.findByRole('button', { name: /^Pay Ksh/ })
})

test('a paid request goes out in the words of its call, and the tracking id stays on screen', async () => {
  // The receipts of earlier tests come late: this one has an id of its own.
  const trackingId = 'TM-2B3C-4D5F-6G7H'
  const api = server().answer(contract.requests.dukani, { ...accepted, trackingId })
  keepPayment(paid)
  keepDraft('dukani.visitor', filledIn)
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const { person, router } = await open()
  const caught = catchReceipts()
  await person.click(button('Schedule Pickup'))
  await screen.findByText('Parcel Dukani delivery request submitted successfully!')
  expect(api.received(contract.requests.dukani).map(({ input }) => input)).toEqual([
    {
      sender: {
        name: 'Wanjiku Kamau',
        phoneNumber: '0712345678',
        location: 'NAIROBI CBD',
        dropoffAgent: 'Moi Avenue Shop',
      },
      receiver: {
        name: 'Otieno Odhiambo',
        phoneNumber: '0722345678',
        location: 'THIKA',
        pickupAgent: 'Thika Stage Shop',
      },
      parcelDescription: 'A box of shoes',
      deliveryFee: 180,
      paymentReferenceId: 'PAY-123456',
    },
  ])
  await vi.advanceTimersByTimeAsync(4000)
  const saved = () => caught.filter((one) => one.startsWith(trackingId))
  await waitFor(() => expect(saved()).toEqual([`${trackingId} as receipt_${trackingId}.pdf`]))
  expect(router.state.location.pathname).toBe(at)
  expect(screen.getByText(trackingId)).toBeTruthy()
  expect(keptKeys()).toEqual([])
})

test('names of one word are refused for visitors', async () => {
  server()
  keepPayment(paid)
  keepDraft('dukani.visitor', { ...filledIn, sender: { ...filledIn.sender, name: 'wanjiku' } })
  const { person } = await open()
  await person.click(button('Schedule Pickup'))
  expect(await screen.findByText('Please enter at least two names.')).toBeTruthy()
  expect(field('Sender Name').getAttribute('aria-invalid')).toBe('true')
  expect(field('Receiver Name').getAttribute('aria-invalid')).toBeNull()
})

test("a client's sender name is their username, which cannot be changed and need not be two names", async () => {
  const api = server()
  keepPayment({ ...paid, payer: people.client.username })
  keepDraft('dukani.wanjiku', { ...filledIn, sender: { ...filledIn.sender, name: 'wanjiku' } })
  const { person } = await open('client')
  expect(field('Sender Name')).toMatchObject({ value: 'wanjiku', readOnly: true })
  await person.click(button('Schedule Pickup'))
  await screen.findByText('Parcel Dukani delivery request submitted successfully!')
  expect(api.received(contract.requests.dukani)[0]?.input).toMatchObject({ sender: { name: 'wanjiku' } })
})

test("a draft is its person's own: a client does not see what a visitor typed", async () => {
  server()
  keepDraft('dukani.visitor', filledIn)
  await open('client')
  expect(field('Receiver Name').value).toBe('')
})
