// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import { contract } from '@tuma/contracts/api'
import { createBrowserRouter, createMemoryRouter, Guard, signOut } from '@tuma/kit/runtime'
import { fakeApi, people, renderRouter, renderScreen, watchHeadings } from '@tuma/kit/testing'
// biome-ignore lint/style/noRestrictedImports: stands for a screen that a slow machine has not drawn yet
import { use } from 'react'
import { describe, expect, test } from 'vitest'

const Agents = () => (
  <Guard only="agent">
    <h1>Agents only</h1>
  </Guard>
)
const at = { path: '/Agent/*', at: '/Agent/paid?tab=all' }

test('while it is not known who asks, the guard says so and shows nothing of the area', async () => {
  const answer = fakeApi().hold(contract.users.me, people.agent)
  renderScreen(<Agents />, at)
  expect(await screen.findByText('Protected Loading...')).toBeTruthy()
  expect(screen.queryByText('Agents only')).toBeNull()
  answer()
  expect(await screen.findByText('Agents only')).toBeTruthy()
})

/** The area between the login and the landing page. */
const openAgents = (as?: typeof people.client) =>
  renderRouter(
    createMemoryRouter(
      [
        { path: '/Agent/*', element: <Agents /> },
        { path: '/login', element: <h1>Login</h1> },
        { path: '/', element: <h1>Landing</h1> },
      ],
      { initialEntries: [at.at] },
    ),
    as,
  )

test('the page has one h1 while it is not known who asks, then the h1 of the area', async () => {
  const answer = fakeApi().hold(contract.users.me, people.agent)
  const stop = watchHeadings()
  openAgents()
  const loading = await screen.findByRole('heading', { level: 1, name: 'Protected Loading...' })
  expect(loading.closest('[aria-busy="true"]')).not.toBeNull()
  answer()
  await screen.findByRole('heading', { level: 1, name: 'Agents only' })
  expect(stop()).toEqual([])
})

test('a guest has one h1 at every moment of the way to the login', async () => {
  const stop = watchHeadings()
  openAgents()
  await screen.findByRole('heading', { level: 1, name: 'Login' })
  expect(stop()).toEqual([])
})

test('who goes back before the login is drawn is led to the login again', async () => {
  const { promise: drawn, resolve: draw } = Promise.withResolvers<string>()
  const Login = () => <h1>{use(drawn)}</h1>
  const routes = [
    { path: '/Agent/*', element: <Agents /> },
    { path: '/login', element: <Login /> },
  ]
  history.replaceState(null, '', at.at)
  const router = createBrowserRouter(routes)
  renderRouter(router, people.agent)
  await screen.findByText('Agents only')
  fakeApi().answer(contract.users.logout, { message: 'ok' })
  await signOut()
  await router.navigate('/login')
  await screen.findByRole('heading', { level: 1, name: 'Loading…' })
  await router.navigate(-1)
  await waitFor(() => expect(router.state.historyAction).toBe('REPLACE'))
  draw('Login')
  await screen.findByRole('heading', { level: 1, name: 'Login' })
})

test('another role has one h1 at every moment of the way to the landing page', async () => {
  const stop = watchHeadings()
  openAgents(people.client)
  await screen.findByRole('heading', { level: 1, name: 'Landing' })
  expect(stop()).toEqual([])
})

test('a page that cannot find out who asks says so in its h1', async () => {
  fakeApi().fail(contract.users.me)
  const stop = watchHeadings()
  openAgents()
  await screen.findByRole('heading', { level: 1, name: 'We cannot check who you are right now.' })
  expect(stop()).toEqual([])
})

test('a guest is sent to /login, which learns where they wanted to go', async () => {
  const { router } = renderScreen(<Agents />, at)
  await waitFor(() => expect(router.state.location.pathname).toBe('/login'))
  expect(router.state.location.state).toEqual({ from: '/Agent/paid?tab=all' })
})

test('another role is sent to the landing page', async () => {
  const { router } = renderScreen(<Agents />, { ...at, as: people.client })
  await waitFor(() => expect(router.state.location.pathname).toBe('/'))
  expect(screen.queryByText('Agents only')).toBeNull()
})

test('when the session cannot be loaded, the guard offers to try again and does not send people away', async () => {
  const api = fakeApi().fail(contract.users.me)
  const { router, person } = renderScreen(<Agents />, at)
  await screen.findByText('We cannot check who you are right now.')
  expect(router.state.location.pathname).toBe('/Agent/paid')
  api.answer(contract.users.me, people.agent)
  await person.click(screen.getByRole('button', { name: 'Try Again' }))
  expect(await screen.findByText('Agents only')).toBeTruthy()
})

describe('whose session ends while they are on a screen', () => {
  test('is at the login, which says so and leads back there', async () => {
    const { calls, queryClient } = await import('@tuma/kit/runtime')
    const { router } = renderScreen(<Agents />, { ...at, as: people.agent })
    await screen.findByText('Agents only')
    fakeApi().refuse(contract.agent.riders, 'not_signed_in').refuse(contract.users.me, 'not_signed_in')
    await queryClient.fetchQuery({ queryKey: ['riders'], queryFn: () => calls.agent.riders() }).catch(() => {})
    await waitFor(() => expect(router.state.location.pathname).toBe('/login'))
    const state = { from: '/Agent/paid?tab=all', done: 'ended', email: people.agent.email }
    expect(router.state.location.state).toEqual(state)
  })

  test('keeps no address after a logout, as the next person may be another one', async () => {
    const { router } = renderScreen(<Agents />, { ...at, as: people.agent })
    await screen.findByText('Agents only')
    fakeApi().answer(contract.users.logout, { message: 'ok' })
    await signOut()
    await waitFor(() => expect(router.state.location.pathname).toBe('/login'))
    expect(router.state.location.state).toBeNull()
  })
})

describe('an admin who must have a second factor first', () => {
  const Admins = () => (
    <Guard only="admin">
      <h1>Admins only</h1>
    </Guard>
  )
  const without = { ...people.admin, secondFactorNeeded: true } as const

  test('is sent to their profile, which learns where they wanted to go', async () => {
    const { router } = renderScreen(<Admins />, { path: '/Admin/*', at: '/Admin/users?search=otieno', as: without })
    await waitFor(() => expect(router.state.location.pathname).toBe('/Admin/profile'))
    expect(router.state.location.state).toEqual({ from: '/Admin/users?search=otieno' })
    expect(await screen.findByText('Admins only')).toBeTruthy()
  })

  test.each(['/Admin/profile', '/admin/Profile/'])('stays at %s', async (at) => {
    const { router } = renderScreen(<Admins />, { path: '/Admin/*', at, as: without })
    expect(await screen.findByText('Admins only')).toBeTruthy()
    expect(router.state.location.pathname).toBe(at)
  })

  test('is sent there from the screen at which it was taken from them', async () => {
    const { calls, queryClient } = await import('@tuma/kit/runtime')
    const { router } = renderScreen(<Admins />, { path: '/Admin/*', at: '/Admin/users', as: people.admin })
    await screen.findByText('Admins only')
    fakeApi().refuse(contract.people.agents, 'second_factor_needed').answer(contract.users.me, without)
    await queryClient.fetchQuery({ queryKey: ['agents'], queryFn: () => calls.people.agents() }).catch(() => {})
    await waitFor(() => expect(router.state.location.pathname).toBe('/Admin/profile'))
    expect(router.state.location.state).toEqual({ from: '/Admin/users' })
  })
})
