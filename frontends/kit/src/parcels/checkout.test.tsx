// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import { contract } from '@tuma/contracts/api'
import { fakeApi, renderScreen } from '@tuma/kit/testing'
import { keepDraft, readDraft } from '@tuma/kit/ui'
import { describe, expect, test } from 'vitest'
import { Checkout } from './checkout.tsx'
import { accepted, contact, filledIn, keptKeys, prices } from './samples.ts'
import { keepPayment, spendPayment } from './verified-payment.ts'

const form = '/send-parcel/door-step'
const kept = (): Record<string, unknown> => JSON.parse(localStorage.getItem('tuma.verified-payment') ?? 'null')
const server = () => fakeApi().answer(contract.locations.contact, contact)

function open(state: unknown = { amount: 250, what: 'express THIKA', form }) {
  return renderScreen(<Checkout forms="/send-parcel" variant="public" />, { path: '/checkout', at: '/checkout', state })
}

const verify = (): HTMLButtonElement => screen.getByRole('button', { name: 'Verify Payment' })
const reference = (): string => screen.getByLabelText<HTMLInputElement>('Payment Reference').value

async function paste(person: ReturnType<typeof open>['person']): Promise<void> {
  await person.type(screen.getByLabelText('Full Name'), 'Wanjiku Kamau')
  await person.click(screen.getByLabelText('M-Pesa Message'))
  await person.paste('TKL1ABCDEF Confirmed. Ksh250.00 paid to TUMA PARCELS.')
}

test('it shows what is due, the till and a reference of its own that cannot be changed', async () => {
  server()
  open()
  expect(screen.getByText('Ksh 250')).toBeTruthy()
  expect(await screen.findByText('555123')).toBeTruthy()
  expect(screen.getByText('TUMA PARCELS')).toBeTruthy()
  expect(reference()).toMatch(/^PAY-\d{6}$/)
  expect(screen.getByLabelText<HTMLInputElement>('Payment Reference').readOnly).toBe(true)
})

test.each([
  ['doorstep', filledIn, 'Door Step delivery to Otieno Odhiambo, NAIROBI CBD'],
  [
    'dukani',
    { receiver: { name: 'Akinyi Atieno', location: 'THIKA', pickupAgent: 'Thika Stage Shop' } },
    'Parcel Dukani to Akinyi Atieno, Thika Stage Shop, THIKA',
  ],
] as const)('names the parcel before the payment: %s', (kind, draft, said) => {
  server()
  keepDraft(`${kind}.visitor`, draft)
  open({ amount: 250, what: 'express THIKA', form, kind })
  expect(screen.getByText(said)).toBeTruthy()
})

test('the button is off until both the name and the message are there', async () => {
  server()
  const { person } = open()
  expect(verify().disabled).toBe(true)
  await person.type(screen.getByLabelText('Full Name'), 'Wanjiku Kamau')
  expect(verify().disabled).toBe(true)
  await person.type(screen.getByLabelText('M-Pesa Message'), '  ')
  expect(verify().disabled).toBe(true)
  await person.type(screen.getByLabelText('M-Pesa Message'), 'TKL1')
  expect(verify().disabled).toBe(false)
})

test('a verified payment is kept and leads back to the form', async () => {
  const api = server().answer(contract.payment.verify, { success: true, amount: 250 })
  const { person, router } = open()
  const shown = reference()
  await paste(person)
  await person.click(verify())
  expect(await screen.findByText('Payment verified successfully!')).toBeTruthy()
  expect(router.state.location.pathname).toBe(form)
  expect(kept()).toMatchObject({ reference: shown, amount: 250, covers: 'express THIKA' })
  expect(api.received(contract.payment.verify)[0]?.input).toEqual({
    paymentReferenceId: shown,
    senderName: 'Wanjiku Kamau',
    mpesaMessage: 'TKL1ABCDEF Confirmed. Ksh250.00 paid to TUMA PARCELS.',
  })
})

describe('a person who has paid and comes back', () => {
  const paid = { paymentReferenceId: 'PAY-777777', amount: 250, paidAt: '2026-11-21T06:00:00.000Z' }
  test('is greeted, and goes on without paying again', async () => {
    server().answer(contract.payment.unused, [paid])
    const { person, router } = open()
    await screen.findByText('You paid Ksh 250. Your parcel is not booked yet.')
    await person.click(screen.getByRole('button', { name: 'Finish booking' }))
    await waitFor(() => expect(router.state.location.pathname).toBe(form))
    expect(kept()).toMatchObject({ reference: 'PAY-777777', amount: 250, payer: 'visitor' })
  })
  test('is not greeted with what was sent with in this browser just now', async () => {
    keepPayment({ reference: 'PAY-777777', amount: 250, verifiedAt: '2026-11-21T06:00:00.000Z', payer: 'visitor' })
    spendPayment()
    const api = server().answer(contract.payment.unused, [paid])
    open()
    await waitFor(() => expect(api.received(contract.payment.unused)).toHaveLength(1))
    await screen.findByText('555123')
    expect(screen.queryByText(/^You paid/)).toBeNull()
  })
})

