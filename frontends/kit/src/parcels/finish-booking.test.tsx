// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import { contract } from '@tuma/contracts/api'
import { fakeApi, people, renderScreen } from '@tuma/kit/testing'
import { readDraft } from '@tuma/kit/ui'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { Checkout } from './checkout.tsx'
import { ChooseDelivery } from './choose-delivery.tsx'
import { FinishBooking } from './finish-booking.tsx'
import { changeKept, hasBegun, keepParcel, keptFor, keptParcel, markBegun } from './kept-parcels.ts'
import { contact, filledIn, prices, shops } from './samples.ts'

const paid = { paymentReferenceId: 'PAY-717171', amount: 250, paidAt: '2026-11-21T06:00:00.000Z' }
const form = '/send-parcel/door-step'
const due = { amount: 250, what: 'same-day THIKA', form, kind: 'doorstep' as const }
const keep = (draft = 'doorstep.visitor', values: object = filledIn) =>
  keepParcel(draft, { at: Date.now(), reference: 'PAY-717171', due, values: { ...values } })
const server = () =>
  fakeApi()
    .answer(contract.payment.unused, [paid])
    .answer(contract.locations.contact, contact)
    .answer(contract.locations.shops, shops)
    .answer(contract.locations.prices, prices)
const show = (options: Parameters<typeof renderScreen>[1] = {}) =>
  renderScreen(<FinishBooking forms="/send-parcel" />, { path: '/here', at: '/here', ...options })
const finish = () => screen.findByRole('button', { name: 'Finish booking' })
const payment = () => JSON.parse(localStorage.getItem('tuma.verified-payment') ?? 'null')

describe('who has paid and booked nothing', () => {
  test('finishes with one press, in the form as it was, with the payment set', async () => {
    server()
    keep()
    const { person, router } = show()
    await screen.findByText('You paid Ksh 250. Your parcel to Otieno is not booked yet.')
    await person.click(await finish())
    expect(router.state.location).toMatchObject({ pathname: form, state: { justPaid: true } })
    expect(readDraft('doorstep.visitor')).toEqual(filledIn)
    expect(payment()).toMatchObject({ reference: 'PAY-717171', amount: 250, covers: 'same-day THIKA' })
  })
  test('chooses how to send where no form is kept', async () => {
    server()
    const { person, router } = show()
    await person.click(await finish())
    expect(router.state.location.pathname).toBe('/send-parcel')
    expect(payment()).toMatchObject({ reference: 'PAY-717171' })
  })
  test('and has signed in since gets the form as their own, under their username', async () => {
    server()
    keepParcel('dukani.visitor', {
      ...{
        at: Date.now(),
        reference: 'PAY-717171',
        values: { sender: { name: 'W K' }, receiver: { name: 'Lilian A' } },
      },
      due: { ...due, form: '/send-parcel/parcel-dukani', kind: 'dukani' },
    })
    const { person, router } = show({ as: people.client })
    await screen.findByText('You paid Ksh 250. Your parcel to Lilian is not booked yet.')
    await person.click(await finish())
    expect(router.state.location.pathname).toBe('/send-parcel/parcel-dukani')
    expect(readDraft('dukani.wanjiku')).toMatchObject({ sender: { name: 'wanjiku' }, receiver: { name: 'Lilian A' } })
    expect(keptFor('PAY-717171', 'somebody-else')).toBeNull()
  })
  test('reads another account’s form nowhere', async () => {
    server()
    keep('doorstep.somebody')
    show()
    await screen.findByText('You paid Ksh 250. Your parcel is not booked yet.')
  })
})

test('a browser that began no payment asks nothing on public pages', async () => {
  const api = server()
  renderScreen(<ChooseDelivery doorstep="/d" dukani="/k" />, { path: '/send-parcel', at: '/send-parcel' })
  await screen.findByText(/^To a shop/)
  expect(api.received(contract.payment.unused)).toEqual([])
})

test('where a form is chosen, who finished without one is told that the payment waits', async () => {
  server()
  markBegun()
  const { person } = renderScreen(<ChooseDelivery doorstep="/d" dukani="/k" />, {
    path: '/send-parcel',
    at: '/send-parcel',
  })
  await person.click(await finish())
  await screen.findByText('You paid Ksh 250. Choose how to send your parcel.')
  expect(screen.queryByRole('button', { name: 'Finish booking' })).toBeNull()
})

test('an empty checkout offers what was paid, and does not say that there is nothing to pay', async () => {
  server()
  renderScreen(<Checkout forms="/send-parcel" variant="public" />, { path: '/checkout', at: '/checkout' })
  await finish()
  expect(screen.queryByText(/^There is nothing to pay yet/)).toBeNull()
})

test('an answer without unused payments ends the asking after a day', async () => {
  fakeApi().answer(contract.payment.unused, [])
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  markBegun()
  const first = renderScreen(<FinishBooking forms="/send-parcel" ifBegun />)
  await waitFor(() => expect(fakeApi().received(contract.payment.unused)).toHaveLength(1))
  first.unmount()
  expect(hasBegun()).toBe(true)
  vi.setSystemTime(Date.now() + 24 * 60 * 60_000)
  renderScreen(<FinishBooking forms="/send-parcel" ifBegun />)
  await waitFor(() => expect(hasBegun()).toBe(false))
})

test('what is typed before a payment was begun is not kept', () => {
  changeKept('doorstep.visitor', { ...filledIn })
  expect(keptParcel('doorstep.visitor')).toBeNull()
})

test('a kept form follows what is typed, and is gone after a day', () => {
  keep()
  changeKept('doorstep.visitor', { ...filledIn, parcelDescription: 'Two boxes' })
  expect(keptFor('PAY-717171', 'visitor')?.parcel.values).toMatchObject({ parcelDescription: 'Two boxes' })
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  vi.setSystemTime(Date.now() + 24 * 60 * 60_000)
  expect(keptFor('PAY-717171', 'visitor')).toBeNull()
  expect(localStorage.getItem('tuma.draft.kept-parcels')).toBeNull()
})
