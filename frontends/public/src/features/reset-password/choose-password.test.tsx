// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { contract } from '@tuma/contracts/api'
import { fakeApi, renderScreen } from '@tuma/kit/testing'
import { afterEach, expect, test, vi } from 'vitest'
import { ResetPassword } from './choose-password.tsx'

const token = `account.link.${'m'.repeat(43)}`
const open = (state?: unknown, resetToken = token) =>
  renderScreen(<ResetPassword />, { path: '/resetpassword/:resetToken', at: `/resetpassword/${resetToken}`, state })

const choose = async ({ person }: ReturnType<typeof open>, password: string, again = password) => {
  await person.type(screen.getByLabelText('New password'), password)
  await person.type(screen.getByLabelText('Confirm password'), again)
  await person.click(screen.getByRole('button', { name: 'Reset password' }))
}

afterEach(() => void vi.useRealTimers())

test('the new password is sent with the token, and the login follows after three seconds', async () => {
  const api = fakeApi().answer(contract.users.resetPassword, { message: 'ok' })
  const page = open()
  vi.useFakeTimers({ shouldAdvanceTime: true })
  await choose(page, 'new-secret')
  expect(await screen.findByText('Password reset successfully. Redirecting to login...')).toBeTruthy()
  expect(api.received(contract.users.resetPassword)[0]?.input).toEqual({ resetToken: token, password: 'new-secret' })
  // The clock runs on while a slow machine draws, so this checks long before and well after. Browser tests stop the clock.
  await vi.advanceTimersByTimeAsync(500)
  expect(page.router.state.location.pathname).toBe(`/resetpassword/${token}`)
  await vi.advanceTimersByTimeAsync(2600)
  expect(page.router.state.location.pathname).toBe('/login')
  expect(page.router.state.location.state).toEqual({ done: 'reset' })
})

test('two different passwords show an error, and nothing is sent', async () => {
  const api = fakeApi().answer(contract.users.resetPassword, { message: 'ok' })
  await choose(open(), 'new-secret', 'new-secrte')
  expect(await screen.findByText('Passwords do not match.')).toBeTruthy()
  expect(api.received(contract.users.resetPassword)).toEqual([])
})

test('five characters are too few', async () => {
  const api = fakeApi().answer(contract.users.resetPassword, { message: 'ok' })
  await choose(open(), 'short')
  expect(await screen.findAllByText('Minimum 6 characters')).toHaveLength(2) // the hint, and now the error
  expect(api.received(contract.users.resetPassword)).toEqual([])
})

test('an expired link shows an error and the way to a new link', async () => {
  fakeApi().refuse(contract.users.resetPassword, 'link_invalid')
  await choose(open(), 'new-secret')
  expect(await screen.findByText('Invalid or expired token')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Ask for a new link' }).getAttribute('href')).toBe('/forgot-password')
})

test('a server error is shown in this screen’s words', async () => {
  fakeApi().fail(contract.users.resetPassword)
  await choose(open(), 'new-secret')
  expect(await screen.findByText('An error occurred. Please try again.')).toBeTruthy()
})

test('without a network the form shows its own sentence, and says what to do', async () => {
  fakeApi().disconnect(contract.users.resetPassword)
  await choose(open(), 'new-secret')
  expect(await screen.findByText('An error occurred. Please try again.')).toBeTruthy()
  expect(screen.getByText('We cannot reach Tuma. Please check your connection and try again.')).toBeTruthy()
})

test('search engines are asked to leave the page out', () => {
  open()
  expect(document.querySelector('meta[name="robots"]')?.getAttribute('content')).toBe('noindex')
})

test('an agent who must set a stronger password reads why', async () => {
  open({ tooWeak: true })
  expect(await screen.findByText(/^Agents and admins need a stronger password/)).toBeTruthy()
})

test.each(['expired', `${'a'.repeat(8)}.${'b'.repeat(8)}.cut-off`, 'a.b.'])(
  'an incomplete link (%s) is refused before the user types, and leads to a new link',
  (cut) => {
    fakeApi()
    open(undefined, cut)
    expect(screen.getByRole('alert').textContent).toBe('Invalid or expired token')
    expect(screen.queryByLabelText('New password')).toBeNull()
    expect(screen.getByRole('link', { name: 'Ask for a new link' }).getAttribute('href')).toBe('/forgot-password')
  },
)