describe('with a form that is whole', () => {
  const whole = filledIn
  const due = { amount: 200, what: 'same-day NAIROBI CBD', form, kind: 'doorstep' }
  const pay = async () => {
    const api = server()
      .answer(contract.locations.prices, prices)
      .answer(contract.payment.verify, { success: true, amount: 200 })
      .answer(contract.requests.doorstep, accepted)
    keepDraft('doorstep.visitor', whole)
    const shown = open(due)
    await paste(shown.person)
    await shown.person.click(verify())
    await screen.findByText('Paid. One step left.')
    return { api, ...shown }
  }
  /** Busy as long as the price is on its way. */
  const schedule = () => screen.findByRole('button', { name: 'Schedule Pickup', busy: false })

  test('a verified payment leaves one step, which has the focus; nothing is booked without that press', async () => {
    const { api, person, router } = await pay()
    expect(screen.getByText('Otieno Odhiambo, NAIROBI CBD')).toBeTruthy()
    await waitFor(async () => expect(document.activeElement).toBe(await schedule()))
    expect(api.received(contract.requests.doorstep)).toEqual([])
    const { reference: paidWith } = kept()
    await person.keyboard('{Enter}')
    await screen.findByText('Delivery request submitted successfully!')
    expect(api.received(contract.requests.doorstep).map(({ input }) => input)).toEqual([
      { ...whole, deliveryFee: 200, paymentReferenceId: paidWith },
    ])
    expect(screen.getByText(accepted.trackingId)).toBeTruthy()
    expect(keptKeys()).toEqual(['tuma.payment-begun'])
    expect(router.state.location).toMatchObject({ pathname: '/checkout', state: null })
  })

  test('a checkout that is opened again with the payment in hand asks for no other', async () => {
    server().answer(contract.locations.prices, prices)
    keepDraft('doorstep.visitor', whole)
    keepPayment({ reference: 'PAY-123456', amount: 200, verifiedAt: '2026-11-21T06:00:00.000Z', payer: 'visitor' })
    open(due)
    await screen.findByText('Payment PAY-123456 of Ksh 200 is verified.')
    expect(screen.queryByRole('button', { name: 'Verify Payment' })).toBeNull()
  })

  test('a booking that was not answered says so beside the button, and that the payment is safe, until it has worked', async () => {
    const { api, person } = await pay()
    api.fail(contract.requests.doorstep)
    await person.click(await schedule())
    const said = await screen.findByText(/^Your payment is safe\. Try again: nothing is booked twice/)
    expect((await schedule()).previousElementSibling?.contains(said)).toBe(true)
    api.answer(contract.requests.doorstep, accepted)
    await person.click(await schedule())
    await screen.findByText('Delivery request submitted successfully!')
  })

  test('a payment that turns out to be used asks for another, and nothing that was typed is lost', async () => {
    const { api, person } = await pay()
    api.refuse(contract.requests.doorstep, 'payment_used')
    await person.click(await schedule())
    await screen.findByText('Failed: This payment has already been used.')
    await screen.findByRole('button', { name: 'Verify Payment' })
    expect(readDraft('doorstep.visitor')).toEqual(whole)
  })

  test('a form that was changed meanwhile gets its person back, with the payment', async () => {
    server().answer(contract.locations.prices, prices).answer(contract.payment.verify, { success: true, amount: 200 })
    keepDraft('doorstep.visitor', { ...whole, parcelDescription: '' })
    const { person, router } = open(due)
    await paste(person)
    await person.click(verify())
    await waitFor(() => expect(router.state.location.pathname).toBe(form))
    expect(router.state.location.state).toEqual({ justPaid: true })
    expect(kept()).toMatchObject({ amount: 200 })
  })
})

test('while it is being verified a second press sends nothing', async () => {
  const api = server()
  const answer = api.hold(contract.payment.verify, { success: true, amount: 250 })
  const { person } = open()
  await paste(person)
  await person.dblClick(verify())
  expect(verify().getAttribute('aria-disabled')).toBe('true')
  answer()
  await screen.findByText('Payment verified successfully!')
  expect(api.received(contract.payment.verify)).toHaveLength(1)
})

