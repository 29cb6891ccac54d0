// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { contract } from '@tuma/contracts/api'
import { queryClient } from '@tuma/kit/runtime'
import { fakeApi, people, renderScreen } from '@tuma/kit/testing'
import { keepDraft, readDraft } from '@tuma/kit/ui'
import { afterEach, expect, test, vi } from 'vitest'
import { DoorstepForm } from './doorstep-form.tsx'
import { catchReceipts } from './receipt-catcher.ts'
import { accepted, filledIn, keptKeys, prices, shops } from './samples.ts'
import { keepPayment } from './verified-payment.ts'

const at = '/send-parcel/door-step'
const paid = { reference: 'PAY-123456', amount: 200, verifiedAt: '2026-11-21T06:00:00.000Z', payer: 'visitor' }
const server = () =>
  fakeApi()
    .answer(contract.locations.prices, prices)
    .answer(contract.locations.shops, shops)
    .answer(contract.requests.doorstep, accepted)

function open(variant: 'public' | 'client' = 'public') {
  return renderScreen(<DoorstepForm variant={variant} checkoutPath="/checkout" after="/send-parcel" />, {
    path: at,
    at,
    ...(variant === 'client' ? { as: people.client } : {}),
  })
}

const field = <T extends HTMLElement = HTMLInputElement>(label: string): T => screen.getByLabelText<T>(label)
const button = (name: string): HTMLButtonElement => screen.getByRole('button', { name })
const toOptions = (label: string): string[] =>
  within(field(label))
    .getAllByRole('option')
    .map((option) => option.textContent)

/** The form as a person has filled it in already; ready when what it costs is known. */
async function openFilledIn() {
  keepDraft('doorstep.visitor', filledIn)
  const screenOfIt = open()
  await screen.findByText('Total')
  return screenOfIt
}

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

test('the lists of places say that they load until their places are there', async () => {
  server()
  const shopsCome = fakeApi().hold(contract.locations.shops, shops)
  const pricesCome = fakeApi().hold(contract.locations.prices, prices)
  open()
  await screen.findByLabelText('Sender Location')
  for (const [label, come] of [
    ['Sender Location', shopsCome],
    ['Receiver Location', pricesCome],
  ] as const) {
    expect([toOptions(label), field(label).ariaBusy]).toEqual([['Loading…'], 'true'])
    come()
    await waitFor(() => expect(toOptions(label).length).toBeGreaterThan(1))
    expect([toOptions(label)[0], field(label).ariaBusy]).toEqual(['Choose…', null])
  }
})

test('a shop can be chosen once its location is, another location lets go of it, and a place with one shop chooses it', async () => {
  server()
  const { person } = open()
  await screen.findByRole('option', { name: 'THIKA' })
  expect(field('Dropoff Agent')).toHaveProperty('disabled', true)
  await person.selectOptions(field('Sender Location'), 'NAIROBI CBD')
  expect(toOptions('Dropoff Agent')).toEqual(['Choose…', 'Moi Avenue Shop', 'Tom Mboya Stage'])
  await person.selectOptions(field('Dropoff Agent'), 'Tom Mboya Stage')
  await person.selectOptions(field('Sender Location'), 'THIKA')
  expect(field('Dropoff Agent').value).toBe('Thika Stage Shop')
  await person.selectOptions(field('Sender Location'), 'NAIROBI CBD')
  expect(field('Dropoff Agent').value).toBe('')
})

test('the delivery type decides which places there are and what they cost, and changing it lets go of the place', async () => {
  server()
  const { person } = open()
  await screen.findByRole('option', { name: 'THIKA (Ksh 350)' })
  await person.selectOptions(field('Receiver Location'), 'THIKA')
  expect(screen.getByText('Total').parentElement?.textContent).toContain('Ksh 350')
  await person.click(screen.getByRole('radio', { name: /Express/ }))
  expect(field('Receiver Location').value).toBe('')
  expect(toOptions('Receiver Location')).toEqual(['Choose…', 'NAIROBI CBD (Ksh 500)'])
  await person.selectOptions(field('Receiver Location'), 'NAIROBI CBD')
  expect(screen.getByText('Total').parentElement?.textContent).toContain('Ksh 500')
  await person.click(screen.getByRole('radio', { name: /Same-day/ }))
  expect(field('Receiver Location').value).toBe('')
  expect(screen.queryByText('Total')).toBeNull()
})

