// @vitest-environment jsdom
import { act, screen } from '@testing-library/react'
import { people, renderScreen } from '@tuma/kit/testing'
import { afterEach, expect, test, vi } from 'vitest'
import { forgetPayment, keepPayment, newPaymentReference, useVerifiedPayment } from './verified-payment.ts'

const payment = { reference: 'PAY-000042', amount: 200, verifiedAt: '2026-11-21T06:00:00.000Z', payer: 'visitor' }
const Shown = () => <p>{useVerifiedPayment()?.reference ?? 'none'}</p>

afterEach(() => void vi.restoreAllMocks())

test('a reference is PAY- and always six digits', () => {
  vi.spyOn(crypto, 'getRandomValues').mockImplementation((numbers) => {
    ;(numbers as Uint32Array)[0] = 3_000_042
    return numbers
  })
  expect(newPaymentReference()).toBe('PAY-000042')
})

test('a kept payment is known until it is forgotten, wherever it is shown', () => {
  renderScreen(<Shown />)
  expect(screen.getByText('none')).toBeTruthy()
  act(() => keepPayment(payment))
  expect(screen.getByText('PAY-000042')).toBeTruthy()
  act(forgetPayment)
  expect(screen.getByText('none')).toBeTruthy()
})

test('another user of this browser does not see it', () => {
  keepPayment({ ...payment, payer: 'somebody' })
  renderScreen(<Shown />, { as: people.client })
  expect(screen.getByText('none')).toBeTruthy()
  act(() => keepPayment({ ...payment, payer: people.client.username }))
  expect(screen.getByText('PAY-000042')).toBeTruthy()
})

test('who paid as a visitor and has logged in still sees it', () => {
  keepPayment(payment)
  renderScreen(<Shown />, { as: people.client })
  expect(screen.getByText('PAY-000042')).toBeTruthy()
})

test('a visitor does not see a payment that a client made with an account', () => {
  keepPayment({ ...payment, payer: people.client.username })
  renderScreen(<Shown />)
  expect(screen.getByText('none')).toBeTruthy()
})

test('a browser that keeps nothing knows the payment as long as the page lasts', () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('no room')
  })
  renderScreen(<Shown />)
  act(() => keepPayment(payment))
  expect(screen.getByText('PAY-000042')).toBeTruthy()
  act(forgetPayment)
  expect(screen.getByText('none')).toBeTruthy()
})

test('what is no payment counts as none', () => {
  localStorage.setItem('tuma.verified-payment', '{"reference":')
  renderScreen(<Shown />)
  expect(screen.getByText('none')).toBeTruthy()
})