test("a refused message shows the server's own sentence at the message and keeps nothing", async () => {
  server().answer(contract.payment.verify, { success: false, error: 'This M-Pesa message has already been used.' })
  const { person, router } = open()
  await paste(person)
  await person.click(verify())
  expect(await screen.findByText('This M-Pesa message has already been used.')).toBeTruthy()
  expect(screen.getByLabelText('M-Pesa Message').getAttribute('aria-invalid')).toBe('true')
  expect(router.state.location.pathname).toBe('/checkout')
  expect(kept()).toBeNull()
})

test('a refusal without a sentence says that the verification failed', async () => {
  server().answer(contract.payment.verify, { success: false })
  const { person } = open()
  await paste(person)
  await person.click(verify())
  expect(await screen.findByText('Payment verification failed.')).toBeTruthy()
})

test('a fault asks for the correct message', async () => {
  server().fail(contract.payment.verify)
  const { person } = open()
  await paste(person)
  await person.click(verify())
  expect(await screen.findByText('Your Mpesa message is invalid, please use the correct Mpesa message')).toBeTruthy()
})

test('no answer at all asks for the correct message too, and beside the button it says that it was the network', async () => {
  server()
  const { person } = open()
  window.fetch = () => Promise.reject(new TypeError('Failed to fetch'))
  await paste(person)
  await person.click(verify())
  expect(await screen.findByText('Your Mpesa message is invalid, please use the correct Mpesa message')).toBeTruthy()
  const unreachable = 'We cannot reach Tuma. Please check your connection and try again.'
  expect(verify().previousElementSibling?.textContent).toBe(unreachable)
  expect(screen.getAllByText(unreachable)).toHaveLength(1)
})

test('a payment that is too small says how much is missing, stays open, and the rest is added to it', async () => {
  server().answer(contract.payment.verify, { success: true, amount: 200 })
  const { person, router } = open()
  const first = reference()
  await paste(person)
  await person.click(verify())
  expect(await screen.findByText(/You paid Ksh 200, Ksh 50 too little\./)).toBeTruthy()
  expect(router.state.location.pathname).toBe('/checkout')
  expect(kept()).toMatchObject({ reference: first, amount: 200 })
  expect(kept()).not.toHaveProperty('covers')
  expect(reference()).toBe(first)
  expect(screen.getByText('Ksh 50')).toBeTruthy()
  expect(screen.queryByText('M-Pesa message is required.')).toBeNull()
  expect(verify().disabled).toBe(true)
  expect(document.activeElement?.textContent).toMatch(/^You paid Ksh 200, Ksh 50 too little\./)

  const api = fakeApi().answer(contract.payment.verify, { success: true, amount: 250 })
  await person.click(screen.getByLabelText('M-Pesa Message'))
  await person.paste('TKL1ABCDEG Confirmed. Ksh50.00 paid to TUMA PARCELS.')
  await person.click(verify())
  await waitFor(() => expect(kept()).toMatchObject({ reference: first, amount: 250, covers: 'express THIKA' }))
  expect(api.received(contract.payment.verify).at(-1)?.input).toMatchObject({ paymentReferenceId: first, adds: true })
})

test('a checkout that is opened again shows how much is paid, and does not move the focus', () => {
  server()
  keepPayment({ reference: 'PAY-123456', amount: 200, verifiedAt: '2026-11-21T06:00:00.000Z', payer: 'visitor' })
  open()
  const card = screen.getByText('Ksh 50').parentElement
  expect(card?.textContent).toContain('You have paid Ksh 200. Ksh 50 remaining.')
  expect(document.activeElement).toBe(document.body)
})

test('without navigation state the amount is the one that the form has kept', async () => {
  server()
  keepDraft('checkout', { amount: 420, form })
  open(null)
  expect(screen.getByText('Ksh 420')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Back to the form' }).getAttribute('href')).toBe(form)
})

test('with nothing to pay it shows the way to the forms', () => {
  server()
  open(null)
  expect(screen.getByRole('link', { name: 'Send a parcel' }).getAttribute('href')).toBe('/send-parcel')
  expect(screen.queryByRole('button', { name: 'Verify Payment' })).toBeNull()
})

test('in a demonstration a sample message can be filled in, elsewhere it is not offered', async () => {
  server().answer(contract.locations.contact, { ...contact, demonstration: true, prompts: false })
  const { person } = open()
  const answered = window.fetch
  window.fetch = async (input, init) =>
    input === '/dev/mpesa-message?amount=250'
      ? Response.json({ message: 'A sample of Ksh250.00' })
      : answered(input, init)
  await person.click(await screen.findByRole('button', { name: 'Use a sample message' }))
  expect(await screen.findByDisplayValue('A sample of Ksh250.00')).toBeTruthy()
})

test('outside a demonstration there is no sample message', async () => {
  server()
  open()
  await screen.findByText('555123')
  expect(screen.queryByRole('button', { name: 'Use a sample message' })).toBeNull()
})
