// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react'
import { createMemoryRouter, lazyScreen, Outlet, RouterProvider } from '@tuma/kit/runtime'
import { PageTitle } from '@tuma/kit/ui'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Announcer } from './announcer.tsx'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const Profile = () => (
  <>
    <PageTitle title="Profile" />
    <main id="main" tabIndex={-1} />
  </>
)
const open = () => {
  const { promise, resolve } = Promise.withResolvers<() => React.ReactElement>()
  const Late = lazyScreen(() => promise)
  const router = createMemoryRouter([
    {
      element: (
        <>
          <PageTitle title="Courier and parcels" />
          <Outlet />
          <Announcer />
        </>
      ),
      children: [
        { path: '/', element: <PageTitle title="Dashboard" /> },
        { path: '/late', element: <Late /> },
        { path: '/untitled', element: <p>No title</p> },
        { path: '/parcel/:id', element: <PageTitle title="Delivery Details" /> },
      ],
    },
  ])
  render(<RouterProvider router={router} />)
  const goTo = (path: string) => act(async () => void (await router.navigate(path)))
  return { goTo, comes: () => act(async () => resolve(Profile)) }
}
const passes = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const said = () => document.querySelector('[aria-live="polite"]')?.textContent

test('a screen that comes late is said by its own title, when it has one', async () => {
  const { goTo, comes } = open()
  await goTo('/late')
  await passes(2000)
  expect(said()).toBe('')
  await comes()
  await passes(300)
  expect(said()).toBe('Profile · Tuma')
  expect(screen.queryByText('Courier and parcels · Tuma', { selector: 'p' })).toBeNull()
})

test('one with the title of the one before is said as well', async () => {
  const { goTo } = open()
  await goTo('/parcel/1')
  await passes(300)
  expect(said()).toBe('Delivery Details · Tuma')
  await goTo('/parcel/2')
  expect(said()).toBe('')
  await passes(300)
  expect(said()).toBe('Delivery Details · Tuma')
})

test('one that has none is not waited for for ever', async () => {
  const { goTo } = open()
  await goTo('/untitled')
  await passes(6000)
  expect(said()).toBe('Courier and parcels · Tuma')
})

test('the content of a screen gets the focus when it is there, however late', async () => {
  const { goTo, comes } = open()
  await goTo('/late')
  await passes(20_000)
  await comes()
  expect(document.activeElement?.id).toBe('main')
})

test('the focus stays in the top bar if the person has moved there', async () => {
  const { goTo, comes } = open()
  render(<button type="button">Account</button>)
  await goTo('/late')
  await passes(2000)
  screen.getByRole('button', { name: 'Account' }).focus()
  await comes()
  expect(document.activeElement?.textContent).toBe('Account')
})

test('a dialog that is opened while the content comes keeps the focus', async () => {
  const { goTo, comes } = open()
  await goTo('/late')
  await comes()
  const dialog = document.createElement('div')
  dialog.role = 'dialog'
  const field = document.createElement('input')
  dialog.append(field)
  document.body.append(dialog)
  field.focus()
  await passes(2000)
  expect(document.activeElement).toBe(field)
  dialog.remove()
})
