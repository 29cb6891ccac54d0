// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { contract } from '@tuma/contracts/api'
import { fakeApi, renderScreen } from '@tuma/kit/testing'
import { afterEach, expect, test, vi } from 'vitest'
import { Register } from './screen.tsx'

const wanjiku = {
  'Full name': 'Wanjiku Kamau',
  Username: 'wanjiku',
  Email: 'client@tuma.test',
  Phone: '0712345678',
  Password: 'tuma-demo',
  'Confirm password': 'tuma-demo',
}
const open = () => renderScreen(<Register />, { path: '/register', at: '/register' })

async function signUp({ person }: ReturnType<typeof open>, typed: Partial<typeof wanjiku> = {}): Promise<void> {
  for (const [label, value] of Object.entries({ ...wanjiku, ...typed })) {
    await person.click(screen.getByLabelText(label))
    await person.paste(value)
  }
  await person.click(screen.getByRole('button', { name: 'Sign Up' }))
}

afterEach(() => void vi.useRealTimers())

test('a new client is asked to verify, and is at the login after three seconds', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const api = fakeApi().answer(contract.users.register, { message: 'ok' })
  const page = open()
  await signUp(page)
  expect(await screen.findByText('Registration successful! Please verify your email before logging in.')).toBeTruthy()
  expect(screen.getByText(/client@tuma\.test/)).toBeTruthy()
  expect(api.received(contract.users.register)[0]?.input).toEqual({
    name: 'Wanjiku Kamau',
    username: 'wanjiku',
    email: 'client@tuma.test',
    phone: '0712345678',
    password: 'tuma-demo',
  })
  // The clock runs on while a slow machine draws, so this checks long before and well after. Browser tests stop the clock.
  await vi.advanceTimersByTimeAsync(500)
  expect(page.router.state.location.pathname).toBe('/register')
  await vi.advanceTimersByTimeAsync(2500)
  expect(page.router.state.location.pathname).toBe('/login')
  expect(page.router.state.location.state).toEqual({ registered: { email: 'client@tuma.test', adminVerifies: false } })
})

test('the page scrolls to the top after a registration, however far down the button was', async () => {
  fakeApi().answer(contract.users.register, { message: 'ok' })
  const scroll = vi.spyOn(window, 'scrollTo').mockImplementation(() => {})
  await signUp(open())
  await screen.findByRole('heading', { name: 'Check your email' })
  expect(scroll).toHaveBeenLastCalledWith({ top: 0 })
})

test('where no email is sent, a new client reads that an admin verifies them, and of no link', async () => {
  fakeApi().answer(contract.users.register, { message: 'ok', adminVerifies: true })
  await signUp(open())
  expect(await screen.findByText('Registration successful! Please verify your email before logging in.')).toBeTruthy()
  expect(screen.getByText(/An admin must verify your account/)).toBeTruthy()
  expect(screen.queryByText(/We have sent/)).toBeNull()
})

test.each([
  ['one name', { 'Full name': 'Wanjiku' }, 'Please enter both your first and last name.'],
  ['three names', { 'Full name': 'Wanjiku Njeri Kamau' }, 'Please enter both your first and last name.'],
  ['another password', { 'Confirm password': 'tuma-dem' }, 'Passwords do not match.'],
])('%s is refused before anything is sent', async (_, typed, sentence) => {
  const api = fakeApi().answer(contract.users.register, { message: 'ok' })
  await signUp(open(), typed)
  expect(await screen.findByText(sentence)).toBeTruthy()
  expect(api.received(contract.users.register)).toEqual([])
})

test('a password of five characters is refused', async () => {
  const api = fakeApi().answer(contract.users.register, { message: 'ok' })
  await signUp(open(), { Password: '12345', 'Confirm password': '12345' })
  expect(await screen.findAllByText('Minimum 6 characters')).toHaveLength(2) // the hint, and the error
  expect(api.received(contract.users.register)).toEqual([])
})

test("the server's sentence is shown as a toast and at its field", async () => {
  fakeApi().refuse(contract.users.register, 'username_taken', { field: 'username' })
  await signUp(open())
  await expect.poll(() => screen.queryAllByText('This username is already taken.')).toHaveLength(2)
  expect(screen.getByLabelText('Username').getAttribute('aria-invalid')).toBe('true')
})

test('a server error shows that the registration failed, as a toast and in the form', async () => {
  fakeApi().fail(contract.users.register)
  await signUp(open())
  await expect.poll(() => screen.queryAllByText('Registration failed')).toHaveLength(2)
})

test('without a network the registration fails too, and the form says what to do', async () => {
  fakeApi().disconnect(contract.users.register)
  await signUp(open())
  await expect.poll(() => screen.queryAllByText('Registration failed')).toHaveLength(2)
  expect(screen.getByText('We cannot reach Tuma. Please check your connection and try again.')).toBeTruthy()
})

test('a visitor who has an account finds the login', () => {
  fakeApi()
  open()
  expect(screen.getByRole('link', { name: 'Login' }).getAttribute('href')).toBe('/login')
})