test('all name fields share one sentence and every wrong one is marked red', async () => {
  server()
  keepPayment(paid)
  const { person } = await openFilledIn()
  await person.clear(field('Sender Name'))
  await person.type(field('Sender Name'), 'Wanjiku')
  await person.clear(field('Receiver Name'))
  await person.type(field('Receiver Name'), 'Otieno')
  await person.click(button('Schedule Pickup'))
  expect(await screen.findAllByText('Please enter at least two names.')).toHaveLength(1)
  expect(field('Sender Name').getAttribute('aria-invalid')).toBe('true')
  expect(field('Receiver Name').getAttribute('aria-invalid')).toBe('true')
  await person.type(field('Sender Name'), ' Kamau')
  expect(field('Sender Name').getAttribute('aria-invalid')).toBeNull()
  expect(screen.getAllByText('Please enter at least two names.')).toHaveLength(1)
})

test("a client's own username will do for the sender's name, another single name will not", async () => {
  server()
  keepDraft('doorstep.wanjiku', { ...filledIn, paymentMethod: 'payOnDelivery', productPrice: 500 })
  const { person } = open('client')
  await screen.findByText('Total')
  await person.clear(field('Sender Name'))
  await person.type(field('Sender Name'), 'Wanjik')
  await person.click(button('Schedule Pickup'))
  await screen.findByText('Please enter at least two names.')
  await person.type(field('Sender Name'), 'u')
  expect(screen.queryByText('Please enter at least two names.')).toBeNull()
  await person.click(button('Schedule Pickup'))
  await expect.poll(() => fakeApi().received(contract.requests.doorstep)).toHaveLength(1)
})

test('without a verified payment nothing can be sent, and the way to the checkout carries what is due', async () => {
  server()
  const { person, router } = await openFilledIn()
  expect(screen.queryByRole('button', { name: 'Schedule Pickup' })).toBeNull()
  await person.click(button('Pay Ksh 200 with M-Pesa'))
  expect(router.state.location).toMatchObject({ pathname: '/checkout', state: { amount: 200, form: at } })
  expect(readDraft('checkout')).toMatchObject({ amount: 200, form: at, kind: 'doorstep' })
})

test('until a price is known, the button says what comes first; then only the button to pay is shown', async () => {
  server()
  const { person } = open()
  await screen.findByRole('option', { name: 'THIKA (Ksh 350)' })
  expect(button('Complete Payment First').disabled).toBe(true)
  await person.selectOptions(field('Receiver Location'), 'NAIROBI CBD')
  expect(screen.queryByRole('button', { name: 'Complete Payment First' })).toBeNull()
  expect(button('Pay Ksh 200 with M-Pesa').disabled).toBe(false)
})

test('a form that is not whole leads to no checkout: its first error has the focus, and nothing is due yet', async () => {
  server()
  const { person, router } = open()
  await screen.findByRole('option', { name: 'THIKA (Ksh 350)' })
  await person.selectOptions(field('Receiver Location'), 'NAIROBI CBD')
  await person.type(field('Sender Name'), 'Wanjiku Kamau')
  await person.type(field('Sender Phone'), '12345')
  await person.click(button('Pay Ksh 200 with M-Pesa'))
  await screen.findByText('Invalid phone number format. Use: 07xxxxxxxx, 7xxxxxxxx, or 254xxxxxxxxx')
  expect(document.activeElement).toBe(field('Sender Phone'))
  expect(router.state.location.pathname).toBe(at)
  expect(readDraft('checkout')).toEqual({})
})

test('a form that comes to another sum lets go of the one that it led to the checkout with', async () => {
  server()
  keepDraft('checkout', { amount: 150, what: 'same-day NAIROBI CBD', form: at, kind: 'doorstep' })
  await openFilledIn()
  await waitFor(() => expect(readDraft('checkout')).toEqual({}))
})

