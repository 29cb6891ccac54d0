// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { contract } from '@tuma/contracts/api'
import { fakeApi, renderScreen } from '@tuma/kit/testing'
import { afterEach, expect, test, vi } from 'vitest'
import { VerifyEmail } from './screen.tsx'

const open = () => renderScreen(<VerifyEmail />, { path: '/verify-email/:token', at: '/verify-email/secret-token' })
const heading = (name: string) => screen.findByRole('heading', { level: 1, name })

afterEach(() => void vi.useRealTimers())

test('a link verifies when it is opened, and leads to the login after three seconds', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const api = fakeApi()
  const answer = api.hold(contract.users.verifyEmail, { message: 'Your email is verified.' })
  const { router } = open()
  expect(await heading('Verifying your email…')).toBeTruthy()
  answer()
  expect(await screen.findByText('Your email is verified.')).toBeTruthy()
  expect(api.received(contract.users.verifyEmail)[0]?.input).toEqual({ token: 'secret-token' })
  // The clock runs on while a slow machine draws, so this checks long before and well after. Browser tests stop the clock.
  await vi.advanceTimersByTimeAsync(500)
  expect(router.state.location.pathname).toBe('/verify-email/secret-token')
  await vi.advanceTimersByTimeAsync(2500)
  expect(router.state.location.pathname).toBe('/login')
})

test('an expired link shows an error and stays', async () => {
  fakeApi().refuse(contract.users.verifyEmail, 'link_invalid')
  open()
  expect(await heading('Verification Failed')).toBeTruthy()
  expect(screen.getByText('Invalid or expired token')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Try Again' })).toBeNull()
})

test('after a server error the user can try again', async () => {
  const api = fakeApi().fail(contract.users.verifyEmail)
  const { person } = open()
  expect(await heading('Verification Failed')).toBeTruthy()
  api.answer(contract.users.verifyEmail, { message: 'Your email is verified.' })
  await person.click(screen.getByRole('button', { name: 'Try Again' }))
  expect(await heading('Email verified')).toBeTruthy()
})

test('without a network the verification fails too, and the page says what to do', async () => {
  fakeApi().disconnect(contract.users.verifyEmail)
  open()
  expect(await heading('Verification Failed')).toBeTruthy()
  expect(screen.getByText('Invalid or expired token')).toBeTruthy()
  expect(screen.getByText('We cannot reach Tuma. Please check your connection and try again.')).toBeTruthy()
})

test('search engines are asked to leave the page out', () => {
  fakeApi().hold(contract.users.verifyEmail, { message: 'Your email is verified.' })
  open()
  expect(document.querySelector('meta[name="robots"]')?.getAttribute('content')).toBe('noindex')
})
