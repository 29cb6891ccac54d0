// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { renderScreen } from '@tuma/kit/testing'
import { expect, test } from 'vitest'
import { ChooseDelivery } from './choose-delivery.tsx'

const choose = <ChooseDelivery doorstep="/send-parcel/door-step" dukani="/send-parcel/parcel-dukani" />

test('both ways of sending lead to their forms', () => {
  renderScreen(choose)
  expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    '/send-parcel/door-step',
    '/send-parcel/parcel-dukani',
  ])
})

test('who comes from a form that was just sent still sees the tracking id', () => {
  renderScreen(choose, { state: { justSent: { trackingId: 'TM-7K3M-Q2XV-90TB', track: '/trackDelivery' } } })
  expect(screen.getByText('TM-7K3M-Q2XV-90TB')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Track Parcel' }).getAttribute('href')).toBe(
    '/trackDelivery?id=TM-7K3M-Q2XV-90TB',
  )
})
