// @vitest-environment jsdom
import { act, screen, waitFor } from '@testing-library/react'
import { contract } from '@tuma/contracts/api'
import { createMemoryRouter, queryClient } from '@tuma/kit/runtime'
import { fakeApi, people, renderRouter, renderScreen, watchHeadings } from '@tuma/kit/testing'
import { expect, test } from 'vitest'
import { Login } from './screen.tsx'

const open = (state?: unknown) => renderScreen(<Login />, { path: '/login', at: '/login', state })

async function logIn({ person }: Pick<ReturnType<typeof open>, 'person'>): Promise<void> {
  await person.type(screen.getByLabelText('Email'), 'client@tuma.test')
  await person.type(screen.getByLabelText('Password'), 'tuma-demo')
  await person.click(screen.getByRole('button', { name: 'Login' }))
}

test.each([
  ['user', people.client, '/Client'],
  ['agent', people.agent, '/Agent'],
  ['admin', people.admin, '/Admin'],
] as const)('after the login a %s is in their own area', async (_, user, home) => {
  fakeApi().answer(contract.users.login, { ...user, token: 'a.b.c' })
  const page = open()
  await logIn(page)
  await waitFor(() => expect(page.router.state.location.pathname).toBe(home))
})

test('a client who logs in sees one h1 at every moment on the way to their area', async () => {
  fakeApi().answer(contract.users.login, { ...people.client, token: 'a.b.c' })
  const stop = watchHeadings()
  const page = renderRouter(
    createMemoryRouter(
      [
        { path: '/login', element: <Login /> },
        { path: '/Client', element: <h1>Welcome</h1> },
      ],
      { initialEntries: ['/login'] },
    ),
  )
  await logIn(page)
  await screen.findByRole('heading', { level: 1, name: 'Welcome' })
  expect(stop()).toEqual([])
})

test('the login leads back to the page that was asked for, if the user may see it', async () => {
  fakeApi().answer(contract.users.login, { ...people.client, token: 'a.b.c' })
  const page = open({ from: '/client/profile' })
  await logIn(page)
  await waitFor(() => expect(page.router.state.location.pathname).toBe('/client/profile'))
})

test('a new client is asked once more to open the link, and their email is filled in', async () => {
  fakeApi()
  open({ registered: { email: 'client@tuma.test', adminVerifies: false } })
  expect(screen.getByRole('status').textContent).toContain('We sent a link to client@tuma.test.')
  expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('client@tuma.test')
})

test('that notice goes when the login is refused, or the email is changed', async () => {
  fakeApi().refuse(contract.users.login, 'invalid_credentials')
  const { person, unmount } = open({ registered: { email: 'client@tuma.test', adminVerifies: false } })
  await person.type(screen.getByLabelText('Email'), 'x')
  expect(screen.queryByText(/^We have sent an e-mail/)).toBeNull()
  unmount()
  const again = open({ registered: { email: 'client@tuma.test', adminVerifies: false } })
  await again.person.type(screen.getByLabelText('Password'), 'not-it{Enter}')
  await screen.findByText('Invalid credentials')
  expect(screen.queryByText(/^We have sent an e-mail/)).toBeNull()
})

test.each([
  ['verified', 'Your email is verified. Log in now.'],
  ['reset', 'Your password was changed. Log in with the new one.'],
])('a visitor who comes from a used link reads what it did: %s', (done, sentence) => {
  fakeApi()
  open({ done, email: 'client@tuma.test' })
  expect(screen.getByRole('status').textContent).toBe(sentence)
  expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('client@tuma.test')
})

test('after the session ended, the login says so, and only the password is left to type', async () => {
  fakeApi().answer(contract.users.login, { ...people.client, token: 'a.b.c' })
  const { person, router } = open()
  const from = '/Client/send-parcel/door-step'
  await act(() => router.navigate('/login', { state: { from, done: 'ended', email: people.client.email } }))
  expect(screen.getByRole('status').textContent).toMatch(/^You were logged out\./)
  expect(document.activeElement).toBe(screen.getByLabelText('Password'))
  await person.keyboard('tuma-demo{Enter}')
  await waitFor(() => expect(router.state.location.pathname).toBe(from))
  expect(fakeApi().received(contract.users.login)[0]?.input).toMatchObject({ email: people.client.email })
})

test('the login does not lead to an area of another role', async () => {
  fakeApi().answer(contract.users.login, { ...people.client, token: 'a.b.c' })
  const page = open({ from: '/Clientele' })
  await logIn(page)
  await waitFor(() => expect(page.router.state.location.pathname).toBe('/Client'))
})

test('the token is kept nowhere in the browser', async () => {
  fakeApi().answer(contract.users.login, { ...people.client, token: 'a.b.c' })
  const page = open()
  await logIn(page)
  await waitFor(() => expect(page.router.state.location.pathname).toBe('/Client'))
  const kept = [localStorage, sessionStorage, queryClient.getQueriesData({})]
  expect(JSON.stringify(kept)).not.toContain('a.b.c')
})

test('the login stays over a restart of the browser only when that was chosen', async () => {
  const api = fakeApi().refuse(contract.users.login, 'invalid_credentials')
  const page = open()
  await page.person.click(screen.getByLabelText('Keep me logged in'))
  await logIn(page)
  await screen.findByText('Invalid credentials')
  expect(api.received(contract.users.login)[0]?.input).toEqual({
    email: 'client@tuma.test',
    password: 'tuma-demo',
    keepSignedIn: true,
  })
})