const comeBackPaid = () => {
  keepPayment(paid)
  keepDraft('doorstep.visitor', { ...filledIn, parcelDescription: '' })
  return renderScreen(<DoorstepForm variant="public" checkoutPath="/checkout" after="/send-parcel" />, {
    path: at,
    at,
    state: { justPaid: true },
  })
}

test('who comes back with a payment finds one step left, and the focus on it', async () => {
  server()
  const { person } = comeBackPaid()
  await screen.findByText('Paid. One step left.')
  expect(document.activeElement).toBe(button('Schedule Pickup'))
  await person.click(button('Schedule Pickup'))
  await waitFor(() => expect(document.activeElement).toBe(field('Parcel Description')))
})

test('a sender who types before the price is there keeps the focus', async () => {
  const answer = server().hold(contract.locations.prices, prices)
  const { person } = comeBackPaid()
  await person.type(await screen.findByLabelText('Parcel Description'), 'Shoes')
  answer()
  await screen.findByText('Paid. One step left.')
  await person.keyboard(', black')
  expect(field('Parcel Description').value).toBe('Shoes, black')
})

test('the focus is moved once, also when the sender chooses another place and the paid one again', async () => {
  server()
  const { person } = comeBackPaid()
  await screen.findByText('Paid. One step left.')
  const place = field<HTMLSelectElement>('Receiver Location')
  const paidPlace = place.value
  await person.selectOptions(place, 'THIKA')
  await screen.findByText(/too little/)
  place.blur() // some phones focus nothing that is tapped
  fireEvent.change(place, { target: { value: paidPlace } })
  await screen.findByText('Paid. One step left.')
  expect(document.activeElement).toBe(document.body)
})

test('a payment that is less than what is due is told before anything is sent', async () => {
  const api = server()
  keepPayment({ ...paid, amount: 150 })
  await openFilledIn()
  const told = screen.getByText(/^You paid Ksh 150 \(PAY-123456\), Ksh 50 too little\./)
  expect(told.textContent).toContain('Pay the rest, or choose a cheaper place.')
  expect(screen.queryByRole('button', { name: 'Schedule Pickup' })).toBeNull()
  expect(api.received(contract.requests.doorstep)).toEqual([])
})

test('a price that has risen since it was paid changes nothing for who has paid', async () => {
  const api = server()
  keepPayment({ ...paid, amount: 150, covers: 'same-day NAIROBI CBD' })
  const { person } = await openFilledIn()
  await screen.findByText(/The price is now Ksh 200\. You already paid, so you owe nothing more\./)
  await person.click(button('Schedule Pickup'))
  await screen.findByText('Delivery request submitted successfully!')
  expect(api.received(contract.requests.doorstep)).toHaveLength(1)
})

test('a payment for one place does not pay for another', async () => {
  server()
  keepPayment({ ...paid, amount: 150, covers: 'same-day THIKA' })
  await openFilledIn()
  await screen.findByText(/^You paid Ksh 150 \(PAY-123456\), Ksh 50 too little\./)
  expect(screen.queryByRole('button', { name: 'Schedule Pickup' })).toBeNull()
})

test('a paid request carries its payment, fee and an idempotency key, and then payment and draft are gone', async () => {
  const api = server()
  keepPayment(paid)
  const { person } = open()
  await screen.findByRole('option', { name: 'THIKA (Ksh 350)' })
  await screen.findByRole('option', { name: 'THIKA' })
  for (const [label, typed] of [
    ['Sender Name', 'Wanjiku Kamau'],
    ['Sender Phone', '0712345678'],
    ['Receiver Name', 'Otieno Odhiambo'],
    ['Receiver Phone', '0722345678'],
    ['Pickup Address', 'Kenyatta Avenue 12'],
    ['More Details', 'Blue gate'],
    ['Parcel Description', 'A box of shoes'],
  ] as const) {
    await person.type(field(label), typed)
  }
  await person.selectOptions(field('Sender Location'), 'NAIROBI CBD')
  await person.selectOptions(field('Dropoff Agent'), 'Moi Avenue Shop')
  await person.selectOptions(field('Receiver Location'), 'NAIROBI CBD')
  await person.click(button('Schedule Pickup'))
  expect(await screen.findByText('Delivery request submitted successfully!')).toBeTruthy()
  const [request, ...more] = api.received(contract.requests.doorstep)
  expect(more).toEqual([])
  expect(request?.input).toEqual({ ...filledIn, deliveryFee: 200, paymentReferenceId: 'PAY-123456' })
  expect(request?.headers.get('idempotency-key')).toMatch(/^[0-9a-f]{32}$/)
  expect(screen.getByText('TM-7K3M-Q2XV-90TB')).toBeTruthy()
  expect(keptKeys()).toEqual([])
})

