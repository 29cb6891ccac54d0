// @vitest-environment jsdom
import { act, screen } from '@testing-library/react'
import { contract } from '@tuma/contracts/api'
import { chooseLanguage } from '@tuma/kit/runtime'
import { fakeApi, renderScreen } from '@tuma/kit/testing'
import { expect, test } from 'vitest'
import { ChooseDelivery } from './choose-delivery.tsx'
import { prices, shops } from './samples.ts'

const choose = <ChooseDelivery doorstep="/send-parcel/door-step" dukani="/send-parcel/parcel-dukani" />

test('both ways of sending lead to their forms', () => {
  renderScreen(choose)
  expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    '/send-parcel/door-step',
    '/send-parcel/parcel-dukani',
  ])
})

const network = () => fakeApi().answer(contract.locations.shops, shops).answer(contract.locations.prices, prices)
const costs = () =>
  [...document.querySelectorAll('.parcel-kind-costs > span')].map(({ textContent }) =>
    textContent?.replaceAll('\u00a0', ' '),
  )

test('before one is chosen each way says what it costs at least, and how long it takes', async () => {
  network()
  renderScreen(choose)
  await expect
    .poll(costs)
    .toEqual([
      'Same-day from Ksh 200, within 12 hours',
      'Express from Ksh 500, in under 1 h 30 min',
      'To a shop from Ksh 150',
    ])
})

test('to a place that was chosen before, what it costs there, in Swahili as well', async () => {
  network()
  renderScreen(choose, { path: '/send-parcel', at: '/send-parcel?to=THIKA' })
  act(() => chooseLanguage('sw'))
  await expect.poll(costs).toEqual(['Siku hiyo hiyo Ksh 350, ndani ya masaa 12', 'Hadi dukani Ksh 180'])
  act(() => chooseLanguage('en'))
})

test('prices that did not come leave the ways', async () => {
  fakeApi().fail(contract.locations.shops).fail(contract.locations.prices)
  renderScreen(choose)
  expect(screen.getAllByRole('link')).toHaveLength(2)
  expect(costs()).toEqual([])
})

test('who comes from a form that was just sent still sees the tracking id', () => {
  renderScreen(choose, { state: { justSent: { trackingId: 'TM-7K3M-Q2XV-90TB', track: '/trackDelivery' } } })
  expect(screen.getByText('TM-7K3M-Q2XV-90TB')).toBeTruthy()
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Your parcel is booked')
  expect(screen.getByRole('heading', { level: 2 }).textContent).toBe('Select Delivery Type')
  expect(screen.getByRole('link', { name: 'Track Parcel' }).getAttribute('href')).toBe(
    '/trackDelivery?id=TM-7K3M-Q2XV-90TB',
  )
})