test('without a network the login fails with its own sentence, and says what to do', async () => {
  fakeApi().disconnect(contract.users.login)
  const page = open()
  await logIn(page)
  expect(await screen.findByText('Invalid credentials')).toBeTruthy()
  expect(screen.getByText('We cannot reach Tuma. Please check your connection and try again.')).toBeTruthy()
})

test('a wrong password shows an error and keeps what was typed', async () => {
  fakeApi().refuse(contract.users.login, 'invalid_credentials')
  const page = open()
  await logIn(page)
  expect(await screen.findByText('Invalid credentials')).toBeTruthy()
  expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('client@tuma.test')
})

test('an unverified account is asked to verify first', async () => {
  fakeApi().refuse(contract.users.login, 'not_verified')
  const page = open()
  await logIn(page)
  expect(await screen.findByText('Please verify your email before logging in.')).toBeTruthy()
  expect(screen.getByText(/^No email\? Check your spam folder\. For a new link, wait five minutes/)).toBeTruthy()
})

test('where an admin verifies, the login promises no other email', async () => {
  fakeApi().refuse(contract.users.login, 'not_verified')
  const { person } = open({ registered: { email: 'client@tuma.test', adminVerifies: true } })
  await person.type(screen.getByLabelText('Password'), 'tuma-demo{Enter}')
  await screen.findByText('Please verify your email before logging in.')
  expect(screen.queryByText(/another link/)).toBeNull()
})

test('an agent with a weak password is led to set another one, without an email', async () => {
  fakeApi().refuse(contract.users.login, 'new_password_needed', { resetToken: 'a.1-2.c' })
  const page = open()
  await logIn(page)
  await waitFor(() => expect(page.router.state.location.pathname).toBe('/resetpassword/a.1-2.c'))
  expect(page.router.state.location.state).toEqual({ tooWeak: true, email: 'client@tuma.test' })
})

test('the login asks for a code of the second factor, and sends the same again with the code', async () => {
  const api = fakeApi().refuse(contract.users.login, 'code_needed', { field: 'code' })
  const page = open()
  expect(screen.queryByLabelText('Code')).toBeNull()
  await logIn(page)
  const field = await screen.findByLabelText('Code')
  await waitFor(() => expect(document.activeElement).toBe(field))
  expect(screen.queryByRole('alert')).toBeNull()
  await page.person.keyboard('{Enter}')
  expect(await screen.findByText('Please enter the code from your authenticator app.')).toBeTruthy()
  expect([field.getAttribute('inputmode'), field.getAttribute('autocomplete')]).toEqual(['numeric', 'one-time-code'])
  api.answer(contract.users.login, { ...people.admin, token: 'a.b.c' })
  await page.person.type(field, '123456{Enter}')
  await waitFor(() => expect(page.router.state.location.pathname).toBe('/Admin'))
  const typed = { email: 'client@tuma.test', password: 'tuma-demo', keepSignedIn: false }
  expect(api.received(contract.users.login).map(({ input }) => input)).toEqual([
    typed,
    typed,
    { ...typed, code: '123456' },
  ])
})

test('a user who lost the phone types a recovery code in its place', async () => {
  const api = fakeApi().refuse(contract.users.login, 'code_needed', { field: 'code' })
  const page = open()
  await logIn(page)
  await page.person.click(await screen.findByRole('button', { name: 'Use a recovery code' }))
  const field = screen.getByLabelText('Recovery code')
  expect([document.activeElement, field.getAttribute('inputmode')]).toEqual([field, 'text'])
  api.answer(contract.users.login, { ...people.admin, token: 'a.b.c' })
  await page.person.keyboard('abcde-fghij{Enter}')
  await waitFor(() => expect(page.router.state.location.pathname).toBe('/Admin'))
  expect(api.received(contract.users.login)[1]?.input).toMatchObject({ code: 'abcde-fghij' })
})

test('a wrong code shows an error at its field', async () => {
  const api = fakeApi().refuse(contract.users.login, 'code_needed', { field: 'code' })
  const { person } = open()
  await person.type(screen.getByLabelText('Email'), 'client@tuma.test')
  await person.type(screen.getByLabelText('Password'), 'tuma-demo{Enter}')
  const field = await screen.findByLabelText('Code')
  api.refuse(contract.users.login, 'code_wrong', { field: 'code' })
  await person.type(field, '000000{Enter}')
  expect(await screen.findByText(/^That code is wrong/)).toBeTruthy()
  expect(field.getAttribute('aria-invalid')).toBe('true')
  // This is no recovery code.
  await person.click(screen.getByRole('button', { name: 'Use a recovery code' }))
  expect((field as HTMLInputElement).value).toBe('')
  await waitFor(() => expect(field.getAttribute('aria-invalid')).toBeNull())
})

test('email and password are required', async () => {
  const api = fakeApi().refuse(contract.users.login, 'invalid_credentials')
  const { person } = open()
  await person.click(screen.getByRole('button', { name: 'Login' }))
  expect(await screen.findByText('Email is required.')).toBeTruthy()
  expect(screen.getByText('Password is required.')).toBeTruthy()
  expect(api.received(contract.users.login)).toEqual([])
})

test('a user who is logged in already goes straight on', async () => {
  const { router } = renderScreen(<Login />, { as: people.agent, path: '/login', at: '/login' })
  await waitFor(() => expect(router.state.location.pathname).toBe('/Agent'))
})

test('a visitor without an account finds the registration', () => {
  fakeApi()
  open()
  expect(screen.getByRole('link', { name: 'Create an account' }).getAttribute('href')).toBe('/register')
})

test('a user who forgot the password finds the way to a new one', () => {
  fakeApi()
  open()
  expect(screen.getByRole('link', { name: 'Forgot your password?' }).getAttribute('href')).toBe('/forgot-password')
})