test('the receipt comes after two seconds, and after three the person is taken on with the tracking id', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const trackingId = 'TM-2222-3333-4444' // of no test before, whose receipt may still come
  server().answer(contract.requests.doorstep, { ...accepted, trackingId })
  keepPayment(paid)
  const { person, router } = await openFilledIn()
  const caught = catchReceipts()
  const saved = () => caught.filter((one) => one.startsWith(trackingId))
  await person.click(button('Schedule Pickup'))
  await screen.findByText('Delivery request submitted successfully!')
  expect(saved()).toEqual([])
  // The clock runs on while a slow machine draws: long before, and then surely. Browser tests stop it and see the very second.
  await vi.advanceTimersByTimeAsync(500)
  expect(saved()).toEqual([])
  await vi.advanceTimersByTimeAsync(1500)
  await waitFor(() => expect(saved()).toEqual([`${trackingId} as receipt_${trackingId}.pdf`]))
  await vi.advanceTimersByTimeAsync(1000)
  expect(router.state.location.pathname).toBe('/send-parcel')
  expect(router.state.location.state).toEqual({
    justSent: { trackingId, track: '/trackDelivery', shop: 'Moi Avenue Shop', place: 'NAIROBI CBD', to: 'NAIROBI CBD' },
  })
})

test('who gets no SMS before the parcel is handed in is told to keep its number, there and where they are taken on', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const { trackingId } = accepted
  server().answer(contract.requests.doorstep, { ...accepted, smsAtHandIn: true })
  keepPayment(paid)
  const { person, router } = await openFilledIn()
  catchReceipts()
  await person.click(button('Schedule Pickup'))
  expect((await screen.findByText(/^Keep this number:/)).textContent).toBe(
    `Keep this number: ${trackingId}. We send SMS once we have the parcel.`,
  )
  await vi.advanceTimersByTimeAsync(3000)
  expect(router.state.location.state).toMatchObject({ justSent: { trackingId, smsAtHandIn: true } })
})

test('who chooses Pay Now again finds the payment that was verified, also with another parcel', async () => {
  server()
  keepPayment(paid)
  const { person, unmount } = await openFilledIn()
  const radio = (name: RegExp) => screen.getByRole('radio', { name })
  await person.click(radio(/Pay On Delivery/))
  expect(screen.queryByText(/is verified/)).toBeNull()
  await person.click(radio(/Pay Now/))
  await screen.findByText('Payment PAY-123456 of Ksh 200 is verified.')
  await person.click(radio(/Pay On Delivery/))
  unmount()
  keepDraft('doorstep.visitor', filledIn)
  await openFilledIn()
  await screen.findByText('Payment PAY-123456 of Ksh 200 is verified.')
})

test('a product price beyond every limit is told at its field as soon as it is left, and adds up to nothing', async () => {
  server()
  const { person } = await openFilledIn()
  await person.click(screen.getByRole('radio', { name: /Pay On Delivery/ }))
  const price = field('Product Price (Ksh)')
  await person.click(price)
  await person.tab()
  expect(price.getAttribute('aria-invalid')).toBeNull()
  await person.type(price, '100000000')
  await person.tab()
  const sentence = 'Product price is too much (at most Ksh 10,000,000).'
  await screen.findByText(sentence)
  expect(screen.getByText('Total').parentElement?.textContent).toContain('Ksh 200')
  await person.type(price, '{Backspace}')
  await waitFor(() => expect(screen.queryByText(sentence)).toBeNull())
  expect(screen.getByText('Total').parentElement?.textContent).toContain('Ksh 10,000,200')
})

