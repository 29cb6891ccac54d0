// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import { contract } from '@tuma/contracts/api'
import { fakeApi, renderScreen } from '@tuma/kit/testing'
import { keepDraft, readDraft } from '@tuma/kit/ui'
import { expect, test } from 'vitest'
import { DoorstepForm } from './doorstep-form.tsx'
import { FinishBooking } from './finish-booking.tsx'
import { keepParcel, keptParcel } from './kept-parcels.ts'
import { contact, filledIn, prices, shops } from './samples.ts'

const form = '/send-parcel/door-step'
const due = { amount: 200, what: 'same-day NAIROBI CBD', form, kind: 'doorstep' as const }
const booking = { id: 'b1', state: 'booked' as const, to: { place: 'NAIROBI CBD', shop: null } }
const server = (trackingId?: string) =>
  fakeApi()
    .answer(contract.payment.unused, [])
    .answer(contract.locations.contact, contact)
    .answer(contract.locations.shops, shops)
    .answer(contract.locations.prices, prices)
    .answer(contract.payment.prompt, {
      ...{ promptId: 'p1', state: 'paid', amount: 200 },
      booking: { ...booking, ...(trackingId === undefined ? { state: 'open' } : { trackingId }) },
    })
const keep = () =>
  keepParcel('doorstep.visitor', {
    ...{ at: Date.now(), reference: 'PAY-717171', due, values: { ...filledIn }, promptId: 'p1' },
  })

test('who closed the tab before the PIN reads at the next visit that the parcel is booked', async () => {
  server('TM-7K2M-Q9RA')
  keep()
  const { person } = renderScreen(<FinishBooking forms="/send-parcel" />, { path: '/here', at: '/here' })
  await screen.findByText('Your parcel to Otieno is booked.')
  expect(screen.getByText('TM-7K2M-Q9RA')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Track Parcel' }).getAttribute('href')).toContain('TM-7K2M-Q9RA')
  await waitFor(() => expect(keptParcel('doorstep.visitor')).toBeNull())
  await person.click(screen.getByRole('button', { name: 'OK' }))
  expect(screen.queryByText('Your parcel to Otieno is booked.')).toBeNull()
})

test('its form is empty then, so that it is not paid again', async () => {
  server('TM-7K2M-Q9RA')
  keep()
  keepDraft('doorstep.visitor', filledIn)
  renderScreen(<DoorstepForm variant="public" checkoutPath="/checkout" after="/send-parcel" />, {
    path: form,
    at: form,
  })
  await screen.findByText('Your parcel to Otieno is booked.')
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('Receiver Name').value).toBe(''))
  expect(readDraft('doorstep.visitor')).not.toHaveProperty('receiver.name', 'Otieno Odhiambo')
  expect(screen.queryByText('You started a parcel to Otieno.')).toBeNull()
})

test('nothing is said while the money has not come', async () => {
  server()
  keep()
  renderScreen(<FinishBooking forms="/send-parcel" />, { path: '/here', at: '/here' })
  await waitFor(() => expect(fakeApi().received(contract.payment.prompt)).not.toEqual([]))
  expect(screen.queryByText(/is booked/)).toBeNull()
  expect(keptParcel('doorstep.visitor')).toMatchObject({ promptId: 'p1' })
})
