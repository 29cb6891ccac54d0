// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { createMemoryRouter, Outlet, ScrollRestoration } from '@tuma/kit/runtime'
import { renderRouter } from '@tuma/kit/testing'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

/** jsdom has no layout: here the page has the height that the test says. */
let pageHeight: number
let position: number
let tellOfHeights: Set<() => void>
/** A browser may tell of the new position before it tells of the new height. */
const setHeight = (height: number): void => {
  pageHeight = height
  scrollAndTell(position)
  for (const tell of tellOfHeights) tell()
}
const scrollTo = (_: unknown, y = 0): void => {
  position = Math.max(0, Math.min(y, pageHeight - window.innerHeight))
}
const scrollAndTell = (y: number): void => {
  scrollTo(0, y)
  window.dispatchEvent(new Event('scroll'))
}

beforeEach(() => {
  pageHeight = 5000
  position = 0
  tellOfHeights = new Set()
  vi.spyOn(window, 'scrollY', 'get').mockImplementation(() => position)
  vi.spyOn(document.documentElement, 'scrollHeight', 'get').mockImplementation(() => pageHeight)
  vi.spyOn(window, 'scrollTo').mockImplementation(scrollTo as never)
  vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(() => scrollTo(0, 3000))
  vi.stubGlobal(
    'ResizeObserver',
    class {
      readonly #tell: () => void
      constructor(tell: () => void) {
        this.#tell = tell
      }
      observe = () => void tellOfHeights.add(this.#tell)
      disconnect = () => void tellOfHeights.delete(this.#tell)
    },
  )
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

/** A list that loads each time that it is opened, until the test says that it is there. */
const List = () => {
  const [isLoading, setLoading] = useState(true)
  return (
    <section aria-busy={isLoading}>
      <button type="button" onClick={() => setLoading(false)}>
        the answer
      </button>
      {isLoading ? null : <h2 id="last">The last row</h2>}
    </section>
  )
}
const open = (at: string, hydrated = {}) =>
  renderRouter(
    createMemoryRouter(
      [
        {
          element: (
            <>
              <Outlet />
              <ScrollRestoration />
            </>
          ),
          children: [
            { path: '/list', element: <List /> },
            { path: '/parcel', element: <h1>A parcel</h1> },
          ],
        },
      ],
      { initialEntries: [at], ...hydrated },
    ),
  )

const comeBackToLoadingList = async () => {
  const { router } = open('/list')
  scrollAndTell(2000)
  await router.navigate('/parcel')
  await screen.findByText('A parcel')
  expect(position).toBe(0)
  pageHeight = 1000
  await router.navigate(-1)
  await screen.findByRole('button', { name: 'the answer' })
}
const answer = async () => {
  screen.getByRole('button', { name: 'the answer' }).click()
  await screen.findByText('The last row')
}

test('the position of a list is restored when its rows come later', async () => {
  await comeBackToLoadingList()
  await answer()
  setHeight(5000)
  expect(position).toBe(2000)
})

test('a page that becomes shorter while it loads is still restored', async () => {
  await comeBackToLoadingList()
  setHeight(900)
  setHeight(5000)
  expect(position).toBe(2000)
})

test('a person who scrolls elsewhere meanwhile stays there', async () => {
  await comeBackToLoadingList()
  scrollAndTell(100)
  setHeight(5000)
  expect(position).toBe(100)
})

test('an element that the hash names is scrolled to when it comes later', async () => {
  const { router } = open('/parcel')
  await router.navigate('/list#last')
  await screen.findByRole('button', { name: 'the answer' })
  setHeight(900)
  expect(position).toBe(0)
  await answer()
  setHeight(5000)
  expect(position).toBe(3000)
})

test('once everything is there, another height moves nothing', async () => {
  await comeBackToLoadingList()
  await answer()
  setHeight(5000)
  setHeight(1500)
  setHeight(6000)
  expect(position).toBe(1500 - window.innerHeight)
})

/** As the shell does, so that the router leaves the first page's position alone. */
const openDocument = (at: string) => open(at, { hydrationData: {} })
const reloadLoadingListAt = (y: number) => {
  const { unmount } = openDocument('/list')
  scrollAndTell(2000)
  window.dispatchEvent(new Event('pagehide'))
  unmount()
  pageHeight = 1000
  scrollTo(0, y)
  openDocument('/list')
}

test('a person who has scrolled before the app starts stays there', () => {
  scrollTo(0, 300)
  openDocument('/parcel')
  expect(position).toBe(300)
})

test.each([
  ['the position is restored when the rows come', 0, 2000],
  ['what the browser restored before the app started is continued', 2000, 2000],
  ['a person who has scrolled elsewhere before the app started stays there', 100, 100],
])('after a reload, %s', async (_, y, expected) => {
  reloadLoadingListAt(y)
  await answer()
  setHeight(5000)
  expect(position).toBe(expected)
})

test('a person who scrolls to the top while the reloaded page loads stays there', async () => {
  reloadLoadingListAt(0)
  scrollAndTell(0)
  await answer()
  setHeight(5000)
  expect(position).toBe(0)
})

test("the first page of a document has a key of its own: it does not get another document's position", () => {
  open('/list')
  scrollAndTell(700)
  window.dispatchEvent(new Event('pagehide'))
  const saved = JSON.parse(sessionStorage.getItem('tuma.positions') ?? '{}')
  expect(Object.values(saved)).toContain(700)
  expect(saved.default).toBeUndefined()
})