test('on delivery the product price is asked for and counts, and the payment reference is let go', async () => {
  const api = server()
  keepPayment(paid)
  const { person } = await openFilledIn()
  await person.click(screen.getByRole('radio', { name: /Pay On Delivery/ }))
  expect(localStorage.getItem('tuma.verified-payment')).toBeNull()
  await person.click(button('Schedule Pickup'))
  expect(await screen.findByText('Product price is required.')).toBeTruthy()
  expect(field('Product Price (Ksh)').getAttribute('aria-invalid')).toBe('true')
  await person.type(field('Product Price (Ksh)'), '-1')
  expect(await screen.findByText("Product price can't be less than 0.")).toBeTruthy()
  await person.clear(field('Product Price (Ksh)'))
  await person.type(field('Product Price (Ksh)'), '1250')
  expect(screen.getByText('Total').parentElement?.textContent).toContain('Ksh 1,450')
  await person.click(button('Schedule Pickup'))
  await screen.findByText('Delivery request submitted successfully!')
  expect(api.received(contract.requests.doorstep)[0]?.input).toMatchObject({
    paymentMethod: 'payOnDelivery',
    paymentReferenceId: '',
    productPrice: 1250,
    deliveryFee: 200,
  })
})

test('what was typed is there again after the trip to the checkout or a reload', async () => {
  server()
  const { person, router } = await openFilledIn()
  await person.type(field('Parcel Description'), ', size 42')
  await act(() => router.navigate('/checkout'))
  expect(screen.queryByLabelText('Sender Name')).toBeNull()
  queryClient.clear()
  await act(() => router.navigate(-1))
  await waitFor(() => expect(field('Receiver Location').value).toBe('NAIROBI CBD'))
  expect(field('Sender Name').value).toBe('Wanjiku Kamau')
  expect(field('Dropoff Agent').value).toBe('Moi Avenue Shop')
  expect(field('Parcel Description').value).toBe('A box of shoes, size 42')
})

test('a refused request says why, and keeps what was typed and the payment', async () => {
  server().refuse(contract.requests.doorstep, 'fee_changed')
  keepPayment(paid)
  const { person } = await openFilledIn()
  await person.click(button('Schedule Pickup'))
  await screen.findByText('Failed: The price has changed. Please check the new total and send again.')
  expect(field('Sender Name').value).toBe('Wanjiku Kamau')
  expect(localStorage).toHaveLength(1)
})

test('a payment that turns out to be used already leads back to the checkout', async () => {
  server().refuse(contract.requests.doorstep, 'payment_used')
  keepPayment(paid)
  const { person } = await openFilledIn()
  await person.click(button('Schedule Pickup'))
  await screen.findByText('Failed: This payment has already been used.')
  expect(screen.queryByRole('button', { name: 'Schedule Pickup' })).toBeNull()
})

test('a fault says that the request was not submitted', async () => {
  server().fail(contract.requests.doorstep)
  keepPayment(paid)
  const { person } = await openFilledIn()
  await person.click(button('Schedule Pickup'))
  expect(await screen.findByText('Error submitting delivery request')).toBeTruthy()
})

test('a second press while it is being sent sends nothing', async () => {
  const api = server()
  const answer = api.hold(contract.requests.doorstep, accepted)
  keepPayment(paid)
  const { person } = await openFilledIn()
  await person.dblClick(button('Schedule Pickup'))
  await person.type(field('Sender Phone'), '{Enter}')
  answer()
  await screen.findByText('Delivery request submitted successfully!')
  expect(api.received(contract.requests.doorstep)).toHaveLength(1)
})

test("a client's own name and phone are filled in, and may be changed", async () => {
  server()
  open('client')
  expect(field('Sender Name')).toMatchObject({ value: 'Wanjiku Kamau', readOnly: false })
  expect(field('Sender Phone').value).toBe('0712345678')
})

test('places that do not come can be asked for again', async () => {
  const api = server().fail(contract.locations.prices)
  const { person } = open()
  expect(await screen.findByText('We could not load the locations.')).toBeTruthy()
  api.answer(contract.locations.prices, prices)
  await person.click(button('Try Again'))
  expect(await screen.findByRole('option', { name: 'THIKA (Ksh 350)' })).toBeTruthy()
})
