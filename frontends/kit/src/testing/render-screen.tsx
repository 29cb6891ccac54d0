import { configure, getConfig } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { contract, type OwnUser } from '@tuma/contracts/api'
import { chooseLanguage, createMemoryRouter, Providers, queryClient, RouterProvider, signedIn } from '@tuma/kit/runtime'
import { Questions } from '@tuma/kit/ui'
import type { ReactElement, ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { dismissQuestions } from '../runtime/dialogs.ts'
import { forgetUnkept } from '../runtime/remembered.ts'
import { forgetServerTime } from '../runtime/server-time.ts'
import { forgetToasts } from '../runtime/toasts.tsx'
import { FakeApi } from './fake-api.ts'
import { fillGapsOfJsdom } from './jsdom-gaps.ts'
import { tidies } from './tidies.ts'

fillGapsOfJsdom()
// As in a browser, without React's `act`: a screen that suspends inside a synchronous `act` would never wake up.
configure({ eventWrapper: (dispatch) => dispatch(), asyncUtilTimeout: 30_000 })

const { getElementError } = getConfig()
/** Testing Library sets this while it repeats a query. The option has no public name. */
const isRepeating = (): boolean => Object(getConfig())._disableExpensiveErrorDiagnostics === true
// A repeated query throws its errors away, so they carry no printed DOM. Testing Library adds it to the one of the timeout.
configure({
  getElementError: (message, container) =>
    isRepeating()
      ? Object.assign(new Error(message ?? ''), { name: 'TestingLibraryElementError' })
      : getElementError(message, container),
})

const noAnswer = new Promise<never>(() => {})
let api = new FakeApi()
let takeDown = (): void => {}

/** This test's /api; a fresh one for every test. What an earlier test has asked gets no answer any more. */
export function fakeApi(): FakeApi {
  const own = api
  window.fetch = async (request) => {
    const answer = await own.fetch(request as Request)
    return own === api ? answer : noAnswer
  }
  return own
}

tidies.push(() => {
  dismissQuestions()
  forgetServerTime()
  takeDown()
  forgetToasts()
  chooseLanguage('en')
  document.body.removeAttribute('style') // an open dialog has disabled the page behind it
  queryClient.clear()
  sessionStorage.clear()
  localStorage.clear()
  forgetUnkept()
  // biome-ignore lint/suspicious/noDocumentCookie: jsdom has no cookie store
  document.cookie = 'tuma_signed_in=; Max-Age=0'
  window.fetch = () => noAnswer
  api = new FakeApi()
})

/**
 * Draws a screen as the shell would: providers, toasts, dialogs, a router in memory, and who is signed in.
 * `renderScreen(<Profile />, { as: people.client, path: '/Client/delivery/:type/:id', at: '/Client/delivery/doorstep/d1' })`
 * @returns `person` (user-event), `router` (`router.state.location`), and Testing Library's `container` and `unmount`
 */
export function renderScreen(
  screen: ReactElement,
  { as, path = '*', at = '/', state }: { as?: OwnUser; path?: string; at?: string; state?: unknown } = {},
) {
  const [pathname = '/', query = ''] = at.split('?')
  const elsewhere = path === '*' ? [] : [{ path: '*', element: null }]
  const router = createMemoryRouter([{ path, element: screen }, ...elsewhere], {
    initialEntries: [{ pathname, search: query && `?${query}`, state }],
  })
  return renderRouter(router, as, <Questions />)
}

type Router = ReturnType<typeof createMemoryRouter>

/** The same for a router with routes of its own: a remote's, or the shell's. */
export function renderRouter(router: Router, as?: OwnUser, beside?: ReactNode) {
  queryClient.setDefaultOptions({ queries: { retry: false, staleTime: 0 } })
  const server = fakeApi()
  if (as) {
    signedIn(as)
    server.answer(contract.users.me, as)
  }
  // biome-ignore lint/suspicious/noDocumentCookie: jsdom has no cookie store
  if (server.answers(contract.users.me)) document.cookie = 'tuma_signed_in=yes'
  const container = document.body.appendChild(document.createElement('div'))
  const root = createRoot(container)
  const unmount = (): void => {
    root.unmount()
    container.remove()
  }
  takeDown = unmount
  flushSync(() =>
    root.render(
      <Providers>
        <RouterProvider router={router} />
        {beside}
      </Providers>,
    ),
  )
  return { person: userEvent.setup(), router, container, unmount }
}
